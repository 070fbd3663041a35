import { decimalUnits, divide, writeDecimal } from '@bolsillo/kernel'

// Every currency of this house has cents.
const currencyScale = 2

/** One decimal amount less another of the same currency, as text. */
export function amountLess(amount: string, less: string): string {
  return writeDecimal(decimalUnits(amount, currencyScale) - decimalUnits(less, currencyScale), currencyScale)
}

const rateScale = 4

/** What a conversion comes to in pesos for a dollar, spread included, four decimals: what a customer really pays or gets. */
export function conversionRate(offer: {
  readonly sourceCurrency: string
  readonly sourceAmount: string
  readonly targetAmount: string
}): string {
  const [source, target] = [
    decimalUnits(offer.sourceAmount, currencyScale),
    decimalUnits(offer.targetAmount, currencyScale),
  ]
  const [pesos, dollars] = offer.sourceCurrency === 'MXN' ? [source, target] : [target, source]
  return writeDecimal(dollars === 0n ? 0n : divide(pesos * 10_000n, dollars, 'half-even'), rateScale)
}
