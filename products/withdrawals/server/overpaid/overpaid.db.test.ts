import { accountId, customerAccount, parseHashedEntry } from '@bolsillo/ledger/domain'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { beforeEach, describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../../domain/index.ts'
import { mariaWithdraws } from '../testing/maria-withdraws.ts'
import { acceptByTwo, dataOf, decide, teresa, tomas } from '../testing/withdrawals-stand.ts'

// More arrived than was asked for and than the customer has: the rest is claimed, and money that comes back settles it.

const maria = mariaWithdraws()
const now = () => maria.stand.app.services.clock.now()
const posted = async (account: string): Promise<bigint> => (await maria.stand.balanceOf(account)).posted
const own = async (): Promise<bigint> => (await maria.stand.balance(1, 'MXN')).posted
const claimed = (): Promise<bigint> => posted('house:claims:MXN')

/** María keeps this much and no more. */
async function keep(minor: bigint): Promise<void> {
  const { post, customerId } = maria.stand
  const more = (await own()) - minor
  if (more === 0n) return
  const postings = [
    { account: customerAccount(customerId(1), 'stock', 'MXN'), posted: -more, held: 0n },
    { account: accountId('house', 'fees', 'MXN'), posted: more, held: 0n },
  ]
  await post({ kind: 'test-keep', postings })
}

/** A withdrawal of 1,000.00 of an account of 1,500.00, of whose 994.20 much more arrives, as two people book. */
async function paid(arrived: bigint): Promise<string> {
  await keep(1_500_00n)
  const { stand } = maria
  const id = await maria.asked('1000.00')
  await acceptByTwo(stand, id)
  await maria.settle()
  stand.spei.confirm(maria.payoutOf(id), now(), arrived)
  await maria.settle()
  await stand.engine.findStuck()
  const payoutId = maria.payoutOf(id).payoutId
  const proposed = await stand.asStaff(teresa, '/payouts/propose', { payoutId, act: 'settle' })
  const { approvalId } = dataOf<{ approvalId: string }>(proposed)
  await decide(stand, approvalId, tomas, 'approve', 'on-rail-statement')
  expect((await maria.read(id)).withdrawal.state).toBe('complete')
  return id
}
const comeBack = async (id: string, returnId: string, minor: bigint): Promise<void> => {
  maria.stand.spei.returnPayment(maria.payoutOf(id), now(), returnId, minor)
  await maria.settle()
}
const openDifferences = async () => {
  maria.stand.app.services.clock.advanceMs(3_600_000)
  await maria.stand.engine.reconcile()
  return await maria.stand.app.database.owner`
    select kind, external_id from reconciliation_difference difference
    where kind <> 'late' and not exists (select from reconciliation_closing where difference_id = difference.id)`
}
const parked = () => maria.stand.app.database.owner`select problem from rail_event_state where state = 'parked'`

beforeEach(async () => {
  maria.stand.facts.gone = false
  maria.stand.claims.kept.clear()
})

describe('a withdrawal that was paid beyond what its customer has', () => {
  it('opens a claim of what their account does not cover, and none where it covers all', async () => {
    const [before, id] = [await claimed(), await paid(2_494_20n)]
    expect(await own()).toBe(0n)
    expect(await claimed()).toBe(before - 1_000_00n)
    const kept = maria.stand.claims.kept.get(id)
    expect(kept?.overpaid).toMatchObject({ withdrawalId: id, customerId: maria.stand.customerId(1) })
    expect(kept?.overpaid.amount).toMatchObject({ minor: 1_000_00n, asset: { code: 'MXN' } })
    await maria.stand.fund(1, 'MXN', 2_000_00n)
    const covered = await paid(1_494_20n)
    expect(await own()).toBe(0n)
    expect(maria.stand.claims.kept.has(covered)).toBe(false)
  })

  it('has its claim when a server starts, where an earlier version opened none', async () => {
    await maria.stand.fund(1, 'MXN', 2_000_00n)
    const id = await paid(1_994_20n)
    maria.stand.claims.kept.clear()
    await maria.stand.start()
    expect(maria.stand.claims.kept.get(id)?.overpaid).toMatchObject({ amount: { minor: 500_00n } })
    expect([...maria.stand.claims.kept.values()].every(({ overpaid }) => overpaid.amount.minor > 0n)).toBe(true)
  })
})

describe('money that comes back of it', () => {
  it('settles what is open and what the house covered; the rest is the customer’s, and no difference', async () => {
    await maria.stand.fund(1, 'MXN', 2_000_00n)
    const [before, id] = [await claimed(), await paid(1_994_20n)]
    const [fees, claim] = [await posted('house:fees:MXN'), maria.stand.claims.kept.get(id)]
    // 100.00 of 500.00 were written off meanwhile.
    Object.assign(claim ?? {}, { open: 400_00n, writtenOff: 100_00n })
    await comeBack(id, 'OVER-1', 300_00n)
    expect([await claimed(), await own()]).toEqual([before - 200_00n, 0n])
    await comeBack(id, 'OVER-2', 1_694_20n)
    expect(await claimed()).toBe(before - 500_00n + 400_00n)
    expect(await posted('house:fees:MXN')).toBe(fees + 100_00n)
    expect(await own()).toBe(1_494_20n)
    expect(await openDifferences()).toEqual([])
    expect(await parked()).toEqual([])
    const receipt = dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`))
    expect(await failedChecks(receipt, deviceSha256)).toEqual([])
    // What is said to have come back is bounded by what arrived.
    const { entries } = receipt
    const twice = [...entries, ...entries.filter((entry) => parseHashedEntry(entry)?.kind === 'withdrawal-returned')]
    expect(await failedChecks({ ...receipt, entries: twice }, deviceSha256)).toContain('account')
  })

  it('settles the claim of a customer who cannot be credited, and holds the rest for nobody', async () => {
    await maria.stand.fund(1, 'MXN', 2_000_00n)
    const [before, id] = [await claimed(), await paid(1_994_20n)]
    const unmatched = await posted('house:unmatched:MXN')
    maria.stand.facts.gone = true
    await comeBack(id, 'OVER-3', 600_00n)
    expect(await claimed()).toBe(before)
    expect(await posted('house:unmatched:MXN')).toBe(unmatched + 100_00n)
    expect(await own()).toBe(0n)
    expect(await openDifferences()).toEqual([])
  })
})
