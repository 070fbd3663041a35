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
  type TicketType,
  type TicketVerdict,
  type TimeInForce,
} from '@bolsillo/trading/domain'

// Forms and receipts of every product are trading's; here they are those of coins.

/** How long an order of a type waits unless the form says: what may wait waits, in a market that never closes. */
export function usualTime(type: TicketType): TimeInForce {
  return type === 'market' ? 'ioc' : 'gtc'
}

/** Reads what the ticket call answered, with the newest quote the page has in place of the one it came with. */
export function ticketFactsOf(reply: FormReply, live: FormQuote | undefined = reply.quote): FormFacts {
  return formFactsOf('spot', reply, live)
}

/** Judges a form as the server will. */
export function judgeTicket(input: TicketInput, facts: FormFacts): TicketVerdict {
  return judgeForm('spot', { ...input, timeInForce: input.timeInForce ?? usualTime(input.type) }, facts)
}

/** What of a receipt does not add up; empty when everything does. */
export function failedChecks(
  receipt: Receipt,
  sha256: (text: string) => Promise<string>,
): Promise<readonly ReceiptCheck[]> {
  return failedChecksOf('spot', receipt, sha256)
}
