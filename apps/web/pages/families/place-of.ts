import { rooms } from '../../routes.ts'

const marketsPath = '/pages/tabbar/markets'

/** Where an instrument of any family is shown, and how a list over all of them calls it. */
export function placeOf(row: { readonly symbol: string; readonly kind: string; readonly ticker: string }): {
  readonly href: string
  readonly ticker: string
} {
  const { symbol, kind, ticker } = row
  const family = Object.values(rooms).find((room) => room.family?.kinds.includes(kind) === true)?.family
  return { href: family?.chartOf(symbol) ?? marketsPath, ticker: family?.tickerOf?.(symbol) ?? ticker }
}
