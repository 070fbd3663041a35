import { assert, divide } from '@bolsillo/kernel'
import { billion } from './funding.ts'

/** An index price as one venue says it. */
interface IndexQuote {
  readonly venue: string
  /** Units of price. */
  readonly price: bigint
  /** Epoch milliseconds. */
  readonly at: number
}

/** How the index is made. */
export interface IndexTerms {
  /** A quote older than this says nothing. */
  readonly staleAfterMs: number
  /** A quote further from the median than this is left out, parts of a million. */
  readonly deviationPpm: bigint
  /** With fewer quotes there is no index: the contract is not traded on a guess. */
  readonly venuesMin: number
}

/** The index and what it was made of: what a receipt lists. */
export interface IndexPrice {
  readonly price: bigint
  readonly used: readonly IndexQuote[]
  readonly left: readonly (IndexQuote & { readonly why: 'stale' | 'deviates' })[]
}

/** The median of the fresh quotes that lie near it; undefined when too few do. */
export function indexPrice(quotes: readonly IndexQuote[], nowMs: number, terms: IndexTerms): IndexPrice | undefined {
  const stale = quotes.filter(({ at }) => nowMs - at > terms.staleAfterMs)
  const fresh = quotes.filter((quote) => !stale.includes(quote))
  if (fresh.length === 0) return undefined
  const middle = median(fresh.map(({ price }) => price))
  const isNear = ({ price }: IndexQuote): boolean => {
    const distance = price > middle ? price - middle : middle - price
    return distance * 1_000_000n <= middle * terms.deviationPpm
  }
  const used = fresh.filter(isNear)
  if (used.length < terms.venuesMin) return undefined
  const left = [
    ...stale.map((quote) => ({ ...quote, why: 'stale' as const })),
    ...fresh.filter((quote) => !isNear(quote)).map((quote) => ({ ...quote, why: 'deviates' as const })),
  ]
  return { price: median(used.map(({ price }) => price)), used, left }
}

/** The middle one; of two middle ones half-way, rounded down. */
export function median(values: readonly bigint[]): bigint {
  assert(values.length > 0, 'a median is of something')
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const half = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[half - 1], sorted[half]]
  assert(high !== undefined, 'the middle is there')
  return sorted.length % 2 === 1 || low === undefined ? high : divide(low + high, 2n, 'floor')
}

/** What a mark is made of, all in units of price. */
interface MarkInputs {
  readonly index: bigint
  /** Of the interval that runs, parts of a billion. */
  readonly fundingRate: bigint
  readonly untilFundingMs: number
  readonly intervalMs: number
  /** Mean distance of the book's middle from the index over the last thirty seconds. */
  readonly basis: bigint
  readonly last: bigint
}

/** A mark and the three prices it is the median of. */
export interface MarkPrice {
  readonly price: bigint
  readonly funded: bigint
  readonly basis: bigint
  readonly last: bigint
}

/**
 * mark = median(index × (1 + rate × time left / interval), index + basis, last): a single bad print moves it no further than
 * the other two. Source: Binance, mark price of perpetual contracts.
 */
export function markPrice(inputs: MarkInputs): MarkPrice {
  const { index, fundingRate: rate, untilFundingMs, intervalMs, last } = inputs
  assert(index > 0n && last > 0n, 'an index and a last price exist')
  assert(untilFundingMs >= 0 && untilFundingMs <= intervalMs, 'the next funding lies within the interval')
  const share = billion * BigInt(intervalMs)
  const funded = index + divide(index * rate * BigInt(untilFundingMs), share, 'half-even')
  const basis = index + inputs.basis
  const price = median([funded, basis, last])
  assert(price > 0n, 'a mark is a price')
  return { price, funded, basis, last }
}
