import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ComponentType } from 'react'
import { readers } from '../contract/operator.ts'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/withdrawals',
    titleKey: 'withdrawals.console.title',
    icon: ArrowUpRight,
    roles: readers,
    load: () => import('./withdrawals-page.tsx'),
  },
]
