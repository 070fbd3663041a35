import { assert, divide } from '@bolsillo/kernel'
import { type ContractTerms, fineScale, worthOf } from './margin/margin-tiers.ts'

/** Decimals of the margin asset: USDT. */
export const marginScale = 6
/** Fine units that make one minor unit of the margin asset. */
export const fineToMinor = 10n ** BigInt(fineScale - marginScale)

/** How a position answers: alone with its own margin, or together with all cross positions and the free money. */
export const marginModes = ['isolated', 'cross'] as const
export type MarginMode = (typeof marginModes)[number]

/** The sums of an open position. */
export interface OpenSums {
  /** Units of quantity; below zero is short; never zero. */
  readonly size: bigint
  /** Fine units, with the sign of the size: what the open part was entered for. */
  readonly entry: bigint
  /** Minor units set aside for it. */
  readonly margin: bigint
}

/** One fill as the fold sees it. */
interface ContractFill {
  readonly side: 'buy' | 'sell'
  readonly price: bigint
  readonly quantity: bigint
}

/** What a fill does to a position. What it does to money is decided after it: see fill-booking.ts. */
export interface FoldedFill {
  /** Of what was open before: how much is left, and what it was entered for. Undefined: nothing. */
  readonly kept: OpenSums | undefined
  /** What the fill opened: with the kept part, or on the other side of nothing. */
  readonly opened: { readonly size: bigint; readonly entry: bigint } | undefined
  /** Units closed, ≥ 0. */
  readonly closed: bigint
  /** Result of what was closed, minor units, fees and funding apart. */
  readonly realised: bigint
  /** Margin the closed part no longer needs. */
  readonly freed: bigint
}

/**
 * A fill against a position: first it closes what is on the other side, the rest opens. The closed part takes its
 * share of the entry; its result is rounded down to minor units and what that leaves stays in the entry of what is still
 * open, so many small closings come to what one would. `keepsMargin`: a liquidation closes a part to make the rest safer,
 * so the margin stays.
 */
export function foldFill(
  terms: ContractTerms,
  before: OpenSums | undefined,
  { side, price, quantity }: ContractFill,
  { keepsMargin = false }: { readonly keepsMargin?: boolean } = {},
): FoldedFill {
  assert(quantity > 0n && price > 0n, 'a fill has a size and a price')
  const signed = side === 'buy' ? quantity : -quantity
  const isAgainst = before !== undefined && before.size > 0n !== signed > 0n
  if (!isAgainst) {
    const opened = { size: signed, entry: worthOf(terms, price, signed) }
    return { kept: before, opened, closed: 0n, realised: 0n, freed: 0n }
  }
  const length = before.size < 0n ? -before.size : before.size
  const closed = quantity < length ? quantity : length
  const isWhole = closed === length
  const worth = worthOf(terms, price, before.size > 0n ? closed : -closed)
  const part = isWhole ? before.entry : divide(before.entry * closed, length, 'down')
  const realised = divide(worth - part, fineToMinor, 'floor')
  const rest = quantity - closed
  const restSize = side === 'buy' ? rest : -rest
  const freed = isWhole ? before.margin : keepsMargin ? 0n : divide(before.margin * closed, length, 'down')
  return {
    kept: isWhole
      ? undefined
      : {
          size: before.size + signed,
          entry: before.entry - (worth - realised * fineToMinor),
          margin: before.margin - freed,
        },
    opened: rest === 0n ? undefined : { size: restSize, entry: worthOf(terms, price, restSize) },
    closed,
    realised,
    freed,
  }
}

/** The sums of two parts on the same side. */
export function joined(kept: OpenSums | undefined, opened: FoldedFill['opened'], margin: bigint): OpenSums | undefined {
  if (kept === undefined && opened === undefined) return undefined
  return {
    size: (kept?.size ?? 0n) + (opened?.size ?? 0n),
    entry: (kept?.entry ?? 0n) + (opened?.entry ?? 0n),
    margin,
  }
}

/** Margin a notional takes at a leverage (hundredths), minor units, rounded up. */
export function marginFor(notionalFine: bigint, leverage: bigint): bigint {
  const size = notionalFine < 0n ? -notionalFine : notionalFine
  return divide(size * 100n, leverage * fineToMinor, 'up')
}

/** The average price of what is open, in price units, half to even. For showing. */
export function entryPriceOf(terms: ContractTerms, { size, entry }: Pick<OpenSums, 'size' | 'entry'>): bigint {
  return divide(entry, worthOf(terms, 1n, size), 'half-even')
}
