import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'market-slippage-bps': 'How far beyond the last price an order at market in a contract may fill, in basis points.',
}
