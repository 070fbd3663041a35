import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  title: 'Seu registro',
  empty: 'Ainda não há nada para contar.',
}
