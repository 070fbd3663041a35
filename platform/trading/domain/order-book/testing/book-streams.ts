import { integerBetween, pick, type Rng, uniform } from '@bolsillo/kernel'
import type { BookEvents } from '../book-events.ts'
import {
  type BookOrder,
  buySide,
  emptyBookOrder,
  type OrderBook,
  selfTradeAllowed,
  selfTradeCancelsBoth,
  selfTradeCancelsNewest,
  selfTradeCancelsOldest,
  sellSide,
  timeAllOrNothing,
  timeImmediate,
  timeRest,
} from '../order-book.ts'

/** One command of a random stream. */
type BookCommand =
  | { readonly kind: 'add'; readonly order: BookOrder }
  | { readonly kind: 'cancel'; readonly orderNo: number }
  | { readonly kind: 'reduce'; readonly orderNo: number; readonly quantity: number }

const selfTrades = [selfTradeAllowed, selfTradeCancelsNewest, selfTradeCancelsOldest, selfTradeCancelsBoth] as const

/** A stream that uses every kind of order there is, on few prices and few owners so that everything meets everything. */
export function mixedCommands(rng: Rng, count: number): readonly BookCommand[] {
  const commands: BookCommand[] = []
  for (let orderNo = 1; commands.length < count; orderNo += 1) {
    const dice = uniform(rng)
    const earlier = integerBetween(rng, Math.max(1, orderNo - 60), orderNo)
    if (dice < 0.25) commands.push({ kind: 'cancel', orderNo: earlier })
    else if (dice < 0.32) commands.push({ kind: 'reduce', orderNo: earlier, quantity: integerBetween(rng, 0, 12) })
    else commands.push({ kind: 'add', order: mixedOrder(rng, orderNo) })
  }
  return commands
}

function mixedOrder(rng: Rng, orderNo: number): BookOrder {
  const chance = (part: number): boolean => uniform(rng) < part
  const middle = 1000 + Math.round(40 * Math.sin(orderNo / 700))
  const market = chance(0.15)
  const price = middle + integerBetween(rng, -12, 12)
  return {
    ...emptyBookOrder(),
    orderNo,
    owner: chance(0.2) ? 0 : integerBetween(rng, 1, 6),
    side: chance(0.5) ? buySide : sellSide,
    market,
    price: market && chance(0.6) ? 0 : price,
    quantity: integerBetween(rng, 1, 20),
    time: chance(0.7) ? timeRest : chance(0.6) ? timeImmediate : timeAllOrNothing,
    postOnly: !market && chance(0.1),
    stopPrice: chance(0.12) ? middle + integerBetween(rng, -10, 10) : 0,
    reducible: chance(0.05) ? integerBetween(rng, 0, 10) : -1,
    budget: chance(0.06) ? integerBetween(rng, 1, 20_000) : 0,
    selfTrade: pick(rng, selfTrades),
  }
}

/** Gives a command to a book. */
export function applyCommand(book: OrderBook, command: BookCommand, events: BookEvents): void {
  switch (command.kind) {
    case 'add':
      book.add(command.order, events)
      return
    case 'cancel':
      book.cancel(command.orderNo, events)
      return
    case 'reduce':
      book.reduce(command.orderNo, command.quantity, events)
  }
}
