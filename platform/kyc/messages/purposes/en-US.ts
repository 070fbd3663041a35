import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'review-hours': 'Hours within which papers are reviewed: told to customers, and the clock of the queue.',
  limits: {
    'deposit-day': 'Most somebody of this level may pay in within a day, in {asset} (level {level}).',
    'withdrawal-day': 'Most somebody of this level may withdraw within a day, in {asset} (level {level}).',
    'withdrawal-month': 'Most somebody of this level may withdraw within 30 days, in {asset} (level {level}).',
  },
}
