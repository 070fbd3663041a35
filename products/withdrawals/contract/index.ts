import type { z } from '@bolsillo/contract'
import type { destinationShape, historyShape, quoteShape, timesShape, withdrawalShape } from './wire-shapes.ts'

// The calls of this room: destinations, withdrawals, and calls of ours in the same style.
export * from './destination-calls.ts'
export * from './rejections.ts'
export * from './withdrawal-calls.ts'

export type WireDestination = z.output<typeof destinationShape>
export type WireWithdrawal = z.output<typeof withdrawalShape>
export type WireQuote = z.output<typeof quoteShape>
export type WireTimes = z.output<typeof timesShape>
export type WireHistory = z.output<typeof historyShape>
