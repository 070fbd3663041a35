import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'answer-hours': 'Horas que o suporte tem para responder a uma mensagem; o cliente vê até quando.',
}
