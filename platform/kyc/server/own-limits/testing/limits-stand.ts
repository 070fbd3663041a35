import { createAudit } from '@bolsillo/audit/server'
import type { Id } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, emptyBalance, type JournalEntry } from '@bolsillo/ledger/domain'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type AskAs, askingOf, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { createLimits, type OwnLimitsRoom } from '../index.ts'

/** The room over a real ledger. Customers 1 and 3 are signed in, 2 is restricted; all are of level 1 (50,000 MXN a day). */
export interface LimitsStand {
  readonly app: TestApp
  readonly ledger: Ledger
  readonly limits: OwnLimitsRoom
  readonly as: AskAs
  readonly customerId: (customer: number) => Id<'cus'>
  /** Credits money as deposits do; answers nothing. Minor units. */
  readonly deposit: (customer: number, minor: bigint, asset?: string) => Promise<void>
  /** What a withdrawal does: releases and reserves; `returnPayment` reverses both. */
  readonly withdraw: (customer: number, minor: bigint, cause: string) => Promise<void>
  readonly returnPayment: (customer: number, minor: bigint, cause: string) => Promise<void>
  readonly balance: (customer: number, asset?: string) => Promise<{ readonly free: bigint; readonly held: bigint }>
  /** A result of trading, as the products report it; minor units. */
  readonly trade: (result: { readonly asset: string; readonly minor: bigint; readonly at?: number }) => void
  /** Pesos for one minor unit of an asset; undefined: no price. */
  readonly price: (asset: string, pesos: bigint | undefined) => void
  readonly close: () => Promise<void>
}

/** Sets the stand up. */
export async function limitsStand(): Promise<LimitsStand> {
  const ledger = createLedger()
  const results: { asset: string; minor: bigint; at: number }[] = []
  const prices = new Map<string, bigint>([['MXN', 1n]])
  let made: OwnLimitsRoom | undefined
  const app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      made = createLimits({
        services,
        ledger,
        audit,
        people: {
          find: async () => ({ name: 'María López', country: 'MX', level: 1 }),
          isNameOf: () => true,
          limits: (_, code) => (code === 'MXN' ? { depositDay: 50_000_00n } : {}),
        },
        results: [async (_, __, since) => results.filter(({ at }) => at >= since)],
        pesosOf: (asset, minor) => {
          const price = prices.get(asset)
          return price === undefined ? undefined : price * minor
        },
        scaleOf: () => 2,
      })
      return [auditRoom, made.room]
    },
  })
  if (made === undefined) throw new Error('the room was not made')
  const limits = made
  const { sql, clock } = app.services
  return {
    app,
    ledger,
    limits,
    as: askingOf(app).as,
    customerId,
    ...movingOf(app, ledger, limits),
    balance: async (customer, asset = 'MXN') => {
      const own = accountIn(customer, asset)
      const { posted, held } = (await ledger.balances(sql, [own])).get(own) ?? emptyBalance
      return { free: posted - held, held }
    },
    trade: ({ asset, minor, at }) => {
      results.push({ asset, minor, at: at ?? clock.now() })
    },
    price: (asset, pesos) => {
      if (pesos === undefined) prices.delete(asset)
      else prices.set(asset, pesos)
    },
    close: async () => {
      const verdict = await verifyLedger(app.database.owner)
      await app.close()
      if (!verdict.ok) throw new Error(`the books do not add up: ${verdict.problem}`)
    },
  }
}

const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId

function accountIn(customer: number, asset: string): AccountId {
  return customerAccount(customerId(customer), 'stock', asset)
}

/** Moves money as deposits, withdrawals and returned payments do. */
function movingOf(
  app: TestApp,
  ledger: Ledger,
  limits: OwnLimitsRoom,
): Pick<LimitsStand, 'deposit' | 'withdraw' | 'returnPayment'> {
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
        const beyond = await limits.ownLimits.beyond(tx, {
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
        const letGo = await limits.ownLimits.letGo(tx, { account: own, minor, cause, now: clock.now() })
        const reserve = entry('withdrawal-hold', [{ account: own, posted: 0n, held: minor, holdId }])
        const posted = await ledger.post(tx, [...letGo, reserve])
        if (posted.kind !== 'posted') throw new Error('it does not fit')
      }),
    returnPayment: (customer, minor, cause) =>
      transaction(sql, async (tx) => {
        const own = accountIn(customer, 'MXN')
        await ledger.lock(tx, [own])
        const back = { customerId: customerId(customer), account: own, asset: 'MXN', minor, cause, now: clock.now() }
        const again = await limits.ownLimits.cameBack(tx, back)
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
