import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'views-per-operator-hour-max':
    'Customers whose data one staff member may view within an hour; from three quarters on the others are notified, and any further view is refused.',
}
