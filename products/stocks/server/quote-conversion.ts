import type { ConversionQuote } from '@bolsillo/conversion/server'
import { currencies, decimalUnits, present, readMoney, reject, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { quoteConversion as call, stocksRejections } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'

/** What one offer may give, in its own currency. */
const targetMin = '1.00'
const targetMax = '1000000.00'

/** Offers to give exactly an amount of the currency that is short, from the other one. Good for ten seconds. */
export const quoteConversion = useCase(
  call,
  async ({ sourceCurrency, targetCurrency, targetAmount }, { tx, customer, now }, { conversions }: StocksDeps) => {
    const { customerId } = customer
    if (sourceCurrency === targetCurrency) return reject(stocksRejections.conversionSame, { field: 'targetCurrency' })
    const [source, target] = [currencies[sourceCurrency], currencies[targetCurrency]]
    const reading = readMoney(targetAmount, target)
    const minor = reading.kind === 'value' ? reading.money.minor : 0n
    if (minor < decimalUnits(targetMin, target.scale) || minor > decimalUnits(targetMax, target.scale)) {
      return reject(stocksRejections.conversionAmount, {
        field: 'targetAmount',
        values: { min: `${targetMin} ${target.code}`, max: `${targetMax} ${target.code}` },
      })
    }
    const wish = { customerId, purse: 'stock', source, target, exact: 'target', minor } as const
    const outcome = await conversions.quote(tx, wish, now)
    return outcome.kind === 'quoted' ? writeConversion(outcome.quote) : reject(stocksRejections.conversionUnavailable)
  },
)

/** An offer as the wire has it: exact amounts and every input they were made from. */
export function writeConversion(quote: ConversionQuote) {
  const tick = present(quote.ticks[0], 'the price behind a quote')
  return {
    quoteId: quote.quoteId,
    sourceCurrency: quote.source.asset.code,
    sourceAmount: writeMoney(quote.source),
    targetCurrency: quote.target.asset.code,
    targetAmount: writeMoney(quote.target),
    mid: writeDecimal(quote.mid, quote.midScale),
    midSource: tick.source,
    midSequence: Number(tick.sequence),
    midAt: tick.at,
    spreadBps: Number(quote.spreadBps),
    charge: writeMoney(quote.charge),
    rounding: writeMoney(quote.rounding),
    expiresAt: quote.expiresAt,
  }
}
