import { countedDays } from '../../domain/file-rules.ts'
import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'per-customer-max': `Most files a customer may upload for one purpose within ${countedDays} days.`,
  'mebibytes-per-customer-max': 'Most mebibytes of one customer’s files that are kept.',
  'views-per-operator-hour-max':
    'Documents one operator may view within an hour; the next is refused and an alert is written.',
}
