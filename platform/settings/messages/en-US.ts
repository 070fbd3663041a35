import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: { 'prop-unknown': 'There is no public setting of that name.' },
}
