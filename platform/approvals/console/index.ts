import { type ConsoleSection, operatorRoles } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import BookLock from 'lucide-react/icons/book-lock'
import CirclePause from 'lucide-react/icons/circle-pause'
import Handshake from 'lucide-react/icons/handshake'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserLock from 'lucide-react/icons/user-lock'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'

export { listPauses, listWork } from '../contract/operator.ts'
export { StaffNews } from './staff-news.tsx'

/** Whether the oldest of a queue waits longer than it may. */
export function isLate(
  { oldestAt, slaMs }: { readonly oldestAt?: number | undefined; readonly slaMs: number },
  now: number,
): boolean {
  return oldestAt !== undefined && now - oldestAt > slaMs
}

/** What two people must agree on, of every room: first in the rail. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/approvals',
    titleKey: 'approvals.console.title',
    icon: Handshake,
    roles: operatorRoles,
    load: () => import('./approvals-page.tsx'),
  },
]

/** The staff's own acts: after the queues of the rooms. */
export const deskSections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/restricted',
    titleKey: 'approvals.restricted.title',
    icon: UserLock,
    roles: ['support', 'compliance', 'auditor', 'admin'],
    load: () => import('./restricted-page.tsx'),
  },
  {
    path: '/settings',
    titleKey: 'approvals.settings.title',
    icon: SlidersHorizontal,
    roles: operatorRoles,
    load: () => import('./settings-page.tsx'),
  },
  {
    path: '/pauses',
    titleKey: 'approvals.pauses.title',
    icon: CirclePause,
    roles: operatorRoles,
    load: () => import('./pauses-page.tsx'),
  },
  {
    path: '/staff',
    titleKey: 'approvals.staff.title',
    icon: Users,
    roles: operatorRoles,
    load: () => import('./staff-page.tsx'),
  },
  {
    path: '/powers',
    titleKey: 'approvals.powersPage.title',
    icon: BookLock,
    roles: operatorRoles,
    load: () => import('./powers-page.tsx'),
  },
]
