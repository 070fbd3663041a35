import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalFact, ApprovalPayload } from '@bolsillo/approvals/server'
import { type Id, idOf, present, writeMoneyAndCode } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { standingAmount } from './book.ts'
import { findDeposit } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import type { StoredDeposit } from './stored-deposit.ts'

/** The deposit a payload is about, if it names one. */
export async function depositOf(db: Db, payload: ApprovalPayload): Promise<StoredDeposit | undefined> {
  const { depositId } = payload
  return depositId === undefined ? undefined : await findDeposit(db, idOf('dep', depositId))
}

/** What the decider is shown of a deposit; `withoutTarget`: not the account it came to. */
export async function depositFacts(
  db: Db,
  payload: ApprovalPayload,
  shows: 'all' | 'withoutTarget' = 'all',
): Promise<readonly ApprovalFact[]> {
  const deposit = present(await depositOf(db, payload), 'the deposit proposed about')
  const { from, toldTo, heldReason, externalId } = deposit
  return [
    factOf('amount', writeMoneyAndCode(standingAmount(deposit))),
    ...(heldReason === undefined ? [] : [factOf('heldReason', heldReason)]),
    ...(from === undefined ? [] : [factOf('payer', from.name), factOf('payerAccount', from.account)]),
    ...(toldTo === undefined || shows !== 'all' ? [] : [factOf('to', toldTo)]),
    ...(externalId === undefined ? [] : [factOf('trackingKey', externalId)]),
  ]
}

/** What the decider is shown of a customer, if there is one. */
export async function customerFacts(
  { customers, people }: Pick<DepositsDeps, 'customers' | 'people'>,
  db: Db,
  customerId: Id<'cus'> | undefined,
): Promise<readonly ApprovalFact[]> {
  if (customerId === undefined) return []
  const [summary, person] = await Promise.all([customers.find(db, customerId), people.find(db, customerId)])
  return [
    ...(summary === undefined ? [] : [factOf('customer', summary.displayNumber)]),
    ...(person === undefined ? [] : [factOf('verifiedName', person.name)]),
  ]
}
