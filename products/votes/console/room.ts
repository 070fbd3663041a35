import type { ConsoleRoom } from '@bolsillo/web-kit'
import Vote from 'lucide-react/icons/vote'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/votes',
      place: 695,
      titleKey: 'votes.console.title',
      icon: Vote,
      roles: readers,
      load: () => import('./votes-page.tsx'),
    },
  ],
}
