import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import Siren from 'lucide-react/icons/siren'
import type { ComponentType } from 'react'
import { lateRoles } from '../contract/operator.ts'

export { listLateLiquidations } from '../contract/operator.ts'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/liquidations',
    titleKey: 'contracts.console.title',
    icon: Siren,
    roles: lateRoles,
    load: () => import('./late-page.tsx'),
  },
]
