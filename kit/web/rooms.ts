import type { ConsoleSection, OperatorRole, Page } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { RoomDetours } from './detours.tsx'

/** What a tab of a family is given: its title, and the switch between families to show above everything. */
export interface FamilyTabProps {
  readonly title: string
  readonly families: ReactNode
}

/** What a family's part of the page of results is given: the start of the period, epoch milliseconds; left out: all time. */
export interface ResultsPartProps {
  readonly since?: number
}

type LoadTab = () => Promise<{ readonly default: ComponentType<FamilyTabProps> }>

/** A family of products: what a room shows on the tabs, beside other families. */
interface ProductFamily {
  /** The name the address and the phone keep it under. */
  readonly key: string
  /** Its place among the families, ascending. */
  readonly place: number
  readonly titleKey: string
  readonly markets: LoadTab
  readonly trade: LoadTab
  readonly position: LoadTab
  /** Where one of its instruments is shown. */
  readonly chartOf: (symbol: string) => string
  /** The kinds of instruments that are its own, for lists over all products. */
  readonly kinds: readonly string[]
  /** How such a list calls one of them, where not as the market does. */
  readonly tickerOf?: (symbol: string) => string
  /** Its orders in such a list: the name of the product there, and where one of them is shown. */
  readonly orders?: { readonly product: string; readonly orderAt: (orderId: string) => string }
  /** What of it brought a result that is no sale, for the page of all results. */
  readonly results?: () => Promise<{ readonly default: ComponentType<ResultsPartProps> }>
  /** What of it no balance shows, for the page of everything owned: open positions. */
  readonly held?: () => Promise<{ readonly default: ComponentType }>
}

/** What a room adds to the customer's app: `web/room.ts` exports it as `room`, and the app finds it there. */
export interface WebRoom {
  readonly pages: readonly Page<ComponentType>[]
  readonly family?: ProductFamily
  /** Sheets over the forms of other rooms, for what these lack. */
  readonly detours?: RoomDetours
}

/** What the view of a case is given by whoever shows it beside a proposal about the case. */
export interface CaseViewProps {
  readonly caseId: string
  /** Why nobody can decide yet: what was not looked at. Undefined when all was. */
  readonly onBlocked: (reason: string | undefined) => void
}

/** How a case of a room, with its evidence, is shown to the second person who decides about it. */
interface CaseView {
  /** What the ids of the cases begin with: `dep`. */
  readonly prefix: string
  /** The roles that may read the case. */
  readonly roles: readonly OperatorRole[]
  readonly load: () => Promise<{ readonly default: ComponentType<CaseViewProps> }>
}

/** What a room adds to the console: `console/room.ts` exports it as `room`, and the console finds it there. */
export interface ConsoleRoom {
  readonly sections: readonly ConsoleSection<ComponentType, LucideIcon>[]
  readonly caseViews?: readonly CaseView[]
}
