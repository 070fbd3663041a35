import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'login-password-min': 'Fewest characters of a new login password.',
  'login-password-max': 'Most characters of a new login password.',
  'before-trading': 'Where identity is verified before the first order: where money is real, always, or never.',
  'cool-down-hours': 'Hours withdrawals wait after a change of what protects them.',
  'freeze-days': 'Days after which a freeze by the owner ends on its own.',
  'staff-wait-hours': 'Hours new powers of staff wait where money is real.',
  'staff-wait-practice-minutes': 'Minutes they wait in the practice market, in place of those hours.',
}
