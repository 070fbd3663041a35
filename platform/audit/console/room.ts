import { operatorRoles } from '@bolsillo/contract'
import type { ConsoleRoom } from '@bolsillo/web-kit'
import ScrollText from 'lucide-react/icons/scroll-text'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/journal',
      place: 900,
      titleKey: 'audit.journal.title',
      icon: ScrollText,
      roles: operatorRoles,
      load: () => import('./journal-page.tsx'),
    },
  ],
}
