import type { ReplyOf } from '@bolsillo/contract'
import { type Id, isId, isRejection, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import {
  noticeDays,
  operationsSettings,
  pausable,
  purposeWords,
  readSetting,
  type Setting,
  writeSetting,
} from '@bolsillo/settings/domain'
import { cursorOf, findChangesOf, lastChangeOf, type SettingsRegistry, written } from '@bolsillo/settings/server'
import { approvalsRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { isFitEffect } from '../../domain/index.ts'
import { findOpenAbout, findOpenOf } from '../approvals-store.ts'
import type { Desk, DeskDeps } from '../declarations.ts'
import { changeable, refuseShortNotice } from '../settings-kinds.ts'

type SettingRow = ReplyOf<typeof operatorCalls.listSettings>['rows'][number]

const rowsPerPage = 50
const proposalLifeMs = 3_600_000
/** More changes than a setting has ahead of it. */
const recentMax = 500
const latest = cursorOf(undefined)
const subjectOf = (key: string): string => `setting:${key}`

/** Every setting but the pauses, with what lies ahead. */
export const listSettings = useCase(operatorCalls.listSettings, async (_request, { db, now }, { settings }: Desk) => {
  const shown = settings.declared.flatMap(({ key }) => changeable(settings, key) ?? [])
  const keys = shown.map(({ key }) => key)
  const changes = await findChangesOf(db, keys, { before: latest, limit: recentMax })
  const ahead = new Map<string, { readonly value: string; readonly effectiveAt: number }>()
  for (const { key, value, effective_at } of changes) {
    const effectiveAt = Number(effective_at)
    if (effectiveAt > now && !ahead.has(key)) ahead.set(key, { value: textOf(value), effectiveAt })
  }
  const open = new Map((await findOpenOf(db, 'settings.change', now)).map(({ subject, id }) => [subject, id]))
  return {
    rows: shown.map((setting) => rowOf(settings, setting, ahead.get(setting.key), open.get(subjectOf(setting.key)))),
  }
})

function rowOf(
  settings: SettingsRegistry,
  setting: Setting,
  next: { readonly value: string; readonly effectiveAt: number } | undefined,
  open: string | undefined,
): SettingRow {
  const { key, purpose, type, standard, publicName, worse } = setting
  return {
    key,
    purpose,
    words: purposeWords(setting),
    type,
    value: writeSetting(settings.get(setting)),
    standard: writeSetting(standard),
    ...('min' in setting ? { min: String(setting.min), max: String(setting.max) } : {}),
    ...('lengthMax' in setting ? { lengthMax: setting.lengthMax } : {}),
    ...('choices' in setting ? { choices: [...setting.choices] } : {}),
    ...(publicName === undefined ? {} : { publicName }),
    ...(worse === undefined ? {} : { notice: { worse, days: noticeDays } }),
    ...(next === undefined ? {} : { next }),
    ...(open === undefined ? {} : { open }),
  }
}

/** Every change of one setting. */
export const listSettingHistory = useCase(
  operatorCalls.listSettingHistory,
  async (request, { db }, { settings, namesOf }: DeskDeps) => {
    if (!settings.declared.some(({ key }) => key === request.key)) return reject(r.settingUnknown, { field: 'key' })
    const limit = request.limit ?? rowsPerPage
    const found = await findChangesOf(db, [request.key], { before: cursorOf(request.cursor), limit: limit + 1 })
    const page = found.slice(0, limit)
    const people = page.flatMap(({ actor }): readonly Id<'opr'>[] => (isId('opr', actor) ? [actor] : []))
    const names: ReadonlyMap<string, string> = await namesOf(db, people)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      rows: page.map(({ value, effective_at, changed_at, actor, reason }) => ({
        value: textOf(value),
        effectiveAt: Number(effective_at),
        changedAt: Number(changed_at),
        actor,
        name: names.get(actor) ?? actor,
        reason,
      })),
      ...(last === undefined ? {} : { next: String(last.seq) }),
    }
  },
)

/** Proposes another value, with what is in force now in the payload: the second person sees both. */
export const proposeSetting = useCase(
  operatorCalls.proposeSetting,
  async ({ key, value: text, effectiveAt, reason }, context, { settings, propose }: DeskDeps) => {
    const { tx, now } = context
    const setting = changeable(settings, key)
    if (setting === undefined) return reject(r.settingUnknown, { field: 'key' })
    const value = readSetting(setting, text)
    if (value === undefined) return reject(r.settingValue, { field: 'value' })
    const before = writeSetting(settings.get(setting, effectiveAt))
    if (writeSetting(value) === before) return reject(r.settingSame, { field: 'value' })
    if (!isFitEffect(effectiveAt, now)) return reject(r.effectiveUnfit, { field: 'effectiveAt' })
    // Decided in the last minute a proposal lives, it must still be announced in time.
    const decidedAt = plusMs(now, proposalLifeMs)
    if (await settings.needsNotice(tx, setting, { value, effectiveAt, decidedAt })) return refuseShortNotice()
    const lastChange = String(await lastChangeOf(tx, key))
    return await propose(tx, {
      kind: 'settings.change',
      subject: subjectOf(key),
      payload: { key, before, value: writeSetting(value), effectiveAt: String(effectiveAt), reason, lastChange },
      reason,
      by: context.operator,
      now,
    })
  },
)

/** What can be paused, what is, and what is proposed about it. */
export const listPauses = useCase(operatorCalls.listPauses, async (_request, { db, now }, { settings }: Desk) => {
  const open = [...(await findOpenOf(db, 'operations.pause', now)), ...(await findOpenOf(db, 'operations.resume', now))]
  return {
    rows: pausable.map((what) => {
      const until = settings.get(operationsSettings[what], now)
      const waits = open.find(({ subject }) => subject === pauseSubject(what))
      return {
        what,
        ...(until > now ? { until } : {}),
        ...(waits === undefined ? {} : { open: { approvalId: waits.id, kind: waits.kind } }),
      }
    }),
  }
})

const pauseSubject = (what: string): string => `operations:${what}`

export const proposePause = useCase(
  operatorCalls.proposePause,
  async ({ what, hours, reason }, context, { propose }: DeskDeps) => {
    const busy = await refuseOther(context.tx, 'operations.resume', what, context.now)
    if (busy !== undefined) return busy
    const outcome = await propose(context.tx, {
      kind: 'operations.pause',
      subject: pauseSubject(what),
      payload: { what, hours: String(hours), reason },
      reason,
      by: context.operator,
      now: context.now,
    })
    return isRejection(outcome) ? outcome : { approvalId: outcome.approvalId }
  },
)

export const proposeResume = useCase(
  operatorCalls.proposeResume,
  async ({ what, reason }, context, { settings, propose }: DeskDeps) => {
    const { tx, now } = context
    if (settings.get(operationsSettings[what], now) <= now) return reject(r.notPaused, { field: 'what' })
    const busy = await refuseOther(tx, 'operations.pause', what, now)
    if (busy !== undefined) return busy
    return await propose(tx, {
      kind: 'operations.resume',
      subject: pauseSubject(what),
      payload: { what, reason },
      reason,
      by: context.operator,
      now,
    })
  },
)

/** Pausing and resuming the same thing are not both decided on at a time. */
async function refuseOther(db: Db, kind: string, what: string, now: number): Promise<Rejection | undefined> {
  const other = await findOpenAbout(db, kind, pauseSubject(what))
  return other !== undefined && other.expiresAt >= now ? reject(r.approvalOpen) : undefined
}

function textOf(value: unknown): string {
  return writeSetting(written(value))
}
