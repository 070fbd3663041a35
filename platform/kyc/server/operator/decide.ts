import { mayMove } from '@bolsillo/cases/domain'
import { findAccountTags } from '@bolsillo/identity/server'
import { assert, type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { kycRejections as r } from '../../contract/index.ts'
import { type FieldRefusal, identityMoves } from '../../domain/index.ts'
import { decideCase, insertRefusals, insertStep } from '../case-store.ts'
import type { KycDeps } from '../deps.ts'
import { kycCase, practiceReviewer } from '../kyc-case.ts'

export interface Decision {
  readonly caseId: Id<'kyc'>
  readonly to: 'succ' | 'fail'
  /** Empty when verified. */
  readonly refusals: readonly FieldRefusal[]
  readonly actor: string
  readonly now: Instant
  /** Who proposed it, where two people were needed. */
  readonly maker?: Id<'opr'>
}

/** Carries a decision out: once. Of two at the same time the second finds the case decided. */
export async function decide(deps: KycDeps, tx: Tx, decision: Decision): Promise<Rejection | undefined> {
  const { caseId, to, refusals, actor, now, maker } = decision
  assert(
    mayMove(identityMoves, 'pending', to) && (to === 'fail') === refusals.length > 0,
    'a refusal has reasons, nothing else has',
  )
  const decided = await decideCase(tx, caseId, to, now)
  if (decided === undefined) return reject(r.caseDecided)
  const { customerId } = decided
  await insertStep(tx, { caseId, customerId, from: 'pending', to, actor, at: now })
  if (refusals.length > 0) await insertRefusals(tx, caseId, refusals)
  await deps.customers.setIdentityState(tx, customerId, to)
  const fields = refusals.length === 0 ? undefined : refusals.map(({ field }) => field).join(' ')
  const what = actor === practiceReviewer ? 'practice-verify' : to
  await kycCase.happened(deps, tx, decided, { what, at: now, actor, details: { maker, fields } })
  if (to === 'succ' && (await findAccountTags(tx, customerId)).includes('staff')) {
    await kycCase.happened(deps, tx, decided, { what: 'staff-account', at: now, actor: 'kyc' })
  }
  return undefined
}
