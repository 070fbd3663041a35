import { mayMove } from '@bolsillo/cases/domain'
import type { RequestOf } from '@bolsillo/contract'
import { type Id, type Instant, idOf, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Tx, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { paperRejections, kycRejections as r } from '../contract/index.ts'
import {
  type FieldRefusal,
  identityMoves,
  isCertificate,
  levelOf,
  type PaperField,
  type PaperTexts,
  paperFields,
  paperProblems,
  readPapers,
  startsOver,
} from '../domain/index.ts'
import {
  findLatestCase,
  findRefusals,
  insertCase,
  insertMarks,
  insertStep,
  lockSubmissions,
  type StoredCase,
} from './case-store.ts'
import type { KycDeps } from './deps.ts'
import { kycCase } from './kyc-case.ts'

type Texts = RequestOf<typeof calls.submitPapers>

/** A submission: who sends what, when. */
interface Submission {
  readonly customerId: Id<'cus'>
  readonly texts: Texts
  readonly now: Instant
}

/** Sends papers to be reviewed: everything the first time, afterwards what was refused. */
export const submitPapers = useCase(calls.submitPapers, async (texts, context, deps: KycDeps) => {
  const { customerId } = context.customer
  const made = await submit(deps, context.tx, { customerId, texts, now: context.now })
  if (isRejection(made)) return made
  return { caseId: made, state: 'pending' as const, dueAt: deps.dueAt(context.now) }
})

/** The submission itself, in the transaction of whoever asks. */
export async function submit(deps: KycDeps, tx: Tx, submission: Submission): Promise<Id<'kyc'> | Rejection> {
  const { customerId, texts, now } = submission
  await lockSubmissions(tx, customerId)
  const before = await findLatestCase(tx, customerId)
  const state = before?.state ?? 'none'
  if (!mayMove(identityMoves, state, 'pending')) return reject(state === 'succ' ? r.verifiedAlready : r.underReview)
  const refusals = before === undefined ? [] : await findRefusals(tx, before.id)
  const whole = before === undefined || sendsEverything(texts, refusals)
  const settled = whole ? undefined : firstSettled(texts, refusals)
  if (settled !== undefined) return reject(r.paperSettled, { field: settled })
  const kept = whole ? {} : keptTexts(deps, before, refusals)
  const all: PaperTexts = { ...kept, ...texts }
  const [problem] = paperProblems(all, deps.today(now))
  if (problem !== undefined) return reject(paperRejections[problem.problem], { field: problem.field })
  return await save(deps, tx, { ...submission, all, before, carried: fieldsOf(kept) })
}

const fieldsOf = (texts: PaperTexts): readonly PaperField[] => paperFields.filter((field) => texts[field] !== undefined)

/** After a refusal of the kind of document, or with another document of one's own choice, everything is sent anew. */
function sendsEverything({ country, certificate }: Texts, refusals: readonly FieldRefusal[]): boolean {
  return startsOver(refusals) || (country !== undefined && certificate !== undefined)
}

/** A field that was in order and was sent all the same. */
function firstSettled(texts: Texts, refusals: readonly FieldRefusal[]): PaperField | undefined {
  return fieldsOf(texts).find((field) => !refusals.some((refusal) => refusal.field === field))
}

/** What stays of the submission before: all that was not refused. */
function keptTexts(deps: KycDeps, before: StoredCase, refusals: readonly FieldRefusal[]): PaperTexts {
  const { country, certificate, front, back } = before
  const papers = deps.open(before)
  const all: PaperTexts = { country, certificate, ...papers, front, ...(back === undefined ? {} : { back }) }
  return Object.fromEntries(
    fieldsOf(all)
      .filter((field) => !refusals.some((refusal) => refusal.field === field))
      .map((field) => [field, all[field]]),
  )
}

interface Sound extends Submission {
  /** Texts without a problem. */
  readonly all: PaperTexts
  readonly before: StoredCase | undefined
  readonly carried: readonly PaperField[]
}

async function save(deps: KycDeps, tx: Tx, sound: Sound): Promise<Id<'kyc'> | Rejection> {
  const { customerId, all, before, carried, now } = sound
  const id = deps.services.ids.next('kyc')
  const photos = await takePhotos(deps, tx, id, sound)
  if (isRejection(photos)) return photos
  const { country = '', certificate = '' } = all
  const kind = { country, certificate: present(isCertificate(certificate) ? certificate : undefined, 'certificate') }
  const papers = readPapers(all)
  const attempt = (before?.attempt ?? 0) + 1
  await insertCase(tx, {
    id,
    customerId,
    attempt,
    ...kind,
    level: levelOf(papers),
    sealed: deps.seal(papers, { id, customerId }),
    ...photos,
    carried,
    submittedAt: now,
  })
  await insertMarks(tx, { caseId: id, customerId }, deps.marksOf(papers, kind))
  const from = before?.state ?? 'none'
  await insertStep(tx, { caseId: id, customerId, from, to: 'pending', actor: customerId, at: now })
  await deps.customers.setIdentityState(tx, customerId, 'pending')
  const details = { attempt: String(attempt), country, certificate, carried: carried.join(' ').slice(0, 200) }
  const sent = { id, customerId, decidedAt: undefined }
  await kycCase.happened(deps, tx, sent, { what: 'pending', at: now, actor: customerId, details })
  return id
}

/** Photos sent now are taken into use, once; those of before go along. */
async function takePhotos(
  { files }: KycDeps,
  tx: Tx,
  caseId: Id<'kyc'>,
  { customerId, all, before, carried, now }: Sound,
): Promise<{ readonly front: Id<'fil'>; readonly back: Id<'fil'> | undefined } | Rejection> {
  const sides = (['front', 'back'] as const).filter((side) => all[side] !== undefined)
  for (const field of sides) {
    const fileId = idOf('fil', all[field] ?? '')
    if (before !== undefined && carried.includes(field)) {
      await files.carryOver(tx, { fileId, caseId: before.id }, { caseId, now })
      continue
    }
    const refused = await files.use(tx, { fileId, customerId, purpose: 'identity', caseId, field, now })
    if (refused !== undefined) return refused
  }
  return {
    front: idOf('fil', all.front ?? ''),
    back: all.back === undefined ? undefined : idOf('fil', all.back),
  }
}
