import { currencies, money } from '@bolsillo/kernel'
import type { Act } from '@bolsillo/ledger/domain'
import { deviceSha256, editedAct } from '@bolsillo/ledger/fixtures'
import { transaction } from '@bolsillo/server-kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../domain/index.ts'
import { mariaWithdraws, type WithdrawalWire } from './testing/maria-withdraws.ts'
import {
  acceptByTwo,
  challenge,
  dataOf,
  mariaName,
  otherClabe,
  refusalOf,
  rightCode,
  rightPassword,
} from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const { asked, cancelAll, payoutOf, read, settle } = maria

describe('what a phone checks', () => {
  const receiptOf = async (id: string): Promise<WithdrawalReceipt> =>
    dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`))
  beforeEach(cancelAll)

  it('adds up in every state', async () => {
    const id = await asked()
    expect(await failedChecks(await receiptOf(id), deviceSha256)).toEqual([])
    await acceptByTwo(maria.stand, id)
    expect(await failedChecks(await receiptOf(id), deviceSha256)).toEqual([])
    await settle()
    maria.stand.spei.fail(payoutOf(id), maria.stand.app.services.clock.now(), 'account-unknown')
    await settle()
    expect((await read(id)).withdrawal.state).toBe('fail')
    expect(await failedChecks(await receiptOf(id), deviceSha256)).toEqual([])
    const other = await asked()
    await maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId: other })
    expect(await failedChecks(await receiptOf(other), deviceSha256)).toEqual([])
  })

  it('does not, when the server says another amount, another fee, another state or another entry', async () => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    const receipt = await receiptOf(id)
    const [entry, ...rest] = receipt.entries
    if (entry === undefined) throw new Error('a receipt has entries')
    const more = ({ postings }: Act) => ({ postings: postings.map((line) => ({ ...line, held: line.held + 1n })) })
    const forged = { ...entry, act: editedAct(entry.act, more) }
    expect(await failedChecks({ ...receipt, amountMinor: '100001' }, deviceSha256)).toEqual(['charges', 'reserved'])
    expect(await failedChecks({ ...receipt, netMinor: '99421', feeMinor: '499' }, deviceSha256)).toEqual([
      'reserved',
      'account',
    ])
    expect(await failedChecks({ ...receipt, feeMinor: '0' }, deviceSha256)).toEqual(['charges'])
    expect(await failedChecks({ ...receipt, state: 'cancelled' }, deviceSha256)).toEqual(['reserved', 'account'])
    expect(await failedChecks({ ...receipt, entries: [forged, ...rest] }, deviceSha256)).toEqual(['reserved', 'hashes'])
    expect(await failedChecks({ ...receipt, entries: [] }, deviceSha256)).toHaveLength(5)
  })
})

describe('the figures everybody can read', () => {
  it('are computed from what arrived, and say what waits', async () => {
    await cancelAll()
    const arrive = async (id: string): Promise<void> => {
      await acceptByTwo(maria.stand, id)
      await settle()
      maria.stand.spei.confirm(payoutOf(id), maria.stand.app.services.clock.now())
      await settle()
    }
    const quick = await asked()
    maria.stand.app.services.clock.advanceMs(60_000)
    await arrive(quick)
    const id = await asked()
    maria.stand.app.services.clock.advanceMs(25 * 3_600_000)
    const before = dataOf<{ waiting: { overDay: number; oldestMs: number } }>(
      await maria.stand.as(1, '/index/withdraw/times'),
    )
    expect(before.waiting.overDay).toBeGreaterThanOrEqual(1)
    await arrive(id)
    maria.stand.app.services.clock.advanceMs(61_000)
    const times = dataOf<{
      total: { count: number; p50Ms: number; p95Ms: number; overDayPercent: string }
      ended: { complete: number }
    }>(await maria.stand.as(1, '/index/withdraw/times'))
    expect(times.total).toMatchObject({ count: times.ended.complete, p50Ms: 60_000, p95Ms: 25 * 3_600_000 })
    expect(times.total.overDayPercent).toBe('50.00')
    // Measured anew, and by somebody else.
    maria.stand.app.services.clock.advanceMs(61_000)
    const own = dataOf<{ times: { count: number } }>(await maria.stand.as(3, '/user/withdraw/status'))
    expect(own.times.count).toBe(times.total.count)
  })
})

describe('money that goes back where it came from', () => {
  const origins = async (customer: number) =>
    dataOf<{ rows: { originId: string; returnable: string; fee: string; vat: string; net: string; text: string }[] }>(
      await maria.stand.as(customer, '/user/withdraw/origins'),
    ).rows

  it('needs no papers, goes nowhere else, and no more of it than came', async () => {
    const { clock, sql } = maria.stand.app.services
    const pay = await transaction(sql, (tx) =>
      maria.stand.payments.payInAddress(tx, {
        customerId: maria.stand.customerId(3),
        channel: 'spei-mxn',
        now: clock.now(),
      }),
    )
    if (pay.kind !== 'clabe') throw new Error('a CLABE to pay in to')
    maria.stand.spei.receive({
      externalId: 'MBAN0001',
      amount: money(500_00n, currencies.MXN),
      to: pay.clabe,
      from: { name: mariaName, account: otherClabe },
      confirmations: { seen: 1, needed: 1 },
      at: clock.now(),
    })
    await settle()
    // The customer is given some more.
    await maria.stand.fund(3, 'MXN', 400_00n)
    Object.assign(maria.stand.facts, { verified: false })
    const [origin] = await origins(3)
    if (origin === undefined) throw new Error('money came from somewhere')
    expect(origin).toMatchObject({
      returnable: '500.00',
      fee: '0.00',
      vat: '0.00',
      net: '500.00',
      text: `CLABE ${otherClabe}`,
    })
    const back = (amount: string, charges: Record<string, string>) => ({
      originId: origin.originId,
      amount,
      ...charges,
      withdrawalPassword: rightPassword,
      challengeId: challenge(),
      code: rightCode,
    })
    const shown = { fee: '0.00', vat: '0.00', net: '500.00' }
    const more = { fee: '0.00', vat: '0.00', net: '500.01' }
    expect(refusalOf(await maria.stand.as(3, '/user/withdraw/return', back('500.01', more)))).toBe(
      'withdrawal-over-origin',
    )
    expect(refusalOf(await maria.stand.as(1, '/user/withdraw/return', back('500.00', shown)))).toBe(
      'withdrawal-origin-unknown',
    )
    const made = dataOf<WithdrawalWire>(await maria.stand.as(3, '/user/withdraw/return', back('500.00', shown)))
    expect(made.withdrawal).toMatchObject({ state: 'under-review', returned: true })
    expect((await origins(3))[0]).toMatchObject({ returnable: '0.00' })
    expect(
      refusalOf(
        await maria.stand.as(3, '/user/withdraw/return', back('100.00', { fee: '0.00', vat: '0.00', net: '100.00' })),
      ),
    ).toBe('withdrawal-over-origin')
    // What its bank returned is here again, and can go back again.
    const { withdrawalId } = made.withdrawal
    await acceptByTwo(maria.stand, withdrawalId)
    await settle()
    maria.stand.spei.confirm(payoutOf(withdrawalId), clock.now())
    await settle()
    expect((await origins(3))[0]).toMatchObject({ returnable: '0.00' })
    maria.stand.spei.returnPayment(payoutOf(withdrawalId), clock.now(), 'RET-ORIGIN')
    await settle()
    expect((await origins(3))[0]).toMatchObject({ returnable: '500.00' })
    // What a return made is not on the list, and nothing but a return goes there.
    expect(dataOf<{ rows: unknown[] }>(await maria.stand.as(3, '/bank/list')).rows).toEqual([])
  })
})
