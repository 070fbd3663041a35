import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'market-slippage-bps':
    'Quanto além do último preço pode ser executada uma ordem a mercado de um contrato, em pontos-base.',
  'first-warning-percent':
    'Margem em uso com a qual o cliente é avisado de que sua posição se aproxima da liquidação, em por cento.',
  'urgent-warning-percent':
    'Margem em uso com a qual o cliente é avisado de que a liquidação está prestes a ocorrer, em por cento.',
}
