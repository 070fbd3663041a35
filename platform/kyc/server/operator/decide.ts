import { findAccountTags } from '@bolsillo/identity/server'
import { assert, type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { kycRejections as r } from '../../contract/index.ts'
import { type FieldRefusal, mayMove } from '../../domain/index.ts'
import { messages as enUS } from '../../messages/en-US.ts'
import { messages as esES } from '../../messages/es-ES.ts'
import { messages as ptBR } from '../../messages/pt-BR.ts'
import { decideCase, insertRefusals, insertStep } from '../case-store.ts'
import type { KycDeps } from '../deps.ts'

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
  assert(mayMove('pending', to) && (to === 'fail') === refusals.length > 0, 'a refusal has reasons, nothing else has')
  const decided = await decideCase(tx, caseId, to, now)
  if (decided === undefined) return reject(r.caseDecided)
  const { customerId } = decided
  await insertStep(tx, { caseId, customerId, from: 'pending', to, actor, at: now })
  if (refusals.length > 0) await insertRefusals(tx, caseId, refusals)
  await deps.customers.setIdentityState(tx, customerId, to)
  const action = to === 'succ' ? 'kyc.verify' : 'kyc.refuse'
  const details = {
    case: caseId,
    ...(maker === undefined ? {} : { maker }),
    ...(refusals.length === 0 ? {} : { fields: refusals.map(({ field }) => field).join(' ') }),
  }
  await deps.audit.record(tx, { at: now, actor, action, subject: customerId, details })
  if (to === 'succ' && (await findAccountTags(tx, customerId)).includes('staff')) {
    const details = { case: caseId }
    await deps.audit.record(tx, { at: now, actor: 'kyc', action: 'kyc.staff-account', subject: customerId, details })
  }
  await deps.customers.notify(tx, { customerId, ...noticeOf(to), now })
  return undefined
}

/** The notice of a decision. It names no document and no reason: a message may be read by others. */
function noticeOf(to: Decision['to']): {
  readonly title: Readonly<Record<string, string>>
  readonly text: Readonly<Record<string, string>>
} {
  const kind = to === 'succ' ? 'verified' : 'refused'
  const pick = (part: 'title' | 'text') => ({
    'es-ES': esES.notices[kind][part],
    'en-US': enUS.notices[kind][part],
    'pt-BR': ptBR.notices[kind][part],
  })
  return { title: pick('title'), text: pick('text') }
}
