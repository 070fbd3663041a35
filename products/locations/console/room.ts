import type { ConsoleRoom } from '@bolsillo/web-kit'
import MapPin from 'lucide-react/icons/map-pin'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/locations',
      place: 695,
      titleKey: 'locations.console.title',
      icon: MapPin,
      roles: readers,
      load: () => import('./locations-page.tsx'),
    },
  ],
}
