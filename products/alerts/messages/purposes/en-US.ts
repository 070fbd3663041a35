import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = { most: 'How many alerts a customer may have at a time, armed and fired together.' }
