import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: { 'prop-unknown': 'Não existe uma configuração pública com esse nome.' },
}
