import { integerBetween, type Rng, writeDecimal } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { ServedMarket } from '../served-markets.ts'

export type ModelLevel = readonly [side: OrderSide, price: bigint, quantity: bigint]

export interface ModelTrade {
  readonly id: number
  readonly price: bigint
  readonly quantity: bigint
  readonly side: OrderSide
  readonly at: number
}

/** One step of a market: changes numbered first…last, and perhaps a print. */
export interface ModelStep {
  readonly first: number
  readonly last: number
  readonly changes: readonly ModelLevel[]
  readonly trades: readonly ModelTrade[]
  /** The ten best of both sides before and after. */
  readonly scope: { readonly before: readonly ModelLevel[]; readonly after: readonly ModelLevel[] }
}

/** An exchange's own truth about one market: its book after each change, and its tape. */
export interface ModelMarket {
  readonly market: ServedMarket
  readonly step: (at: number) => ModelStep
  readonly levels: (depth?: number) => readonly ModelLevel[]
  readonly number: () => number
  /** The book as it was when the last change was numbered so; undefined when no step ended there. */
  readonly levelsAt: (number: number) => readonly ModelLevel[] | undefined
  /** Every book of ten levels a side there ever was, as texts. */
  readonly scopes: ReadonlySet<string>
  readonly trades: () => readonly ModelTrade[]
}

export const levelsText = (levels: readonly (readonly [OrderSide, bigint, bigint])[]): string =>
  levels.map(([side, price, quantity]) => `${side}${price}x${quantity}`).join(' ')

const reach = 40

/** The book of a market: it notes each change, and numbers it. Its draws are of the market's seed. */
function createModelBook({ instrument, quantityDecimals }: ServedMarket, rng: Rng) {
  const sides: Record<OrderSide, Map<bigint, bigint>> = { buy: new Map(), sell: new Map() }
  const step = 10n ** BigInt(instrument.scale.quantityScale - quantityDecimals)
  let middle = 100_000n
  let number = integerBetween(rng, 1_000, 9_000_000)

  const sideLevels = (side: OrderSide, depth: number): readonly ModelLevel[] =>
    [...sides[side]]
      .map(([price, quantity]): ModelLevel => [side, price, quantity])
      .sort((a, b) => (a[1] < b[1] === (side === 'buy') ? 1 : -1))
      .slice(0, depth)
  const randomQuantity = (): bigint => BigInt(integerBetween(rng, 1, 100_000)) * step

  const set = (changes: ModelLevel[], side: OrderSide, price: bigint, quantity: bigint): void => {
    if (quantity === 0n) sides[side].delete(price)
    else sides[side].set(price, quantity)
    changes.push([side, price, quantity])
    number += 1
  }
  return {
    number: () => number,
    middle: () => middle,
    randomQuantity,
    levels: (depth = Number.POSITIVE_INFINITY): readonly ModelLevel[] => [
      ...sideLevels('buy', depth),
      ...sideLevels('sell', depth),
    ],
    /** Some level within reach has another quantity, or none. */
    change: (changes: ModelLevel[]): void => {
      const side = integerBetween(rng, 0, 1) === 0 ? 'buy' : 'sell'
      const away = BigInt(integerBetween(rng, 1, reach))
      const price = side === 'buy' ? middle - away : middle + away
      set(changes, side, price, integerBetween(rng, 0, 2) === 0 ? 0n : randomQuantity())
    },
    /** The middle moves, and what it passes is taken. */
    move: (changes: ModelLevel[], by: bigint): void => {
      middle += by
      for (const price of [...sides.buy.keys()]) if (price >= middle) set(changes, 'buy', price, 0n)
      for (const price of [...sides.sell.keys()]) if (price <= middle) set(changes, 'sell', price, 0n)
    },
    /** Both sides have something beside the middle. */
    fill: (changes: ModelLevel[]): void => {
      for (const side of ['buy', 'sell'] as const) {
        for (let away = 1n; sides[side].size < 15; away += 1n) {
          const price = side === 'buy' ? middle - away : middle + away
          if (!sides[side].has(price)) set(changes, side, price, randomQuantity())
        }
      }
    },
  }
}

/** A market that moves by its seed: never crossed, quantities on the exchange's step. */
export function createModelMarket(market: ServedMarket, rng: Rng): ModelMarket {
  const book = createModelBook(market, rng)
  const history = new Map<number, readonly ModelLevel[]>()
  const scopes = new Set<string>()
  const trades: ModelTrade[] = []
  let tradeId = integerBetween(rng, 1_000, 9_000_000)

  const remember = (): void => {
    history.set(book.number(), book.levels())
    scopes.add(levelsText(book.levels(10)))
  }

  book.fill([])
  remember()

  return {
    market,
    step: (at) => {
      const [changes, printed]: [ModelLevel[], ModelTrade[]] = [[], []]
      const before = book.levels(10)
      const first = book.number() + 1
      for (let left = integerBetween(rng, 1, 5); left > 0; left -= 1) book.change(changes)
      if (integerBetween(rng, 0, 3) === 0) book.move(changes, BigInt(integerBetween(rng, -6, 6)))
      book.fill(changes)
      for (let left = integerBetween(rng, 0, 2); left > 0; left -= 1) {
        tradeId += 1
        const side = integerBetween(rng, 0, 1) === 0 ? 'buy' : 'sell'
        printed.push({ id: tradeId, price: book.middle(), quantity: book.randomQuantity(), side, at })
      }
      trades.push(...printed)
      remember()
      return { first, last: book.number(), changes, trades: printed, scope: { before, after: book.levels(10) } }
    },
    levels: book.levels,
    number: book.number,
    levelsAt: (at) => history.get(at),
    scopes,
    trades: () => trades,
  }
}

/** A price and a quantity as the exchange writes them. */
export function writeLevel(market: ServedMarket, price: bigint, quantity: bigint): readonly [string, string] {
  const { priceScale, quantityScale } = market.instrument.scale
  const [p, q] = [priceScale - market.priceDecimals, quantityScale - market.quantityDecimals]
  return [
    writeDecimal(price / 10n ** BigInt(p), market.priceDecimals),
    writeDecimal(quantity / 10n ** BigInt(q), market.quantityDecimals),
  ]
}
