import type { z } from '@bolsillo/contract'
import { type Instant, money, shareBps, writeDecimal, writeMoney, writePercent } from '@bolsillo/kernel'
import { type MarketState, priceDecimals, quoteNow, writeQuantity } from '@bolsillo/market/domain'
import { writeAverageCost } from '@bolsillo/trading/server'
import { type Position, stockCountries } from '../contract/index.ts'
import type { incomeShape } from '../contract/wire-shapes.ts'
import { holdingResult, type Income } from '../domain/index.ts'
import type { Holding } from './load-holdings.ts'
import { stockCountryOf } from './market-rows.ts'

/** A position as the wire has it, valued at the last price. */
export function writePosition({ instrument, position, facts }: Holding, market: MarketState, now: Instant): Position {
  const result = holdingResult(facts)
  const { quote } = instrument.scale
  const amount = (name: string, minor: bigint | undefined) =>
    minor === undefined ? {} : { [name]: writeDecimal(minor, quote.scale) }
  const percent = (name: string, bps: bigint | undefined) => (bps === undefined ? {} : { [name]: writePercent(bps) })
  const wireQuote = quoteNow(instrument, market, now)
  const country = stockCountryOf(instrument)
  return {
    symbol: instrument.id,
    ticker: instrument.ticker,
    name: instrument.name,
    stockCountry: country === 'XX' ? stockCountries[0] : country,
    currency: instrument.currency,
    priceDecimals: priceDecimals(instrument, facts.last ?? instrument.referencePrice),
    quantity: writeQuantity(position.quantity, instrument),
    sellable: writeQuantity(position.sellable, instrument),
    held: writeQuantity(position.held, instrument),
    locked: writeQuantity(position.locked, instrument),
    locks: position.locks.map(({ quantity, sellableAt }) => ({
      quantity: writeQuantity(quantity, instrument),
      sellableAt,
    })),
    unsettled: writeQuantity(position.unsettled, instrument),
    averageCost: writeAverageCost(position.cost, position.quantity, instrument),
    cost: writeMoney(position.cost),
    ...amount('value', result.value),
    ...amount('unrealised', result.unrealised),
    ...percent('unrealisedPercent', result.unrealisedBps),
    ...amount('today', result.today),
    ...percent('todayPercent', result.todayBps),
    realised: writeMoney(position.realised),
    ...(wireQuote === undefined ? {} : { quote: wireQuote }),
  }
}

/** Sums of a currency as the wire has them. */
export function writeIncome(income: Income): z.output<typeof incomeShape> {
  const text = (minor: bigint): string => writeMoney(money(minor, income.currency))
  return {
    currency: income.currency.code,
    cash: text(income.cash),
    cashHeld: text(income.cashHeld),
    value: text(income.value),
    cost: text(income.cost),
    unrealised: text(income.unrealised),
    realised: text(income.realised),
    fees: text(income.fees),
    vat: text(income.vat),
    today: text(income.today),
    todayPercent: writePercent(shareBps(income.today, income.todayBase)),
  }
}
