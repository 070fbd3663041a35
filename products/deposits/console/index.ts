import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import type { ComponentType } from 'react'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/deposits',
    titleKey: 'deposits.console.title',
    icon: ArrowDownToLine,
    roles: ['support', 'compliance', 'treasury', 'auditor', 'admin'],
    load: () => import('./cases-page.tsx'),
  },
]
