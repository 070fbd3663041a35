import {
  currencies,
  type Id,
  idsFrom,
  instant,
  powerOfTen,
  quantityOf,
  type Rng,
  seededRng,
  systemClock,
} from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import { type Instrument, instruments, sellableAt, settlesAt, tradeDateOf } from '@bolsillo/market/domain'
import type { Log, Services, Sql } from '@bolsillo/server-kit'
import { signInCustomers } from '@bolsillo/test-kit'
import { createBookVenue, fixtureMarket, settingDefaults } from '@bolsillo/trading/fixtures'
import { createTrading, type PastTrade } from '@bolsillo/trading/server'
import { fillPool, grantMoney } from '../practice-money.ts'

/** A customer who is signed in, has money, owns one share and may place orders without typing the trade password. */
export interface Trader {
  readonly customerId: Id<'cus'>
  readonly token: string
  /** The instrument they own and trade. */
  readonly symbol: string
}

const instrumentCount = 50
const cashMinor = 10n ** 11n
const sharesEach = 100_000n
const monthMs = 30 * 86_400_000
/** Customers per transaction: as many as a desk's batch, so that its blocks are of the usual size. */
const rowsAtOnce = 250

/** The instruments the crowd trades: the first that can be traded at all, Mexican and US ones. */
export const crowdInstruments: readonly Instrument[] = instruments
  .filter(({ kind }) => kind === 'stock')
  .slice(0, instrumentCount)

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Puts a crowd of traders into the database of a running server, beside what is there. Identities are written as rows;
 * money and shares by the product's own ledger and its own record of past trades, so that the books still verify.
 */
export async function createCrowd(owner: Sql, sql: Sql, count: number, seed = 11): Promise<readonly Trader[]> {
  const rng = seededRng(seed, 'crowd')
  const services: Services = {
    clock: systemClock,
    ids: idsFrom(systemClock, rng),
    rng,
    sql,
    log: silent,
    mode: 'SIM',
    secret: () => new Uint8Array(32),
  }
  const customers = await signInCustomers(owner, count, { label: 'crowd', rng })
  const traders = customers.map((customer, at): Trader => {
    const symbol = crowdInstruments[at % crowdInstruments.length]?.id ?? ''
    return { ...customer, symbol }
  })
  await fillPool(services, BigInt(count) * cashMinor)
  for (let from = 0; from < count; from += rowsAtOnce) {
    const part = traders.slice(from, from + rowsAtOnce)
    await giveMoneyAndShares(services, part, rng)
  }
  return traders
}

async function giveMoneyAndShares(services: Services, traders: readonly Trader[], rng: Rng): Promise<void> {
  const ledger = createLedger()
  const market = fixtureMarket(crowdInstruments, {})
  const { trading } = createTrading({
    services: { ...services, rng },
    ledger,
    settings: settingDefaults,
    // Shares of the past are sellable and settled by their exchanges' own calendars.
    facts: {
      ...market.facts,
      sellableAt: (id, at) => sellableAt(instrumentNamed(id), at),
      settlesOn: (id, at) => settlesAt(instrumentNamed(id), at),
      tradeDateOf: (id, at) => tradeDateOf(instrumentNamed(id).calendar, at),
    },
    feed: market.feed,
    venues: [
      createBookVenue({ id: 'simulated', clock: systemClock, instrumentIds: crowdInstruments.map(({ id }) => id) }),
    ],
  })
  const assetOf = (symbol: string) => (instrumentNamed(symbol).currency === 'MXN' ? currencies.MXN : currencies.USD)
  await grantMoney(
    services,
    traders.map(({ customerId, symbol }) => ({ customerId, asset: assetOf(symbol) })),
    cashMinor,
  )
  const longAgo = instant(services.clock.now() - monthMs)
  const purchases = traders.map(({ customerId, symbol }): PastTrade => {
    const { referencePrice, scale } = instrumentNamed(symbol)
    return {
      orderId: services.ids.next('ord'),
      customerId,
      instrumentId: symbol,
      side: 'buy',
      quantity: quantityOf(sharesEach * powerOfTen(scale.quantityScale)),
      price: referencePrice,
      sequence: 1,
      at: longAgo,
    }
  })
  await trading.recordHistory(purchases)
}

function instrumentNamed(symbol: string): Instrument {
  const found = crowdInstruments.find(({ id }) => id === symbol)
  if (found === undefined) throw new Error(`the crowd does not trade ${symbol}`)
  return found
}
