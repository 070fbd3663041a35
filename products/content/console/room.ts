import type { ConsoleRoom } from '@bolsillo/web-kit'
import Newspaper from 'lucide-react/icons/newspaper'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/content',
      place: 690,
      titleKey: 'content.console.title',
      icon: Newspaper,
      roles: readers,
      load: () => import('./content-page.tsx'),
    },
  ],
}
