import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'vat-bps': 'VAT on the fee of cash withdrawals, in basis points. Network fees of coins carry none.',
  'fee-share-max-bps':
    'Fee and VAT never take more of a withdrawal than this, in basis points: every balance can leave.',
  'destination-wait-hours': 'Hours a new destination waits for its first withdrawal. Stated before it is added.',
  'destinations-max': 'How many bank accounts, and how many addresses, a customer may have at a time.',
  'review-hours-max': 'Hours after which an undecided withdrawal is escalated, visibly for the customer.',
  'open-max': 'How many withdrawals of a customer may be on their way at a time.',
}
