import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'amount-min': 'The least one conversion may be of, in the currency whose amount is named.',
  'amount-max': 'The most one conversion may be of, in the currency whose amount is named.',
}
