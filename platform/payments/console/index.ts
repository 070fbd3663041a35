import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import FileText from 'lucide-react/icons/file-text'
import Hourglass from 'lucide-react/icons/hourglass'
import Landmark from 'lucide-react/icons/landmark'
import Scale from 'lucide-react/icons/scale'
import type { ComponentType } from 'react'

export { listStatementLines } from '../contract/operator.ts'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/transfers',
    titleKey: 'payments.transfers.title',
    icon: Landmark,
    roles: ['treasury', 'auditor'],
    load: () => import('./transfers-page.tsx'),
  },
  {
    path: '/statements',
    titleKey: 'payments.statements.title',
    icon: FileText,
    roles: ['treasury', 'compliance', 'admin', 'auditor'],
    load: () => import('./statements-page.tsx'),
  },
  {
    path: '/payouts',
    titleKey: 'payments.stuck.title',
    icon: Hourglass,
    roles: ['treasury', 'auditor'],
    load: () => import('./stuck-page.tsx'),
  },
  {
    path: '/reconciliation',
    titleKey: 'payments.reconciliation.title',
    icon: Scale,
    roles: ['treasury', 'auditor'],
    load: () => import('./reconciliation-page.tsx'),
  },
]
