import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'proof-unknown': 'There is no such proof yet.',
  },
}
