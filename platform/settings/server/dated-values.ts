import { type Instant, instant, reject } from '@bolsillo/kernel'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { rejections } from '../contract/index.ts'
import { operationsSettings, pausable, type SettingValue, settingValue } from '../domain/index.ts'
import type { SettingsRegistry } from './settings.ts'
import { findChangesOf } from './settings-store.ts'

const rowsPerPage = 50
const int8Max = 9_223_372_036_854_775_807n

/** Every change of what is public, with the date it takes effect. */
export const listPropChanges = useCase(calls.listPropChanges, async (request, { db }, settings: SettingsRegistry) => {
  const names = new Map(
    settings.declared.flatMap(({ key, publicName }) => (publicName === undefined ? [] : [[key, publicName] as const])),
  )
  const keys = [...names].flatMap(([key, name]) => (request.key === undefined || request.key === name ? [key] : []))
  if (keys.length === 0) return reject(rejections.propUnknown, { field: 'key' })
  const limit = request.limit ?? rowsPerPage
  const found = await findChangesOf(db, keys, { before: cursorOf(request.cursor), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map((change) => ({
      name: names.get(change.key) ?? change.key,
      value: written(change.value),
      effectiveAt: Number(change.effective_at),
      changedAt: Number(change.changed_at),
      reason: change.reason,
    })),
    ...(last === undefined ? {} : { next: String(last.seq) }),
  }
})

/** The pauses in force. */
export const readOperations = useCase(
  calls.readOperations,
  async (_request, { db, now }, settings: SettingsRegistry) => {
    const running = pausable.flatMap((what) => {
      const until = settings.get(operationsSettings[what], now)
      return until > now ? [{ what, until: instant(until) }] : []
    })
    const pauses = await Promise.all(
      running.map(async ({ what, until }) => ({ what, until, ...(await begunBy(db, what, until)) })),
    )
    return { pauses }
  },
)

async function begunBy(
  db: ReadContext['db'],
  what: (typeof pausable)[number],
  until: Instant,
): Promise<{ readonly since: number; readonly reason: string }> {
  const changes = await findChangesOf(db, [operationsSettings[what].key], { before: int8Max, limit: 20 })
  const change = changes.find(({ value }) => value === until)
  return { since: Number(change?.effective_at ?? 0), reason: change?.reason ?? '' }
}

/** The number of the change a page begins before: without a cursor, beyond the latest. */
export function cursorOf(cursor: string | undefined): bigint {
  return cursor === undefined ? int8Max : BigInt(cursor)
}

/** A stored value as the wire writes it. */
export function written(value: unknown): string | number | boolean | string[] {
  const known: SettingValue | undefined = settingValue(value)
  if (known === undefined) return ''
  return typeof known === 'object' ? [...known] : known
}
