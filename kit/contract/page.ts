import type { OperatorRole } from './call.ts'

/**
 * What a visitor needs for a page: nothing, or a session. The router sends an anonymous visitor of a `customer` page
 * to the login page and back.
 */
export type PageGuard = 'public' | 'customer'

/** One page of the customer app, as data. The component is lazy, so each page is a chunk of its own. */
export interface Page<Component> {
  /** As the specification spells it: `/pages/stock/stockKline`. What the page shows is in its query string. */
  readonly path: string
  /** Message key of the title: `stocks.kline.title`. */
  readonly titleKey: string
  readonly guard: PageGuard
  /** `bare` pages have neither tab bar nor navigation bar of the shell; `tab` pages show the tab bar. */
  readonly frame: 'tab' | 'page' | 'bare'
  readonly load: () => Promise<{ readonly default: Component }>
}

/** Defines a page. */
export function definePage<Component>(page: Page<Component>): Page<Component> {
  return page
}

/** A section of the console, as data: its entry in the left rail, the roles that see it, and its page. */
export interface ConsoleSection<Component, Icon> {
  /** Below the console's base: `/identity`. */
  readonly path: string
  /** Its place in the rail, ascending: queues by the way of the money, then what staff do by themselves. */
  readonly place: number
  /** Message key of the label: `kyc.console.title`. */
  readonly titleKey: string
  readonly icon: Icon
  /** The roles that see it; its calls refuse all others anyway. */
  readonly roles: readonly OperatorRole[]
  readonly load: () => Promise<{ readonly default: Component }>
}

/**
 * What a bundler found in the folders of rooms, by the name of the room: `…/platform/kyc/messages/es-ES.ts` is `kyc`.
 */
export function byRoom<T>(found: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(found).map(([path, part]) => [
      /\/(?:platform|products|rails)\/([^/]+)\//.exec(path)?.[1] ?? path,
      part,
    ]),
  )
}
