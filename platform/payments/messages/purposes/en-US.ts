import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  channel: {
    'deposits-open': 'Whether customers may pay in by {channel}.',
    'withdrawals-open':
      'Whether new withdrawals by {channel} are taken. Accepted ones are sent; an asset’s last way out cannot be closed.',
    'opens-at-minute':
      'When {channel} opens, in minutes after midnight in Mexico City. The same as it closes: all day. Never less than eight hours.',
    'closes-at-minute':
      'When {channel} closes, in minutes after midnight in Mexico City. The same as it opens: all day. Never less than eight hours.',
    'deposit-min': 'Least deposit by {channel}, in {asset}.',
    'deposit-max': 'Largest deposit by {channel}, in {asset}.',
    'withdrawal-min': 'Least withdrawal by {channel}, in {asset}.',
    'withdrawal-max': 'Largest withdrawal by {channel}, in {asset}.',
    'withdrawal-fee': 'What a withdrawal by {channel} costs, out of its amount, in {asset}.',
    'arrival-minutes': 'How long a payment by {channel} usually takes, in minutes.',
    confirmations: 'After how many confirmations a deposit by {channel} counts.',
  },
  'by-hand-entry': 'The most that people credit by hand at once, in {asset}.',
  'by-hand-day': 'The most that people credit by hand within 24 hours, in {asset}.',
  'by-hand-three': 'Beyond what sum within 24 hours a credit by hand takes three people, in {asset}.',
  'liability-tolerance': 'How much liabilities may exceed what we hold before credits are halted, in {asset}.',
  'difference-limit':
    'How much a rail’s statement and the books may differ before payments of {asset} wait, in {asset}.',
}
