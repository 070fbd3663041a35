import { assetProducts, formsOf } from '@bolsillo/trading/domain'

/** Forms and receipts of every product are trading's; here they are those of coins. */
export const coinForms = formsOf(assetProducts.spot)
export const { factsOf: ticketFactsOf, judge: judgeTicket } = coinForms
