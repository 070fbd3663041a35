import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'review-hours': 'Hours within which documents are reviewed: published to customers, and the deadline of the queue.',
  limits: {
    'deposit-day': 'The most a customer at this level may deposit in a day, in {asset} (level {level}).',
    'withdrawal-day': 'The most a customer at this level may withdraw in a day, in {asset} (level {level}).',
    'withdrawal-month': 'The most a customer at this level may withdraw in 30 days, in {asset} (level {level}).',
  },
}
