import type { ApprovalKind, CaseKind, WorkQueue } from '@bolsillo/approvals/server'
import type { Id } from '@bolsillo/kernel'
import { type Db, handlersOf, type Room } from '@bolsillo/server-kit'
import { kycSettings } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { countWaiting, findMarks, findVerifiedCase, findVerifier } from './case-store.ts'
import { createVerifiedPeople } from './create-verified-people.ts'
import { seedDemo } from './demo.ts'
import { createDeps, type KycGiven } from './deps.ts'
import { kycCase, practiceReviewer } from './kyc-case.ts'
import { refuseIdentity, verifyDuplicate, verifyIdentity } from './operator/decide-identity.ts'
import { listCases, readCase } from './operator/read-cases.ts'
import { takePracticePapers } from './practice-papers.ts'
import { practiceReviewJobs } from './practice-review.ts'
import { readIdentity } from './read-identity.ts'
import { readStaffAccounts } from './staff-accounts.ts'
import { submitPapers } from './submit-papers.ts'
import type { VerifiedPeople } from './verified-people.ts'

export type { KycGiven } from './deps.ts'
export * from './verified-people.ts'

const hourMs = 3_600_000

/** Makes the room. Settings must have `kycSettings` and `limitSettings` declared. */
export function createKyc(given: KycGiven): {
  readonly room: Room
  readonly verifiedPeople: VerifiedPeople
  /**
   * The verified papers of a customer as what tells a person apart: the name, and keyed hashes of the numbers; and whether
   * the practice reviewer verified them, and no person.
   */
  readonly papersOf: (
    db: Db,
    customerId: Id<'cus'>,
  ) => Promise<{ readonly name: string; readonly marks: readonly Buffer[]; readonly byPractice: boolean } | undefined>
  readonly approvalKinds: readonly ApprovalKind[]
  readonly caseKinds: readonly CaseKind[]
  readonly workQueues: readonly WorkQueue[]
} {
  const deps = createDeps(given)
  const room: Room = {
    name: 'kyc',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      ...handlersOf([readIdentity, submitPapers, takePracticePapers], deps),
      ...(given.sums === undefined ? [] : handlersOf([readStaffAccounts], given.sums)),
    ],
    operatorHandlers: handlersOf([listCases, readCase, verifyIdentity, refuseIdentity], deps),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    jobs: practiceReviewJobs(deps),
    seedDemo: seedDemo(deps),
  }
  const queue: WorkQueue = {
    path: '/identity',
    titleKey: 'kyc.console.title',
    roles: ['compliance'],
    slaMs: kycSettings.reviewHours.standard * hourMs,
    waiting: countWaiting,
  }
  return {
    room,
    verifiedPeople: createVerifiedPeople(deps),
    papersOf: async (db, customerId) => {
      const stored = await findVerifiedCase(db, customerId)
      if (stored === undefined) return undefined
      const [marks, verifier] = [await findMarks(db, stored.id), await findVerifier(db, stored.id)]
      return { name: deps.open(stored).name, marks, byPractice: verifier === practiceReviewer }
    },
    approvalKinds: [verifyDuplicate(deps)],
    caseKinds: [kycCase.kind],
    workQueues: [queue],
  }
}
export * from './own-limits/index.ts'
