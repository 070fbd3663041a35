import type { ConsoleRoom } from '@bolsillo/web-kit'
import Newspaper from 'lucide-react/icons/newspaper'
import Rss from 'lucide-react/icons/rss'
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
    {
      path: '/feeds',
      place: 692,
      titleKey: 'content.feeds.title',
      icon: Rss,
      roles: readers,
      load: () => import('./feeds-page.tsx'),
    },
  ],
}
