import { currencies, idOf, money, priceOf, quantityOf } from '@bolsillo/kernel'
import type { PlaceOrder } from '@bolsillo/trading/server'
import type { Ticket } from './admission.ts'
import type { Stand } from './stand.ts'

const quoteScales: Readonly<Record<string, number>> = { MXN: 2, USD: 2, USDT: 6 }

/** The product's order of a ticket. */
export function orderOf({ clock }: Pick<Stand, 'clock'>, ticket: Ticket): PlaceOrder {
  const { spec, schedule, quantity, amount, limit, stop, profit, loss, oco } = ticket
  const asset = currencies[spec.quote as 'MXN'] ?? { code: spec.quote, scale: quoteScales[spec.quote] ?? 2 }
  const bracket = {
    ...(profit === undefined ? {} : { takeProfit: priceOf(profit) }),
    ...(loss === undefined ? {} : { stopLoss: priceOf(loss) }),
  }
  return {
    orderId: idOf('ord', ticket.key),
    customerId: idOf('cus', ticket.customer),
    product: spec.purse === 'coin' ? 'spot' : 'stock',
    instrumentId: spec.id,
    side: ticket.side,
    type: ticket.type,
    timeInForce: ticket.time,
    postOnly: ticket.postOnly,
    receivedAt: clock.now(),
    ...(spec.purse === 'coin' ? { feeSchedule: schedule.name } : {}),
    ...(quantity === undefined ? {} : { quantity: quantityOf(quantity) }),
    ...(amount === undefined ? {} : { amount: money(amount, asset) }),
    ...(limit === undefined ? {} : { limitPrice: priceOf(limit) }),
    ...(stop === undefined ? {} : { stopPrice: priceOf(stop) }),
    ...(profit === undefined && loss === undefined ? {} : { bracket }),
    ...(oco === undefined
      ? {}
      : {
          oco: {
            stopPrice: priceOf(oco.stop),
            ...(oco.limit === undefined ? {} : { limitPrice: priceOf(oco.limit) }),
          },
        }),
  }
}
