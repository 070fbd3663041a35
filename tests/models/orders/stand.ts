import { type Id, type Instant, plusMs, priceOf, quantityOf } from '@bolsillo/kernel'
import { accountId, available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import type { Setting, ValueOf } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import { scheduleOf } from '@bolsillo/spot/domain'
import { createFeeTiers } from '@bolsillo/spot/server'
import { testDatabase, testServices } from '@bolsillo/test-kit'
import type { MarketFacts, TradedInstrument } from '@bolsillo/trading/domain'
import { apple, createBookVenue, fixtureMarket, settingDefaults, settleDesk, walmex } from '@bolsillo/trading/fixtures'
import { createTrading, tradingOf } from '@bolsillo/trading/server'
import { faultySql, noFaults } from './faulty-sql.ts'
import type { Schedule, Spec } from './rules.ts'
import type { Tier } from './tiers.ts'

const bitcoin: TradedInstrument = {
  id: 'BTC-USDT',
  country: 'XX',
  kind: 'coin',
  asset: { code: 'BTC', scale: 8 },
  scale: { priceScale: 2, quantityScale: 8, quote: { code: 'USDT', scale: 6 } },
  ticks: [{ from: priceOf(0n), tick: 10n }],
  lot: quantityOf(1n),
  fractional: false,
  quantityMin: quantityOf(1_000n),
  quantityMax: quantityOf(10_000_000_000n),
  listed: true,
}
/** A share in lots of ten, of which people have odd numbers. */
const inLots: TradedInstrument = {
  ...walmex,
  id: 'LOTES.MX',
  asset: { code: 'STK:LOTES.MX', scale: 0 },
  lot: quantityOf(10n),
  quantityMin: quantityOf(10n),
}
const instruments = [walmex, inLots, apple, bitcoin]
const startPrices = { [walmex.id]: 6000n, [inLots.id]: 1500n, [apple.id]: 2_000_000n, [bitcoin.id]: 9_000_000n }
const lockMs = 86_400_000

const specOf = (
  { id, asset, scale, ticks, lot, fractional, quantityMin, quantityMax }: TradedInstrument,
  more: Pick<Spec, 'purse' | 'lockMs' | 'amountMin' | 'amountMax'>,
): Spec => ({
  id,
  base: asset.code,
  quote: scale.quote.code,
  factor: 10n ** BigInt(scale.priceScale + scale.quantityScale - scale.quote.scale),
  tick: ticks[0]?.tick ?? 1n,
  lot,
  fractional,
  min: quantityMin,
  max: quantityMax,
  ...more,
})

/** What is traded, as the model knows it; the bounds of amounts are the standard ones of the settings. */
export const specs: readonly Spec[] = [
  specOf(walmex, { purse: 'stock', lockMs, amountMin: 1_000n, amountMax: 2_000_000_000n }),
  specOf(inLots, { purse: 'stock', lockMs, amountMin: 1_000n, amountMax: 2_000_000_000n }),
  specOf(apple, { purse: 'stock', lockMs, amountMin: 100n, amountMax: 100_000_000n }),
  specOf(bitcoin, { purse: 'coin', lockMs: 0, amountMin: 1_000_000n, amountMax: 5_000_000_000_000n }),
]

/** The schedules published for shares. */
export const schedulesOf: Readonly<Record<string, Schedule>> = {
  [walmex.id]: { name: 'mx-2024', takerBps: 25n, makerBps: 25n, feeMin: 0n, vatBps: 1600n },
  [inLots.id]: { name: 'mx-2024', takerBps: 25n, makerBps: 25n, feeMin: 0n, vatBps: 1600n },
  [apple.id]: { name: 'us-2024', takerBps: 25n, makerBps: 25n, feeMin: 10n, vatBps: 1600n },
}

/** The tiers of coins, set so low that what a customer trades within a day or two changes theirs. */
export const tiers: readonly Tier[] = [
  { from: 0n, makerBps: 20n, takerBps: 30n },
  { from: 20n, makerBps: 16n, takerBps: 25n },
  { from: 60n, makerBps: 12n, takerBps: 20n },
  { from: 200n, makerBps: 8n, takerBps: 15n },
  { from: 600n, makerBps: 5n, takerBps: 10n },
  { from: 2_000n, makerBps: 2n, takerBps: 6n },
]

const volumesSet = new Map(tiers.map(({ from }, tier) => [`spot.tier-${tier}-volume`, Number(from)]))

/** Settings that were never changed, but for where the tiers begin. */
const settings: Settings = {
  get: <S extends Setting>(setting: S): ValueOf<S> =>
    (volumesSet.get(setting.key) as ValueOf<S> | undefined) ?? settingDefaults.get(setting),
}

/** What an order of a tier follows. */
export const scheduleOfTier = ({ takerBps, makerBps }: Tier): Schedule => ({
  ...{ name: `tier-USDT-${takerBps}-${makerBps}-1600`, takerBps, makerBps },
  ...{ feeMin: 0n, vatBps: 1600n },
})

/** A market whose instruments stop trading one by one, or wait for their opening. */
function turningMarket(whole: MarketFacts) {
  const states = new Map<string, 'halted' | 'closed' | 'pre'>()
  /** When those that are before their opening open. */
  const openings = new Map<string, Instant>()
  const facts: MarketFacts = {
    ...whole,
    stateAt: (id) => states.get(id) ?? 'continuous',
    nextOpen: (id, at) => openings.get(id) ?? plusMs(at, lockMs),
    sellableAt: (id, at) => (id === bitcoin.id ? at : plusMs(at, lockMs)),
  }
  return { states, openings, facts }
}

/** A real desk, ledger and PostgreSQL, with a venue of plain books. */
export type Stand = Awaited<ReturnType<typeof openStand>>

export async function openStand(seed: number) {
  const database = await testDatabase({ connectionsMax: 8 })
  const clock = testServices({ sql: database.sql }).clock
  const market = fixtureMarket(instruments, startPrices)
  const ledger = createLedger()
  const { ids } = testServices({ sql: database.sql, clock, seed })
  let sequence = 0
  const { facts, ...turns } = turningMarket(market.facts)
  const start = async () => {
    // The sequence of a market goes on over restarts: a fill names its place in it.
    sequence += 1_000_000
    const faults = noFaults()
    const services = { ...testServices({ sql: faultySql(database.sql, faults), clock }), ids }
    const venue = createBookVenue({ id: 'simulated', clock, instrumentIds: instruments.map(({ id }) => id) })
    for (const { id } of instruments) venue.book(id).setSequence(sequence)
    const made = createTrading({
      services,
      ledger,
      settings,
      facts,
      feed: market.feed,
      venues: [venue],
      custodian: 'venue-simulated',
    })
    await made.desk.start()
    const feeTiers = createFeeTiers({
      trading: tradingOf(made.trading, 'spot'),
      ...{ settings, instruments: [], market: { day: () => undefined, quote: () => undefined } },
    })
    /** The schedule the product gives an order of this customer. */
    const scheduleNow = async (customerId: Id<'cus'>): Promise<string> => {
      const { tier } = await feeTiers.of(database.sql, customerId, clock.now())
      return scheduleOf(tier, 'USDT', 1600n).id
    }
    return { ...made, venue, faults, services, scheduleNow, settle: () => settleDesk(made.desk) }
  }
  const grant = async (customerId: Id<'cus'>, purse: 'stock' | 'coin', asset: string, units: bigint) => {
    if (units === 0n) return
    await transaction(database.sql, (tx) =>
      ledger.post(tx, [grantEntry({ ids, clock }, customerAccount(customerId, purse, asset), units)]),
    )
  }
  /** Moves money in, or out where it is free; as any room does, in a transaction of its own. @returns whether it did. */
  const move = (customerId: Id<'cus'>, { purse, quote }: Spec, units: bigint): Promise<boolean> =>
    transaction(database.sql, async (tx) => {
      const account = customerAccount(customerId, purse, quote)
      const balances = await ledger.lock(tx, [account, accountId('venue-simulated', 'custody', quote)])
      if (available(balances.get(account) ?? emptyBalance) + units < 0n) return false
      const posted = await ledger.post(tx, [grantEntry({ ids, clock }, account, units)])
      return posted.kind === 'posted'
    })
  const priceScaleOf = (id: string): number => instruments.find((one) => one.id === id)?.scale.priceScale ?? 0
  return { database, clock, market, ...turns, priceScaleOf, ids, start, grant, move, close: () => database.drop() }
}

/** Gives somebody shares as if bought a week ago, which costs them money they are given first. */
export async function giveShares(
  { ids, clock, grant }: Pick<Stand, 'ids' | 'clock' | 'grant'>,
  trading: Awaited<ReturnType<Stand['start']>>['trading'],
  { customerId, spec, quantity }: { readonly customerId: Id<'cus'>; readonly spec: Spec; readonly quantity: bigint },
): Promise<void> {
  const price = startPrices[spec.id] ?? 1n
  await grant(customerId, 'stock', spec.quote, (price * quantity * 102n) / (spec.factor * 100n) + 1_000n)
  const at: Instant = plusMs(clock.now(), -7 * lockMs)
  const trade = { orderId: ids.next('ord'), customerId, instrumentId: spec.id, side: 'buy', sequence: 1, at } as const
  await trading.recordHistory([{ ...trade, quantity: quantityOf(quantity), price: priceOf(price) }])
}
