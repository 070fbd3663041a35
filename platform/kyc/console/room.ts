import type { ConsoleRoom } from '@bolsillo/web-kit'
import IdCard from 'lucide-react/icons/id-card'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/identity',
      place: 200,
      titleKey: 'kyc.console.title',
      icon: IdCard,
      roles: ['compliance', 'auditor'],
      load: () => import('./cases-page.tsx'),
    },
  ],
  caseViews: [{ prefix: 'kyc', roles: ['compliance'], load: () => import('./case-view.tsx') }],
}
