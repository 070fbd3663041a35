import type { z } from '@bolsillo/contract'
import type {
  candleShape,
  fillShape,
  instrumentRowShape,
  orderShape,
  positionShape,
  quoteShape,
} from './wire-shapes.ts'

// The calls of this room: the market (public), orders and positions, and calls of ours in the same style.
export * from './market-calls.ts'
export * from './order-calls.ts'
export * from './own-calls.ts'
export * from './rejections.ts'

export type { StockCountry } from './wire-shapes.ts'
export {
  intervals,
  orderTypes,
  sessionStates,
  stockCountries,
  ticketTypes,
  timesInForce,
} from './wire-shapes.ts'

export type Quote = z.output<typeof quoteShape>
export type InstrumentRow = z.output<typeof instrumentRowShape>
export type WireCandle = z.output<typeof candleShape>
export type Order = z.output<typeof orderShape>
export type Fill = z.output<typeof fillShape>
export type Position = z.output<typeof positionShape>
