export {
  type FormFacts as TicketFacts,
  type OrderSide as Side,
  receiptChecks,
  type TicketInput,
  type TicketType,
  type TicketVerdict,
  type TimeInForce,
  timesFor,
} from '@bolsillo/trading/domain'
export * from './coin-sums.ts'
export * from './fee-tiers.ts'
export * from './ticket.ts'
