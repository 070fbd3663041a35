import { type AccountId, accountId, customerAccount, type Posting } from '@bolsillo/ledger/domain'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { railDetails } from '@bolsillo/payments/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../domain/index.ts'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo, dataOf, decide, propose, refusalOf } from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const { asked, cancelAll, payoutOf, read, settle } = maria

const mxn = { fees: 'house:fees:MXN', vat: 'house:vat:MXN', payouts: 'house:payouts:MXN' } as const
const posted = async (account: string): Promise<bigint> => (await maria.stand.balanceOf(account)).posted
const now = () => maria.stand.app.services.clock.now()

const post = (kind: string, postings: readonly Posting[], details: Readonly<Record<string, string>> = {}) =>
  maria.stand.post({ kind, postings, details })
const moves = (account: AccountId, amount: bigint): Posting => ({ account, posted: amount, held: 0n })
const failedOf = async (id: string) =>
  failedChecks(
    dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`)),
    deviceSha256,
  )

beforeEach(cancelAll)

describe('the fee of a withdrawal', () => {
  it('is earned when it is paid, and not before', async () => {
    const [fees, vat] = [await posted(mxn.fees), await posted(mxn.vat)]
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    expect([await posted(mxn.fees), await posted(mxn.vat)]).toEqual([fees, vat])
    expect(await failedOf(id)).toEqual([])
    await settle()
    maria.stand.spei.confirm(payoutOf(id), now())
    await settle()
    expect([await posted(mxn.fees), await posted(mxn.vat)]).toEqual([fees + 5_00n, vat + 80n])
    expect(await failedOf(id)).toEqual([])
  })

  it('is given back though the house has spent every cent it earned', async () => {
    const before = await maria.stand.balance(1, 'MXN')
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    const fees = await posted(mxn.fees)
    if (fees > 0n) {
      await post('claim-written-off', [
        moves(accountId('house', 'fees', 'MXN'), -fees),
        moves(accountId('venue-simulated', 'custody', 'MXN'), fees),
      ])
    }
    maria.stand.spei.fail(payoutOf(id), now(), 'account-closed')
    await settle()
    expect((await read(id)).withdrawal).toMatchObject({ state: 'fail', failReason: 'account-closed' })
    expect(await maria.stand.balance(1, 'MXN')).toEqual(before)
    expect(await failedOf(id)).toEqual([])
  })

  it.each(['paid', 'failed'] as const)('that an earlier version took at acceptance ends well: %s', async (end) => {
    const before = await maria.stand.balance(1, 'MXN')
    const [fees, vat] = [await posted(mxn.fees), await posted(mxn.vat)]
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    const rows = await maria.stand.app.database.owner<{ hold_id: string }[]>`
      select hold_id from withdrawal where id = ${id}`
    // What an earlier version did at acceptance beside this one.
    const own = customerAccount(maria.stand.customerId(1), 'stock', 'MXN')
    await post('withdrawal', [
      { account: own, posted: -5_80n, held: -5_80n, holdId: rows[0]?.hold_id as never },
      moves(accountId('house', 'fees', 'MXN'), 5_00n),
      moves(accountId('house', 'vat', 'MXN'), 80n),
    ])
    await settle()
    if (end === 'paid') maria.stand.spei.confirm(payoutOf(id), now())
    else maria.stand.spei.fail(payoutOf(id), now(), 'account-closed')
    await settle()
    const isPaid = end === 'paid'
    expect((await read(id)).withdrawal.state).toBe(isPaid ? 'complete' : 'fail')
    expect(await maria.stand.balance(1, 'MXN')).toEqual(
      isPaid ? { ...before, posted: before.posted - 1000_00n } : before,
    )
    const earned = isPaid ? [fees + 5_00n, vat + 80n] : [fees, vat]
    expect([await posted(mxn.fees), await posted(mxn.vat)]).toEqual(earned)
  })
})

describe('money that came in by another rail than the one it leaves by', () => {
  /** Everything the market holds of pesos now is held by a rail: nothing was paid in at the market. */
  async function moveCustody(to: string): Promise<bigint> {
    const held = -(await posted('venue-simulated:custody:MXN'))
    await post(
      'custody-sweep',
      [moves(accountId('venue-simulated', 'custody', 'MXN'), held), moves(accountId(to, 'custody', 'MXN'), -held)],
      railDetails('manual', 'moved'),
    )
    return held
  }

  it('is booked when it has been paid, out of the custody of whoever holds it', async () => {
    const held = await moveCustody('rail-manual')
    expect(held > 0n).toBe(true)
    const manual = await posted('rail-manual:custody:MXN')
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    maria.stand.spei.confirm(payoutOf(id), now())
    await settle()
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await posted(mxn.payouts)).toBe(0n)
    expect(await posted('rail-test-spei:custody:MXN')).toBe(0n)
    expect(await posted('rail-manual:custody:MXN')).toBe(manual + 994_20n)
  })

  it('is not accepted when all custodians together hold too little; it waits, and is paid once they hold enough', async () => {
    const id = await asked()
    const manual = -(await posted('rail-manual:custody:MXN'))
    // A bank took back what was spent already: the customer owes it, and nobody holds it.
    const gone = manual - 994_19n
    await post('deposit-reversed', [
      moves(accountId('house', 'claims', 'MXN'), -gone),
      moves(accountId('rail-manual', 'custody', 'MXN'), gone),
    ])
    const { approvalId } = dataOf<{ approvalId: string }>(await propose(maria.stand, id))
    expect(refusalOf(await decide(maria.stand, approvalId))).toBe('withdrawal-not-payable')
    expect((await read(id)).withdrawal.state).toBe('under-review')
    expect(await posted(mxn.payouts)).toBe(0n)
    await post('claim-paid', [
      moves(accountId('house', 'claims', 'MXN'), gone),
      moves(accountId('rail-manual', 'custody', 'MXN'), -gone),
    ])
    expect(dataOf(await decide(maria.stand, approvalId))).toMatchObject({ state: 'approved' })
    await settle()
    maria.stand.spei.confirm(payoutOf(id), now())
    await settle()
    expect((await read(id)).withdrawal.state).toBe('complete')
  })

  it('ends although all custodians together lost it meanwhile: what nobody holds is owed to the rail that paid', async () => {
    const id = await asked()
    await acceptByTwo(maria.stand, id)
    await settle()
    const held = -(await posted('rail-manual:custody:MXN')) - (await posted('venue-simulated:custody:MXN'))
    const manual = -(await posted('rail-manual:custody:MXN'))
    const gone = held - 994_00n
    await post('deposit-reversed', [
      moves(accountId('house', 'claims', 'MXN'), -gone),
      moves(accountId('rail-manual', 'custody', 'MXN'), gone > manual ? manual : gone),
      ...(gone > manual ? [moves(accountId('venue-simulated', 'custody', 'MXN'), gone - manual)] : []),
    ])
    maria.stand.spei.confirm(payoutOf(id), now())
    await settle()
    expect((await read(id)).withdrawal.state).toBe('complete')
    expect(await posted(mxn.payouts)).toBe(0n)
    expect(await posted('rail-test-spei:owed:MXN')).toBe(20n)
    expect(await failedOf(id)).toEqual([])
  })
})
