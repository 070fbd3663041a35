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
} as const satisfies Readonly<Record<string, Setting>>
