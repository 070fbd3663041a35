import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'views-per-operator-hour-max':
    'Customers whose data one person of the staff may look at within an hour; from three quarters on the others are told, and the next look is refused.',
}
