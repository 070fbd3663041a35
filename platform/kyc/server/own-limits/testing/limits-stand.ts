import { type ComposedApp, composedApp, stillMarket } from '@bolsillo/composed-app'
import type { Id } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { type TestApp, testCustomer } from '@bolsillo/test-kit'

/** The application with results and prices of a test. Customers 1 and 3 are signed in; all are of level 1 (50,000 MXN a day). */
export interface LimitsStand extends Omit<ComposedApp, 'balance'> {
  /** Credits money as deposits do; answers nothing. Minor units. */
  readonly deposit: (customer: number, minor: bigint, asset?: string) => Promise<void>
  /** What a withdrawal does: releases and reserves; `returnPayment` reverses both. */
  readonly withdraw: (customer: number, minor: bigint, cause: string) => Promise<void>
  readonly returnPayment: (customer: number, minor: bigint, cause: string) => Promise<void>
  readonly balance: (customer: number, asset?: string) => Promise<{ readonly free: bigint; readonly held: bigint }>
  /** One round of the job that releases what is set aside. */
  readonly liftHeld: () => Promise<void>
  /** A result of trading, as the products report it; minor units. */
  readonly trade: (result: { readonly asset: string; readonly minor: bigint; readonly at?: number }) => void
  /** Pesos for one minor unit of an asset; undefined: no price. */
  readonly price: (asset: string, pesos: bigint | undefined) => void
}

/** Composes it. */
export async function limitsStand(): Promise<LimitsStand> {
  const results: { asset: string; minor: bigint; at: number }[] = []
  const prices = new Map<string, bigint>([['MXN', 1n]])
  const composed = await composedApp({
    market: stillMarket,
    people: {
      find: async () => ({ name: 'María López', country: 'MX', level: 1 }),
      isNameOf: () => true,
      limits: (_, code) => (code === 'MXN' ? { depositDay: 50_000_00n } : {}),
    },
    limits: (own) => ({
      ...own,
      results: [async (_, __, since) => results.filter(({ at }) => at >= since)],
      pesosOf: (asset, minor) => {
        const price = prices.get(asset)
        return price === undefined ? undefined : price * minor
      },
      scaleOf: () => 2,
    }),
  })
  const { app, balance, runJob } = composed
  return {
    ...composed,
    ...movingOf(composed),
    balance: async (customer, asset = 'MXN') => {
      const { posted, held } = await balance(customer, 'stock', asset)
      return { free: posted - held, held }
    },
    liftHeld: () => runJob('limits.lift-held'),
    trade: ({ asset, minor, at }) => {
      results.push({ asset, minor, at: at ?? app.services.clock.now() })
    },
    price: (asset, pesos) => {
      if (pesos === undefined) prices.delete(asset)
      else prices.set(asset, pesos)
    },
  }
}

const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId

function accountIn(customer: number, asset: string): AccountId {
  return customerAccount(customerId(customer), 'stock', asset)
}

/** Moves money as deposits, withdrawals and returned payments do. */
function movingOf({
  app,
  ledger,
  ownLimits,
}: ComposedApp): Pick<LimitsStand, 'deposit' | 'withdraw' | 'returnPayment'> {
  const { sql, clock, ids } = app.services
  const entry = entriesOf(app)
  const holds = new Map<string, Id<'hld'>>()
  return {
    deposit: (customer, minor, asset = 'MXN') =>
      transaction(sql, async (tx) => {
        const own = accountIn(customer, asset)
        const custody = accountId('rail-test-spei', 'custody', asset)
        await ledger.lock(tx, [own, custody])
        const credit = entry('deposit', [
          { account: own, posted: minor, held: 0n },
          { account: custody, posted: -minor, held: 0n },
        ])
        const beyond = await ownLimits.beyond(tx, {
          customerId: customerId(customer),
          account: own,
          asset,
          minor,
          depositId: ids.next('dep'),
          entryId: credit.id,
          now: clock.now(),
        })
        await ledger.post(tx, [credit, ...beyond])
      }),
    withdraw: (customer, minor, cause) =>
      transaction(sql, async (tx) => {
        const own = accountIn(customer, 'MXN')
        const holdId = ids.next('hld')
        holds.set(cause, holdId)
        await ledger.lock(tx, [own])
        const letGo = await ownLimits.letGo(tx, { account: own, minor, cause, now: clock.now() })
        const reserve = entry('withdrawal-hold', [{ account: own, posted: 0n, held: minor, holdId }])
        const posted = await ledger.post(tx, [...letGo, reserve])
        if (posted.kind !== 'posted') throw new Error('it does not fit')
      }),
    returnPayment: (customer, minor, cause) =>
      transaction(sql, async (tx) => {
        const own = accountIn(customer, 'MXN')
        await ledger.lock(tx, [own])
        const back = { customerId: customerId(customer), account: own, asset: 'MXN', minor, cause, now: clock.now() }
        const again = await ownLimits.cameBack(tx, back)
        const holdId = holds.get(cause)
        if (holdId === undefined) throw new Error(`nothing left for ${cause}`)
        await ledger.post(tx, [
          entry('withdrawal-release', [{ account: own, posted: 0n, held: -minor, holdId }]),
          ...again,
        ])
      }),
  }
}

function entriesOf({ services: { ids, clock } }: TestApp) {
  return (kind: string, postings: JournalEntry['postings']): JournalEntry => ({
    id: ids.next('ent'),
    kind,
    at: clock.now(),
    actor: 'test',
    reference: 'test:stand',
    details: {},
    postings,
  })
}
