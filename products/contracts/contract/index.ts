import type { z } from '@bolsillo/contract'
import type {
  contractFillShape,
  contractOrderShape,
  contractPositionShape,
  contractShape,
  exactPositionShape,
  fundingPaymentShape,
  fundingRowShape,
  liquidationReceiptShape,
  liquidationRowShape,
  marginAccountShape,
  markShape,
  outcomeShape,
  positionBookingShape,
  suitabilityShape,
} from './wire-shapes.ts'

// The calls of this room: orders and positions as the specification lists them, and calls of ours in the same style.
export * from './order-calls.ts'
export * from './own-calls.ts'
export * from './rejections.ts'
export { contractOrderTypes, contractTimesInForce, orderCauses, positionSides } from './wire-shapes.ts'

export type WireContract = z.output<typeof contractShape>
export type WireMark = z.output<typeof markShape>
export type WireContractPosition = z.output<typeof contractPositionShape>
export type WireExactPosition = z.output<typeof exactPositionShape>
export type WireContractOrder = z.output<typeof contractOrderShape>
export type WireContractFill = z.output<typeof contractFillShape>
export type WireMarginAccount = z.output<typeof marginAccountShape>
export type WireFundingRow = z.output<typeof fundingRowShape>
export type WirePositionBooking = z.output<typeof positionBookingShape>
export type WireFundingPayment = z.output<typeof fundingPaymentShape>
export type WireLiquidation = z.output<typeof liquidationRowShape>
export type WireLiquidationReceipt = z.output<typeof liquidationReceiptShape>
export type WireOutcome = z.output<typeof outcomeShape>
export type WireSuitability = z.output<typeof suitabilityShape>
