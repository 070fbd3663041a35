import { assetProducts, type FormFacts, formsOf } from '@bolsillo/trading/domain'

// Forms and receipts of every product are trading's; here they are those of shares.
export {
  estimate,
  expectedPrice,
  largestPurchase,
  type OrderSide as Side,
  partOf,
  pricesOf,
  receiptChecks,
  sharesFor,
  type Ticket,
  type TicketInput,
  type TicketType as OrderType,
  type TicketVerdict,
  type TimeInForce,
  timesFor,
} from '@bolsillo/trading/domain'

export type TicketFacts = FormFacts

export const { factsOf: ticketFactsOf, judge: judgeTicket, failedChecks } = formsOf(assetProducts.stock)
