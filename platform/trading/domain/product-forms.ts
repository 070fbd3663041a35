import {
  type FormFacts,
  type FormQuote,
  type FormReply,
  formFactsOf,
  judgeForm,
  type TicketVerdict,
} from './form-facts.ts'
import type { TicketInput } from './order-form.ts'
import type { AssetProduct } from './traded-instrument.ts'

/** Forms of one product. */
export interface ProductForms {
  readonly product: AssetProduct
  /** Reads what the ticket call answered, with the newest quote the page has in place of the one it came with. */
  readonly factsOf: (reply: FormReply, live?: FormQuote) => FormFacts
  /** Judges a form as the server will. */
  readonly judge: (input: TicketInput, facts: FormFacts) => TicketVerdict
}

/** The forms every product of assets has, for one of them. */
export function formsOf(product: AssetProduct): ProductForms {
  return {
    product,
    factsOf: (reply, live = reply.quote) => formFactsOf(product, reply, live),
    judge: (input, facts) =>
      judgeForm(product.name, { ...input, timeInForce: input.timeInForce ?? product.usualTime(input.type) }, facts),
  }
}
