import { type Id, instant, type Money, present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeReturned, takeReturnedOther } from './return.ts'
import { type DepositsStand, depositsStand, pesos } from './testing/deposits-stand.ts'

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const rowOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}

/** A deposit of 100.00 that is on its way back. */
async function returning(externalId: string): Promise<Id<'pay'>> {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId, amount: pesos('100.00'), to, name: 'OTRA PERSONA' })
  await stand.engine.readRails()
  const reason = 'third-party'
  const asked = await stand.asStaff('teresa', '/deposits/return', { depositId: (await rowOf(externalId)).id, reason })
  await stand.approve('carlos', JSON.parse(JSON.stringify(asked.json.data)).approvalId, reason)
  await stand.engine.sendPayouts()
  return present(stand.rails.spei.paid.at(-1), 'the payment of the return').payoutId
}

/** Books what arrived of a return, as the act of two people does. */
async function arrive(
  payoutId: Id<'pay'>,
  amount: Money,
  { railId = 'test-spei', take = takeReturnedOther }: { railId?: string; take?: typeof takeReturned } = {},
): Promise<void> {
  const { sql } = stand.app.services
  const [row] = await stand.app.database.owner<{ cause: string }[]>`select cause from payout where id = ${payoutId}`
  const payout = present(await stand.payments.payoutOf(sql, present(row, 'the payment').cause), 'the payment')
  const now = stand.app.services.clock.now()
  const event = { kind: 'payout-confirmed', payoutId, externalId: `out-${payoutId}`, amount, at: instant(1) } as const
  const told = { eventId: stand.app.services.ids.next('rev'), railId, customerId: undefined } as const
  await transaction(sql, (tx) => take(stand.deps, tx, { ...told, event, payout, now }))
}
const balances = () =>
  Promise.all(['house:payouts:MXN', 'house:unmatched:MXN', 'house:claims:MXN'].map((name) => stand.balance(name)))

describe('a return of which another amount arrived', () => {
  it('leaves what did not arrive held, to be matched or returned again', async () => {
    const payoutId = await returning('R1')
    await arrive(payoutId, pesos('99.99'))
    expect(await rowOf('R1')).toMatchObject({ stage: 'held', reversed_minor: 9_999n })
    expect(await balances()).toEqual([0n, 1n, 0n])
    const reason = 'third-party'
    const again = await stand.asStaff('teresa', '/deposits/return', { depositId: (await rowOf('R1')).id, reason })
    await stand.approve('carlos', JSON.parse(JSON.stringify(again.json.data)).approvalId, reason)
    await stand.engine.sendPayouts()
    const last = present(stand.rails.spei.paid.at(-1), 'the rest')
    expect(last.amount).toEqual(pesos('0.01'))
    stand.rails.spei.end(last.payoutId, 'confirmed')
    await stand.engine.readRails()
    expect(await rowOf('R1')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
    expect(await balances()).toEqual([0n, 0n, 0n])
    expect(await stand.verify()).toBe(true)
  })

  it('settles a claim that what did not arrive covers', async () => {
    const payoutId = await returning('R2')
    stand.rails.spei.takeBack('R2', 'R2-back', pesos('0.01'))
    await stand.engine.readRails()
    expect(await balances()).toEqual([10_000n, 0n, -1n])
    await arrive(payoutId, pesos('99.99'))
    expect(await balances()).toEqual([0n, 0n, 0n])
    expect(await rowOf('R2')).toMatchObject({ stage: 'failed' })
  })

  it('is a claim for what was too much', async () => {
    const payoutId = await returning('R3')
    await arrive(payoutId, pesos('100.01'))
    expect(await rowOf('R3')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
    expect(await balances()).toEqual([0n, 0n, -1n])
    expect(await stand.verify()).toBe(true)
  })
})

describe('a return that two people had paid by another rail', () => {
  const railOfLast = async (): Promise<unknown> => {
    const [row] = await stand.app.database.owner<{ rail: string }[]>`
      select details->>'rail' as rail from ledger_entry where reference like 'deposit:%' order by seq desc limit 1`
    return row?.rail
  }

  it.each([
    ['all of it', 'R4', '100.00', takeReturned],
    ['another amount', 'R5', '99.00', takeReturnedOther],
  ] as const)('is booked on the rail that paid it: %s', async (_, externalId, arrived, take) => {
    const before = await stand.balance('rail-test-spei:custody:MXN')
    const payoutId = await returning(externalId)
    await arrive(payoutId, pesos(arrived), { railId: 'manual', take })
    expect(await railOfLast()).toBe('manual')
    // What the paying rail lacked came from the other custodian by a movement between our own accounts.
    expect(await stand.balance('rail-manual:custody:MXN')).toBe(0n)
    expect(await stand.balance('rail-test-spei:custody:MXN')).toBe(before - 10_000n + pesos(arrived).minor)
    expect(await stand.verify()).toBe(true)
  })
})

describe('a deposit of which a part went back to its origin', () => {
  const takeBack = async (externalId: string, text: string): Promise<void> => {
    stand.rails.spei.takeBack(externalId, `${externalId}-back-${text}`, pesos(text))
    await stand.engine.readRails()
    expect(await stand.app.database.owner`select problem from rail_event_state where state <> 'done'`).toEqual([])
  }
  const sendAgain = async (externalId: string): Promise<Id<'pay'>> => {
    const reason = 'third-party'
    const depositId = (await rowOf(externalId)).id
    const again = await stand.asStaff('teresa', '/deposits/return', { depositId, reason })
    await stand.approve('carlos', JSON.parse(JSON.stringify(again.json.data)).approvalId, reason)
    await stand.engine.sendPayouts()
    return present(stand.rails.spei.paid.at(-1), 'the payment of the rest').payoutId
  }
  /** Changes of payouts, unmatched and claims since the last look. */
  let before: readonly bigint[] = []
  const changes = async (): Promise<readonly bigint[]> => {
    const [last, now] = [before, await balances()]
    before = now
    return now.map((value, place) => value - (last[place] ?? 0n))
  }

  it('is taken back by its bank: what is held pays first, what went back is claimed', async () => {
    await changes()
    await arrive(await returning('P1'), pesos('60.00'))
    expect(await changes()).toEqual([0n, 4_000n, 0n])
    await takeBack('P1', '100.00')
    expect(await changes()).toEqual([0n, -4_000n, -6_000n])
    expect(await rowOf('P1')).toMatchObject({ stage: 'failed', fail_reason: 'reversed', reversed_minor: 10_000n })
    expect(await stand.verify()).toBe(true)
  })

  it('is taken back in parts, never more than was delivered', async () => {
    await arrive(await returning('P2'), pesos('60.00'))
    await takeBack('P2', '70.00')
    await takeBack('P2', '30.00')
    await changes()
    stand.rails.spei.takeBack('P2', 'P2-back-more', pesos('0.01'))
    await stand.engine.readRails()
    expect(await changes()).toEqual([0n, 0n, 0n])
    expect(await stand.app.database.owner`select problem from rail_event_state where state <> 'done'`).toHaveLength(1)
    await stand.app.database.owner`update rail_event_state set state = 'done' where state <> 'done'`
  })

  it('is taken back while more is on its way there than does not arrive: what is here pays for a part of the claim', async () => {
    await changes()
    const payoutId = await returning('P3')
    await takeBack('P3', '70.00')
    await arrive(payoutId, pesos('60.00'))
    expect(await changes()).toEqual([0n, 0n, -3_000n])
    expect(await rowOf('P3')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
    expect(await stand.verify()).toBe(true)
  })

  it('is taken back whole while its rest is on its way, which then fails: the rest settles as much of the claim', async () => {
    await changes()
    await arrive(await returning('P4'), pesos('60.00'))
    const payoutId = await sendAgain('P4')
    await takeBack('P4', '100.00')
    expect(await changes()).toEqual([4_000n, 0n, -10_000n])
    stand.rails.spei.end(payoutId, 'failed')
    await stand.engine.readRails()
    expect(await changes()).toEqual([-4_000n, 0n, 4_000n])
    expect(await rowOf('P4')).toMatchObject({ stage: 'failed', fail_reason: 'reversed' })
    expect(await stand.verify()).toBe(true)
  })
})
