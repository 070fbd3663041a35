import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'answer-hours': 'Horas que o suporte tem para responder a uma mensagem; o cliente vê até quando.',
  'pictures-per-message-max':
    'Máximo de fotos que um cliente pode anexar a uma mensagem ao suporte; com 0 nenhuma é aceita.',
}
