import {
  assetProducts,
  type FormFacts,
  formsOf,
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

const forms = formsOf(assetProducts.spot)
export const { factsOf: ticketFactsOf, failedChecks } = forms

/** Judges a form as the server will. */
export function judgeTicket(input: TicketInput, facts: FormFacts): TicketVerdict {
  return forms.judge({ ...input, timeInForce: input.timeInForce ?? usualTime(input.type) }, facts)
}
