import {
  type FormFacts,
  type FormQuote,
  type FormReply,
  failedChecks as failedChecksOf,
  formFactsOf,
  judgeForm,
  type Receipt,
  type ReceiptCheck,
  type TicketInput,
  type TicketVerdict,
} from '@bolsillo/trading/domain'

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

/** Reads what the ticket call answered, with the newest quote the page has in place of the one it came with. */
export function ticketFactsOf(reply: FormReply, live: FormQuote | undefined = reply.quote): TicketFacts {
  return formFactsOf('stock', reply, live)
}

/** Judges a form as the server will. */
export function judgeTicket(input: TicketInput, facts: TicketFacts): TicketVerdict {
  return judgeForm('stock', input, facts)
}

/** What of a receipt does not add up; empty when everything does. */
export function failedChecks(
  receipt: Receipt,
  sha256: (text: string) => Promise<string>,
): Promise<readonly ReceiptCheck[]> {
  return failedChecksOf('stock', receipt, sha256)
}
