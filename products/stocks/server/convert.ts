import { reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { writeBuyingPower } from '@bolsillo/trading/server'
import { convert as call, stocksRejections } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { loadCash, stockCurrencies } from './load-holdings.ts'
import { writeConversion } from './quote-conversion.ts'

/** Executes a quoted conversion at exactly its amounts, as one journal entry; asked again it answers the same. */
export const convert = useCase(call, async ({ quoteId }, { tx, customer, now }, deps: StocksDeps) => {
  const { customerId } = customer
  const outcome = await deps.conversions.execute(tx, { customerId, quoteId }, now)
  switch (outcome.kind) {
    case 'unknown':
      return reject(stocksRejections.conversionUnknown, { field: 'quoteId' })
    case 'expired':
      return reject(stocksRejections.conversionExpired, { field: 'quoteId' })
    case 'insufficient': {
      const values = { short: writeMoneyAndCode(outcome.short), available: writeMoneyAndCode(outcome.available) }
      return reject(stocksRejections.conversionFunds, { values })
    }
    case 'unavailable':
      return reject(stocksRejections.conversionWaits)
    case 'executed': {
      const cash = await loadCash(deps, tx, customerId)
      return {
        conversion: writeConversion(outcome.quote),
        entryId: outcome.entryId,
        buyingPower: stockCurrencies.map((currency) => writeBuyingPower(currency, cash(currency))),
      }
    }
  }
})
