import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'answer-hours': 'Hours support has to answer a message; the customer sees until when.',
}
