import { type Id, type Instant, type Money, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { ClaimParts } from '../../domain/index.ts'
import { notifyCustomer } from '../deposit-case.ts'
import type { DepositsDeps } from '../deps.ts'
import { insertClaim } from '../reversal-store.ts'
import type { ClaimCause } from '../stored-deposit.ts'
import { settleWithdrawalBack, type WithdrawalBack } from './settle-back.ts'

/** What is claimed of a withdrawal: what arrived beyond what was asked for and what its customer had. */
export interface OverpaidWithdrawal {
  readonly withdrawalId: Id<'wdr'>
  readonly customerId: Id<'cus'>
  readonly amount: Money
  /** When it was booked: staff have had to look since then. */
  readonly openedAt: Instant
  readonly now: Instant
}

/**
 * What the room of withdrawals is given for payments of more than was asked for: their claims are in the queue of this
 * room, and are ended here.
 */
export interface Claims {
  /** Opens the claim of a withdrawal; the caller posts its entry. Nothing happens if that withdrawal has a claim. */
  readonly open: (tx: Tx, overpaid: OverpaidWithdrawal) => Promise<void>
  /** Money that came back of a withdrawal settles its claim. @returns what it gives to whom; the caller posts that. */
  readonly settleBack: (tx: Tx, back: WithdrawalBack) => Promise<ClaimParts>
}

/** The reason of claims of withdrawals. */
const overpaidReason = 'paid-too-much'

/** The claims of what other rooms paid. */
export function createClaims(deps: DepositsDeps): Claims {
  return { open: (tx, overpaid) => openOverpaid(deps, tx, overpaid), settleBack: settleWithdrawalBack }
}

/** What entries about a claim are found by: those of its deposit or withdrawal. */
export function referenceOf({ depositId, withdrawalId }: ClaimCause): string {
  return withdrawalId === undefined
    ? `deposit:${present(depositId, 'what a claim is of')}`
    : `withdrawal:${withdrawalId}`
}

async function openOverpaid(
  deps: DepositsDeps,
  tx: Tx,
  { withdrawalId, customerId, amount, openedAt, now }: OverpaidWithdrawal,
): Promise<void> {
  const claimId = deps.services.ids.next('clm')
  const claim = { claimId, withdrawalId, customerId, amount, reason: overpaidReason, openedAt }
  if (!(await insertClaim(tx, claim))) return
  await deps.audit.record(tx, {
    at: now,
    actor: 'deposits',
    action: 'deposits.overpaid',
    subject: customerId,
    details: { withdrawal: withdrawalId, claim: claimId },
  })
  await notifyCustomer(deps, tx, customerId, { name: 'overpaid', amount, now })
}
