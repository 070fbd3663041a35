import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import IdCard from 'lucide-react/icons/id-card'
import type { ComponentType } from 'react'

/** What staff see of this room. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/identity',
    titleKey: 'kyc.console.title',
    icon: IdCard,
    roles: ['compliance', 'auditor'],
    load: () => import('./cases-page.tsx'),
  },
]
