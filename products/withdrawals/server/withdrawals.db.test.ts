import { plusMs } from '@bolsillo/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import { mariaWithdraws, type WithdrawalWire } from './testing/maria-withdraws.ts'
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
} from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const { ask, asked, cancelAll, payoutOf, read, settle } = maria

describe('a withdrawal', () => {
  it('is quoted, confirmed as shown, accepted by two people, paid once and complete', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const quote = await maria.stand.as(1, `/user/withdraw/quote?destinationId=${maria.clabe}&asset=MXN&amount=1000.00`)
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
    expect(await maria.stand.balance(1, 'MXN')).toMatchObject({ posted: before.posted, held: before.held + 1000_00n })
    expect(dataOf(await acceptByTwo(maria.stand, id))).toMatchObject({ state: 'approved' })
    expect(await read(id)).toMatchObject({ withdrawal: { state: 'doing' } })
    expect(await maria.stand.balance(1, 'MXN')).toMatchObject({
      posted: before.posted - 994_20n,
      held: before.held + 5_80n,
    })
    expect(await maria.stand.balanceOf('house:payouts:MXN')).toMatchObject({ posted: 994_20n })
    await settle()
    const payout = payoutOf(id)
    expect(payout).toMatchObject({ amount: { minor: 994_20n }, destination: { clabe: mariaClabe, holder: mariaName } })
    maria.stand.spei.confirm(payout, maria.stand.app.services.clock.now())
    await settle()
    const done = await read(id)
    expect(done.withdrawal).toMatchObject({ state: 'complete', externalId: `ext-${payout.payoutId}` })
    expect(done.history.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'requested customer',
      'accept staff',
      'payout-sent rail',
      'payout-confirmed rail',
    ])
    expect(await maria.stand.balanceOf('house:payouts:MXN')).toMatchObject({ posted: 0n })
    expect(await maria.stand.balance(1, 'MXN')).toMatchObject({ posted: before.posted - 1000_00n, held: before.held })
    // The rail held nothing for us: the market's custodian made up for it, and its own mirror is even.
    expect(await maria.stand.balanceOf('rail-test-spei:custody:MXN')).toMatchObject({ posted: 0n })
  })

  it('comes back whole, fee included, when the payment fails', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const fees = await maria.stand.balanceOf('house:fees:MXN')
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    maria.stand.spei.fail(payoutOf(id), maria.stand.app.services.clock.now(), 'account-closed')
    await settle()
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'account-closed' })
    expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
    expect(await maria.stand.balanceOf('house:fees:MXN')).toEqual(fees)
  })

  it('keeps what a rail says when it paid another amount, and posts nothing', async () => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    maria.stand.spei.confirm(payoutOf(id), maria.stand.app.services.clock.now(), 1n)
    await settle()
    expect((await read(id)).withdrawal.state).toBe('doing')
    expect(await maria.stand.balanceOf('house:payouts:MXN')).toMatchObject({ posted: 994_20n })
  })

  it('is cancelled by its owner until it is accepted, and never after', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const id = await asked()
    const cancelled = await maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId: id })
    expect(dataOf<WithdrawalWire>(cancelled).withdrawal.state).toBe('cancelled')
    expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
    const again = await maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId: id })
    expect(dataOf<WithdrawalWire>(again).withdrawal.state).toBe('cancelled')
    const other = await asked()
    await acceptByTwo(maria.stand, other)
    expect(refusalOf(await maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId: other }))).toBe(
      'withdrawal-not-cancellable',
    )
  })

  it('is refused by one person for a closed reason, and everything is the customer’s again', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const id = await asked()
    const refused = await maria.stand.asStaff(carlos, '/withdrawals/refuse', {
      withdrawalId: id,
      reason: 'not-asked-by-customer',
    })
    expect(dataOf(refused)).toEqual({})
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'not-asked-by-customer' })
    expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
    const reason = { withdrawalId: await asked(), reason: 'vip-needed' }
    expect(refusalOf(await maria.stand.asStaff(carlos, '/withdrawals/refuse', reason))).toBe('field-invalid')
  })

  it('happens once for one key, with the same answer', async () => {
    const body = await maria.stand.confirmed(1, maria.clabe, '500.00')
    const first = await maria.stand.as(1, '/user/withdraw/add', body, 'one-key-twice')
    const second = await maria.stand.as(1, '/user/withdraw/add', body, 'one-key-twice')
    expect(second.body).toBe(first.body)
    expect(
      refusalOf(await maria.stand.as(1, '/user/withdraw/add', { ...body, amount: '501.00' }, 'one-key-twice')),
    ).toBe('idempotency-key-reused')
  })

  it('is read, cancelled and checked by its owner alone', async () => {
    const id = await asked()
    for (const path of ['info', 'receipt', 'status']) {
      expect(refusalOf(await maria.stand.as(3, `/user/withdraw/${path}?withdrawalId=${id}`))).toBe('withdrawal-unknown')
    }
    expect(refusalOf(await maria.stand.as(3, '/user/withdraw/cancel', { withdrawalId: id }))).toBe('withdrawal-unknown')
    expect(refusalOf(await maria.stand.as(3, `/bank/info?destinationId=${maria.clabe}`))).toBe('destination-unknown')
    expect(refusalOf(await maria.stand.as(3, '/bank/del', { destinationId: maria.clabe }))).toBe('destination-unknown')
  })

  it('lets a restricted customer withdraw to what they had, and add nothing', async () => {
    const add = { kind: 'clabe', holder: mariaName, clabe: otherClabe, challengeId: challenge(), code: rightCode }
    expect(refusalOf(await maria.stand.as(2, '/bank/add', add))).toBe('account-restricted')
    // The stand's restricted customer got this destination before.
    await maria.stand.app.database.owner`
      insert into destination (id, customer_id, kind, instruction, number, added_at, usable_at)
      select 'dst_' || lpad('2', 26, '0'), ${maria.stand.customerId(2)}, kind, instruction, number, added_at, usable_at
      from destination where id = ${maria.clabe}`
    await maria.stand.fund(2, 'MXN', 500_00n)
    const body = await maria.stand.confirmed(2, `dst_${'2'.padStart(26, '0')}`, '500.00')
    expect(dataOf<WithdrawalWire>(await maria.stand.as(2, '/user/withdraw/add', body)).withdrawal.state).toBe(
      'under-review',
    )
  })
})

it('waits at a destination that was new when what protects the account changed, and at no other', async () => {
  const { stand, clabe } = maria
  await stand.app.database.owner`
    insert into destination (id, customer_id, kind, instruction, number, added_at, usable_at)
    select 'dst_' || lpad('7', 26, '0'), customer_id, kind, instruction, '7' || number,
      ${stand.app.services.clock.now() - 23 * 3_600_000}, ${stand.app.services.clock.now() + 3_600_000}
    from destination where id = ${clabe}`
  const young = `dst_${'7'.padStart(26, '0')}`
  const from = stand.app.services.clock.now()
  const until = plusMs(from, 24 * 3_600_000)
  Object.assign(stand.facts, { accountHold: { from, until } })
  stand.app.services.clock.advanceMs(2 * 3_600_000)
  const held = await stand.as(1, '/user/withdraw/add', await stand.confirmed(1, young, '500.00'))
  expect(held.json.data).toMatchObject({ rejection: 'destination-waits', values: { until: String(until) } })
  expect(dataOf<WithdrawalWire>(await maria.ask('500.00')).withdrawal.state).toBe('under-review')
  // Without the change it would be usable by now.
  Object.assign(stand.facts, { accountHold: undefined })
  const free = await stand.as(1, '/user/withdraw/add', await stand.confirmed(1, young, '500.00'))
  expect(dataOf<WithdrawalWire>(free).withdrawal.state).toBe('under-review')
  await maria.cancelAll()
})

describe('a withdrawal is refused, and nothing changes,', () => {
  const soon = (hours: number): number => maria.stand.app.services.clock.now() + hours * 3_600_000
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
    [
      'in a pause',
      '1000.00',
      {},
      () => Object.assign(maria.stand.facts, { pausedUntil: soon(1) }),
      'withdrawals-paused',
    ],
    [
      'while a security change cools down',
      '1000.00',
      {},
      () =>
        Object.assign(maria.stand.facts, {
          coolDown: { reason: 'password-reset', from: maria.stand.app.services.clock.now(), until: soon(5) },
        }),
      'withdrawal-cool-down',
    ],
    [
      'over the day’s limit',
      '1000.00',
      {},
      () => Object.assign(maria.stand.facts, { limitDay: 999_99n }),
      'withdrawal-over-day-limit',
    ],
    [
      'over the month’s limit',
      '1000.00',
      {},
      () => Object.assign(maria.stand.facts, { limitMonth: 999_99n }),
      'withdrawal-over-month-limit',
    ],
  ])('%s', async (_, amount, changes, turn, rejection) => {
    const body = { ...(await maria.stand.confirmed(1, maria.clabe, amount)), ...changes }
    turn?.()
    const before = await maria.stand.fingerprint()
    const answer = await maria.stand.as(1, '/user/withdraw/add', body)
    expect(refusalOf(answer)).toBe(rejection)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await maria.stand.fingerprint()).toBe(before)
  })

  it('to a destination that still waits; when the wait is over it goes', async () => {
    const added = await maria.stand.as(1, '/bank/add', {
      kind: 'clabe',
      holder: mariaName,
      clabe: otherClabe,
      challengeId: challenge(),
      code: rightCode,
    })
    const { destinationId } = dataOf<{ destination: { destinationId: string } }>(added).destination
    const body = await maria.stand.confirmed(1, destinationId, '500.00')
    maria.stand.app.services.clock.advanceMs(24 * 3_600_000 - 1)
    const refused = await maria.stand.as(1, '/user/withdraw/add', body)
    expect(refusalOf(refused)).toBe('destination-waits')
    maria.stand.app.services.clock.advanceMs(1)
    expect(dataOf<WithdrawalWire>(await maria.stand.as(1, '/user/withdraw/add', body)).withdrawal.state).toBe(
      'under-review',
    )
    expect(refusalOf(await maria.stand.as(1, '/bank/del', { destinationId }))).toBe('destination-in-use')
  })
})

describe('what two people decide', () => {
  beforeEach(cancelAll)

  it('is never decided by the one who proposed it, nor by support, nor about other figures', async () => {
    const id = await asked()
    const proposed = dataOf<{ approvalId: string }>(await propose(maria.stand, id))
    expect(refusalOf(await decide(maria.stand, proposed.approvalId, teresa))).toBe('approval-own')
    expect(
      refusalOf(await maria.stand.asStaff(sofia, '/withdrawals/refuse', { withdrawalId: id, reason: 'asked-twice' })),
    ).toBe('role-needed')
    const other = { withdrawalId: await asked(), amount: '1000.00', net: '1000.00', destination: `CLABE ${mariaClabe}` }
    expect(refusalOf(await maria.stand.asStaff(teresa, '/withdrawals/accept', other))).toBe('withdrawal-seen-other')
    expect((await read(id)).withdrawal.state).toBe('under-review')
    expect(dataOf(await decide(maria.stand, proposed.approvalId, carlos, 'refuse'))).toMatchObject({ state: 'refused' })
    // Not approving is not refusing the customer: it waits for another look.
    expect((await read(id)).withdrawal.state).toBe('under-review')
  })

  it('waits for a hold that has a reason and an end, and goes on by itself', async () => {
    const id = await asked()
    const hold = { withdrawalId: id, reason: 'name-check', hours: '49' }
    expect(refusalOf(await maria.stand.asStaff(carlos, '/withdrawals/hold', hold))).toBe('withdrawal-hold-too-long')
    dataOf(await maria.stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '2' }))
    expect((await read(id)).withdrawal.hold).toMatchObject({ reason: 'name-check', legal: false })
    expect(refusalOf(await propose(maria.stand, id))).toBe('withdrawal-is-held')
    expect(refusalOf(await maria.stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '2' }))).toBe(
      'withdrawal-hold-open',
    )
    maria.stand.app.services.clock.advanceMs(2 * 3_600_000)
    await maria.stand.runJobs()
    const after = await read(id)
    expect(after.withdrawal.hold).toBeUndefined()
    expect(after.history.map(({ what }) => what)).toContain('hold-ended')
    // The same reason does not buy time twice.
    expect(refusalOf(await maria.stand.asStaff(carlos, '/withdrawals/hold', { ...hold, hours: '1' }))).toBe(
      'withdrawal-hold-open',
    )
    expect(dataOf(await acceptByTwo(maria.stand, id))).toMatchObject({ state: 'approved' })
  })

  it('escalates what nobody decided in time, and never ends it by itself', async () => {
    const id = await asked()
    maria.stand.app.services.clock.advanceMs(24 * 3_600_000)
    await maria.stand.runJobs()
    await maria.stand.runJobs()
    const after = await read(id)
    expect(after.withdrawal).toMatchObject({ state: 'under-review', escalated: true })
    expect(after.history.filter(({ what }) => what === 'escalated')).toHaveLength(1)
  })

  it('stops withdrawals for a legal reason only with evidence, an end and two people; the customer reads it', async () => {
    const wish = { customerId: maria.stand.customerId(1), reason: 'court-order', evidence: 'JUZ-12/2026', days: '10' }
    const proposed = dataOf<{ approvalId: string }>(await maria.stand.asStaff(carlos, '/withdrawals/legal-hold', wish))
    const status = async () =>
      dataOf<{ legalHold?: { reason: string } }>(await maria.stand.as(1, '/user/withdraw/status')).legalHold
    expect(await status()).toBeUndefined()
    const shown = await maria.stand.asStaff(carlos, `/approvals/detail?approvalId=${proposed.approvalId}`)
    const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
    const decision = {
      approvalId: proposed.approvalId,
      payloadHash,
      factsHash,
      decision: 'approve',
      reason: 'court-order',
    }
    expect(refusalOf(await maria.stand.asStaff(carlos, '/approvals/decide', decision))).toBe('approval-own')
    expect(refusalOf(await maria.stand.asStaff(teresa, '/approvals/decide', decision))).toBe('role-needed')
    dataOf(await maria.stand.asStaff(camila, '/approvals/decide', decision))
    expect(await status()).toMatchObject({ reason: 'court-order' })
    expect(refusalOf(await ask('500.00'))).toBe('withdrawal-legal-hold')
    maria.stand.app.services.clock.advanceMs(10 * 86_400_000)
    expect(await status()).toBeUndefined()
    expect(dataOf<WithdrawalWire>(await ask('500.00')).withdrawal.state).toBe('under-review')
  })
})
