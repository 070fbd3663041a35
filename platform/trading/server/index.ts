export { createTrading } from './create-trading.ts'
export type { Desk, DeskStatus } from './desk/desk.ts'
export { deskLimits } from './desk/desk.ts'
export type { ActHands, DeskAct } from './desk/desk-act.ts'
export type { DeskProduct, FactsChange } from './desk/desk-product.ts'
export type { DeskWorld } from './desk/desk-world.ts'
export {
  authorisationEvents,
  createOrderAuthorisations,
  type OrderAuthorisations,
} from './orders/order-authorisations.ts'
export * from './orders/order-form-reply.ts'
export * from './orders/order-replies.ts'
export { type OrderDeps, orderUseCases } from './orders/order-use-cases.ts'
export {
  type OpeningLimits,
  type PlacingProduct,
  passwordRefusal,
  placeForm,
  type TradePasswords,
} from './orders/place-form.ts'
export { type ReplaceForm, type ReplaceProduct, replaceFor } from './orders/replace-form.ts'
export * from './orders/wire-rows.ts'
export { resultsSince } from './rows/results-store.ts'
export { tradingRows } from './rows/trading-rows.ts'
export { orderLimits, tradingSettings } from './settings.ts'
export * from './trading.ts'
