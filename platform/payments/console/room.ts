import type { ConsoleRoom } from '@bolsillo/web-kit'
import FileText from 'lucide-react/icons/file-text'
import Hourglass from 'lucide-react/icons/hourglass'
import Landmark from 'lucide-react/icons/landmark'
import Scale from 'lucide-react/icons/scale'

/** What staff see of this room. */
export const room: ConsoleRoom = {
  sections: [
    {
      path: '/transfers',
      place: 500,
      titleKey: 'payments.transfers.title',
      icon: Landmark,
      roles: ['treasury', 'auditor'],
      load: () => import('./transfers-page.tsx'),
    },
    {
      path: '/statements',
      place: 510,
      titleKey: 'payments.statements.title',
      icon: FileText,
      roles: ['treasury', 'compliance', 'admin', 'auditor'],
      load: () => import('./statements-page.tsx'),
    },
    {
      path: '/payouts',
      place: 520,
      titleKey: 'payments.stuck.title',
      icon: Hourglass,
      roles: ['treasury', 'auditor'],
      load: () => import('./stuck-page.tsx'),
    },
    {
      path: '/reconciliation',
      place: 530,
      titleKey: 'payments.reconciliation.title',
      icon: Scale,
      roles: ['treasury', 'auditor'],
      load: () => import('./reconciliation-page.tsx'),
    },
  ],
}
