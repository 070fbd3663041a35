import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Your log',
  empty: 'Nothing to tell yet.',
}
