import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'practice-grant-mxn': 'Pesos a customer of the practice market is granted, once.',
  'practice-grant-usd': 'Dollars a customer of the practice market is granted, once.',
  'practice-grant-usdt': 'USDT a customer of the practice market is granted, once, to trade coins with.',
}
