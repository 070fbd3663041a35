import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'market-slippage-bps':
    'Quanto além do último preço pode ser executada uma ordem a mercado de um contrato, em pontos-base.',
}
