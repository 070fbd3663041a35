import { reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { type Handler, onWrite } from '@bolsillo/server-kit'
import { writeBuyingPower } from '@bolsillo/trading/server'
import { convert as call, stocksRejections } from '../contract.ts'
import { loadCash, stockCurrencies } from './load-holdings.ts'
import type { StocksPorts } from './ports.ts'
import { writeConversion } from './quote-conversion.ts'

/** Executes a quoted conversion at exactly its amounts, as one journal entry; asked again it answers the same. */
export function convert(ports: StocksPorts): Handler {
  return onWrite(call, async ({ quoteId }, { tx, customer, now }) => {
    const { customerId } = customer
    const outcome = await ports.conversions.execute(tx, { customerId, quoteId }, now)
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
        const cash = await loadCash(ports, tx, customerId)
        return {
          conversion: writeConversion(outcome.quote),
          entryId: outcome.entryId,
          buyingPower: stockCurrencies.map((currency) => writeBuyingPower(currency, cash(currency))),
        }
      }
    }
  })
}
