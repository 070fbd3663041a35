import { sections as approvals, deskSections as desk } from '@bolsillo/approvals/console'
import { sections as audit } from '@bolsillo/audit/console'
import { type ConsoleSection, type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { sections as contracts } from '@bolsillo/contracts/console'
import { sections as deposits } from '@bolsillo/deposits/console'
import { sections as identity } from '@bolsillo/identity/console'
import { sections as kyc } from '@bolsillo/kyc/console'
import { sections as payments } from '@bolsillo/payments/console'
import { sections as withdrawals } from '@bolsillo/withdrawals/console'
import type { LucideIcon } from 'lucide-react'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Every section of the console, from the console doors of the rooms, in the order of the rail. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  {
    path: '/work',
    titleKey: 'core.work.title',
    icon: ListChecks,
    roles: operatorRoles,
    load: () => import('./work-page.tsx'),
  },
  ...approvals,
  ...kyc,
  ...deposits,
  ...withdrawals,
  ...payments,
  ...contracts,
  ...desk,
  ...identity,
  ...audit,
]

const pages = new Map<string, LazyExoticComponent<ComponentType>>(sections.map(({ path, load }) => [path, lazy(load)]))

/** The page of a section; each is a chunk of its own. */
export function pageOf(path: string): LazyExoticComponent<ComponentType> | undefined {
  return pages.get(path)
}

/** The sections visible to these roles. */
export function sectionsFor(roles: readonly OperatorRole[]): readonly ConsoleSection<ComponentType, LucideIcon>[] {
  return sections.filter((section) => section.roles.some((role) => roles.includes(role)))
}
