import { divide, type Price, priceOf, type TickStep, tickAt } from '@bolsillo/kernel'
import type { OrderSide } from './order.ts'

/** How far from the reference an order's price may lie, in basis points. */
export interface CollarWidth {
  /** On the side that hurts whoever places it: above for buys, below for sells. */
  readonly nearBps: number
  /** On the patient side: bargains and far profit targets are allowed, slips of the finger are not. */
  readonly farBps: number
}

/** The prices an order may have, on ticks, both ends included. */
interface CollarRange {
  readonly low: Price
  readonly high: Price
}

const whole = 10_000n

/** The collar around a reference price. Its ends are rounded to ticks inwards, so both are prices one may type. */
export function collarRange(
  reference: Price,
  side: OrderSide,
  width: CollarWidth,
  ticks: readonly TickStep[],
): CollarRange {
  const down = BigInt(side === 'buy' ? width.farBps : width.nearBps)
  const up = BigInt(side === 'buy' ? width.nearBps : width.farBps)
  const low = divide(reference * (whole - down), whole, 'ceiling')
  const high = divide(reference * (whole + up), whole, 'floor')
  const lowTick = tickAt(priceOf(low), ticks)
  const highTick = tickAt(priceOf(high), ticks)
  const lowest = divide(low, lowTick, 'ceiling') * lowTick
  return {
    low: priceOf(lowest > 0n ? lowest : lowTick),
    high: priceOf(divide(high, highTick, 'floor') * highTick),
  }
}

/** The worst price a market order may be filled at: the near end of the collar. */
export function protectionPrice(
  reference: Price,
  side: OrderSide,
  width: CollarWidth,
  ticks: readonly TickStep[],
): Price {
  const { low, high } = collarRange(reference, side, width, ticks)
  return side === 'buy' ? high : low
}
