import { assert } from '@bolsillo/kernel'
import { keyedNormal } from '../fair-value/keyed-random.ts'
import type { AgentBook, Side } from './agent-book.ts'

/** Levels a maker keeps on each side. One maker alone keeps the promise of ten. */
const levelsKept = 12

/** What a maker aims at in one step. Prices in units, all grids ≥ 1. */
export interface Aim {
  /** Where the maker sees the value, in price units with a fraction. */
  readonly fair: number
  readonly halfSpread: number
  /** The step prices move in here, and the distance of levels (a multiple of it). */
  readonly tick: number
  readonly spacing: number
  /** Average size of a level, and the step sizes move in. */
  readonly size: number
  readonly lot: number
  /** Changes slowly; each change draws new sizes of the levels. */
  readonly epoch: number
}

/**
 * Keeps two ladders of orders around the fair value. It leans against what it holds: after it sold, it quotes higher,
 * after it bought, lower, by the same rule, so a mirrored flow of orders meets a mirrored price.
 */
export interface MarketMaker {
  /** Withdraws what no longer fits the aim. All makers do this before any adds: nobody meets his own stale quote. */
  readonly withdraw: (aim: Aim) => void
  /**
   * Adds what is missing, never crossing the best prices of the makers, its own included. Anybody else's order in the way is
   * traded with: nobody moves a maker's quote by an order that trades nothing.
   */
  readonly quote: (aim: Aim, makers: BestPrices) => void
  /** Withdraws everything: the session is over. */
  readonly leave: () => void
  /** One of this maker's orders traded. */
  readonly filled: (side: Side, orderNumber: number, quantity: number) => void
  /** Lets what it holds fade, as if worked off elsewhere: `keep` of it stays. */
  readonly fade: (keep: number) => void
  /** A fill of so much (sales below zero) was undone. */
  readonly release: (quantity: number) => void
  readonly inventory: () => number
  /** Its best orders; 0: none on that side. */
  readonly best: () => BestPrices
}

/** Best prices; 0: none. */
export interface BestPrices {
  readonly bid: number
  readonly ask: number
}

interface Ladder {
  readonly side: Side
  readonly prices: Float64Array
  readonly numbers: Float64Array
  readonly left: Float64Array
  readonly asked: Float64Array
  count: number
}

/** A maker leans at most this many half spreads, and this much per level-size it holds. */
const leanMax = 3
const leanPerSize = 0.06
/** A level is renewed when less than this share of it is left. */
const renewBelow = 0.35

/** What one maker is: its number in the book, both ladders, and what it holds. */
interface MakerState {
  readonly book: AgentBook
  readonly agent: number
  readonly seed: number
  readonly bids: Ladder
  readonly asks: Ladder
  inventory: number
}

export function createMarketMaker(book: AgentBook, agent: number, seed: number): MarketMaker {
  const [bids, asks] = [emptyLadder('buy'), emptyLadder('sell')]
  const maker: MakerState = { book, agent, seed, bids, asks, inventory: 0 }
  return {
    withdraw: (aim) => {
      withdrawFrom(book, bids, topBid(maker, aim), aim.spacing)
      withdrawFrom(book, asks, topAsk(maker, aim), aim.spacing)
    },
    quote: (aim, { bid, ask }) => {
      // The second top is asked for after the first side is filled: what traded there moves it.
      fill(maker, bids, ask > 0 ? Math.min(topBid(maker, aim), ask - aim.tick) : topBid(maker, aim), aim)
      fill(maker, asks, bid > 0 ? Math.max(topAsk(maker, aim), bid + aim.tick) : topAsk(maker, aim), aim)
    },
    leave: () => {
      for (const ladder of [bids, asks]) {
        for (let i = ladder.count - 1; i >= 0; i -= 1) book.cancel(ladder.numbers[i] ?? 0)
        ladder.count = 0
      }
    },
    filled: (side, orderNumber, quantity) => {
      maker.inventory += side === 'buy' ? quantity : -quantity
      takeFrom(side === 'buy' ? bids : asks, orderNumber, quantity)
    },
    fade: (keep) => {
      maker.inventory *= keep
    },
    release: (quantity) => {
      maker.inventory -= quantity
    },
    inventory: () => maker.inventory,
    best: () => ({ bid: bestOf(bids), ask: bestOf(asks) }),
  }
}

function center({ inventory }: MakerState, aim: Aim): number {
  const lean = Math.max(-leanMax, Math.min(leanMax, (leanPerSize * inventory) / aim.size))
  return aim.fair - lean * aim.halfSpread
}

function topBid(maker: MakerState, aim: Aim): number {
  return Math.floor((center(maker, aim) - aim.halfSpread) / aim.tick) * aim.tick
}

function topAsk(maker: MakerState, aim: Aim): number {
  return Math.ceil((center(maker, aim) + aim.halfSpread) / aim.tick) * aim.tick
}

function withdrawFrom(book: AgentBook, ladder: Ladder, top: number, spacing: number): void {
  for (let i = ladder.count - 1; i >= 0; i -= 1) {
    const price = ladder.prices[i] ?? 0
    const fits = price === top || isLevel(ladder.side, price, top, spacing)
    if (fits && (ladder.left[i] ?? 0) >= renewBelow * (ladder.asked[i] ?? 0)) continue
    book.cancel(ladder.numbers[i] ?? 0)
    remove(ladder, i)
  }
}

function fill(maker: MakerState, ladder: Ladder, top: number, aim: Aim): void {
  if (top > 0) add(maker, ladder, top, 0, aim)
  for (let level = 1; level < levelsKept; level += 1) {
    const price = levelPrice(ladder.side, top, aim.spacing, level)
    if (price > 0) add(maker, ladder, price, level, aim)
  }
}

function add(maker: MakerState, ladder: Ladder, price: number, level: number, aim: Aim): void {
  for (let i = 0; i < ladder.count; i += 1) if (ladder.prices[i] === price) return
  if (ladder.count >= ladder.prices.length) return
  const { book, agent, seed } = maker
  const luck = Math.exp(0.45 * keyedNormal(seed ^ agent, price / aim.tick, aim.epoch))
  const size = Math.max(1, Math.round((aim.size * (0.7 + 0.3 * level) * luck) / aim.lot)) * aim.lot
  const { number, traded } = book.rest(agent, ladder.side, price, size)
  // Not taken back when a batch fails, as nothing is that agents do of themselves: it fades like all they hold.
  maker.inventory += ladder.side === 'buy' ? traded : -traded
  if (traded === size) return
  const index = ladder.count
  ladder.prices[index] = price
  ladder.left[index] = size - traded
  ladder.asked[index] = size
  ladder.numbers[index] = number
  ladder.count = index + 1
}

/** So much of an order traded; what is used up leaves the ladder. */
function takeFrom(ladder: Ladder, orderNumber: number, quantity: number): void {
  const index = ladder.numbers.subarray(0, ladder.count).indexOf(orderNumber)
  assert(index >= 0, 'a maker was filled on an order it does not have')
  ladder.left[index] = (ladder.left[index] ?? 0) - quantity
  if ((ladder.left[index] ?? 0) <= 0) remove(ladder, index)
}

function remove(ladder: Ladder, index: number): void {
  const last = ladder.count - 1
  ladder.prices[index] = ladder.prices[last] ?? 0
  ladder.numbers[index] = ladder.numbers[last] ?? 0
  ladder.left[index] = ladder.left[last] ?? 0
  ladder.asked[index] = ladder.asked[last] ?? 0
  ladder.count = last
}

function bestOf({ side, prices, count }: Ladder): number {
  let best = 0
  for (let i = 0; i < count; i += 1) {
    const price = prices[i] ?? 0
    if (best === 0 || (side === 'buy' ? price > best : price < best)) best = price
  }
  return best
}

/** Behind the best price a maker's levels lie on a fixed grid, so that most stay when the best price moves. */
function levelPrice(side: Side, top: number, spacing: number, level: number): number {
  return side === 'buy'
    ? Math.ceil(top / spacing) * spacing - level * spacing
    : Math.floor(top / spacing) * spacing + level * spacing
}

function isLevel(side: Side, price: number, top: number, spacing: number): boolean {
  if (price % spacing !== 0) return false
  const first = levelPrice(side, top, spacing, 1)
  const last = levelPrice(side, top, spacing, levelsKept - 1)
  return side === 'buy' ? price <= first && price >= last : price >= first && price <= last
}

// Capacity for a few more than the levels: a clamped best price may come on top of a full ladder.
const ladderCapacity = levelsKept + 4

function emptyLadder(side: Side): Ladder {
  const column = (): Float64Array => new Float64Array(ladderCapacity)
  return { side, prices: column(), numbers: column(), left: column(), asked: column(), count: 0 }
}
