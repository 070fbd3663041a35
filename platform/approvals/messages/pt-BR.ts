import type { Messages } from './es-ES.ts'

export const messages: Messages = { rejections: {} }
