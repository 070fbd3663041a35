import type { ConsoleRoom } from '@bolsillo/web-kit'
import Mails from 'lucide-react/icons/mails'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/outbox',
      place: 790,
      titleKey: 'outbox.console.title',
      icon: Mails,
      roles: readers,
      load: () => import('./outbox-page.tsx'),
    },
  ],
}
