import { coins, currencies, money } from '@bolsillo/kernel'
import type { Delivery } from '@bolsillo/payments/server'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeReceived } from './receive.ts'
import { takeReversed } from './reverse.ts'
import { type DepositsStand, dayLimit, depositsStand, moveMoney, pesos, satoshi } from './testing/deposits-stand.ts'
import { takeNaively } from './testing/naive-receive.ts'
import { makeNaiveBook } from './testing/naive-store.ts'

let stand: DepositsStand
let clabe: string
const own = (asset: string, purse = 'stock'): string => `${stand.customerId(1)}:${purse}:${asset}`
const deposits = async (customer = 1): Promise<Record<string, unknown>[]> => {
  const { json } = await stand.as(customer, '/user/recharge/order?limit=100')
  return JSON.parse(JSON.stringify(json.data)).rows
}
const byExternal = async (externalId: string, customer = 1) =>
  (await deposits(customer)).find((row) => row.externalId === externalId)
const rowOf = async (externalId: string) => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}

/** A busy machine keeps fifty waiting longer than any of them may: what timed out is reported again, as providers do. */
async function toldUntilTaken(work: (tx: Tx) => Promise<void>): Promise<void> {
  const lockTimedOut = '55P03'
  for (;;) {
    try {
      return await transaction(stand.app.services.sql, work)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === lockTimedOut)) throw error
    }
  }
}

/** Fifty transactions, released together. */
async function fiftyAtOnce(work: (tx: Tx) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: 50 }, () => toldUntilTaken(work)))
}

/** A provider sends one payment of three pesos fifty times at once, each time with an id of its own. */
async function callbackAtOnce(
  externalId: string,
  take: (tx: Tx, told: Delivery<'received'>) => Promise<void>,
): Promise<void> {
  const { clock } = stand.app.services
  const event = {
    kind: 'received',
    externalId,
    amount: pesos('3.00'),
    to: clabe,
    from: { name: 'María López', account: '032180000118359719' },
    confirmations: { seen: 1, needed: 1 },
    at: clock.now(),
  } as const
  await fiftyAtOnce((tx) => take(tx, { ...stand.delivery(), event }))
}

beforeAll(async () => {
  stand = await depositsStand()
  clabe = await stand.target(1, 'spei-mxn')
})
afterAll(() => stand.close())

describe('money that arrives', () => {
  it('is credited in full, once, and reported', async () => {
    const before = await stand.balance(own('MXN'))
    stand.rails.spei.deliver({ externalId: 'A1', amount: pesos('500.00'), to: clabe })
    await stand.engine.readRails()
    expect((await stand.balance(own('MXN'))) - before).toBe(50_000n)
    expect(await stand.balance('rail-test-spei:custody:MXN')).toBe(-50_000n)
    expect(await byExternal('A1')).toMatchObject({
      state: 'complete',
      stage: 'credited',
      amount: '500.00',
      credited: '500.00',
      from: 'MARIA L… · …9719',
      marks: [],
    })
    expect(stand.written.at(-1)).toMatchObject({ title: 'Depósito abonado' })
    expect(await stand.verify()).toBe(true)
  })

  it('counts once however often and from however many sides it is reported', async () => {
    const before = await stand.balance(own('MXN'))
    const { services } = stand.app
    const event = {
      kind: 'received',
      externalId: 'A2',
      amount: pesos('77.00'),
      to: clabe,
      from: { name: 'María López', account: '032180000118359719' },
      confirmations: { seen: 1, needed: 1 },
      at: services.clock.now(),
    } as const
    const told = { ...stand.delivery(), event }
    await fiftyAtOnce((tx) => takeReceived(stand.deps, tx, told))
    expect((await stand.balance(own('MXN'))) - before).toBe(7_700n)
    const rows = await stand.app.database.owner`select from deposit where external_id = 'A2'`
    expect(rows).toHaveLength(1)
  })

  it('counts once, round after round of fifty callbacks at once, as it is reported and as it is taken back', async () => {
    const { services } = stand.app
    for (let round = 0; round < 20; round += 1) {
      const before = await stand.balance(own('MXN'))
      await callbackAtOnce(`E8-${round}`, (tx, told) => takeReceived(stand.deps, tx, told))
      expect((await stand.balance(own('MXN'))) - before, `round ${round}`).toBe(300n)
      const reversed = {
        kind: 'reversed',
        externalId: `E8-${round}`,
        reversalId: `back-${round}`,
        amount: pesos('3.00'),
        reason: 'fraud',
        at: services.clock.now(),
      } as const
      await fiftyAtOnce((tx) => takeReversed(stand.deps, tx, { ...stand.delivery(), event: reversed }))
      expect(await stand.balance(own('MXN')), `round ${round}`).toBe(before)
    }
    expect(await stand.verify()).toBe(true)
  }, 120_000)

  it('would count again and again if nobody locked it: the same callbacks, over a taker that only looks first', async () => {
    await makeNaiveBook(stand.app.database.owner)
    const rounds = 5
    const credits = async (isLocked: boolean): Promise<bigint> => {
      const before = await stand.balance(own('MXN'))
      for (let round = 0; round < rounds; round += 1) {
        await callbackAtOnce(`E8-naive-${isLocked}-${round}`, (tx, told) => takeNaively(stand.deps, tx, told, isLocked))
      }
      return ((await stand.balance(own('MXN'))) - before) / 300n
    }
    expect(await credits(true)).toBe(BigInt(rounds))
    expect(await credits(false)).toBeGreaterThan(BigInt(rounds))
  }, 120_000)

  it('follows confirmations and credits with the last of them', async () => {
    const address = await stand.target(1, 'bitcoin-btc')
    const tell = async (seen: number) => {
      stand.rails.bitcoin.deliver({ externalId: 'T1:0', amount: satoshi(150_000n), to: address, seen, needed: 2 })
      await stand.engine.readRails()
    }
    await tell(0)
    expect(await byExternal('T1:0')).toMatchObject({ stage: 'confirming', confirmations: { seen: 0, needed: 2 } })
    expect(await stand.balance(own('BTC', 'coin'))).toBe(0n)
    await tell(1)
    expect(await byExternal('T1:0')).toMatchObject({ state: 'doing', confirmations: { seen: 1, needed: 2 } })
    await tell(2)
    expect(await byExternal('T1:0')).toMatchObject({ stage: 'credited', credited: '0.00150000' })
    expect(await stand.balance(own('BTC', 'coin'))).toBe(150_000n)
    const { json } = await stand.as(1, `/user/recharge/info?depositId=${(await byExternal('T1:0'))?.depositId}`)
    expect(JSON.parse(JSON.stringify(json.data)).life.map((step: { stage: string }) => step.stage)).toEqual([
      'confirming',
      'confirming',
      'credited',
    ])
  })

  it('is credited though it is dust, though it exceeds the day, and says which', async () => {
    stand.rails.spei.deliver({ externalId: 'D1', amount: pesos('0.01'), to: clabe })
    stand.rails.spei.deliver({ externalId: 'D2', amount: money(dayLimit, currencies.MXN), to: clabe })
    await stand.engine.readRails()
    expect(await byExternal('D1')).toMatchObject({ stage: 'credited', credited: '0.01', marks: ['below-minimum'] })
    expect(await byExternal('D2')).toMatchObject({ stage: 'credited', marks: ['over-limit'] })
  })

  it('is credited in the asset it came in', async () => {
    const address = await stand.target(1, 'ethereum-eth')
    stand.rails.ethereum.deliver({ externalId: 'E1', amount: money(5_000_000n, coins.USDT), to: address })
    await stand.engine.readRails()
    expect(await byExternal('E1')).toMatchObject({ stage: 'credited', asset: 'USDT', credited: '5.000000' })
    expect(await stand.balance(own('USDT', 'coin'))).toBe(5_000_000n)
  })

  it.each([
    ['of another name', 'H1', { name: 'PEDRO PARAMO' }, 'other-name'],
    ['under a reference that is nobody’s', 'H2', { to: '646180000000009999' }, 'unknown-reference'],
  ])('%s is held for its owner and not credited', async (_, externalId, change, reason) => {
    const before = await stand.balance(own('MXN'))
    const held = await stand.balance('house:unmatched:MXN')
    stand.rails.spei.deliver({ externalId, amount: pesos('10.00'), to: clabe, ...change })
    await stand.engine.readRails()
    expect(await stand.balance(own('MXN'))).toBe(before)
    expect((await stand.balance('house:unmatched:MXN')) - held).toBe(1_000n)
    expect(await rowOf(externalId)).toMatchObject({ stage: 'held', held_reason: reason })
  })

  it('is held for a customer whose papers are not verified', async () => {
    const person = stand.papers.get(stand.customerId(1))
    stand.papers.delete(stand.customerId(1))
    stand.rails.spei.deliver({ externalId: 'H3', amount: pesos('10.00'), to: clabe })
    await stand.engine.readRails()
    if (person !== undefined) stand.papers.set(stand.customerId(1), person)
    expect(await byExternal('H3')).toMatchObject({ state: 'review', stage: 'held', heldReason: 'not-verified' })
  })

  it('fulfils the announcement of the same amount, and any other makes a deposit of its own', async () => {
    // Money of another day has used up today's limit.
    stand.app.services.clock.advanceMs(86_400_000)
    const announced = await stand.as(1, '/user/recharge/add', { channelId: 'spei-mxn', amount: '333.00' })
    const { depositId } = JSON.parse(JSON.stringify(announced.json.data)).deposit
    stand.rails.spei.deliver({ externalId: 'F1', amount: pesos('334.00'), to: clabe })
    stand.rails.spei.deliver({ externalId: 'F2', amount: pesos('333.00'), to: clabe })
    await stand.engine.readRails()
    expect((await byExternal('F1'))?.depositId).not.toBe(depositId)
    expect(await byExternal('F2')).toMatchObject({ depositId, stage: 'credited', asked: '333.00' })
  })
})

describe('what is taken back', () => {
  it('before it was final is never credited', async () => {
    const address = await stand.target(1, 'bitcoin-btc')
    const before = await stand.balance(own('BTC', 'coin'))
    stand.rails.bitcoin.deliver({ externalId: 'R1', amount: satoshi(500n), to: address, seen: 1, needed: 2 })
    stand.rails.bitcoin.takeBack('R1', 'R1-back', satoshi(500n))
    stand.rails.bitcoin.deliver({ externalId: 'R1', amount: satoshi(500n), to: address, seen: 2, needed: 2 })
    await stand.engine.readRails()
    expect(await byExternal('R1')).toMatchObject({ state: 'fail', failReason: 'reversed' })
    expect(await stand.balance(own('BTC', 'coin'))).toBe(before)
  })

  it('in part before it was final leaves the rest to be credited', async () => {
    const address = await stand.target(1, 'bitcoin-btc')
    const before = await stand.balance(own('BTC', 'coin'))
    stand.rails.bitcoin.deliver({ externalId: 'R2', amount: satoshi(500n), to: address, seen: 1, needed: 2 })
    stand.rails.bitcoin.takeBack('R2', 'R2-back', satoshi(200n))
    stand.rails.bitcoin.deliver({ externalId: 'R2', amount: satoshi(500n), to: address, seen: 2, needed: 2 })
    await stand.engine.readRails()
    expect((await stand.balance(own('BTC', 'coin'))) - before).toBe(300n)
  })

  it('while it is held leaves the held money', async () => {
    const held = await stand.balance('house:unmatched:MXN')
    stand.rails.spei.deliver({ externalId: 'R3', amount: pesos('20.00'), to: clabe, name: 'OTRO' })
    stand.rails.spei.takeBack('R3', 'R3-back', pesos('20.00'))
    await stand.engine.readRails()
    expect(await stand.balance('house:unmatched:MXN')).toBe(held)
    expect(await byExternal('R3')).toMatchObject({ state: 'fail', failReason: 'reversed' })
  })

  it('after crediting goes out of what is available, and the rest becomes a claim, once', async () => {
    const brl = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'R4', amount: money(10_000n, currencies.BRL), to: brl })
    await stand.engine.readRails()
    // 60.00 of the 100.00 are spent meanwhile.
    await moveMoney(stand, own('BRL'), 'house:fees:BRL', money(6_000n, currencies.BRL))
    const back = { railId: 'test-pix', reversalId: 'R4-back' }
    const { services } = stand.app
    const told = {
      eventId: services.ids.next('rev'),
      railId: back.railId,
      event: {
        kind: 'reversed',
        externalId: 'R4',
        reversalId: back.reversalId,
        amount: money(10_000n, currencies.BRL),
        reason: 'MED',
        at: services.clock.now(),
      },
      customerId: undefined,
      payout: undefined,
      now: services.clock.now(),
    } as const
    await Promise.all(
      Array.from({ length: 20 }, () => transaction(services.sql, (tx) => takeReversed(stand.deps, tx, told))),
    )
    expect(await stand.balance(own('BRL'))).toBe(0n)
    expect(await stand.balance('house:claims:BRL')).toBe(-6_000n)
    expect(await stand.balance('rail-test-pix:custody:BRL')).toBe(0n)
    expect(await byExternal('R4')).toMatchObject({
      state: 'complete',
      reversal: { amount: '100.00', taken: '40.00', claimed: '60.00', open: '60.00' },
    })
    expect(await stand.verify()).toBe(true)
  })

  it('is more than was delivered, or was never delivered: nothing happens and the event is put aside', async () => {
    const before = await stand.fingerprint()
    stand.rails.spei.takeBack('A1', 'too-much', pesos('500.01'))
    stand.rails.spei.takeBack('never', 'nothing', pesos('1.00'))
    await stand.engine.readRails()
    expect(await stand.fingerprint()).toBe(before)
  })
})

it('leaves books that verify and a receipt that states exactly what was credited', async () => {
  const { depositId } = (await byExternal('A1')) ?? {}
  const { json, status } = await stand.as(1, `/user/recharge/receipt?depositId=${depositId}`)
  expect(status).toBe(200)
  expect(JSON.parse(JSON.stringify(json.data))).toMatchObject({ account: own('MXN'), deposit: { credited: '500.00' } })
  expect(await stand.verify()).toBe(true)
})
