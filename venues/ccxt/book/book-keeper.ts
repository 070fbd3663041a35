import { crc32 } from 'node:zlib'
import { type Instant, type Price, powerOfTen, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { BookNews, Protocol } from '../protocols/protocol.ts'
import { unitsOf } from '../reading/decimals.ts'
import { attempt, Malformed } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'
import { type BookSide, createBookSide } from './book-side.ts'

/** Why a book may not be the exchange's. */
export type BookDoubt =
  /** No whole book yet since the connection opened. */
  | 'no-book'
  /** A change is missing between two received ones. */
  | 'gap'
  /** Bids at or above asks: no market that matches has such a book. */
  | 'crossed'
  /** The exchange's sum of the book is not ours. */
  | 'checksum'
  /** A second snapshot differed from our book at the same number. */
  | 'ghosts'
  /** The price moved so far that the levels of the last snapshot no longer reach far enough. */
  | 'thin'
  /** A message about it could not be read. */
  | 'malformed'

export type BookChange = readonly [side: OrderSide, price: Price, quantity: Quantity]

/** The result of one message. */
export interface BookOutcome {
  /** The changes to publish; with `reset` they are the whole book. Never present while the book is in doubt. */
  readonly told?: { readonly changes: readonly BookChange[]; readonly reset: boolean }
  /** A whole book is needed. */
  readonly needsWhole?: true
  readonly counted?: CountedNews
}

/** What happened to news that changed nothing, and other things worth counting. */
type CountedNews = BookDoubt | 'duplicate' | 'reordered' | 'too-old' | 'verified' | 'before-whole'

/**
 * Keeps one book equal to its exchange's, or in doubt. Changes are taken in the order of their numbers; one that
 * comes early waits, for a bounded time and number, while the book is in doubt; if a change never comes, a new
 * snapshot is requested. It replaces the whole book, so no stale level survives. No effects besides its own state.
 */
export interface BookKeeper {
  readonly onNews: (news: BookNews, now: Instant) => BookOutcome
  /** A message that could not be read: the book may have changed in an unknown way. */
  readonly onMalformed: () => BookOutcome
  /** The connection is lost: the book is unknown until the next snapshot. */
  readonly onDisconnect: () => void
  /** Gives up on a missing change that has not come in time. */
  readonly onTime: (now: Instant) => BookOutcome
  readonly doubt: () => BookDoubt | undefined
  /** Whether it can continue from the levels it has; otherwise it needs a snapshot. */
  readonly hasBook: () => boolean
  /** All of it, best first, bids before asks. */
  readonly levels: () => readonly BookChange[]
  /** The exchange's number of the last change in it; 0 where it counts none. */
  readonly number: () => number
}

/** Changes that wait for an earlier one: more of them, or longer, and a whole book is asked for. */
export const heldMax = 64
export const heldMaxMs = 1_000
/** Changes kept until a whole book comes; the oldest go first, and a whole book older than the rest is then refused. */
const waitingMax = 2_000
/** A book with less than a tenth of its snapshot's levels left is requested again. */
const thinPart = 10
/** After this many snapshots in a row that are older than the book, the exchange has restarted its numbers. */
const tooOldMax = 5

interface Changes {
  readonly first: number
  readonly last: number
  readonly previous: number | undefined
  readonly changes: readonly BookChange[]
}

/** What is known of a book, and which changes of it wait. */
interface Keeping {
  readonly content: ReturnType<typeof createContent>
  doubt: BookDoubt | undefined
  isLive: boolean
  number: number
  tooOld: number
  held: Changes[]
  heldSince: Instant | undefined
}

/** A keeper of the book of one market, which has none yet. */
export function createBookKeeper(market: ServedMarket, protocol: Protocol): BookKeeper {
  const kept: Keeping = {
    content: createContent(market, protocol),
    doubt: 'no-book',
    isLive: false,
    number: 0,
    tooOld: 0,
    held: [],
    heldSince: undefined,
  }
  const onMalformed = (): BookOutcome => lose(kept, 'malformed')

  return {
    onNews: (news, now) => {
      // All of it is read before any of it is taken.
      const read = attempt(() => inUnits(market, news))
      if ('refused' in read) return onMalformed()
      const { first, last, previous, whole, checksum } = news
      if (whole) {
        return last === undefined
          ? onToldWhole(kept, read.value, checksum)
          : onNumberedWhole(kept, last, read.value, now)
      }
      if (first === undefined || last === undefined) return onUnnumbered(kept, read.value, checksum)
      return onNumbered(kept, { first, last, previous, changes: read.value }, now)
    },
    onMalformed,
    onDisconnect: () => {
      kept.doubt = 'no-book'
      kept.isLive = false
      kept.held = []
      kept.heldSince = undefined
    },
    onTime: (now) => {
      if (!kept.isLive || kept.heldSince === undefined || now - kept.heldSince < heldMaxMs) return {}
      kept.heldSince = undefined
      return lose(kept, 'gap')
    },
    doubt: () => kept.doubt,
    hasBook: () => kept.isLive,
    levels: kept.content.levels,
    number: () => kept.number,
  }
}

function lose(kept: Keeping, reason: BookDoubt): BookOutcome {
  kept.doubt = reason
  kept.isLive = false
  kept.heldSince = undefined
  return { needsWhole: true, counted: reason }
}

/** Takes what waits as far as it follows on. */
function takeHeld(kept: Keeping): readonly BookChange[] {
  const told: BookChange[] = []
  kept.held.sort((a, b) => a.first - b.first || a.last - b.last)
  while (kept.held[0] !== undefined && (kept.held[0].last <= kept.number || follows(kept, kept.held[0]))) {
    const next = kept.held.shift() as Changes
    if (next.last <= kept.number) continue
    told.push(...kept.content.apply(next.changes))
    kept.number = next.last
  }
  return told
}

function follows(kept: Keeping, { first, previous }: Changes): boolean {
  return previous === undefined ? first <= kept.number + 1 : previous <= kept.number
}

function onNumbered(kept: Keeping, news: Changes, now: Instant): BookOutcome {
  if (!kept.isLive) {
    kept.held.push(news)
    if (kept.held.length > waitingMax) kept.held.shift()
    return { counted: 'before-whole' }
  }
  if (news.last <= kept.number) return { counted: 'duplicate' }
  kept.held.push(news)
  const told = takeHeld(kept)
  if (kept.held.length > heldMax) return lose(kept, 'gap')
  if (kept.held.length > 0) {
    // The changes taken so far are published with the rest, once none is missing.
    kept.heldSince ??= now
    const isNew = kept.doubt === undefined
    kept.doubt = 'gap'
    return isNew ? { counted: 'reordered' } : {}
  }
  const wasWaiting = kept.doubt === 'gap'
  kept.heldSince = undefined
  kept.doubt = undefined
  return verdict(kept, wasWaiting ? kept.content.levels() : told, wasWaiting, undefined)
}

/** The changes to publish, unless they make an impossible book. */
function verdict(
  kept: Keeping,
  changes: readonly BookChange[],
  reset: boolean,
  checksum: number | undefined,
): BookOutcome {
  const wrong = kept.content.wrongNow(checksum) ?? (kept.content.isThin() ? 'thin' : undefined)
  return wrong === undefined ? { told: { changes, reset } } : lose(kept, wrong)
}

/** A snapshot without a number: the stream sends it in order. */
function onToldWhole(kept: Keeping, whole: readonly BookChange[], checksum: number | undefined): BookOutcome {
  kept.content.setWhole(whole)
  const wrong = kept.content.wrongNow(checksum)
  if (wrong !== undefined) return lose(kept, wrong)
  kept.isLive = true
  kept.doubt = undefined
  return { told: { changes: kept.content.levels(), reset: true } }
}

function onNumberedWhole(kept: Keeping, last: number, whole: readonly BookChange[], now: Instant): BookOutcome {
  const next = kept.held.filter((changes) => changes.last > last).sort((a, b) => a.first - b.first)[0]
  const leavesGap = next !== undefined && (next.previous === undefined ? next.first > last + 1 : next.previous > last)
  if (kept.isLive && last < kept.number) return { counted: 'too-old' }
  if (!kept.isLive && (last < kept.number || leavesGap)) {
    kept.tooOld += 1
    // Otherwise an exchange that restarts its numbers would be too old for ever.
    if (kept.tooOld >= tooOldMax && last < kept.number) kept.number = 0
    return { counted: 'too-old', needsWhole: true }
  }
  const isUnchanged = kept.isLive && last === kept.number
  // Levels beyond the edge were left out of ours on purpose, so only a whole book of one extent can be compared.
  if (isUnchanged && kept.doubt === undefined && isSame(kept.content.levels(), whole)) return { counted: 'verified' }
  const isGhostly = isUnchanged && kept.doubt === undefined && !kept.content.isCut()
  kept.tooOld = 0
  kept.content.setWhole(whole)
  kept.number = last
  kept.isLive = true
  takeHeld(kept)
  if (kept.held.length > 0) {
    kept.doubt = 'gap'
    kept.heldSince ??= now
    return {}
  }
  kept.heldSince = undefined
  kept.doubt = undefined
  const wrong = kept.content.wrongNow(undefined)
  if (wrong !== undefined) return lose(kept, wrong)
  return { told: { changes: kept.content.levels(), reset: true }, ...(isGhostly ? { counted: 'ghosts' as const } : {}) }
}

function onUnnumbered(kept: Keeping, changes: readonly BookChange[], checksum: number | undefined): BookOutcome {
  if (!kept.isLive) return { counted: 'before-whole' }
  return verdict(kept, kept.content.apply(changes), false, checksum)
}

function inUnits(market: ServedMarket, news: BookNews): readonly BookChange[] {
  const { priceScale, quantityScale } = market.instrument.scale
  return news.levels.map(([side, price, quantity]): BookChange => {
    const units = unitsOf(price, priceScale, 'price')
    if (units === 0n) throw new Malformed('price is 0')
    return [side, priceOf(units), quantityOf(unitsOf(quantity, quantityScale, 'quantity'))]
  })
}

function isSame(own: readonly BookChange[], whole: readonly BookChange[]): boolean {
  if (own.length !== whole.length) return false
  const told = new Map(whole.map(([side, price, quantity]) => [`${side}${price}`, quantity]))
  return own.every(([side, price, quantity]) => told.get(`${side}${price}`) === quantity)
}

/** The levels of one book, as far as its depth reaches. */
function createContent(market: ServedMarket, protocol: Protocol) {
  const sides = { buy: createBookSide('buy'), sell: createBookSide('sell') }
  /** The worst price of the last snapshot, if its depth may have cut it off: levels beyond it are unknown. */
  const edges: { buy: Price | undefined; sell: Price | undefined } = { buy: undefined, sell: undefined }

  const levels = (): readonly BookChange[] =>
    (['buy', 'sell'] as const).flatMap((side) =>
      sides[side].top(Number.POSITIVE_INFINITY).map(([price, quantity]): BookChange => [side, price, quantity]),
    )

  const isBeyondEdge = (side: OrderSide, price: Price): boolean => {
    const edge = edges[side]
    return edge !== undefined && (side === 'buy' ? price < edge : price > edge)
  }

  const isThin = (): boolean =>
    (['buy', 'sell'] as const).some(
      (side) => edges[side] !== undefined && sides[side].size() < protocol.depth / thinPart,
    )

  /** Changes the sides and gives what really changed. */
  const apply = (changes: readonly BookChange[]): readonly BookChange[] => {
    const told: BookChange[] = []
    for (const change of changes) {
      const [side, price, quantity] = change
      if (!isBeyondEdge(side, price) && sides[side].set(price, quantity)) told.push(change)
    }
    if (protocol.cutsToDepth) {
      for (const side of ['buy', 'sell'] as const) {
        for (const price of sides[side].cut(protocol.depth)) told.push([side, price, quantityOf(0n)])
      }
    }
    return told
  }

  /** What is wrong with the current book. */
  const wrongNow = (checksum: number | undefined): BookDoubt | undefined => {
    if (checksum !== undefined && bookChecksum(sides.buy, sides.sell, market) !== checksum) return 'checksum'
    const [bid, ask] = [sides.buy.best(), sides.sell.best()]
    return bid !== undefined && ask !== undefined && bid >= ask ? 'crossed' : undefined
  }

  const setWhole = (whole: readonly BookChange[]): void => {
    for (const side of ['buy', 'sell'] as const) {
      sides[side].clear()
      edges[side] = undefined
    }
    apply(whole)
    if (protocol.cutsToDepth) return
    for (const side of ['buy', 'sell'] as const) {
      if (sides[side].size() >= protocol.depth) edges[side] = sides[side].worst()
    }
  }

  /** Whether levels beyond what is known were left out. */
  const isCut = (): boolean => edges.buy !== undefined || edges.sell !== undefined

  return { levels, isThin, apply, wrongNow, setWhole, isCut }
}

const levelsSummed = 10

/**
 * The CRC-32 of the ten best asks, then the ten best bids, each as price and quantity without point and leading zeros
 * (Kraken, "Book checksum, WebSocket v2"). Undefined when a level has more decimals than the exchange declared.
 */
function bookChecksum(bids: BookSide, asks: BookSide, market: ServedMarket): number | undefined {
  const { priceScale, quantityScale } = market.instrument.scale
  const priceStep = powerOfTen(priceScale - market.priceDecimals)
  const quantityStep = powerOfTen(quantityScale - market.quantityDecimals)
  let text = ''
  for (const side of [asks, bids]) {
    for (const [price, quantity] of side.top(levelsSummed)) {
      if (price % priceStep !== 0n || quantity % quantityStep !== 0n) return undefined
      // A whole number of smallest steps, written plainly, is what is left without point and leading zeros.
      text += `${price / priceStep}${quantity / quantityStep}`
    }
  }
  return crc32(text)
}
