import { operatorRoles } from '@bolsillo/contract'
import type { ConsoleRoom } from '@bolsillo/web-kit'
import BookLock from 'lucide-react/icons/book-lock'
import CirclePause from 'lucide-react/icons/circle-pause'
import Handshake from 'lucide-react/icons/handshake'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserLock from 'lucide-react/icons/user-lock'
import Users from 'lucide-react/icons/users'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    // What two people must agree on comes first in the rail; the staff’s own acts follow the queues of the rooms.
    {
      path: '/approvals',
      place: 100,
      titleKey: 'approvals.console.title',
      icon: Handshake,
      roles: operatorRoles,
      load: () => import('./approvals-page.tsx'),
    },
    {
      path: '/restricted',
      place: 700,
      titleKey: 'approvals.restricted.title',
      icon: UserLock,
      roles: ['support', 'compliance', 'auditor', 'admin'],
      load: () => import('./restricted-page.tsx'),
    },
    {
      path: '/settings',
      place: 710,
      titleKey: 'approvals.settings.title',
      icon: SlidersHorizontal,
      roles: operatorRoles,
      load: () => import('./settings-page.tsx'),
    },
    {
      path: '/pauses',
      place: 720,
      titleKey: 'approvals.pauses.title',
      icon: CirclePause,
      roles: operatorRoles,
      load: () => import('./pauses-page.tsx'),
    },
    {
      path: '/staff',
      place: 730,
      titleKey: 'approvals.staff.title',
      icon: Users,
      roles: operatorRoles,
      load: () => import('./staff-page.tsx'),
    },
    {
      path: '/powers',
      place: 740,
      titleKey: 'approvals.powersPage.title',
      icon: BookLock,
      roles: operatorRoles,
      load: () => import('./powers-page.tsx'),
    },
  ],
}
