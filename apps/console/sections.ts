import type { CaseViews } from '@bolsillo/approvals/console'
import { byRoom, type ConsoleSection, type OperatorRole, operatorRoles } from '@bolsillo/contract'
import type { ConsoleRoom } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const work: ConsoleSection<ComponentType, LucideIcon> = {
  path: '/work',
  place: 0,
  titleKey: 'core.work.title',
  icon: ListChecks,
  roles: operatorRoles,
  load: () => import('./work-page.tsx'),
}

const rooms = byRoom(
  import.meta.glob<ConsoleRoom>('../../{platform,products,rails}/*/console/room.ts', { eager: true, import: 'room' }),
)

/** Every section of the console, from what the rooms add to it, in the order of the rail. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = [
  work,
  ...Object.values(rooms).flatMap((room) => room.sections),
].toSorted((a, b) => a.place - b.place)

const pages = new Map<string, LazyExoticComponent<ComponentType>>(sections.map(({ path, load }) => [path, lazy(load)]))

/** How cases are shown beside proposals about them, by what their ids begin with; each is a chunk of its own. */
export const caseViews: CaseViews = new Map(
  Object.values(rooms).flatMap((room) =>
    (room.caseViews ?? []).map(({ prefix, roles, load }) => [prefix, { roles, View: lazy(load) }] as const),
  ),
)

/** The page of a section; each is a chunk of its own. */
export function pageOf(path: string): LazyExoticComponent<ComponentType> | undefined {
  return pages.get(path)
}

/** The sections visible to these roles. */
export function sectionsFor(roles: readonly OperatorRole[]): readonly ConsoleSection<ComponentType, LucideIcon>[] {
  return sections.filter((section) => section.roles.some((role) => roles.includes(role)))
}
