import {
  isOnTick,
  nearestTicks,
  type Price,
  priceOf,
  type Rejection,
  reject,
  type TickStep,
  writeDecimal,
} from '@bolsillo/kernel'
import { contractsRejections as r } from '../contract/rejections.ts'

/** The price an exit watches. */
export const triggerSources = ['mark', 'last'] as const
export type TriggerSource = (typeof triggerSources)[number]

export const triggerKinds = ['take-profit', 'stop-loss'] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** An exit of a position: when its price reaches it, all of the position is closed at market. */
export interface Trigger {
  readonly kind: TriggerKind
  readonly price: bigint
  readonly on: TriggerSource
  /** Epoch milliseconds. */
  readonly setAt: number
  /** The last print there was when it was set: only later ones reach it. Of no use to another process, whose prints count anew. */
  readonly afterPrint?: number | undefined
  /** The price that reached it, while the book has not taken all of the position: it is tried until all is closed. */
  readonly reached?: ReachedBy | undefined
}

/** A print or a mark that an exit was reached by, and when. */
export interface ReachedBy {
  readonly price: bigint
  /** Epoch milliseconds. */
  readonly at: number
  /** Of the print in its book; none of a mark. */
  readonly sequence?: number | undefined
}

/** Whether an exit is still the one that was armed: moved or set anew it is another. */
export function isSameExit(one: Trigger, other: Trigger): boolean {
  return one.kind === other.kind && one.price === other.price && one.on === other.on && one.setAt === other.setAt
}

/** Whether an exit is reached from below (`above`) or from above (`below`): a long gains upwards. */
export function triggerDirection(size: bigint, kind: TriggerKind): 'above' | 'below' {
  return size > 0n === (kind === 'take-profit') ? 'above' : 'below'
}

/** Whether a price has reached an exit. */
export function isReached(size: bigint, { kind, price }: Pick<Trigger, 'kind' | 'price'>, now: bigint): boolean {
  return triggerDirection(size, kind) === 'above' ? now >= price : now <= price
}

/**
 * The wrong-side rule, at entry and whenever an exit is set: it must not be reached already, and a stop-loss at or beyond
 * the liquidation price would never be the first.
 */
export function triggerProblem(
  trigger: Pick<Trigger, 'kind' | 'price' | 'on'>,
  facts: {
    readonly field: string
    readonly size: bigint
    /** The price it watches, now: mark or last. */
    readonly now: bigint
    readonly priceScale: number
    readonly ticks: readonly TickStep[]
  },
): Rejection | undefined {
  const { field, size, now, priceScale, ticks } = facts
  if (trigger.price <= 0n) return reject(r.triggerZero, { field })
  const price: Price = priceOf(trigger.price)
  const write = (units: bigint): string => writeDecimal(units, priceScale)
  if (!isOnTick(price, ticks)) {
    const { below, above } = nearestTicks(price, ticks)
    return reject(r.triggerOffTick, { field, values: { below: write(below), above: write(above) } })
  }
  if (!isReached(size, trigger, now)) return undefined
  const spec = trigger.kind === 'take-profit' ? r.takeProfitWrongSide : r.stopLossWrongSide
  return reject(spec, { field, values: { price: write(now) } })
}
