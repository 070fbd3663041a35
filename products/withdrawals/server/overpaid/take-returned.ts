import { postFitting } from '@bolsillo/cases/server'
import { assert, minus, money, present, writeMoneyAndCode } from '@bolsillo/kernel'
import type { AccountId } from '@bolsillo/ledger/domain'
import { railCustody, railOwed, settleEntries } from '@bolsillo/payments/domain'
import type { LeftUnmatched, ReturnedPayment } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { returnedAccounts, returnedEntry } from '../../domain/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { noteEvent } from '../withdrawal-case.ts'
import type { Withdrawal } from '../withdrawal-store.ts'

const actor = 'payments'

/**
 * The bank returned a payment that had arrived, or a part of it. The withdrawal stays complete; what came back settles what
 * had arrived beyond what its customer had, and the rest is the customer's, a fact beside it. Fee and VAT were for a payment
 * that was made. Of a customer who cannot be credited the rest is held like any money of an unknown owner.
 */
export async function takeReturned(
  deps: WithdrawalsGiven,
  tx: Tx,
  withdrawal: Withdrawal,
  back: ReturnedPayment,
): Promise<boolean | LeftUnmatched> {
  const { services, claims, customers } = deps
  const { railId, returnId, amount, now } = back
  const { withdrawalId, customerId, state } = withdrawal
  assert(state === 'complete', `a withdrawal ${state} cannot come back from its bank`)
  const isCustomerThere = (await customers.find(tx, customerId)) !== undefined
  const entryId = services.ids.next('ent')
  const { minor } = amount
  const parts = { withdrawalId, railId, returnId, minor, isCustomerThere, entryId, now }
  const { open, writtenOff } = await claims.settleBack(tx, parts)
  const rest = minor - open - writtenOff
  if (!isCustomerThere && rest === minor) return false
  const to = isCustomerThere ? 'customer' : 'unmatched'
  const booked = { railId, returnId, minor, open, writtenOff, to } as const
  const entry = returnedEntry(withdrawal, { id: entryId, at: now, actor }, booked)
  const covered = open + writtenOff
  const line = { at: now, what: 'payout-returned', actor, entryId, covered } as const
  const details = { rail: railId, reason: back.reason.slice(0, 120) }
  const notice = isCustomerThere ? (rest === minor ? 'bankReturned' : 'overpaidReturned') : 'none'
  const left = money(rest, amount.asset)
  const valuesOf = () => ({
    amount: writeMoneyAndCode(amount),
    covered: writeMoneyAndCode(minus(amount, left)),
    rest: writeMoneyAndCode(left),
  })
  await noteEvent(deps, tx, withdrawal, line, { details, notice, valuesOf })
  const { ledger } = deps
  const balances = await ledger.lock(tx, returnedAccounts(withdrawal, railId))
  const postedOn = (account: AccountId): bigint => present(balances.get(account), 'a locked balance').posted
  const { code } = amount.asset
  const posted = { rail: postedOn(railCustody(railId, code)), owed: postedOn(railOwed(railId, code)) }
  const stamp = () => ({ id: services.ids.next('ent'), at: now })
  const settled = settleEntries({ railId, amount, cause: withdrawalId }, posted, stamp)
  await postFitting(deps, tx, [entry, ...settled])
  return isCustomerThere || rest === 0n ? true : { unmatched: left }
}
