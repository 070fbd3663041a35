import type { ConsoleRoom } from '@bolsillo/web-kit'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/offerings',
      place: 690,
      titleKey: 'offerings.console.title',
      icon: CalendarDays,
      roles: readers,
      load: () => import('./offerings-page.tsx'),
    },
  ],
}
