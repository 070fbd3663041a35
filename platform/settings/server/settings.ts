import type { Audit } from '@bolsillo/audit/server'
import { assert, type Clock, type Instant } from '@bolsillo/kernel'
import { appendOutbox, type Db, type Services, type Tx } from '@bolsillo/server-kit'
import {
  type DatedSetting,
  needsNotice,
  operationsSettings,
  pauseProblem,
  type Setting,
  type SettingValue,
  settingProblem,
  settingValue,
  typedValue,
  type ValueOf,
  valueAt as valueIn,
} from '../domain/index.ts'
import { findAllChangesOf, findChangesAfter, insertChange, lockChanges } from './settings-store.ts'

/** The settings in force. Reading is synchronous: values live in memory and follow the database within seconds. */
export interface Settings {
  /** The value in force now, or at an instant. Asserts that the setting was declared to the registry. */
  readonly get: <S extends Setting>(setting: S, at?: Instant) => ValueOf<S>
}

/** A change requested by an authorized operator. The console checks rights and approval. */
export interface SettingChange {
  readonly setting: Setting
  readonly value: SettingValue
  /** Not in the past: past values never change. */
  readonly effectiveAt: Instant | 'now'
  readonly actor: string
  /** Why, in words the affected can read: 3 to 200 characters. */
  readonly reason: string
}

/** The registry: the settings in force, the list of them, and how they change. */
export interface SettingsRegistry extends Settings {
  readonly declared: readonly Setting[]
  /** The value under a public name; undefined when there is none. */
  readonly publicValue: (publicName: string) => SettingValue | undefined
  /** All public values by public name. */
  readonly publicValues: () => Readonly<Record<string, SettingValue>>
  /** Checks and keeps a change, with its record in the audit. @returns what is wrong with it, or undefined. */
  readonly change: (tx: Tx, change: SettingChange) => Promise<string | undefined>
  /** Whether a change decided then is for the worse of whoever withdraws, and announced too late. */
  readonly needsNotice: (
    db: Db,
    setting: Setting,
    change: DatedSetting & { readonly decidedAt: number },
  ) => Promise<boolean>
  /** Reads changes made since it last did: run at start and every few seconds. */
  readonly refresh: () => Promise<void>
}

/** Told after each change. */
export const settingChangedTopic = 'settings.changed'

/** What `change` answers where a change is for the worse of whoever withdraws and was not announced in time. */
export const noticeProblem = 'is for the worse and needs notice'
/** What `change` answers where a pause would be too long, or begun too often. */
export const pauseProblems = { 'too-long': 'would pause too long', 'too-often': 'was paused too often' } as const
const pauseKeys: ReadonlySet<string> = new Set(Object.values(operationsSettings).map(({ key }) => key))

/** The registry of these settings. Call `refresh` before the first `get`. */
export function createRegistry(options: {
  readonly services: Pick<Services, 'clock' | 'sql' | 'log'>
  readonly audit: Audit
  readonly declared: readonly Setting[]
}): SettingsRegistry {
  const { services, audit, declared } = options
  const byKey = new Map(declared.map((setting) => [setting.key, setting]))
  assertDeclarations(declared)
  const history = new Map<string, DatedSetting[]>()
  let readTo = 0n
  const valueAt = (setting: Setting, at: Instant): SettingValue => {
    assert(byKey.get(setting.key) === setting, `setting ${setting.key} is not declared to the registry`)
    return valueIn(setting, history.get(setting.key) ?? [], at)
  }
  const publicSettings = new Map(
    declared.flatMap((setting) => (setting.publicName === undefined ? [] : [[setting.publicName, setting] as const])),
  )
  return {
    declared,
    get: (setting, at = services.clock.now()) => typedValue(setting, valueAt(setting, at)),
    publicValue: (publicName) => {
      const setting = publicSettings.get(publicName)
      return setting === undefined ? undefined : valueAt(setting, services.clock.now())
    },
    publicValues: () => {
      const now = services.clock.now()
      return Object.fromEntries([...publicSettings].map(([name, setting]) => [name, valueAt(setting, now)]))
    },
    change: (tx, change) => keepChange({ clock: services.clock, audit }, tx, change),
    needsNotice: async (db, setting, change) => needsNotice(setting, await datedChanges(db, setting), change),
    refresh: async () => {
      for (const change of await findChangesAfter(services.sql, readTo)) {
        // Whoever looked at the same time may have read it already, and what came after it.
        if (change.seq <= readTo) continue
        readTo = change.seq
        const setting = byKey.get(change.key)
        const value = settingValue(change.value)
        // A bound may have been narrowed, or a setting dropped, since the change was made: then it no longer counts.
        if (setting === undefined || value === undefined || settingProblem(setting, value) !== undefined) {
          services.log.warn({ key: change.key, seq: String(change.seq) }, 'a stored setting is no longer allowed')
          continue
        }
        const dated = { effectiveAt: Number(change.effective_at), value }
        history.set(change.key, [...(history.get(change.key) ?? []), dated])
      }
    },
  }
}

/** Checks and keeps a change (`SettingsRegistry.change`). */
async function keepChange(
  { clock, audit }: { readonly clock: Clock; readonly audit: Audit },
  tx: Tx,
  { setting, value, effectiveAt: from, actor, reason }: SettingChange,
): Promise<string | undefined> {
  const now = clock.now()
  const effectiveAt = from === 'now' ? now : from
  const problem = settingProblem(setting, value)
  if (problem !== undefined) return problem
  if (effectiveAt < now) return 'would begin in the past'
  if (reason.length < 3 || reason.length > 200) return 'needs a reason of 3 to 200 characters'
  await lockChanges(tx)
  const stopped = await ruleProblem(tx, setting, { value, effectiveAt, decidedAt: now })
  if (stopped !== undefined) return stopped
  await insertChange(tx, { key: setting.key, value, effectiveAt, changedAt: now, actor, reason })
  // Every process reads it after the commit, without waiting for the next time it would look.
  await appendOutbox(tx, [{ topic: settingChangedTopic, key: setting.key, payload: {} }], now)
  const details = { value: String(value), effectiveAt: String(effectiveAt), reason }
  await audit.record(tx, { at: now, actor, action: 'settings.change', subject: `setting:${setting.key}`, details })
  return undefined
}

/** The verdict of the rules above every setting, by the changes read under the lock. */
async function ruleProblem(
  tx: Tx,
  setting: Setting,
  change: DatedSetting & { readonly decidedAt: number },
): Promise<string | undefined> {
  const made = await datedChanges(tx, setting)
  if (needsNotice(setting, made, change)) return noticeProblem
  if (!pauseKeys.has(setting.key)) return undefined
  // Pauses begin at once: when they take effect is when they were decided.
  const pauses = made.map(({ value, effectiveAt }) => ({ until: Number(value), decidedAt: effectiveAt }))
  const problem = pauseProblem(pauses, { until: Number(change.value), now: change.effectiveAt })
  return problem === undefined ? undefined : pauseProblems[problem]
}

/** The changes of a setting that count, in the order they were made: what a narrower bound no longer allows does not. */
async function datedChanges(db: Db, setting: Setting): Promise<readonly DatedSetting[]> {
  return (await findAllChangesOf(db, setting.key)).flatMap(({ value: kept, effective_at }) => {
    const value = settingValue(kept)
    const counts = value !== undefined && settingProblem(setting, value) === undefined
    return counts ? [{ value, effectiveAt: Number(effective_at) }] : []
  })
}

function assertDeclarations(declared: readonly Setting[]): void {
  const names = declared.flatMap(({ key, publicName }) => (publicName === undefined ? [key] : [key, publicName]))
  assert(new Set(names).size === names.length, 'two settings have the same key or public name')
  for (const setting of declared) {
    const problem = settingProblem(setting, setting.standard)
    assert(problem === undefined, `the default of ${setting.key} ${problem}`)
  }
}
