import type { ConsoleRoom } from '@bolsillo/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/withdrawals',
      place: 400,
      titleKey: 'withdrawals.console.title',
      icon: ArrowUpRight,
      roles: readers,
      load: () => import('./withdrawals-page.tsx'),
    },
  ],
  caseViews: [{ prefix: 'wdr', roles: readers, load: () => import('./case-view.tsx') }],
}
