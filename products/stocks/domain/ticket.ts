import { assetProducts, formsOf } from '@bolsillo/trading/domain'

/** Forms and receipts of every product are trading's; here they are those of shares. */
export const shareForms = formsOf(assetProducts.stock)
