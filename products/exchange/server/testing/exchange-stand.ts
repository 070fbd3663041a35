import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { type Asset, coins, currencies, instant, type Rejection } from '@bolsillo/kernel'
import { type AccountId, available, customerAccount } from '@bolsillo/ledger/domain'
import type { LeavingLimit } from '../deps.ts'

const { MXN, USD, BRL } = currencies

interface Mids {
  readonly dollar?: bigint | undefined
  readonly real?: bigint | undefined
  readonly stale?: boolean
}

/** What a test sets of other rooms. */
interface Given {
  mids: Mids
  limit: LeavingLimit
  refusal: Rejection | undefined
}

/** The application with middles set by the test. Customers 1 and 3 are signed in, 2 is restricted. */
export interface ExchangeStand extends Omit<ComposedApp<HandMarket>, 'fund'> {
  /** Gives a customer money, held by the custodian. */
  readonly fund: (customer: number, purse: 'stock' | 'coin' | 'contract', asset: Asset, minor: bigint) => Promise<void>
  readonly hold: (customer: number, purse: 'stock' | 'coin', asset: Asset, minor: bigint) => Promise<void>
  readonly free: (customer: number, purse: 'stock' | 'coin' | 'contract', asset: Asset) => Promise<bigint>
  readonly posted: (account: AccountId) => Promise<bigint>
  /** Middles: pesos for a dollar at 5 decimals, dollars for a real at 6. `undefined`: no price. */
  readonly price: (mids: Mids) => void
  /** The purse's guard refuses until the test resets it. */
  readonly refuseLeaving: (refusal: Rejection | undefined) => void
  /** What contracts let leave their purse. */
  readonly limit: (limit: LeavingLimit) => void
  readonly head: () => Promise<bigint>
}

/** Composes it: a dollar is 18.47005 pesos, a real 0.185205 dollars. */
export async function exchangeStand(): Promise<ExchangeStand> {
  const given: Given = { mids: { dollar: 1_847_005n, real: 185_205n }, limit: undefined, refusal: undefined }
  const composed = await composedApp({
    market: (services) => stillMarket(services, midsOf(given)),
    platform: (own) => ({
      ...own,
      leaving: async (_, { purse }) => (purse === 'contract' ? given.limit : undefined),
      leavingRefusal: async () => given.refusal,
    }),
  })
  const { app, ledger, customerId, fund, balance, balanceOf } = composed
  const stand: ExchangeStand = {
    ...composed,
    fund: (customer, purse, asset, minor) => fund(customer, purse, asset.code, minor),
    hold: async (customer, purse, asset, minor) => {
      const account = customerAccount(customerId(customer), purse, asset.code)
      const holdId = app.services.ids.next('hld')
      await composed.post({ kind: 'stock-order-hold', postings: [{ account, posted: 0n, held: minor, holdId }] })
    },
    free: async (customer, purse, asset) => available(await balance(customer, purse, asset.code)),
    posted: async (account) => (await balanceOf(account)).posted,
    refuseLeaving: (refusal) => Object.assign(given, { refusal }),
    price: (mids) => Object.assign(given, { mids }),
    limit: (limit) => Object.assign(given, { limit }),
    head: async () => (await ledger.head(app.services.sql)).seq,
  }
  await endow(stand)
  return stand
}

/** Customers with money, and a custodian that has what it swaps to. */
async function endow({ fund }: ExchangeStand): Promise<void> {
  for (const customer of [1, 3]) {
    await fund(customer, 'stock', MXN, 100_000_00n)
    await fund(customer, 'stock', USD, 5_000_00n)
    await fund(customer, 'coin', coins.BTC, 1_0000_0000n)
  }
  await fund(4, 'stock', BRL, 1_000_000_00n)
  await fund(4, 'stock', USD, 1_000_000_00n)
  await fund(4, 'stock', MXN, 10_000_000_00n)
}

/** The middles of the test, with what they were read from. */
function midsOf(given: Given): HandMarket['market']['rates']['midOf'] {
  return (one, other, now) => {
    const { dollar, real, stale = false } = given.mids
    const pair = [one.code, other.code].sort().join('/')
    const from = { source: 'simulated', sequence: 42n, at: instant(now - 250), stale }
    if (pair === 'MXN/USD' && dollar !== undefined) return { base: USD, quote: MXN, mid: dollar, scale: 5, ...from }
    if (pair === 'BRL/USD' && real !== undefined) return { base: BRL, quote: USD, mid: real, scale: 6, ...from }
    return undefined
  }
}
