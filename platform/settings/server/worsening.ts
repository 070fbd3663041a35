import { type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type Setting, type SettingValue, settingProblem, settingValue, worsens } from '../domain/index.ts'
import { findAllChangesOf, findChangesSince } from './settings-store.ts'

/** A change for the worse of whoever withdraws. */
export interface Worsening {
  /** Of the change; later ones have higher numbers. */
  readonly seq: bigint
  readonly setting: Setting
  /** What was better. */
  readonly before: SettingValue
  readonly after: SettingValue
  readonly effectiveAt: Instant
  readonly changedAt: Instant
}

/** Changes for the worse that begin after an instant, in the order they were made. Pauses are none: they end by themselves. */
export async function findWorsening(
  db: Db,
  declared: readonly Setting[],
  since: Instant,
): Promise<readonly Worsening[]> {
  const byKey = new Map(declared.filter(({ worse }) => worse !== undefined).map((setting) => [setting.key, setting]))
  if (byKey.size === 0) return []
  const found = await findChangesSince(db, [...byKey.keys()], since)
  const told = await Promise.all(
    found.map(async ({ seq, key, value, effective_at, changed_at }): Promise<readonly Worsening[]> => {
      const setting = byKey.get(key)
      const after = settingValue(value)
      if (setting === undefined || after === undefined || settingProblem(setting, after) !== undefined) return []
      const made = (await findAllChangesOf(db, key)).flatMap((row) => {
        const kept = settingValue(row.value)
        const counts = row.seq < seq && kept !== undefined && settingProblem(setting, kept) === undefined
        return counts ? [{ value: kept, effectiveAt: Number(row.effective_at) }] : []
      })
      const effectiveAt = Number(effective_at)
      const before = worsens(setting, made, { value: after, effectiveAt, decidedAt: Number(changed_at) })
      if (before === undefined) return []
      return [
        { seq, setting, before, after, effectiveAt: instant(effectiveAt), changedAt: instant(Number(changed_at)) },
      ]
    }),
  )
  return told.flat()
}
