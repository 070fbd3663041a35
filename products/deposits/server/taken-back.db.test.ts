import { currencies, money } from '@bolsillo/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, moveMoney, satoshi } from './testing/deposits-stand.ts'

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const brl = (minor: bigint) => money(minor, currencies.BRL)
const differences = async (railId: string) => {
  await stand.engine.reconcile()
  return await stand.app.database.owner`
    select kind, external_id from reconciliation_difference difference where rail_id = ${railId}
      and not exists (select from reconciliation_closing where difference_id = difference.id)`
}
const parked = () => stand.app.database.owner`select event_id, problem from rail_event_state where state <> 'done'`

describe('money taken back that neither the rail nor the market holds any more', () => {
  it('comes from any other custodian that holds enough, so that nothing is owed to the rail', async () => {
    const to = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'IN0', amount: brl(70_000n), to })
    await stand.engine.readRails()
    // What left by this rail was another customer's; what this one's money became is held by another rail.
    await moveMoney(stand, 'rail-manual:custody:BRL', 'rail-test-pix:custody:BRL', brl(70_000n))
    stand.rails.pix.takeBack('IN0', 'BACK0', brl(70_000n))
    await stand.engine.readRails()
    expect(await parked()).toEqual([])
    const balances = ['rail-manual:custody:BRL', 'rail-test-pix:custody:BRL', 'rail-test-pix:owed:BRL']
    expect(await Promise.all(balances.map(stand.balance))).toEqual([0n, 0n, 0n])
  })

  it('is a claim on whoever spent it, a notice to them, and a debt to the rail', async () => {
    const to = await stand.target(1, 'pix-brl')
    const own = `${stand.customerId(1)}:stock:BRL`
    stand.rails.pix.deliver({ externalId: 'IN1', amount: brl(100_000n), to })
    await stand.engine.readRails()
    // Spent and paid out: the customer, the rail and the market have nothing left.
    await moveMoney(stand, own, 'rail-test-pix:custody:BRL', brl(100_000n))
    const written = stand.written.length
    stand.rails.pix.takeBack('IN1', 'BACK1', brl(100_000n))
    await stand.engine.readRails()
    expect(await parked()).toEqual([])
    expect(await stand.balance('house:claims:BRL')).toBe(-100_000n)
    expect(await stand.balance('rail-test-pix:owed:BRL')).toBe(100_000n)
    expect(await stand.balance('rail-test-pix:custody:BRL')).toBe(0n)
    expect(stand.written.length).toBe(written + 1)
    const [claim] = await stand.app.database.owner`select minor, customer_id from deposit_claim`
    expect(claim).toEqual({ minor: 100_000n, customer_id: stand.customerId(1) })
  })

  it('is settled first when money comes to that rail again, and only as far as it goes', async () => {
    const to = await stand.target(3, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'IN2', amount: brl(60_000n), to, name: 'JOAO SILVA' })
    await stand.engine.readRails()
    expect(await stand.balance(`${stand.customerId(3)}:stock:BRL`)).toBe(60_000n)
    expect(await stand.balance('rail-test-pix:owed:BRL')).toBe(40_000n)
    expect(await stand.balance('rail-test-pix:custody:BRL')).toBe(0n)
    stand.rails.pix.deliver({ externalId: 'IN3', amount: brl(50_000n), to, name: 'NADIE' })
    await stand.engine.readRails()
    expect(await stand.balance('rail-test-pix:owed:BRL')).toBe(0n)
    expect(await stand.balance('rail-test-pix:custody:BRL')).toBe(-10_000n)
  })

  it('is no difference for reconciliation: the statement moved by as much as custody and debt together', async () => {
    // What the stand paid out by hand is on no statement; everything else is compared.
    const open = await differences('test-pix')
    expect(open.filter(({ external_id: id }) => !String(id).startsWith('entry-'))).toEqual([])
  })

  it('is booked of coins as well', async () => {
    const to = await stand.target(1, 'bitcoin-btc')
    stand.rails.bitcoin.deliver({ externalId: 'a:0@b1', amount: satoshi(5_000_000n), to })
    await stand.engine.readRails()
    await moveMoney(stand, `${stand.customerId(1)}:coin:BTC`, 'rail-test-bitcoin:custody:BTC', satoshi(4_000_000n))
    stand.rails.bitcoin.takeBack('a:0@b1', 'a:0@b1#orphaned', satoshi(5_000_000n))
    await stand.engine.readRails()
    expect(await parked()).toEqual([])
    expect(await stand.balance('house:claims:BTC')).toBe(-4_000_000n)
    expect(await stand.balance('rail-test-bitcoin:owed:BTC')).toBe(4_000_000n)
    expect(await stand.balance(`${stand.customerId(1)}:coin:BTC`)).toBe(0n)
    expect(await stand.verify()).toBe(true)
  })
})

describe('an output of a chain that is included again', () => {
  it('counts once although only a part of its first inclusion was taken back', async () => {
    const to = await stand.target(3, 'bitcoin-btc')
    const own = `${stand.customerId(3)}:coin:BTC`
    const before = await stand.balance('house:unmatched:BTC')
    const output = { amount: satoshi(1_000_000n), to, payment: 'tx:0' }
    stand.rails.bitcoin.deliver({ ...output, externalId: 'tx:0@first' })
    stand.rails.bitcoin.takeBack('tx:0@first', 'tx:0@first#part', satoshi(400_000n))
    // The partial reversal is booked before the second inclusion is reported: only then could both be credited.
    await stand.engine.readRails()
    stand.rails.bitcoin.deliver({ ...output, externalId: 'tx:0@second' })
    await stand.engine.readRails()
    expect((await stand.balance(own)) + (await stand.balance('house:unmatched:BTC')) - before).toBe(600_000n)
    expect(await parked()).toHaveLength(1)
    // Once the rest is taken back too, the second inclusion is the payment.
    stand.rails.bitcoin.takeBack('tx:0@first', 'tx:0@first#rest', satoshi(600_000n))
    for (let rounds = 0; rounds < 2; rounds += 1) {
      stand.app.services.clock.advanceMs(60_000)
      await stand.engine.readRails()
    }
    expect((await stand.balance(own)) + (await stand.balance('house:unmatched:BTC')) - before).toBe(1_000_000n)
    expect(await parked()).toEqual([])
  })
})

describe('what the rail’s statement says from before the days that are read', () => {
  it('is found for a payment booked within them, of which the bank takes some back later', async () => {
    const dayMs = 86_400_000
    const { clock } = stand.app.services
    const to = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'EDGE1', amount: brl(9_000_000n), to })
    clock.advanceMs(600_000)
    await stand.engine.readRails()
    clock.advanceMs(4 * dayMs)
    stand.rails.pix.takeBack('EDGE1', 'EDGEBACK1', brl(1_000n))
    await stand.engine.readRails()
    // Five days before now lies between the line and its booking.
    clock.advanceMs(dayMs - 300_000)
    expect((await differences('test-pix')).filter(({ external_id }) => external_id === 'EDGE1')).toEqual([])
  })

  it('is found for a payment of a rail that was silent for days', async () => {
    const dayMs = 86_400_000
    const to = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'LATE1', amount: brl(9_000_000n), to })
    stand.app.services.clock.advanceMs(3 * dayMs)
    await stand.engine.readRails()
    stand.app.services.clock.advanceMs(2.5 * dayMs)
    const found = (await differences('test-pix')).filter(({ external_id }) => external_id === 'LATE1')
    // Late is what it was; nothing is at stake by that.
    expect(found.every(({ kind }) => kind === 'late')).toBe(true)
  })
})
