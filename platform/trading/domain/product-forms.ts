import type { Sha256 } from '@bolsillo/ledger/domain'
import {
  type FormFacts,
  type FormQuote,
  type FormReply,
  formFactsOf,
  judgeForm,
  type TicketVerdict,
} from './form-facts.ts'
import type { TicketInput } from './order-form.ts'
import { failedChecks, type Receipt, type ReceiptCheck } from './receipt-check.ts'
import type { AssetProduct } from './traded-instrument.ts'

/** Forms and receipts of one product. */
export interface ProductForms {
  readonly product: AssetProduct
  /** Reads what the ticket call answered, with the newest quote the page has in place of the one it came with. */
  readonly factsOf: (reply: FormReply, live?: FormQuote) => FormFacts
  /** Judges a form as the server will. */
  readonly judge: (input: TicketInput, facts: FormFacts) => TicketVerdict
  /** What of a receipt does not add up; empty when everything does. */
  readonly failedChecks: (receipt: Receipt, sha256: Sha256) => Promise<readonly ReceiptCheck[]>
}

/** The forms and receipts every product of assets has, for one of them. */
export function formsOf(product: AssetProduct): ProductForms {
  return {
    product,
    factsOf: (reply, live = reply.quote) => formFactsOf(product, reply, live),
    judge: (input, facts) =>
      judgeForm(product.name, { ...input, timeInForce: input.timeInForce ?? product.usualTime(input.type) }, facts),
    failedChecks: (receipt, sha256) => failedChecks(product, receipt, sha256),
  }
}
