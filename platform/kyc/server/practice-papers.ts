import { mayMove } from '@bolsillo/cases/domain'
import type { ReplyOf } from '@bolsillo/contract'
import { samplePicture } from '@bolsillo/files/server'
import { type Id, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { saveIdempotencyRecords, transaction, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { kycRejections as r } from '../contract/index.ts'
import { identityMoves, practicePerson } from '../domain/index.ts'
import { findLatestCase } from './case-store.ts'
import type { KycDeps } from './deps.ts'

/**
 * A made-up person with valid papers, to fill the form with. The pictures are kept as if the customer had taken them; nothing
 * is submitted by this. Exists only in the practice market, by the call's need.
 */
export const takePracticePapers = useCase(
  calls.takePracticePapers,
  async (_request, context, deps: KycDeps): Promise<ReplyOf<typeof calls.takePracticePapers> | Rejection> => {
    const { db, now, claim, answer } = context
    const { customerId } = context.customer
    const state = (await findLatestCase(db, customerId))?.state ?? 'none'
    if (!mayMove(identityMoves, state, 'pending')) return reject(state === 'succ' ? r.verifiedAlready : r.underReview)
    const { country, certificate, name, birthDate, number, expiry, curp } = practicePerson(
      deps.services.rng,
      deps.today(now),
    )
    const front = await keepPicture(deps, customerId, {
      title: 'Práctica',
      lines: [name.toUpperCase(), curp, 'SIN VALOR'],
      face: true,
    })
    if (isRejection(front)) return front
    const back = await keepPicture(deps, customerId, { title: 'Práctica', lines: [number, 'SIN VALOR'] })
    if (isRejection(back)) return back
    const reply = { papers: { country, certificate, name, birthDate, number, expiry, curp, front, back } }
    await transaction(db, async (tx) => {
      const act = { at: now, actor: customerId, subject: customerId, details: {} }
      await deps.audit.record(tx, { ...act, action: 'kyc.practice-papers' })
      if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
    })
    return reply
  },
)

async function keepPicture(
  { files }: KycDeps,
  customerId: Id<'cus'>,
  drawing: Parameters<typeof samplePicture>[0],
): Promise<Id<'fil'> | Rejection> {
  const bytes = await samplePicture(drawing)
  return await files.keep({ customerId, purpose: 'identity', file: { name: 'practica.jpg', bytes } })
}
