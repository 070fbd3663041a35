import { currencies, plusMs, writeMoney } from '@bolsillo/kernel'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../domain/index.ts'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo, dataOf, refusalOf, teresa, tomas } from './testing/withdrawals-stand.ts'

// A payment arrives, is confirmed, and the bank returns it all the same: weeks later, in parts, or in other words.

const maria = mariaWithdraws()
const now = () => maria.stand.app.services.clock.now()
const paid = async (amount = '1000.00') => {
  const id = await maria.asked(amount)
  await acceptByTwo(maria.stand, id)
  await maria.settle()
  const payout = maria.payoutOf(id)
  maria.stand.spei.confirm(payout, now())
  await maria.settle()
  return { id, payout }
}
const available = async () => {
  const { posted, held } = await maria.stand.balance(1, 'MXN')
  return posted - held
}
const postedOn = async (account: string) => (await maria.stand.balanceOf(account)).posted
const detailOf = async (id: string) =>
  dataOf<{
    withdrawal: { state: string }
    bankReturns: { amount: string }[]
    history: { what: string }[]
  }>(await maria.stand.as(1, `/user/withdraw/info?withdrawalId=${id}`))
// RET-C below is a line of the statement that claims more than was paid: it stays a difference.
const openDifferences = async () => {
  await maria.stand.engine.reconcile()
  return await maria.stand.app.database.owner`
    select kind, external_id from reconciliation_difference difference
    where kind <> 'late' and external_id <> 'RET-C' and not exists (select from reconciliation_closing where difference_id = difference.id)`
}
const parked = () =>
  maria.stand.app.database.owner`select problem from rail_event_state where state not in ('done', 'closed')`

describe('a payment the bank returns after it was confirmed', () => {
  it('is the customer’s again, a fact beside a withdrawal that stays complete, and no difference', async () => {
    const { id, payout } = await paid()
    const [before, custody] = [await available(), await postedOn('rail-test-spei:custody:MXN')]
    maria.stand.spei.returnPayment(payout, now(), 'RET-1')
    await maria.settle()
    await maria.settle()
    const net = payout.amount.minor
    expect(await available()).toBe(before + net)
    expect(await postedOn('rail-test-spei:custody:MXN')).toBe(custody - net)
    const shown = await detailOf(id)
    expect(shown.withdrawal.state).toBe('complete')
    expect(shown.bankReturns).toHaveLength(1)
    expect(shown.history.at(-1)).toMatchObject({ what: 'payout-returned', by: 'rail' })
    maria.stand.app.services.clock.advanceMs(3_600_000)
    expect(await openDifferences()).toEqual([])
    expect(await parked()).toEqual([])
    const receipt = dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`))
    expect(await failedChecks(receipt, deviceSha256)).toEqual([])
  })

  it('may come back in parts, each once, and never more than was paid', async () => {
    const { id, payout } = await paid('500.00')
    const before = await available()
    maria.stand.spei.returnPayment(payout, now(), 'RET-A', 100_00n)
    maria.stand.spei.returnPayment(payout, now(), 'RET-A', 100_00n)
    maria.stand.spei.returnPayment(payout, now(), 'RET-B', 150_00n)
    await maria.settle()
    expect(await available()).toBe(before + 250_00n)
    maria.stand.spei.returnPayment(payout, now(), 'RET-C', payout.amount.minor)
    await maria.settle()
    expect(await available()).toBe(before + 250_00n)
    expect(await parked()).toEqual([{ problem: 'a payment cannot come back: amount' }])
    expect((await detailOf(id)).bankReturns).toHaveLength(2)
  })

  it('reported before it was reported as confirmed waits for that, and does not stop it', async () => {
    const id = await maria.asked('300.00')
    await acceptByTwo(maria.stand, id)
    await maria.settle()
    const payout = maria.payoutOf(id)
    const before = await available()
    maria.stand.spei.returnPayment(payout, now(), 'RET-EARLY')
    await maria.settle()
    maria.stand.spei.confirm(payout, now())
    await maria.settle()
    maria.stand.app.services.clock.advanceMs(60_000)
    await maria.settle()
    expect(await available()).toBe(before + payout.amount.minor)
  })

  it('settles a debt to that rail first', async () => {
    const { payout } = await paid('200.00')
    const { ledger, app } = maria.stand
    await app.services.sql.begin(async (tx) => {
      const posting = (account: string, posted: bigint) => ({ account: account as never, posted, held: 0n })
      await ledger.post(tx as never, [
        {
          id: app.services.ids.next('ent'),
          kind: 'rail-debt',
          at: now(),
          actor: 'test',
          reference: 'rail:test-spei',
          details: {},
          postings: [posting('rail-test-spei:owed:MXN', 50_00n), posting('house:claims:MXN', -50_00n)],
        },
      ])
    })
    maria.stand.spei.returnPayment(payout, plusMs(now(), 1), 'RET-D')
    await maria.settle()
    expect(await postedOn('rail-test-spei:owed:MXN')).toBe(0n)
  })
})

describe('what no rail tells as it should, two people end', () => {
  const troubles = async () =>
    dataOf<{ troubles: { troubleId: string; trouble: string; payoutId?: string; dueAt: number; toldAt: number }[] }>(
      await maria.stand.asStaff(teresa, '/reconciliation'),
    ).troubles
  const endByTwo = async (path: string, body: Readonly<Record<string, string>>) => {
    const { approvalId } = dataOf<{ approvalId: string }>(await maria.stand.asStaff(teresa, path, body))
    const shown = await maria.stand.asStaff(tomas, `/approvals/detail?approvalId=${approvalId}`)
    const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
    const decision = { approvalId, payloadHash, factsHash, decision: 'approve', reason: body.reason }
    return await maria.stand.asStaff(tomas, '/approvals/decide', decision)
  }

  it('a payment reported as failed after it was confirmed: what came back by the statement is booked, and nothing waits', async () => {
    for (const { troubleId } of await troubles()) {
      expect((await endByTwo('/reconciliation/close', { troubleId, reason: 'told-in-error' })).status).toBe(200)
    }
    expect(await troubles()).toEqual([])
    const { payout } = await paid('800.00')
    const before = await available()
    maria.stand.spei.fail(payout, now(), 'account-closed')
    await maria.settle()
    const at = now()
    maria.stand.spei.book({ externalId: 'RET-9', direction: 'in', amount: payout.amount, at })
    maria.stand.app.services.clock.advanceMs(3_600_000)
    expect(await openDifferences()).toEqual([{ kind: 'missing-in-books', external_id: 'RET-9' }])
    const [trouble] = await troubles()
    expect(trouble).toMatchObject({ trouble: 'parked', payoutId: payout.payoutId })
    expect((trouble?.dueAt ?? 0) - (trouble?.toldAt ?? 0)).toBe(86_400_000)
    const body = { payoutId: payout.payoutId, trackingNumber: 'RET-9', reason: 'returned-on-statement' }
    const more = await maria.stand.asStaff(teresa, '/reconciliation/returned', { ...body, amount: '800.00' })
    const amount = writeMoney(payout.amount)
    const allowed = { left: `${amount} MXN`, decimals: '2' }
    expect(more.json.data).toMatchObject({ rejection: 'return-amount', field: 'amount', values: allowed })
    const short = { ...body, trackingNumber: 'RET 9', amount }
    const malformed = await maria.stand.asStaff(teresa, '/reconciliation/returned', short)
    expect(malformed.json.data).toMatchObject({ rejection: 'tracking-malformed', field: 'trackingNumber' })
    // Two people alone return no money: what the rail's statement does not show is refused.
    const invented = { ...body, trackingNumber: 'RET-INVENTED', amount }
    expect(refusalOf(await maria.stand.asStaff(teresa, '/reconciliation/returned', invented))).toBe(
      'payout-not-on-statement',
    )
    expect((await endByTwo('/reconciliation/returned', { ...body, amount })).status).toBe(200)
    expect(await available()).toBe(before + payout.amount.minor)
    const again = await maria.stand.asStaff(teresa, '/reconciliation/returned', { ...body, amount: '0.01' })
    expect(refusalOf(again)).toBe('tracking-used')
    const further = { ...body, trackingNumber: 'RET-10', amount: '0.01' }
    expect(refusalOf(await maria.stand.asStaff(teresa, '/reconciliation/returned', further))).toBe('return-unfit')
    await maria.settle()
    expect(await openDifferences()).toEqual([])
    expect(await troubles()).toEqual([])
    expect(await parked()).toEqual([])
  })

  it('a difference they looked into holds no payments back any more', async () => {
    const { engine, payments, app } = maria.stand
    const asset = currencies.MXN
    maria.stand.spei.book({ externalId: 'STRAY', direction: 'in', amount: { minor: 9_000_000n, asset }, at: now() })
    app.services.clock.advanceMs(3_600_000)
    await engine.reconcile()
    expect(await payments.freezeOf(app.services.sql, asset, now())).toBeDefined()
    const { differences } = dataOf<{ differences: { differenceId: string; externalId: string }[] }>(
      await maria.stand.asStaff(teresa, '/reconciliation'),
    )
    const stray = differences.find(({ externalId }) => externalId === 'STRAY')
    const body = { differenceId: stray?.differenceId ?? '', reason: 'provider-confirmed' }
    expect((await endByTwo('/reconciliation/accept', body)).status).toBe(200)
    await engine.reconcile()
    expect(await payments.freezeOf(app.services.sql, asset, now())).toBeUndefined()
    expect(await openDifferences()).toHaveLength(1)
  })
})
