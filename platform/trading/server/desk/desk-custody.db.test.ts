import { type Id, present } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of, refusalOf } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'

// What came by a bank or a chain is held there, and the market's custodian holds nothing of it.

const shares = 'STK:WALMEX.MX'
let stand: DeskStand | undefined
const on = (): DeskStand => present(stand, 'the stand')

afterEach(async () => {
  await stand?.close()
  stand = undefined
})

const custody = (owner: string, asset: string): AccountId => accountId(owner, 'custody', asset)
const posted = async (account: AccountId): Promise<bigint> =>
  (await on().ledger.balances(on().services.sql, [account])).get(account)?.posted ?? 0n

async function move(kind: string, from: AccountId, to: AccountId, minor: bigint): Promise<void> {
  const { services, ledger } = on()
  const entry: JournalEntry = {
    id: services.ids.next('ent'),
    kind,
    at: services.clock.now(),
    actor: 'test',
    reference: 'test:custody',
    details: {},
    postings: [
      { account: from, posted: minor, held: 0n },
      { account: to, posted: -minor, held: 0n },
    ],
  }
  await transaction(services.sql, async (tx) => {
    expect((await ledger.post(tx, [entry])).kind).toBe('posted')
  })
}

/** Everything the market holds of an asset is held by a rail instead. */
async function drain(asset: string, to = 'rail-test'): Promise<bigint> {
  const held = -(await posted(custody('venue-simulated', asset)))
  await move('custody-sweep', custody('venue-simulated', asset), custody(to, asset), held)
  return held
}

const place = (customerId: Id<'cus'>, side: 'buy' | 'sell', quantity: number) =>
  on().trading.place(
    on().ticket(customerId, { side, quantity: of(quantity), limitPrice: at(6000), timeInForce: 'gtc' }),
  )

/** Whether the desk runs and the books are sound. */
async function isSound(): Promise<void> {
  expect(await bookProblems(on())).toEqual([])
  expect((await verifyLedger(on().services.sql)).ok).toBe(true)
  expect(on().desk.status()).toBe('running')
}

describe('orders of what the market’s custodian does not hold', () => {
  it('are carried out: a sale brings the shares to the market, a purchase the money', async () => {
    stand = await deskStand()
    const ana = await on().customer({ pesos: 10_000_000n, walmex: 400n })
    await drain(shares)
    await drain('MXN')
    on().venue.quote('WALMEX.MX', 'buy', 6000, 100)
    expect(refusalOf(await place(ana, 'sell', 100))).toBe('done')
    expect(await posted(customerAccount(ana, 'stock', shares))).toBe(300n)
    on().venue.quote('WALMEX.MX', 'sell', 6000, 50)
    expect(refusalOf(await place(ana, 'buy', 50))).toBe('done')
    expect(await posted(customerAccount(ana, 'stock', shares))).toBe(350n)
    await isSound()
  })

  it('are carried out when the market tells of the fill by itself, and what it held has left meanwhile', async () => {
    stand = await deskStand()
    const ana = await on().customer({ walmex: 400n })
    expect(refusalOf(await place(ana, 'sell', 100))).toBe('done')
    await drain(shares)
    on().venue.quote('WALMEX.MX', 'buy', 6000, 100)
    await on().settle()
    expect(await posted(customerAccount(ana, 'stock', shares))).toBe(300n)
    await isSound()
  })

  it('are carried out between customers too, many at once, in parts or not', async () => {
    stand = await deskStand({ limits: { batchMax: 8, partMax: 2 } })
    const sellers = await Promise.all([1, 2, 3].map(() => on().customer({ walmex: 1000n })))
    const buyers = await Promise.all([1, 2, 3].map(() => on().customer({ pesos: 50_000_000n })))
    await drain(shares)
    await drain('MXN')
    const outcomes = await Promise.all(
      [0, 1, 2, 3, 4].flatMap(() => [
        ...sellers.map((customerId) => place(customerId, 'sell', 20)),
        ...buyers.map((customerId) => place(customerId, 'buy', 20)),
      ]),
    )
    await on().settle()
    expect(outcomes.map(refusalOf).filter((name) => name !== 'done')).toEqual([])
    const sold = await Promise.all(sellers.map((customerId) => posted(customerAccount(customerId, 'stock', shares))))
    expect(sold).toEqual([900n, 900n, 900n])
    await isSound()
  })

  it('are refused, for a reason of ours, when all custodians together hold too little, and nobody else’s are', async () => {
    stand = await deskStand()
    const ana = await on().customer({ pesos: 10_000_000n, walmex: 400n })
    const beto = await on().customer({ pesos: 10_000_000n })
    const held = await drain(shares)
    await move('test-loss', custody('rail-test', shares), accountId('house', 'claims', shares), held)
    on().venue.quote('WALMEX.MX', 'buy', 6000, 500)
    on().venue.quote('WALMEX.MX', 'sell', 6100, 500)
    const buy = on().ticket(beto, { side: 'buy', quantity: of(10), limitPrice: at(6100), timeInForce: 'gtc' })
    const [sold, bought] = await Promise.all([place(ana, 'sell', 100), on().trading.place(buy)])
    expect([refusalOf(sold), refusalOf(bought)]).toEqual(['custody-short', 'done'])
    expect(await posted(customerAccount(ana, 'stock', shares))).toBe(400n)
    // What was bought since is at the market, and can be sold.
    expect(refusalOf(await place(ana, 'sell', 10))).toBe('done')
    expect(refusalOf(await place(ana, 'sell', 1))).toBe('custody-short')
    await isSound()
  })
})
