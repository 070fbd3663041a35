import { type Asset, type Instant, instant } from '@bolsillo/kernel'
import { conversionFor, conversionOf, largestTarget, type MidRate } from './conversion-sums.ts'

/** The middle of a pair as a market gave it. */
export interface SourcedMid extends MidRate {
  readonly source: string
  readonly sequence: bigint
  readonly at: Instant
  readonly stale: boolean
}

/** The rate of two currencies and every price it was made from: one of their own pair, or two that a cross is made of. */
export interface Rate extends MidRate {
  readonly ticks: readonly SourcedMid[]
  /** Of the oldest price in it. */
  readonly at: Instant
  readonly stale: boolean
}

/** Asks the market for the middle of a pair, whichever way round it is quoted. */
type MidOf = (one: Asset, other: Asset) => SourcedMid | undefined

/**
 * The rate of two currencies: of their own pair, or else through one of `others`. The two prices of a cross are
 * multiplied exactly, so that a cross is never better or worse than its parts. Undefined: the market prices neither.
 */
export function rateBetween(one: Asset, other: Asset, others: readonly Asset[], midOf: MidOf): Rate | undefined {
  const own = midOf(one, other)
  if (own !== undefined) return { ...pairOf(own), ticks: [own], at: own.at, stale: own.stale }
  for (const middle of others) {
    if (middle.code === one.code || middle.code === other.code) continue
    const [first, second] = [midOf(one, middle), midOf(middle, other)]
    const cross = first === undefined || second === undefined ? undefined : crossOf(first, second)
    if (cross !== undefined) return cross
  }
  return undefined
}

/** BRL/USD and USD/MXN make BRL/MXN. Two pairs of which neither begins where the other ends would have to be divided. */
function crossOf(first: SourcedMid, second: SourcedMid): Rate | undefined {
  const [inner, outer] = first.quote.code === second.base.code ? [first, second] : [second, first]
  if (inner.quote.code !== outer.base.code) return undefined
  return {
    base: inner.base,
    quote: outer.quote,
    mid: inner.mid * outer.mid,
    scale: inner.scale + outer.scale,
    ticks: [inner, outer],
    at: instant(Math.min(inner.at, outer.at)),
    stale: inner.stale || outer.stale,
  }
}

function pairOf({ base, quote, mid, scale }: SourcedMid): MidRate {
  return { base, quote, mid, scale }
}

/** What a customer gives exactly, or gets exactly. */
export type Exact = 'source' | 'target'

/** The same conversion in two steps through a third currency, each at our spread: what it would take and give. */
export interface Detour {
  readonly via: Asset
  readonly sourceMinor: bigint
  readonly targetMinor: bigint
}

/**
 * The worst alternative here: two steps through a third currency. Undefined while that has no price. It never beats
 * the offer, because both use the same mids and it pays the spread twice.
 */
export function worstDetour(
  wish: { readonly exact: Exact; readonly source: Asset; readonly target: Asset; readonly minor: bigint },
  spreadBps: bigint,
  others: readonly Asset[],
  rateOf: (one: Asset, other: Asset) => Rate | undefined,
): Detour | undefined {
  let worst: Detour | undefined
  for (const via of others) {
    if (via.code === wish.source.code || via.code === wish.target.code) continue
    const [out, back] = [rateOf(wish.source, via), rateOf(via, wish.target)]
    if (out === undefined || back === undefined || out.stale || back.stale) continue
    const detour = detourOf(wish, via, { out, back, spreadBps })
    const isWorse =
      worst === undefined || detour.sourceMinor > worst.sourceMinor || detour.targetMinor < worst.targetMinor
    if (isWorse) worst = detour
  }
  return worst
}

function detourOf(
  { exact, source, target, minor }: { exact: Exact; source: Asset; target: Asset; minor: bigint },
  via: Asset,
  { out, back, spreadBps }: { out: Rate; back: Rate; spreadBps: bigint },
): Detour {
  if (exact === 'source') {
    const between = conversionOf({ minor, asset: source }, out, spreadBps).target
    return { via, sourceMinor: minor, targetMinor: largestTarget(between, back, spreadBps).minor }
  }
  const between = conversionFor({ minor, asset: target }, back, spreadBps).source
  return { via, sourceMinor: conversionFor(between, out, spreadBps).source.minor, targetMinor: minor }
}
