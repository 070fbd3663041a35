import type { z } from '@bolsillo/contract'
import type {
  candleShape,
  fillShape,
  instrumentRowShape,
  orderShape,
  positionShape,
  quoteShape,
} from './domain/calls/wire-shapes.ts'

// The calls of this room: the market (public), orders and positions, and calls of ours in the same style.
export * from './domain/calls/market-contract.ts'
export * from './domain/calls/order-contract.ts'
export * from './domain/calls/own-contract.ts'
export * from './domain/calls/rejections.ts'

export type { StockCountry } from './domain/calls/wire-shapes.ts'
export {
  intervals,
  orderTypes,
  sessionStates,
  stockCountries,
  ticketTypes,
  timesInForce,
} from './domain/calls/wire-shapes.ts'

export type Quote = z.output<typeof quoteShape>
export type InstrumentRow = z.output<typeof instrumentRowShape>
export type WireCandle = z.output<typeof candleShape>
export type Order = z.output<typeof orderShape>
export type Fill = z.output<typeof fillShape>
export type Position = z.output<typeof positionShape>
