import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  acceptByTwo,
  bounds,
  camila,
  carlos,
  challenge,
  dataOf,
  decide,
  mariaClabe,
  mariaName,
  otherClabe,
  propose,
  refusalOf,
  rightCode,
  sofia,
  teresa,
  type WithdrawalsStand,
  withdrawalsStand,
} from './testing/withdrawals-stand.ts'

let stand: WithdrawalsStand
let clabe: string

beforeAll(async () => {
  stand = await withdrawalsStand()
  await stand.fund(1, 'MXN', 1_000_000_00n)
  clabe = await stand.usableClabe(1)
})
afterAll(async () => {
  await stand.close()
})
beforeEach(() => {
  Object.assign(stand.facts, {
    verified: true,
    limitDay: undefined,
    limitMonth: undefined,
    coolDown: undefined,
    pausedUntil: 0,
  })
})

interface Wire {
  readonly withdrawal: {
    readonly withdrawalId: string
    readonly state: string
    readonly failReason?: string
    readonly externalId?: string
    readonly hold?: { readonly reason: string }
    readonly escalated: boolean
  }
  readonly history: readonly { readonly what: string; readonly by: string }[]
}

const ask = async (amount: string, changes: Record<string, string> = {}, key?: string) =>
  stand.as(1, '/user/withdraw/add', { ...(await stand.confirmed(1, clabe, amount)), ...changes }, key)
const asked = async (amount = '1000.00'): Promise<string> => dataOf<Wire>(await ask(amount)).withdrawal.withdrawalId
const read = async (withdrawalId: string): Promise<Wire> =>
  dataOf<Wire>(await stand.as(1, `/user/withdraw/info?withdrawalId=${withdrawalId}`))
const payoutOf = (withdrawalId: string) => {
  const payout = stand.spei.taken.find(({ reference }) => reference.endsWith(withdrawalId.slice(-10)))
  if (payout === undefined) throw new Error('no payment was asked for')
  return payout
}
const settle = async (): Promise<void> => {
  await stand.engine.sendPayouts()
  await stand.engine.readRails()
}

/** Cancels what earlier tests left under review: only so many may be on their way. */
const cancelAll = async (): Promise<void> => {
  const open = dataOf<{ rows: { withdrawalId: string }[] }>(
    await stand.as(1, '/user/withdraw/order?state=under-review&limit=100'),
  )
  for (const { withdrawalId } of open.rows) await stand.as(1, '/user/withdraw/cancel', { withdrawalId })
}

describe('a withdrawal', () => {
  it('is quoted, confirmed as shown, accepted by two people, paid once and complete', async () => {
    const before = await stand.balance(1, 'MXN')
    const quote = await stand.as(1, `/user/withdraw/quote?destinationId=${clabe}&asset=MXN&amount=1000.00`)
    expect(dataOf(quote)).toMatchObject({
      charges: { amount: '1000.00', fee: '5.00', vat: '0.80', net: '994.20' },
      available: '1000000.00',
      least: '100.00',
      open: true,
      arrival: { lateMs: 24 * 3_600_000 },
    })
    const id = await asked()
    expect(bounds.at(-1)).toEqual({
      amount: '1000.00',
      fee: '5.00',
      vat: '0.80',
      net: '994.20',
      asset: 'MXN',
      destination: `CLABE ${mariaClabe}`,
    })
    expect(await stand.balance(1, 'MXN')).toMatchObject({ posted: before.posted, held: before.held + 1000_00n })
    expect(dataOf(await acceptByTwo(stand, id))).toMatchObject({ state: 'approved' })
    expect(await read(id)).toMatchObject({ withdrawal: { state: 'doing' } })
    expect(await stand.balance(1, 'MXN')).toMatchObject({ posted: before.posted - 1000_00n, held: before.held })
    expect(await stand.accountOf('house:payouts:MXN')).toMatchObject({ posted: 994_20n })
    await settle()
    const payout = payoutOf(id)
    expect(payout).toMatchObject({ amount: { minor: 994_20n }, destination: { clabe: mariaClabe, holder: mariaName } })
    stand.spei.confirm(payout, stand.app.services.clock.now())
    await settle()
    const done = await read(id)
    expect(done.withdrawal).toMatchObject({ state: 'complete', externalId: `ext-${payout.payoutId}` })
    expect(done.history.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'requested customer',
      'accept staff',
      'payout-sent rail',
      'payout-confirmed rail',
    ])
    expect(await stand.accountOf('house:payouts:MXN')).toMatchObject({ posted: 0n })
    // The rail held nothing for us: the market's custodian made up for it, and its own mirror is even.
    expect(await stand.accountOf('rail-test-spei:custody:MXN')).toMatchObject({ posted: 0n })
  })

  it('comes back whole, fee included, when the payment fails', async () => {
    const before = await stand.balance(1, 'MXN')
    const fees = await stand.accountOf('house:fees:MXN')
    const id = await asked()
    await acceptByTwo(stand, id)
    await settle()
    stand.spei.fail(payoutOf(id), stand.app.services.clock.now(), 'account-closed')
    await settle()
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'account-closed' })
    expect(await stand.balance(1, 'MXN')).toEqual(before)
    expect(await stand.accountOf('house:fees:MXN')).toEqual(fees)
  })

  it('keeps what a rail says when it paid another amount, and posts nothing', async () => {
    const id = await asked()
    await acceptByTwo(stand, id)
    await settle()
    stand.spei.confirm(payoutOf(id), stand.app.services.clock.now(), 1n)
    await settle()
    expect((await read(id)).withdrawal.state).toBe('doing')
    expect(await stand.accountOf('house:payouts:MXN')).toMatchObject({ posted: 994_20n })
  })

  it('is cancelled by its owner until it is accepted, and never after', async () => {
    const before = await stand.balance(1, 'MXN')
    const id = await asked()
    const cancelled = await stand.as(1, '/user/withdraw/cancel', { withdrawalId: id })
    expect(dataOf<Wire>(cancelled).withdrawal.state).toBe('cancelled')
    expect(await stand.balance(1, 'MXN')).toEqual(before)
    const again = await stand.as(1, '/user/withdraw/cancel', { withdrawalId: id })
    expect(dataOf<Wire>(again).withdrawal.state).toBe('cancelled')
    const other = await asked()
    await acceptByTwo(stand, other)
    expect(refusalOf(await stand.as(1, '/user/withdraw/cancel', { withdrawalId: other }))).toBe(
      'withdrawal-not-cancellable',
    )
  })

  it('is refused by one person for a closed reason, and everything is the customer’s again', async () => {
    const before = await stand.balance(1, 'MXN')
    const id = await asked()
    const refused = await stand.asStaff(carlos, '/withdrawals/refuse', {
      withdrawalId: id,
      reason: 'not-asked-by-customer',
    })
    expect(dataOf(refused)).toEqual({})
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'not-asked-by-customer' })
    expect(await stand.balance(1, 'MXN')).toEqual(before)
    const reason = { withdrawalId: await asked(), reason: 'vip-needed' }
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/refuse', reason))).toBe('field-invalid')
  })

  it('happens once for one key, with the same answer', async () => {
    const body = await stand.confirmed(1, clabe, '500.00')
    const first = await stand.as(1, '/user/withdraw/add', body, 'one-key-twice')
    const second = await stand.as(1, '/user/withdraw/add', body, 'one-key-twice')
    expect(second.body).toBe(first.body)
    expect(refusalOf(await stand.as(1, '/user/withdraw/add', { ...body, amount: '501.00' }, 'one-key-twice'))).toBe(
      'idempotency-key-reused',
    )
  })

  it('is read, cancelled and checked by its owner alone', async () => {
    const id = await asked()
    for (const path of ['info', 'receipt', 'status']) {
      expect(refusalOf(await stand.as(3, `/user/withdraw/${path}?withdrawalId=${id}`))).toBe('withdrawal-unknown')
    }
    expect(refusalOf(await stand.as(3, '/user/withdraw/cancel', { withdrawalId: id }))).toBe('withdrawal-unknown')
    expect(refusalOf(await stand.as(3, `/bank/info?destinationId=${clabe}`))).toBe('destination-unknown')
    expect(refusalOf(await stand.as(3, '/bank/del', { destinationId: clabe }))).toBe('destination-unknown')
  })

  it('lets a restricted customer withdraw to what they had, and add nothing', async () => {
    const add = { kind: 'clabe', holder: mariaName, clabe: otherClabe, challengeId: challenge(), code: rightCode }
    expect(refusalOf(await stand.as(2, '/bank/add', add))).toBe('account-restricted')
    // The stand's restricted customer got this destination before.
    await stand.app.database.owner`
      insert into destination (id, customer_id, kind, instruction, number, added_at, usable_at)
      select 'dst_' || lpad('2', 26, '0'), ${stand.customerId(2)}, kind, instruction, number, added_at, usable_at
      from destination where id = ${clabe}`
    await stand.fund(2, 'MXN', 500_00n)
    const body = await stand.confirmed(2, `dst_${'2'.padStart(26, '0')}`, '500.00')
    expect(dataOf<Wire>(await stand.as(2, '/user/withdraw/add', body)).withdrawal.state).toBe('under-review')
  })
})

describe('a withdrawal is refused, and nothing changes,', () => {
  const soon = (hours: number): number => stand.app.services.clock.now() + hours * 3_600_000
  it.each<[string, string, Record<string, string>, (() => void) | undefined, string]>([
    ['when the fee is not the one in force', '1000.00', { fee: '0.00' }, undefined, 'withdrawal-charges-changed'],
    ['when the net is another', '1000.00', { net: '994.21' }, undefined, 'withdrawal-charges-changed'],
    ['with too many decimals', '1000.00', { amount: '1000.001' }, undefined, 'withdrawal-amount-decimals'],
    ['for nothing', '1000.00', { amount: '0' }, undefined, 'withdrawal-amount-zero'],
    ['below the least', '99.99', {}, undefined, 'withdrawal-below-min'],
    ['above the most', '1000000.01', {}, undefined, 'withdrawal-above-max'],
    ['of more than there is', '999999.99', {}, undefined, 'withdrawal-insufficient'],
    ['of another currency', '1000.00', { asset: 'USDT' }, undefined, 'withdrawal-asset-unfit'],
    [
      'to a stranger’s destination',
      '1000.00',
      { destinationId: `dst_${'9'.padStart(26, '0')}` },
      undefined,
      'destination-unknown',
    ],
    ['with a wrong password', '1000.00', { withdrawalPassword: '000001' }, undefined, 'withdrawal-password-wrong'],
    ['with a wrong factor', '1000.00', { code: '000000' }, undefined, 'factor-wrong'],
    ['in a pause', '1000.00', {}, () => Object.assign(stand.facts, { pausedUntil: soon(1) }), 'withdrawals-paused'],
    [
      'while a security change cools down',
      '1000.00',
      {},
      () =>
        Object.assign(stand.facts, {
          coolDown: { reason: 'password-reset', from: stand.app.services.clock.now(), until: soon(5) },
        }),
      'withdrawal-cool-down',
    ],
    [
      'over the day’s limit',
      '1000.00',
      {},
      () => Object.assign(stand.facts, { limitDay: 999_99n }),
      'withdrawal-over-day-limit',
    ],
    [
      'over the month’s limit',
      '1000.00',
      {},
      () => Object.assign(stand.facts, { limitMonth: 999_99n }),
      'withdrawal-over-month-limit',
    ],
  ])('%s', async (_, amount, changes, turn, rejection) => {
    const body = { ...(await stand.confirmed(1, clabe, amount)), ...changes }
    turn?.()
    const before = await stand.fingerprint()
    const answer = await stand.as(1, '/user/withdraw/add', body)
    expect(refusalOf(answer)).toBe(rejection)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await stand.fingerprint()).toBe(before)
  })

  it('to a destination that still waits; when the wait is over it goes', async () => {
    const added = await stand.as(1, '/bank/add', {
      kind: 'clabe',
      holder: mariaName,
      clabe: otherClabe,
      challengeId: challenge(),
      code: rightCode,
    })
    const { destinationId } = dataOf<{ destination: { destinationId: string } }>(added).destination
    const body = await stand.confirmed(1, destinationId, '500.00')
    stand.app.services.clock.advanceMs(24 * 3_600_000 - 1)
    const refused = await stand.as(1, '/user/withdraw/add', body)
    expect(refusalOf(refused)).toBe('destination-waits')
    stand.app.services.clock.advanceMs(1)
    expect(dataOf<Wire>(await stand.as(1, '/user/withdraw/add', body)).withdrawal.state).toBe('under-review')
    expect(refusalOf(await stand.as(1, '/bank/del', { destinationId }))).toBe('destination-in-use')
  })
})

describe('what two people decide', () => {
  beforeEach(cancelAll)

  it('is never decided by the one who proposed it, nor by support, nor about other figures', async () => {
    const id = await asked()
    const proposed = dataOf<{ approvalId: string }>(await propose(stand, id))
    expect(refusalOf(await decide(stand, proposed.approvalId, teresa))).toBe('approval-own')
    expect(
      refusalOf(await stand.asStaff(sofia, '/withdrawals/refuse', { withdrawalId: id, reason: 'asked-twice' })),
    ).toBe('role-needed')
    const other = { withdrawalId: await asked(), amount: '1000.00', net: '1000.00', destination: `CLABE ${mariaClabe}` }
    expect(refusalOf(await stand.asStaff(teresa, '/withdrawals/accept', other))).toBe('withdrawal-seen-other')
    expect((await read(id)).withdrawal.state).toBe('under-review')
    expect(dataOf(await decide(stand, proposed.approvalId, carlos, 'refuse'))).toMatchObject({ state: 'refused' })
    // Not approving is not refusing the customer: it waits for another look.
    expect((await read(id)).withdrawal.state).toBe('under-review')
  })

  it('waits for a hold that has a reason and an end, and goes on by itself', async () => {
    const id = await asked()
    const hold = { withdrawalId: id, reason: 'name-check', hours: '49' }
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/hold', hold))).toBe('withdrawal-hold-too-long')
    dataOf(await stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '2' }))
    expect((await read(id)).withdrawal.hold).toMatchObject({ reason: 'name-check', legal: false })
    expect(refusalOf(await propose(stand, id))).toBe('withdrawal-is-held')
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '2' }))).toBe(
      'withdrawal-hold-open',
    )
    stand.app.services.clock.advanceMs(2 * 3_600_000)
    await stand.runJobs()
    const after = await read(id)
    expect(after.withdrawal.hold).toBeUndefined()
    expect(after.history.map(({ what }) => what)).toContain('hold-ended')
    // The same reason does not buy time twice.
    expect(refusalOf(await stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '1' }))).toBe(
      'withdrawal-hold-open',
    )
    expect(dataOf(await acceptByTwo(stand, id))).toMatchObject({ state: 'approved' })
  })

  it('escalates what nobody decided in time, and never ends it by itself', async () => {
    const id = await asked()
    stand.app.services.clock.advanceMs(24 * 3_600_000)
    await stand.runJobs()
    await stand.runJobs()
    const after = await read(id)
    expect(after.withdrawal).toMatchObject({ state: 'under-review', escalated: true })
    expect(after.history.filter(({ what }) => what === 'escalated')).toHaveLength(1)
  })

  it('stops withdrawals for a legal reason only with evidence, an end and two people; the customer reads it', async () => {
    const wish = { customerId: stand.customerId(1), reason: 'court-order', evidence: 'JUZ-12/2026', days: '10' }
    const proposed = dataOf<{ approvalId: string }>(await stand.asStaff(carlos, '/withdrawals/legal-hold', wish))
    const status = async () =>
      dataOf<{ legalHold?: { reason: string } }>(await stand.as(1, '/user/withdraw/status')).legalHold
    expect(await status()).toBeUndefined()
    const shown = await stand.asStaff(carlos, `/approvals/detail?approvalId=${proposed.approvalId}`)
    const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
    const decision = {
      approvalId: proposed.approvalId,
      payloadHash,
      factsHash,
      decision: 'approve',
      reason: 'court-order',
    }
    expect(refusalOf(await stand.asStaff(carlos, '/approvals/decide', decision))).toBe('approval-own')
    expect(refusalOf(await stand.asStaff(teresa, '/approvals/decide', decision))).toBe('role-needed')
    dataOf(await stand.asStaff(camila, '/approvals/decide', decision))
    expect(await status()).toMatchObject({ reason: 'court-order' })
    expect(refusalOf(await ask('500.00'))).toBe('withdrawal-legal-hold')
    stand.app.services.clock.advanceMs(10 * 86_400_000)
    expect(await status()).toBeUndefined()
    expect(dataOf<Wire>(await ask('500.00')).withdrawal.state).toBe('under-review')
  })
})
