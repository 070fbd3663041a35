import { atMid } from '@bolsillo/conversion/domain'
import { writeGenerated } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { positions } from '../contract/index.ts'
import { holdingResult } from '../domain/index.ts'
import type { StocksDeps } from './deps.ts'
import { type Holding, loadHoldings } from './load-holdings.ts'
import { dollarRate } from './market-rates.ts'
import { writeIncome, writePosition } from './position-rows.ts'

/** What the customer owns, largest first (dollars counted in pesos), with sums. */
export const listPositions = useCase(positions, async ({ stockCountry }, { db, customer, now }, deps: StocksDeps) => {
  const { customerId } = customer
  const { holdings, currencies, total, todayGenerated } = await loadHoldings(deps, db, {
    customerId,
    now,
    stockCountry,
  })
  const sizeOf = inPesos(deps)
  const owned = holdings
    .filter(({ position }) => position.quantity > 0n)
    .map((holding) => ({ holding, size: sizeOf(holding) }))
    .sort((a, b) => (a.size === b.size ? 0 : a.size > b.size ? -1 : 1))
  return {
    rows: owned.map(({ holding }) => writePosition(holding, deps.market, deps.market.nowOf(holding.instrument.id))),
    currencies: currencies.map(writeIncome),
    ...(total === undefined ? {} : { total: writeIncome(total) }),
    ...writeGenerated(todayGenerated, deps.market.recordedSince()),
  }
})

/** What a holding is worth in pesos, for the order of the list only. */
function inPesos(deps: StocksDeps): (holding: Holding) => bigint {
  const rate = dollarRate(deps)
  return ({ instrument, facts }) => {
    const value = holdingResult(facts).value ?? facts.cost
    const isDollar = rate !== undefined && instrument.currency === rate.base.code
    return isDollar ? atMid({ minor: value, asset: rate.base }, rate, 'half-even').minor : value
  }
}
