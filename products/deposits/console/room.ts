import type { ConsoleRoom } from '@bolsillo/web-kit'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/deposits',
      place: 300,
      titleKey: 'deposits.console.title',
      icon: ArrowDownToLine,
      roles: ['support', 'compliance', 'treasury', 'auditor', 'admin'],
      load: () => import('./cases-page.tsx'),
    },
  ],
}
