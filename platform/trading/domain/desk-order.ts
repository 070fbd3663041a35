import { type Money, type Price, present, type Quantity } from '@bolsillo/kernel'
import type { OrderSide, OrderType, TimeInForce } from './order.ts'
import type { Ticket } from './order-form.ts'
import type { TradedProduct } from './traded-instrument.ts'

/** What an order form says, as the desk takes it. Exactly one of `quantity` and `amount` is given; amounts only size market buys. */
export interface DeskOrder {
  /** What it is meant to be an order of; instruments of other products are refused as not listed. */
  readonly product: TradedProduct
  readonly side: OrderSide
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly quantity?: Quantity
  /** Spent at most, fee and VAT included. */
  readonly amount?: Money
  readonly limitPrice?: Price
  readonly stopPrice?: Price
  readonly postOnly?: boolean
  /** Buys: exits placed when the purchase is done, from the moment its shares may be sold. One cancels the other. */
  readonly bracket?: { readonly takeProfit?: Price; readonly stopLoss?: Price }
  /** A limit order gets a twin: a stop (with `limitPrice`: a stop-limit) of the same size. One cancels the other. */
  readonly oco?: { readonly stopPrice: Price; readonly limitPrice?: Price }
}

/** A form as the desk takes it: an OCO is a limit order with a twin, exits of a purchase are its bracket. */
export function deskOrder(product: TradedProduct, ticket: Ticket): DeskOrder {
  const { side, timeInForce, size, limitPrice, stopPrice, stopLimitPrice, takeProfitPrice, stopLossPrice } = ticket
  const base = {
    product,
    side,
    timeInForce,
    ...(size.kind === 'amount' ? { amount: size.amount } : { quantity: size.quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(ticket.postOnly === true ? { postOnly: true } : {}),
  } as const
  const bracket = {
    ...(takeProfitPrice === undefined ? {} : { takeProfit: takeProfitPrice }),
    ...(stopLossPrice === undefined ? {} : { stopLoss: stopLossPrice }),
  }
  if (ticket.type === 'oco') {
    const twin = stopLimitPrice === undefined ? {} : { limitPrice: stopLimitPrice }
    return { ...base, type: 'limit', oco: { stopPrice: present(stopPrice, 'the stop of an OCO'), ...twin } }
  }
  return {
    ...base,
    type: ticket.type,
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(Object.keys(bracket).length === 0 ? {} : { bracket }),
  }
}
