import { type ConsoleSection, operatorRoles } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ComponentType } from 'react'

export { listAudit } from '../contract/operator.ts'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/journal',
    titleKey: 'audit.journal.title',
    icon: ScrollText,
    roles: operatorRoles,
    load: () => import('./journal-page.tsx'),
  },
]
