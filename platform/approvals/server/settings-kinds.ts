import { instant, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import {
  noticeDays,
  operationsSettings,
  type Pausable,
  pausable,
  pauseDaysSpan,
  pauseHoursInAll,
  pauseHoursMax,
  pauseTimesMax,
  readSetting,
  type Setting,
  type SettingValue,
} from '@bolsillo/settings/domain'
import {
  lastChangeOf,
  lockChanges,
  noticeProblem,
  pauseProblems,
  type SettingsRegistry,
} from '@bolsillo/settings/server'
import { approvalsRejections as r } from '../contract/index.ts'
import { pauseReasons, resumeReasons, settingReasons } from '../domain/index.ts'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from './approvals.ts'

const hourMs = 3_600_000
const pauseKeys: ReadonlySet<string> = new Set(Object.values(operationsSettings).map(({ key }) => key))

/** The setting of a key that is changed by a proposal. Pauses have acts of their own. */
export function changeable(settings: SettingsRegistry, key: string): Setting | undefined {
  return pauseKeys.has(key) ? undefined : settings.declared.find((setting) => setting.key === key)
}

/** Changing settings and pausing, as acts that take two people. */
export function settingsKinds(settings: SettingsRegistry): readonly ApprovalKind[] {
  const pausers = ['compliance', 'treasury', 'admin'] as const
  return [
    {
      name: 'settings.change',
      titleKey: 'approvals.powers.setting',
      makerRoles: ['product', 'treasury', 'admin'],
      checkerRoles: ['compliance', 'treasury', 'admin'],
      reasons: settingReasons,
      facts: async (_, payload) => {
        const setting = changeable(settings, payload.key ?? '')
        return [
          { labelKey: 'facts.setting', value: payload.key ?? '' },
          { labelKey: 'facts.purpose', value: setting?.purpose ?? '' },
          { labelKey: 'facts.before', value: payload.before ?? '' },
          { labelKey: 'facts.after', value: payload.value ?? '' },
          { labelKey: 'facts.bounds', value: setting === undefined ? '' : boundsOf(setting) },
          { labelKey: 'facts.effectiveAt', value: payload.effectiveAt ?? '' },
        ]
      },
      execute: (tx, act) => change(settings, tx, act),
      committed: settings.refresh,
    },
    {
      name: 'operations.pause',
      titleKey: 'approvals.powers.pause',
      makerRoles: pausers,
      checkerRoles: pausers,
      reasons: pauseReasons,
      facts: async (_, payload) => pauseFacts(payload),
      execute: (tx, { payload, ...act }) => {
        const hours = Math.min(Number(payload.hours), pauseHoursMax)
        return setPause(settings, tx, { ...act, payload }, plusMs(act.now, hours * hourMs))
      },
      // Whoever hears that it is decided may count on it: the next order is refused.
      committed: settings.refresh,
    },
    {
      name: 'operations.resume',
      titleKey: 'approvals.powers.resume',
      makerRoles: pausers,
      checkerRoles: pausers,
      reasons: resumeReasons,
      facts: async (_, payload) => pauseFacts(payload),
      execute: async (tx, act) =>
        settings.get(operationsSettings[pausableOf(act.payload)]) > act.now
          ? await setPause(settings, tx, act, 0)
          : reject(r.notPaused),
      committed: settings.refresh,
    },
  ]
}

/** A change for the worse of whoever withdraws is announced before it is in force. */
export function refuseShortNotice(): Rejection {
  return reject(r.settingNotice, { field: 'effectiveAt', values: { days: String(noticeDays) } })
}

/** What a setting may be, in one line. */
export function boundsOf(setting: Setting): string {
  switch (setting.type) {
    case 'whole':
    case 'decimal':
      return `${setting.min} … ${setting.max}`
    case 'flag':
      return 'true, false'
    case 'choice':
    case 'list':
      return setting.choices.join(', ')
    case 'text':
      return `≤ ${setting.lengthMax}`
  }
}

async function change(settings: SettingsRegistry, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, now, maker } = act
  const setting = changeable(settings, payload.key ?? '')
  if (setting === undefined) return reject(r.settingUnknown)
  const value: SettingValue | undefined = readSetting(setting, payload.value ?? '')
  if (value === undefined) return reject(r.settingValue)
  await lockChanges(tx)
  // Somebody changed it since it was proposed: what was seen is no longer so.
  if (String(await lastChangeOf(tx, setting.key)) !== payload.lastChange) return reject(r.approvalChanged)
  const effectiveAt = instant(Number(payload.effectiveAt))
  if (effectiveAt < now) return reject(r.effectiveUnfit)
  const problem = await settings.change(tx, { setting, value, effectiveAt, actor: maker, reason: payload.reason ?? '' })
  if (problem === noticeProblem) return refuseShortNotice()
  return problem === undefined ? undefined : reject(r.settingValue)
}

const pausableOf = (payload: ApprovalPayload): Pausable => pausable.find((what) => what === payload.what) ?? 'orders'

const pauseFacts = (payload: ApprovalPayload) => [
  { labelKey: 'facts.paused', value: payload.what ?? '' },
  ...(payload.hours === undefined ? [] : [{ labelKey: 'facts.hours', value: payload.hours }]),
]

async function setPause(
  settings: SettingsRegistry,
  tx: Tx,
  { payload, maker }: ApprovedAct,
  until: number,
): Promise<Rejection | undefined> {
  const setting = operationsSettings[pausableOf(payload)]
  const reason = payload.reason ?? ''
  const problem = await settings.change(tx, { setting, value: until, effectiveAt: 'now', actor: maker, reason })
  if (problem === pauseProblems['too-long']) {
    return reject(r.pauseTooLong, { values: { hours: String(pauseHoursInAll) } })
  }
  if (problem === pauseProblems['too-often']) {
    return reject(r.pauseTooOften, { values: { times: String(pauseTimesMax), days: String(pauseDaysSpan) } })
  }
  return problem === undefined ? undefined : reject(r.settingValue)
}
