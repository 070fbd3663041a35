import { defineCase } from '@bolsillo/cases/server'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { findCase, type StoredCase } from './case-store.ts'

/** Who decides in the practice market while no staff is signed in. No member of staff and no process has this name. */
export const practiceReviewer = 'practice-reviewer'

type Submission = Pick<StoredCase, 'id' | 'customerId' | 'decidedAt'>

/** Papers as a case. A notice names no document and no reason: a message may be read by others. */
export const kycCase = defineCase({
  room: 'kyc',
  prefix: 'kyc',
  name: 'case',
  idOf: ({ id }: Submission) => id,
  find: (db, id): Promise<Submission | undefined> => findCase(db, id),
  endedAt: ({ decidedAt }) => decidedAt,
  words: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  effects: {
    pending: { audit: 'submit' },
    succ: { audit: 'verify', notice: 'verified' },
    'practice-verify': { audit: 'practice-verify', notice: 'verified' },
    fail: { audit: 'refuse', notice: 'refused' },
    'staff-account': { audit: 'staff-account' },
  },
})
