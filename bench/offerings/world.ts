import { createHash } from 'node:crypto'
import { assert } from '@bolsillo/kernel'
import {
  type AllotmentPlan,
  type AllotmentRule,
  type AnonymousApplication,
  allot,
  allotmentFile,
  type ClosedApplications,
  closeApplications,
  finish,
  secretHashOf,
} from '@bolsillo/offerings/domain'

const applicationsCount = 1_000_000
const secret = new Uint8Array(32).fill(7)

export const draw = {
  ...{ secret: Buffer.from(secret).toString('hex'), closingAct: 41n, publicAt: 51n },
  publicValue: createHash('sha256').update('a head of the journal').digest('hex'),
}

/** SHA-256 of parts one after the other, in hex. */
export const hexOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** A million who ask one to a thousand shares each; there are a hundred for each of them. */
export const makeApplications = (): readonly AnonymousApplication[] =>
  Array.from({ length: applicationsCount }, (_, at) => ({
    ...{ id: hexOf(`applicant ${at}`), tier: 0, quantity: 1n + ((BigInt(at) * 7919n) % 1000n) },
  }))

export const planOf = (rule: AllotmentRule): AllotmentPlan => ({
  ...{ offeringId: 'off_BENCH', supply: BigInt(applicationsCount) * 100n, lot: 1n, rule },
  ...{ secretHash: secretHashOf(secret), publicValue: { kind: 'journal-head', actsAfterClosing: 10 } },
})

/** Most of one application in every bench. */
export const cap = 300n
export const lotteryPlan = planOf({ kind: 'lottery', parcel: 10n, cap })

export function closed(plan: AllotmentPlan, applications: readonly AnonymousApplication[]): ClosedApplications {
  const made = finish(closeApplications(plan, applications))
  assert(made.kind === 'closed', 'the applications can be closed')
  return made
}

/** The published file of a lottery of them, which hashes a ticket for nearly all of them. */
export function makeFile(applications: readonly AnonymousApplication[]): Buffer {
  const closing = closed(lotteryPlan, applications)
  const texts = [...allotmentFile(closing, draw, finish(allot(closing, draw)))]
  return Buffer.concat(texts.map((text) => Buffer.from(text)))
}
