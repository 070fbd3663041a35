import { refuseDecimal } from '@bolsillo/contract'
import {
  type Id,
  isRejection,
  type Price,
  present,
  priceOf,
  quantityOf,
  type Rejection,
  readDecimal,
  reject,
} from '@bolsillo/kernel'
import type { CommandContext, Own, StoredAnswer } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { formRejections as form, tradingRejections } from '../../contract/index.ts'
import { isOpen, type Order, remainingOf, waitsForOpening } from '../../domain/index.ts'
import type { Placed, PlaceOrder } from '../trading.ts'
import { type PlacingDeps, passwordRefusal } from './place-form.ts'

/** Another price for an open order, as a customer asks for it. */
export interface ReplaceForm {
  readonly orderId: Id<'ord'>
  readonly limitPrice?: string | undefined
  readonly stopPrice?: string | undefined
  readonly tradePassword?: string | undefined
}

/** What a product adds. */
export interface ReplaceProduct<Reply> {
  readonly priceScaleOf: (instrumentId: string) => number
  /** What the product keeps with the order, where it depends on the price. @returns why it cannot be moved now. */
  readonly termsOf?: (order: Order, limitPrice: Price) => string | Rejection
  /** Whether the order opens: what own limits bind. A purchase when left out. */
  readonly opens?: (order: Order) => boolean
  readonly write: (placed: Placed) => Reply
}

/**
 * Gives an open order another price: one like it, with what is left of it, takes its place. The desk does both in one
 * step, so that the customer has always exactly one of them, and what the first held is free for the second.
 */
export async function replaceFor<Reply>(
  deps: PlacingDeps,
  asked: ReplaceForm,
  product: ReplaceProduct<Reply> & { readonly answerOf: (reply: Reply) => StoredAnswer },
  context: Own<CommandContext>,
): Promise<Reply | Rejection> {
  const { customerId, sessionId } = context.customer
  const { trading, services, settings } = deps
  const paused = refusePaused(settings, 'orders', context.now)
  if (paused !== undefined) return paused
  const life = await trading.findOrder(context.db, customerId, asked.orderId)
  if (life === undefined) return reject(tradingRejections.orderUnknown, { field: 'orderId' })
  const { order } = life
  const twin = life.linked.find(({ orderId, state }) => orderId === order.twinId && isOpen(state))
  const prices = pricesOf(asked, order, product.priceScaleOf(order.instrumentId))
  if ('spec' in prices) return prices
  const opens = product.opens ?? (({ side }: Order) => side === 'buy')
  const bound = opens(order) ? await deps.ownLimits?.openingRefusal(context.db, customerId, context.now) : undefined
  if (bound !== undefined) return bound
  const unauthorised = await passwordRefusal(deps, asked.tradePassword, { customerId, sessionId }, context)
  if (unauthorised !== undefined) return unauthorised
  const terms = product.termsOf?.(order, prices.limitPrice ?? order.worstPrice)
  if (terms !== undefined && typeof terms !== 'string') return terms
  let reply: Reply | undefined
  const placed = await trading.place({
    ...likeIt(order, twin, prices),
    ...(terms === undefined ? {} : { terms }),
    orderId: services.ids.next('ord'),
    customerId,
    replaces: order.orderId,
    receivedAt: context.now,
    claim: context.claim,
    replyOf: (outcome) => {
      reply = product.write(outcome)
      return product.answerOf(reply)
    },
  })
  if (isRejection(placed)) {
    // The desk forgets what has ended; this one was the customer's a moment ago.
    if (placed.spec.number !== tradingRejections.orderUnknown.number) return placed
    const now = await trading.findOrder(context.db, customerId, asked.orderId)
    return reject(tradingRejections.orderEnded, { values: { state: now?.order.state ?? order.state } })
  }
  return reply ?? product.write(placed)
}

type Prices = Pick<Order, 'limitPrice' | 'stopPrice'>

/** The prices the order would have, or what is wrong with those asked for. */
function pricesOf(asked: ReplaceForm, order: Order, scale: number): Prices | Rejection {
  if (!isOpen(order.state)) return reject(tradingRejections.orderEnded, { values: { state: order.state } })
  const has = order.limitPrice !== undefined || order.stopPrice !== undefined
  const isExitThatWaits = order.state === 'waiting' && !waitsForOpening(order)
  if (isExitThatWaits || order.quantity === undefined || !has)
    return reject(tradingRejections.orderNotMovable, { field: 'orderId' })
  if (asked.limitPrice === undefined && asked.stopPrice === undefined)
    return reject(form.limitPriceMissing, { field: 'limitPrice' })
  const prices: { limitPrice: Price | undefined; stopPrice: Price | undefined } = {
    limitPrice: order.limitPrice,
    stopPrice: order.stopPrice,
  }
  for (const field of ['limitPrice', 'stopPrice'] as const) {
    const text = asked[field]
    if (text === undefined) continue
    // A stop that was reached is an ordinary order: what is left to move is its limit.
    if (order[field] === undefined || (field === 'stopPrice' && order.state !== 'pending-trigger'))
      return reject(field === 'limitPrice' ? form.limitPriceUnexpected : form.stopPriceUnexpected, { field })
    const reading = readDecimal(text, scale)
    const tooFine = reject(form.decimalsTooMany, { field, values: { decimals: String(scale) } })
    if (reading.kind !== 'value') return refuseDecimal(field, reading, tooFine)
    if (reading.units < 0n) return tooFine
    prices[field] = priceOf(reading.units)
  }
  return prices
}

type Likeness = Omit<PlaceOrder, 'orderId' | 'customerId' | 'receivedAt' | 'claim' | 'replyOf' | 'replaces'>

/** The same order at other prices, for what is left of it; one of a pair brings its twin along. */
function likeIt(order: Order, twin: Order | undefined, prices: Prices): Likeness {
  const { product, instrumentId, side, timeInForce, postOnly, reduceOnly, takeProfit, stopLoss } = order
  const same = {
    product,
    instrumentId,
    side,
    timeInForce,
    quantity: quantityOf(remainingOf(order)),
    feeSchedule: order.feeSchedule,
    ...(reduceOnly ? { reduceOnly } : {}),
    ...(order.terms === undefined ? {} : { terms: order.terms }),
  }
  if (twin !== undefined) {
    const moved = { ...order, ...prices }
    const [limit, stop] = order.type === 'limit' ? [moved, twin] : [twin, moved]
    return {
      ...same,
      type: 'limit',
      limitPrice: present(limit.limitPrice, 'the limit of a pair'),
      oco: {
        stopPrice: present(stop.stopPrice, 'the stop of a pair'),
        ...(stop.limitPrice === undefined ? {} : { limitPrice: stop.limitPrice }),
      },
      ...(limit.postOnly ? { postOnly: true } : {}),
    }
  }
  const isStop = order.state === 'pending-trigger'
  return {
    ...same,
    type: isStop ? order.type : 'limit',
    ...(prices.limitPrice === undefined ? {} : { limitPrice: prices.limitPrice }),
    ...(isStop && prices.stopPrice !== undefined ? { stopPrice: prices.stopPrice } : {}),
    ...(postOnly ? { postOnly } : {}),
    ...(takeProfit === undefined && stopLoss === undefined
      ? {}
      : {
          bracket: {
            ...(takeProfit === undefined ? {} : { takeProfit }),
            ...(stopLoss === undefined ? {} : { stopLoss }),
          },
        }),
  }
}
