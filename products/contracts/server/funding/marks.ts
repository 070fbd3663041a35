import { divide, type Instant, instant, type Price } from '@bolsillo/kernel'
import type { Book, Instrument } from '@bolsillo/market/domain'
import {
  contractTerms,
  fineFactor,
  fundingRate,
  fundingTerms,
  type IndexPrice,
  impactNotional,
  indexPrice,
  indexTerms,
  type MarkPrice,
  markPrice,
  nextFundingAt,
  premiumOf,
} from '../../domain/index.ts'

/** One venue's price of a coin. */
export interface IndexSource {
  readonly venue: string
  readonly price: Price
  readonly at: Instant
}

/** What marks are made from. */
interface MarkDeps {
  readonly contracts: readonly Instrument[]
  /** What the venues of a coin's index say it is worth. */
  readonly indexOf: (coin: string, at: Instant) => readonly IndexSource[]
  readonly bookOf: (symbol: string, depth: number) => Book | undefined
  readonly lastOf: (symbol: string) => Price | undefined
}

/** A mark with everything it was made of: what is published, and what a receipt keeps. */
export interface Mark {
  readonly symbol: string
  readonly at: Instant
  readonly index: IndexPrice
  readonly mark: MarkPrice
  /** Of the interval that runs, so far; parts of a billion. */
  readonly fundingRate: bigint
  readonly nextFundingAt: Instant
}

/** A look at the premium of a contract, to be kept. */
export interface PremiumRow {
  readonly symbol: string
  readonly at: Instant
  readonly premium: bigint
  readonly mark: bigint
  readonly index: bigint
}

/** Makes the marks of all contracts, a look at a time. */
export interface MarkKeeper {
  readonly of: (symbol: string) => Mark | undefined
  readonly all: () => readonly Mark[]
  /** Looks at index, book and last price of every contract. @returns the marks that moved. */
  readonly look: (now: Instant) => readonly Mark[]
  /** A look at the premium of each contract that has a mark. It counts into the interval's rate once it is kept: `adopt`. */
  readonly premiums: (now: Instant) => readonly PremiumRow[]
  /** Takes over looks of this interval that are kept: the rate that is shown is made of what will be paid by. */
  readonly adopt: (rows: readonly PremiumRow[], now: Instant) => void
}

/** The basis is the mean of so long. */
const basisMs = 30_000
const bookDepth = 50
/** A mark that could not be made again for so long is none any more. */
export const markLifeMs = 15_000
const intervalMs = fundingTerms.hours * 3_600_000

/** When the interval that runs began. */
export function intervalStart(now: Instant): Instant {
  return instant(nextFundingAt(now, fundingTerms.hours) - intervalMs)
}

export function createMarkKeeper(deps: MarkDeps): MarkKeeper {
  const marks = new Map<string, Mark>()
  const basisOf = createBases()
  const looks = new Map<string, { at: Instant; premium: bigint }[]>()

  const rateOf = (symbol: string, now: Instant): bigint => {
    const from = intervalStart(now)
    const own = (looks.get(symbol) ?? []).filter((look) => look.at >= from)
    return fundingRate(
      own.map(({ premium }) => premium),
      fundingTerms,
    )
  }

  const lookAt = (contract: Instrument, now: Instant): Mark | undefined => {
    const { id, underlying } = contract
    const index = indexPrice(deps.indexOf(underlying ?? id, now), now, indexTerms)
    const last = deps.lastOf(id)
    if (index === undefined || last === undefined) return undefined
    const next = instant(nextFundingAt(now, fundingTerms.hours))
    const rate = rateOf(id, now)
    const mark = markPrice({
      index: index.price,
      fundingRate: rate,
      untilFundingMs: next - now,
      intervalMs,
      basis: basisOf(id, index.price, deps.bookOf(id, 1), now),
      last,
    })
    return { symbol: id, at: now, index, mark, fundingRate: rate, nextFundingAt: next }
  }

  return {
    of: (symbol) => marks.get(symbol),
    all: () => [...marks.values()],
    look: (now) =>
      deps.contracts.flatMap((contract) => {
        const before = marks.get(contract.id)
        const mark = lookAt(contract, now)
        if (mark === undefined) {
          if (before !== undefined && now - before.at > markLifeMs) marks.delete(contract.id)
          return []
        }
        marks.set(contract.id, mark)
        return before?.mark.price === mark.mark.price ? [] : [mark]
      }),
    premiums: (now) => deps.contracts.flatMap((contract) => premiumAt(deps, contract, marks.get(contract.id), now)),
    adopt: (rows, now) => {
      for (const { symbol, at, premium } of rows) {
        if (at < intervalStart(now)) continue
        const own = (looks.get(symbol) ?? []).filter((look) => look.at >= intervalStart(now) && look.at !== at)
        looks.set(symbol, [...own, { at, premium }])
      }
    },
  }
}

/** The mean distance of the book's middle from the index, of a little while. */
function createBases(): (symbol: string, index: bigint, book: Book | undefined, now: Instant) => bigint {
  const bases = new Map<string, { at: Instant; basis: bigint }[]>()
  return (symbol, index, book, now) => {
    const [bid, ask] = [book?.bids[0], book?.asks[0]]
    const recent = (bases.get(symbol) ?? []).filter((one) => now - one.at <= basisMs)
    if (bid !== undefined && ask !== undefined) {
      recent.push({ at: now, basis: divide(bid.price + ask.price, 2n, 'floor') - index })
    }
    bases.set(symbol, recent)
    if (recent.length === 0) return 0n
    return divide(
      recent.reduce((sum, one) => sum + one.basis, 0n),
      BigInt(recent.length),
      'down',
    )
  }
}

function premiumAt(deps: MarkDeps, contract: Instrument, mark: Mark | undefined, now: Instant): readonly PremiumRow[] {
  const book = deps.bookOf(contract.id, bookDepth)
  if (mark === undefined || book === undefined) return []
  const premium = premiumOf({
    impactBid: impactPrice(contract, book.bids),
    impactAsk: impactPrice(contract, book.asks),
    index: mark.index.price,
  })
  return [{ symbol: contract.id, at: now, premium, mark: mark.mark.price, index: mark.index.price }]
}

/** The average price at which the impact amount is to be had on one side; undefined when the side is too thin. */
function impactPrice(contract: Instrument, levels: Book['bids']): bigint | undefined {
  const terms = contractTerms(contract)
  const factor = fineFactor(terms)
  const wanted = impactNotional(terms)
  let [worth, size] = [0n, 0n]
  for (const { price, quantity } of levels) {
    const left = wanted - worth
    const level = price * quantity * factor
    if (level >= left) {
      const part = divide(left, price * factor, 'up')
      return divide(worth + price * part * factor, (size + part) * factor, 'half-even')
    }
    worth += level
    size += quantity
  }
  return undefined
}
