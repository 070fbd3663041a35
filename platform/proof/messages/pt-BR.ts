import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'proof-unknown': 'Ainda não há nenhuma prova assim.',
  },
}
