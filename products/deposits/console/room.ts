import type { ConsoleRoom } from '@bolsillo/web-kit'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'

/** Who may look at deposits: whoever may see the section. */
const looking = ['support', 'compliance', 'treasury', 'auditor', 'admin'] as const

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/deposits',
      place: 300,
      titleKey: 'deposits.console.title',
      icon: ArrowDownToLine,
      roles: looking,
      load: () => import('./cases-page.tsx'),
    },
  ],
  caseViews: [
    { prefix: 'dep', roles: looking, load: () => import('./case-view.tsx') },
    { prefix: 'clm', roles: looking, load: () => import('./claim-view.tsx') },
  ],
}
