import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'market-slippage-bps': 'How far beyond the last price an order at market in a contract may fill, in basis points.',
  'first-warning-percent':
    'The margin ratio at which customers are warned that a position comes near its liquidation, in percent.',
  'urgent-warning-percent':
    'The margin ratio at which customers are warned that a liquidation is imminent, in percent.',
}
