import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'collar-bps': 'How far above the last price a buy (below it a sell) may be placed or filled, in basis points.',
  'collar-far-bps': 'How far on the patient side of the last price a limit may be placed, in basis points.',
  'open-orders-max': 'How many open orders one customer may have.',
  'order-authorisation-minutes':
    'How many minutes orders of a session need no trade password after the customer asked for it.',
  'order-amount-min-mxn': 'The least a purchase in pesos may amount to.',
  'order-amount-max-mxn': 'The most an order in pesos may amount to.',
  'order-amount-min-usd': 'The least a purchase in dollars may amount to.',
  'order-amount-max-usd': 'The most an order in dollars may amount to.',
  'order-amount-min-usdt': 'The least a purchase, or an opened contract, in USDT may amount to.',
  'order-amount-max-usdt': 'The most an order in USDT may amount to.',
  'order-amount-min-eth': 'The least a purchase in ETH may amount to.',
  'order-amount-max-eth': 'The most an order in ETH may amount to.',
}
