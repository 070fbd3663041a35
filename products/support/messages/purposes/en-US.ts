import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'answer-hours': 'How many hours staff have to answer a message of a customer; the customer sees until when.',
  'pictures-per-message-max': 'Most pictures a customer may attach to a message to support; 0 takes none.',
}
