import { operatorRoles } from '@bolsillo/contract'
import type { ConsoleRoom } from '@bolsillo/web-kit'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Inbox from 'lucide-react/icons/inbox'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/inbox',
      place: 800,
      titleKey: 'identity.operator.inbox',
      icon: Inbox,
      roles: operatorRoles,
      load: () => import('./inbox-page.tsx'),
    },
    {
      path: '/access',
      place: 810,
      titleKey: 'identity.operator.access',
      icon: Fingerprint,
      roles: operatorRoles,
      load: () => import('./own-access-page.tsx'),
    },
  ],
}
