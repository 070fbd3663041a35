import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'practice-grant-mxn': 'Pesos que um cliente do mercado de prática recebe, uma única vez.',
  'practice-grant-usd': 'Dólares que um cliente do mercado de prática recebe, uma única vez.',
  'practice-grant-usdt': 'USDT que um cliente do mercado de prática recebe, uma única vez, para negociar moedas.',
}
