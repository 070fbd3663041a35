import type { ConsoleRoom } from '@bolsillo/web-kit'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { answerers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/support',
      place: 150,
      titleKey: 'support.console.title',
      icon: MessagesSquare,
      roles: answerers,
      load: () => import('./support-page.tsx'),
    },
  ],
}
