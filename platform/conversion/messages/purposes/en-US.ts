import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'spread-bps': 'What a currency conversion costs over the middle of the market, in basis points.',
  'quote-life-ms': 'How long a conversion offer is valid, in milliseconds.',
}
