import type { z } from '@bolsillo/contract'
import type {
  destinationShape,
  historyShape,
  quoteShape,
  timesShape,
  withdrawalShape,
} from './domain/calls/wire-shapes.ts'

// The calls of this room: destinations, withdrawals, and calls of ours in the same style.
export * from './domain/calls/destination-contract.ts'
export * from './domain/calls/rejections.ts'
export * from './domain/calls/withdrawal-contract.ts'

export type WireDestination = z.output<typeof destinationShape>
export type WireWithdrawal = z.output<typeof withdrawalShape>
export type WireQuote = z.output<typeof quoteShape>
export type WireTimes = z.output<typeof timesShape>
export type WireHistory = z.output<typeof historyShape>
