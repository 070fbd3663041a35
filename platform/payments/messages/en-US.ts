import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'deposits-closed': 'Deposits cannot be made at the current time.',
    'deposit-below-min': 'The minimum deposit is {min} {asset}.',
    'deposit-above-max': 'The largest deposit is {max} {asset}.',
    'withdrawals-closed': 'Withdrawals are not possible at this time.',
    'withdrawal-below-min': 'The minimum withdrawal is {min} {asset}.',
    'withdrawal-above-max': 'The largest withdrawal is {max} {asset}.',
    'channel-unknown': 'There is no such way to pay.',
    'notice-refused': 'The signature of the notice is not valid.',
  },
}
