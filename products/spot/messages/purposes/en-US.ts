import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'vat-bps': 'VAT on the commission of trades in coins, in basis points of the commission.',
  tier: {
    volume: 'From which volume of thirty days on, in USDT, a customer is in tier {tier}.',
    'maker-bps': 'Commission of tier {tier} for orders that wait in the book, basis points.',
    'taker-bps': 'Commission of tier {tier} for orders that take from the book, basis points.',
  },
}
