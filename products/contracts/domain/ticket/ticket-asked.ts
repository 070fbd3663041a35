import { divide, maxOf, priceOf, readDecimal, type TickStep, tickAt } from '@bolsillo/kernel'
import { type CheckedPosition, marginPosition } from '../liquidation/receipt-check.ts'
import type { ContractTerms } from '../margin/margin-tiers.ts'
import { type MarginMode, marginScale } from '../position.ts'
import { type ExactPosition, leverageUnits, type PreviewAsked } from './ticket-preview.ts'

/** What of a ticket's reply a preview is computed with. */
interface PreviewReply {
  readonly mark?: { readonly mark: string } | undefined
  readonly bid?: string | undefined
  readonly ask?: string | undefined
  readonly last?: string | undefined
  readonly marketSlippageBps: number
  readonly account: { readonly available: string }
  readonly exact?: { readonly own?: WirePosition | undefined; readonly cross: readonly WirePosition[] } | undefined
}
type WirePosition = CheckedPosition & { readonly margin: string }

/** What of a form it depends on. */
interface PreviewForm {
  readonly type: 'market' | 'limit'
  readonly side: 'buy' | 'sell'
  readonly mode: MarginMode
  readonly leverage: string
  readonly quantity: string
  readonly limitPrice: string
}

const unitsOf = (text: string | undefined, scale: number): bigint | undefined => {
  if (text === undefined || text === '') return undefined
  const reading = readDecimal(text, scale)
  return reading.kind === 'value' ? reading.units : undefined
}

const exactOf = ({ margin, ...position }: WirePosition): ExactPosition => ({
  ...marginPosition(position),
  margin: unitsOf(margin, marginScale) ?? 0n,
})

/**
 * What the preview of a form is asked with; undefined while a price, the leverage or a mark of the account is missing.
 * `liveMark`: a newer mark than the reply's, as text.
 */
export function previewAskedOf(
  form: PreviewForm,
  reply: PreviewReply,
  {
    terms,
    ticks,
    liveMark,
    walked,
  }: {
    readonly terms: ContractTerms
    readonly ticks: readonly TickStep[]
    readonly liveMark?: string | undefined
    /** What a unit of an order at market comes to in the visible book, on average; the best price while none is shown. */
    readonly walked?: bigint | undefined
  },
): PreviewAsked | undefined {
  const { side, mode } = form
  const { exact } = reply
  const mark = unitsOf(liveMark ?? reply.mark?.mark, terms.priceScale)
  const last = unitsOf(reply.last, terms.priceScale) ?? mark
  const best = side === 'buy' ? reply.ask : reply.bid
  const price =
    form.type === 'limit'
      ? unitsOf(form.limitPrice, terms.priceScale)
      : (walked ?? unitsOf(best, terms.priceScale) ?? last)
  const leverage = leverageUnits(form.leverage)
  if (exact === undefined || mark === undefined || last === undefined || price === undefined || price === 0n)
    return undefined
  if (leverage === undefined || leverage < 100n) return undefined
  const own = exact.own === undefined ? undefined : { ...exactOf(exact.own), mark }
  const bound = form.type === 'limit' ? price : boundOf(last, side, reply.marketSlippageBps, ticks)
  return {
    ...{ terms, mode, side, price, mark, leverage },
    quantity: unitsOf(form.quantity, terms.quantityScale) ?? 0n,
    worstPrice: bound,
    reservePrice: side === 'buy' ? bound : maxOf(bound, maxOf(mark, last)),
    available: unitsOf(reply.account.available, marginScale) ?? 0n,
    position: own !== undefined && own.size > 0n === (side === 'buy') ? own : undefined,
    cross: exact.cross.map(exactOf),
  }
}

/** How far an order at market may slip, as the engine bounds it. */
export function boundOf(last: bigint, side: 'buy' | 'sell', slippageBps: number, ticks: readonly TickStep[]): bigint {
  const bps = BigInt(slippageBps)
  const raw = divide(last * (side === 'buy' ? 10_000n + bps : 10_000n - bps), 10_000n, 'down')
  const tick = tickAt(priceOf(raw), ticks)
  const bound = divide(raw, tick, side === 'buy' ? 'floor' : 'ceiling') * tick
  return bound > 0n ? bound : tick
}
