import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'announcement-hours':
    'After how many hours an announced deposit expires. Money that arrives later is credited all the same.',
  'held-days-max': 'After how many days money held for an unknown or unproven owner goes back to where it came from.',
  'proof-hours': 'Within how many hours staff answer a proof of payment.',
}
