import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** What may change without a release. The bounds of the login password are the specification's; an operator may raise them. */
export const identitySettings = {
  loginPasswordMin: defineSetting({
    key: 'identity.login-password-min',
    type: 'whole',
    standard: 6,
    min: 6,
    max: 20,
    purpose: 'Fewest characters of a new login password.',
    publicName: 'loginPasswordMin',
  }),
  loginPasswordMax: defineSetting({
    key: 'identity.login-password-max',
    type: 'whole',
    standard: 20,
    min: 20,
    max: 128,
    purpose: 'Most characters of a new login password.',
    publicName: 'loginPasswordMax',
  }),
  coolDownHours: defineSetting({
    key: 'identity.cool-down-hours',
    type: 'whole',
    standard: 24,
    min: 1,
    max: 72,
    purpose: 'Hours withdrawals wait after a change of what protects them.',
    publicName: 'coolDownHours',
    worse: 'higher',
  }),
  freezeDays: defineSetting({
    key: 'identity.freeze-days',
    type: 'whole',
    standard: 7,
    min: 1,
    max: 30,
    purpose: 'Days after which a freeze by the owner ends by itself.',
    publicName: 'freezeDays',
    worse: 'higher',
  }),
} as const satisfies Readonly<Record<string, Setting>>
