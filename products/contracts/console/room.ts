import type { ConsoleRoom } from '@bolsillo/web-kit'
import Siren from 'lucide-react/icons/siren'
import { lateRoles } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/liquidations',
      place: 600,
      titleKey: 'contracts.console.title',
      icon: Siren,
      roles: lateRoles,
      load: () => import('./late-page.tsx'),
    },
  ],
}
