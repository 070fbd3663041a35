import {
  type Clock,
  currencies,
  type Id,
  type Ids,
  type Instant,
  idOf,
  instant,
  money,
  type Price,
  plusMs,
  priceOf,
  quantityOf,
  tradeDate,
} from '@bolsillo/kernel'
import type { Setting, ValueOf } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import {
  type MarketFacts,
  type MarketFeed,
  type MarketTrade,
  type Order,
  productOf,
  type TradedInstrument,
} from './domain/index.ts'
import type { Desk } from './server/desk/desk.ts'
import type { PlaceOrder } from './server/trading.ts'

/** Walmart de México: pesos, ticks of a cent, whole shares. */
export const walmex: TradedInstrument = {
  id: 'WALMEX.MX',
  country: 'MX',
  kind: 'stock',
  asset: { code: 'STK:WALMEX.MX', scale: 0 },
  scale: { priceScale: 2, quantityScale: 0, quote: currencies.MXN },
  ticks: [{ from: priceOf(0n), tick: 1n }],
  lot: quantityOf(1n),
  fractional: false,
  quantityMin: quantityOf(1n),
  quantityMax: quantityOf(1_000_000n),
  listed: true,
}

/** Apple: dollars, ticks of a cent in prices of four decimals, parts of a share. */
export const apple: TradedInstrument = {
  id: 'AAPL.US',
  country: 'US',
  kind: 'stock',
  asset: { code: 'STK:AAPL.US', scale: 4 },
  scale: { priceScale: 4, quantityScale: 4, quote: currencies.USD },
  ticks: [{ from: priceOf(0n), tick: 100n }],
  lot: quantityOf(10_000n),
  fractional: true,
  quantityMin: quantityOf(1n),
  quantityMax: quantityOf(1_000_000_000n),
  listed: true,
}

/** A share like WALMEX with a number for a name, for streams over many instruments. */
export function numberedInstrument(number: number): TradedInstrument {
  const id = `N${String(number).padStart(4, '0')}.MX`
  return { ...walmex, id, asset: { code: `STK:${id}`, scale: 0 } }
}

/** A market whose facts a test sets by hand. Shares bought unlock after a day. */
export interface FixtureMarket {
  readonly facts: MarketFacts
  readonly feed: MarketFeed
  readonly last: Map<string, bigint>
  readonly trades: { readonly instrumentId: string; readonly trade: MarketTrade }[]
  setState: (state: ReturnType<MarketFacts['stateAt']>) => void
  /** When it opens next; a day from whenever it is asked, until this is said. */
  setOpening: (at: Instant) => void
  setStale: (stale: boolean) => void
  setLockMs: (lockMs: number) => void
}

const dayMs = 86_400_000

/** A quote without a side that is 0. */
function fixtureQuote(last: Price, { bid, ask }: { readonly bid: number; readonly ask: number }) {
  return {
    last,
    sequence: 1,
    ...(bid === 0 ? {} : { bid: priceOf(BigInt(bid)) }),
    ...(ask === 0 ? {} : { ask: priceOf(BigInt(ask)) }),
  }
}

/** A market that knows these instruments and what was last traded. */
export function fixtureMarket(
  instruments: readonly TradedInstrument[],
  prices: Readonly<Record<string, bigint>>,
  best: (instrumentId: string) => { readonly bid: number; readonly ask: number } = () => ({ bid: 0, ask: 0 }),
): FixtureMarket {
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  const last = new Map(Object.entries(prices))
  const trades: { instrumentId: string; trade: MarketTrade }[] = []
  let state: ReturnType<MarketFacts['stateAt']> = 'continuous'
  let opensAt: Instant | undefined
  let stale = false
  let lockMs = dayMs
  const lastOf = (id: string) => {
    const price = last.get(id)
    return price === undefined ? undefined : priceOf(price)
  }
  const dateOf = (at: Instant) => tradeDate(new Date(at).toISOString().slice(0, 10))
  const facts: MarketFacts = {
    instrumentOf: (id) => byId.get(id),
    instrumentIds: () => [...byId.keys()],
    quote: (id) => {
      const price = lastOf(id)
      return price === undefined ? undefined : fixtureQuote(price, best(id))
    },
    reference: lastOf,
    stateAt: () => state,
    isStale: () => stale,
    nextOpen: (_, at) => opensAt ?? plusMs(at, dayMs),
    dayEnd: (_, at) => plusMs(at, dayMs - (at % dayMs)),
    sellableAt: (_, at) => plusMs(at, lockMs),
    settlesOn: (_, at) => dateOf(plusMs(at, dayMs)),
    tradeDateOf: (_, at) => dateOf(at),
  }
  return {
    facts,
    feed: {
      onTrades: (instrumentId, some) => {
        for (const trade of some) {
          trades.push({ instrumentId, trade })
          last.set(instrumentId, trade.price)
        }
      },
      onBook: () => undefined,
    },
    last,
    trades,
    setState: (next) => {
      state = next
    },
    setOpening: (at) => {
      opensAt = at
    },
    setStale: (next) => {
      stale = next
    },
    setLockMs: (next) => {
      lockMs = next
    },
  }
}

/** Pesos of a customer, from a count of centavos. */
export const pesos = (minor: bigint) => money(minor, currencies.MXN)
/** Dollars, from a count of cents. */
export const dollars = (minor: bigint) => money(minor, currencies.USD)

/** An open limit buy of ten, received on Monday 2026-03-02; `changes` says what is special about it. */
export function fixtureOrder(instrument: TradedInstrument, changes: Partial<Order>): Order {
  const at = instant(Date.UTC(2026, 2, 2, 16))
  const nothing = money(0n, instrument.scale.quote)
  return {
    orderId: idOf('ord', 'ord_01KJ0000000000000000000001'),
    customerId: idOf('cus', 'cus_01KJ0000000000000000000001'),
    product: productOf(instrument) ?? 'stock',
    venue: 'simulated',
    instrumentId: instrument.id,
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    reduceOnly: false,
    terms: undefined,
    state: 'open',
    quantity: quantityOf(10n),
    amount: undefined,
    limitPrice: priceOf(6000n),
    stopPrice: undefined,
    worstPrice: priceOf(6000n),
    takeProfit: undefined,
    stopLoss: undefined,
    parentId: undefined,
    twinId: undefined,
    activeFrom: undefined,
    filledQuantity: quantityOf(0n),
    filledExact: 0n,
    takerExact: 0n,
    filledAmount: nothing,
    fee: nothing,
    vat: nothing,
    feeSchedule: instrument.country === 'US' ? 'us-2024' : 'mx-2024',
    holdId: undefined,
    held: 0n,
    bidAtReceipt: undefined,
    askAtReceipt: undefined,
    quoteSequence: undefined,
    receivedAt: at,
    acceptedAt: at,
    firstFillAt: undefined,
    lastFillAt: undefined,
    expiresAt: undefined,
    endedAt: undefined,
    endReason: undefined,
    priority: 1n,
    updatedAt: at,
    ...changes,
  }
}

/** A limit order of Walmart's for the day, bought by a customer now; `order` says its price and size, and what else it is. */
export function fixtureTicket(
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  customerId: Id<'cus'>,
  order: Partial<PlaceOrder>,
): PlaceOrder {
  return {
    orderId: ids.next('ord'),
    customerId,
    product: 'stock',
    instrumentId: walmex.id,
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    receivedAt: clock.now(),
    ...order,
  }
}

/** Waits until a desk has nothing to do. */
export async function settleDesk(desk: Pick<Desk, 'isBusy'>): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (desk.isBusy())
}

/** Settings that were never changed. */
export const settingDefaults: Settings = {
  get: <S extends Setting>(setting: S): ValueOf<S> => setting.standard as ValueOf<S>,
}

export { type BookVenue, createBookVenue } from './server/testing/book-venue.ts'
