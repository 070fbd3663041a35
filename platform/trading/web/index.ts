// What every product shows of orders: rows, lists, one order with its life, the password of a ticket, its outcome.
export { FillRow } from './fill-row.tsx'
export { InstrumentPage, type InstrumentPageProps, LoadedInstrument } from './instrument-page.tsx'
export { MoveOrder, MoveSheet, type MoveSheetProps } from './move-sheet.tsx'
export { type Cancelling, isOpenOrder, OneOrder, type OneOrderProps } from './one-order.tsx'
export { OpenOrders, openOrdersShown, ProductOrders } from './open-orders.tsx'
export { OrderList, type OrderListProps } from './order-list.tsx'
export {
  type Authorise,
  type OrderPassword,
  PasswordPart,
  type SharedSheet,
  useOrderPassword,
} from './order-password.tsx'
export { OrderRow, OrderState, useOrderLine } from './order-row.tsx'
export { OrdersPage, type OrdersPageProps } from './orders-page.tsx'
export { type OwnOnChart, useOwnOnChart } from './own-on-chart.ts'
export { OwnPanel } from './own-panel.tsx'
export { AllOrders, type ListedProduct } from './owned/all-orders.tsx'
export { HoldingStrip, type HoldingStripProps } from './owned/holding-strip.tsx'
export { permittedTicket, type TicketProps, TradeButtons, type WhenRestricted } from './permission.tsx'
export { PositionButton, PositionTab, type PositionTabProps } from './position-tab.tsx'
export { type OwnRefusal, ownRefusals, useRefusalText } from './refusal-text.ts'
export { ResultStep, type ResultStepProps } from './result-step.tsx'
export type { ShownFill, ShownOrder, ShownOrderDetails, TradingAddresses } from './shown-order.ts'
export { useBeforeReview } from './ticket/before-review.tsx'
export { BookLines, type BookLinesProps } from './ticket/book-lines.tsx'
export { IdentityNote } from './ticket/form-step.tsx'
export { OrderTicket, type OrderTicketProps } from './ticket/order-ticket.tsx'
export { PartChips } from './ticket/part-chips.tsx'
export { ReviewSheet, type Sending, sendingOf } from './ticket/review-sheet.tsx'
export { SignInSheet } from './ticket/sign-in-sheet.tsx'
export { type TicketState, useTicketForm } from './ticket/ticket-form.ts'
export { rememberType, useKeptForm, usualType } from './ticket/use-kept-form.ts'
export { useVisibleBook } from './ticket/use-visible-book.ts'
export { TradeDesk, type TradeDeskProps } from './trade-desk.tsx'
export { TradeTab, type TradeTabProps } from './trade-tab.tsx'
export type { TicketWords, TradingProduct } from './trading-product.ts'
export { ordersOnChart, useOwnTrades } from './use-own-trades.ts'
