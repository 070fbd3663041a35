import { type Asset, currencies, type Id, type Instant, plusMs, quantityOf } from '@bolsillo/kernel'
import { type Balance, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { dayStart, type Generated, generatedOf, type Instrument, tradeDateOf } from '@bolsillo/market/domain'
import type { Db } from '@bolsillo/server-kit'
import type { Fill } from '@bolsillo/trading/domain'
import type { PositionView } from '@bolsillo/trading/server'
import { tradedInstrument } from '@bolsillo/trading/server'
import type { StockCountry } from '../contract/index.ts'
import { type HoldingFacts, type Income, incomeInOne, incomeOf } from '../domain/index.ts'
import type { StocksDeps } from './deps.ts'
import { dollarRate } from './market-rates.ts'
import { stockCountryOf } from './market-rows.ts'

/** A position with its instrument and what its result is made of. */
export interface Holding {
  readonly instrument: Instrument
  readonly position: PositionView
  readonly facts: HoldingFacts
}

/** Everything a customer holds or held, with cash, summed by currency and in pesos. */
export interface Holdings {
  readonly holdings: readonly Holding[]
  readonly currencies: readonly Income[]
  /** Both currencies in pesos; undefined while there is no price of the dollar, or when one market was asked for. */
  readonly total: Income | undefined
  /** How many of the closes that today's results are counted from were generated. */
  readonly todayGenerated: Generated | undefined
}

/** Currencies stocks are traded in, the home currency first. */
export const stockCurrencies: readonly Asset[] = [currencies.MXN, currencies.USD]

/** The currency a market is traded in. */
export const currencyOf = (stockCountry: StockCountry): Asset =>
  stockCountry === 'IN' ? currencies.MXN : currencies.USD

/** What a customer may spend in each currency, as the ledger has it. */
export async function loadCash(
  { ledger }: StocksDeps,
  db: Db,
  customerId: Id<'cus'>,
): Promise<(asset: Asset) => Balance> {
  const accounts = stockCurrencies.map(({ code }) => customerAccount(customerId, 'stock', code))
  const balances = await ledger.balances(db, accounts)
  return ({ code }) => balances.get(customerAccount(customerId, 'stock', code)) ?? emptyBalance
}

/** Loads a customer's holdings, closed ones included, of one market or of all. */
export async function loadHoldings(
  deps: StocksDeps,
  db: Db,
  who: { readonly customerId: Id<'cus'>; readonly now: Instant; readonly stockCountry?: StockCountry | undefined },
): Promise<Holdings> {
  const { customerId, now, stockCountry } = who
  const [positions, cash, fills] = await Promise.all([
    deps.trading.positions(db, customerId, { at: now, closed: true }),
    loadCash(deps, db, customerId),
    loadFillsOfToday(deps, db, customerId, now),
  ])
  const allotted = await loadAllotted(deps, db, customerId, positions, now)
  const holdings = positions
    .map((position) => ({ instrument: tradedInstrument(position.instrumentId), position }))
    .filter(({ instrument }) => stockCountry === undefined || stockCountryOf(instrument) === stockCountry)
    .map((held) => ({ ...held, facts: factsOf(held.instrument, held.position, { fills, allotted }, deps) }))
  const wanted = stockCountry === undefined ? stockCurrencies : [currencyOf(stockCountry)]
  const incomes = wanted.map((currency) =>
    incomeOf(
      currency,
      cash(currency),
      holdings.filter(({ instrument }) => instrument.currency === currency.code).map(({ facts }) => facts),
    ),
  )
  const rate = stockCountry === undefined ? dollarRate(deps) : undefined
  const total = rate === undefined ? undefined : incomeInOne(incomes, rate)
  return { holdings, currencies: incomes, total, todayGenerated: todayGenerated(holdings, deps) }
}

/** Only what was held at the previous close is counted from it. */
function todayGenerated(holdings: readonly Holding[], { market }: StocksDeps): Generated | undefined {
  const marks = holdings
    .filter(({ facts }) => facts.quantity - facts.bought.quantity + facts.sold.quantity > 0n)
    .map(({ instrument }): Generated | undefined => {
      const day = market.day(instrument.id)
      return day?.isPreviousCloseGenerated === true || day?.generated === 'whole' ? 'whole' : undefined
    })
  return marks.length === 0 ? undefined : marks.reduce(generatedOf)
}

/** When the trade date an instrument is in began. */
function todayOf(instrument: Instrument, deps: StocksDeps): Instant {
  return dayStart(instrument.calendar, tradeDateOf(instrument.calendar, deps.market.nowOf(instrument.id)))
}

// A customer who trades more than this in two days sees today's change of the rest against the previous close only.
const fillsMax = 2_000
const twoDaysMs = 2 * 86_400_000

/** Fills that may belong to today in any calendar. */
async function loadFillsOfToday(
  { trading }: StocksDeps,
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
): Promise<readonly Fill[]> {
  const { rows } = await trading.listFills(db, customerId, { since: plusMs(now, -twoDaysMs), limit: fillsMax })
  return rows
}

/** Shares that came by an offering: no fill is of them. */
interface AllottedShares {
  readonly instrumentId: string
  readonly at: Instant
  readonly units: bigint
  readonly paid: bigint
}

/** What was allotted lately. The journal is asked only where a position changed lately. */
async function loadAllotted(
  { ledger }: StocksDeps,
  db: Db,
  customerId: Id<'cus'>,
  positions: readonly PositionView[],
  now: Instant,
): Promise<readonly AllottedShares[]> {
  const since = plusMs(now, -twoDaysMs)
  if (!positions.some(({ updatedAt }) => updatedAt >= since)) return []
  const moved = (await ledger.postingsOfCustomer(db, customerId, since)).filter(
    ({ kind }) => kind === 'stock-allotment',
  )
  return moved
    .filter(({ asset }) => asset.startsWith('STK:'))
    .map(({ seq, at, asset, posted }) => ({
      ...{ instrumentId: asset.slice('STK:'.length), at, units: posted },
      paid: moved.reduce((sum, one) => (one.seq === seq && one.asset !== asset ? sum - one.posted : sum), 0n),
    }))
}

function factsOf(
  instrument: Instrument,
  position: PositionView,
  { fills, allotted }: { readonly fills: readonly Fill[]; readonly allotted: readonly AllottedShares[] },
  deps: StocksDeps,
): HoldingFacts {
  const day = deps.market.day(instrument.id)
  const since = todayOf(instrument, deps)
  const ofToday = fills.filter((fill) => fill.instrumentId === instrument.id && fill.at >= since)
  const bought = ofToday.filter(({ side }) => side === 'buy')
  const sold = ofToday.filter(({ side }) => side === 'sell')
  const given = allotted.filter((one) => one.instrumentId === instrument.id && one.at >= since)
  const sum = <Row>(rows: readonly Row[], pick: (row: Row) => bigint): bigint =>
    rows.reduce((total, row) => total + pick(row), 0n)
  return {
    scale: instrument.scale,
    quantity: position.quantity,
    cost: position.cost.minor,
    realised: position.realised.minor,
    fees: position.fees.minor,
    vat: position.vat.minor,
    last: day?.last,
    previousClose: day?.previousClose,
    bought: {
      quantity: quantityOf(sum(bought, ({ quantity }) => quantity) + sum(given, ({ units }) => units)),
      paid:
        sum(bought, ({ amount, fee, vat }) => amount.minor + fee.minor + vat.minor) + sum(given, ({ paid }) => paid),
    },
    sold: {
      quantity: quantityOf(sum(sold, ({ quantity }) => quantity)),
      received: sum(sold, ({ amount, fee, vat }) => amount.minor - fee.minor - vat.minor),
    },
  }
}
