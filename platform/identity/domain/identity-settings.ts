import { defineSetting, type Setting, type ValueOf } from '@bolsillo/settings/domain'

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
  beforeTrading: defineSetting({
    key: 'identity.before-trading',
    type: 'choice',
    standard: 'real-money',
    choices: ['real-money', 'always', 'never'],
    purpose: 'Where identity is verified before the first order: where money is real, always, or never.',
    publicName: 'identityBeforeTrading',
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
    purpose: 'Days after which a freeze by the owner ends on its own.',
    publicName: 'freezeDays',
    worse: 'higher',
  }),
  staffWaitHours: defineSetting({
    key: 'identity.staff-wait-hours',
    type: 'whole',
    standard: 72,
    min: 72,
    max: 720,
    purpose: 'Hours new powers of staff wait where money is real.',
    publicName: 'staffWaitHours',
  }),
  staffWaitPracticeMinutes: defineSetting({
    key: 'identity.staff-wait-practice-minutes',
    type: 'whole',
    standard: 5,
    min: 1,
    max: 1440,
    purpose: 'Minutes they wait in the practice market, in place of those hours.',
    publicName: 'staffWaitPracticeMinutes',
  }),
} as const satisfies Readonly<Record<string, Setting>>

/** Whether identity is verified before trading, by the setting and the kind of market (decision 9). */
export function isIdentityBeforeTrading(
  setting: ValueOf<typeof identitySettings.beforeTrading>,
  mode: 'SIM' | 'LIVE',
): boolean {
  switch (setting) {
    case 'real-money':
      return mode === 'LIVE'
    case 'always':
      return true
    case 'never':
      return false
  }
}
