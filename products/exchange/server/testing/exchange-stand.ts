import { createConversion } from '@bolsillo/conversion/server'
import type { Asset, Id, Rejection } from '@bolsillo/kernel'
import { coins, currencies, instant } from '@bolsillo/kernel'
import { type AccountId, available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type AskAs, askingOf, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import type { LeavingLimit } from '../deps.ts'
import { createExchange } from '../index.ts'

const { MXN, USD, BRL } = currencies
export const custodian = 'venue-simulated'

interface Mids {
  dollar?: bigint | undefined
  real?: bigint | undefined
  stale?: boolean
}

/** The exchange over a real ledger, with prices set by the test. Customers 1 and 3 are signed in, 2 is restricted. */
export interface ExchangeStand {
  readonly app: TestApp
  readonly ledger: Ledger
  readonly as: AskAs
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
  readonly close: () => Promise<void>
}

/** Sets the stand up: a dollar is 18.47005 pesos, a real 0.185205 dollars. */
export async function exchangeStand(): Promise<ExchangeStand> {
  const ledger = createLedger()
  const settings = fixedSettings()
  let limit: LeavingLimit
  let mids: Mids = {}
  let leaving: Rejection | undefined
  const app = await testApp({
    rooms: (services) => {
      const midOf = midsOf(services, () => mids)
      const conversion = createConversion({ services, ledger, settings, custodian, midOf })
      const exchange = createExchange({
        ...{ services, ledger, settings, conversions: conversion.conversions },
        leaving: async (_, { purse }) => (purse === 'contract' ? limit : undefined),
        leavingRefusal: async () => leaving,
      })
      return [conversion.room, exchange]
    },
  })
  const { sql } = app.database
  const balanceOf = async (account: AccountId) => (await ledger.balances(sql, [account])).get(account) ?? emptyBalance
  const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId
  const { ids } = app.services
  const post = postingIn(app, ledger)
  const stand: ExchangeStand = {
    limit: (given) => {
      limit = given
    },
    app,
    ledger,
    as: askingOf(app).as,
    fund: async (customer, purse, asset, minor) => {
      const account = customerAccount(customerId(customer), purse, asset.code)
      await transaction(sql, (tx) => ledger.post(tx, [grantEntry(app.services, account, minor)]))
    },
    hold: async (customer, purse, asset, minor) => {
      const account = customerAccount(customerId(customer), purse, asset.code)
      await post('stock-order-hold', [{ account, posted: 0n, held: minor, holdId: ids.next('hld') }])
    },
    free: async (customer, purse, asset) =>
      available(await balanceOf(customerAccount(customerId(customer), purse, asset.code))),
    posted: async (account) => (await balanceOf(account)).posted,
    refuseLeaving: (refusal) => {
      leaving = refusal
    },
    price: (next) => {
      mids = next
    },
    head: async () => (await ledger.head(sql)).seq,
    close: async () => {
      const verdict = await verifyLedger(sql)
      await app.close()
      if (!verdict.ok) throw new Error(`the ledger does not verify: ${verdict.problem}`)
    },
  }
  await endow(stand)
  return stand
}

/** Prices, customers with money, and a custodian that has what it swaps to. */
async function endow(stand: ExchangeStand): Promise<void> {
  stand.price({ dollar: 1_847_005n, real: 185_205n })
  for (const customer of [1, 3]) {
    await stand.fund(customer, 'stock', MXN, 100_000_00n)
    await stand.fund(customer, 'stock', USD, 5_000_00n)
    await stand.fund(customer, 'coin', coins.BTC, 1_0000_0000n)
  }
  // The custodian must have what it swaps to.
  await stand.fund(4, 'stock', BRL, 1_000_000_00n)
  await stand.fund(4, 'stock', USD, 1_000_000_00n)
  await stand.fund(4, 'stock', MXN, 10_000_000_00n)
}

function midsOf({ clock }: TestApp['services'], current: () => Mids) {
  return (one: Asset, other: Asset) => {
    const mids = current()
    const pair = [one.code, other.code].sort().join('/')
    const at = clock.now()
    const from = { source: 'simulated', sequence: 42n, at: instant(at - 250), stale: mids.stale ?? false }
    if (pair === 'MXN/USD' && mids.dollar !== undefined)
      return { base: USD, quote: MXN, mid: mids.dollar, scale: 5, ...from }
    if (pair === 'BRL/USD' && mids.real !== undefined)
      return { base: BRL, quote: USD, mid: mids.real, scale: 6, ...from }
    return undefined
  }
}

function postingIn(app: TestApp, ledger: Ledger) {
  const { ids, clock } = app.services
  return (kind: string, postings: Parameters<Ledger['post']>[1][number]['postings']) =>
    transaction(app.database.sql, (tx) =>
      ledger.post(tx, [
        { id: ids.next('ent'), kind, at: clock.now(), actor: 'test', reference: 'test:stand', details: {}, postings },
      ]),
    )
}
