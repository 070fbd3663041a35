import { approvalsRejections, proposeRejections } from '@bolsillo/approvals/contract'
import { defineCall, field, z } from '@bolsillo/contract'
import { certificates, paperFields } from '../domain/papers.ts'
import { kycRejections as r } from './index.ts'

// The closed list of what staff can do here: read the queue and a case, verify it, refuse fields of it by closed lists.
// Nobody can change what a customer sent, nor take back what was verified.

/** Why a number that is on another account as well may be all right: a closed list. */
export const duplicateReasons = ['family-checked', 'number-typed-wrong-elsewhere', 'own-older-account'] as const

const caseRow = z.object({
  caseId: z.string(),
  /** The number the customer is shown by. */
  customer: z.string(),
  state: z.enum(['pending', 'succ', 'fail']),
  country: z.string(),
  certificate: z.enum(certificates),
  attempt: z.number(),
  submittedAt: field.at,
  dueAt: field.at,
  decidedAt: z.optional(field.at),
  /** Somebody else sent one of these numbers. */
  duplicate: z.boolean(),
})

export const listCases = defineCall({
  name: 'list-identity-cases',
  power: {
    'es-ES': 'Ver qué identidades esperan revisión',
    'en-US': 'See which identities wait for review',
    'pt-BR': 'Ver quais identidades esperam análise',
  },
  method: 'GET',
  path: '/identity/cases',
  audience: 'operator',
  roles: ['compliance', 'auditor'],
  needs: [],
  request: z.object({
    filter: field.oneOf(['pending', 'decided']),
    ...field.pageFields(field.placeLike(/^[0-9]{1,15}\.kyc_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
  }),
  reply: field.pageOf(caseRow),
  rejections: [],
  summary: 'Papers under review, oldest first, or those decided, latest first. Names nobody.',
  effect: 'read',
  commits: 'use-case',
})

export const readCase = defineCall({
  name: 'read-identity-case',
  power: {
    'es-ES': 'Ver los datos de una identidad en revisión; queda en tu registro',
    'en-US': 'See the details of an identity under review; it is recorded in your log',
    'pt-BR': 'Ver os dados de uma identidade em análise; fica no seu registro',
  },
  method: 'POST',
  path: '/identity/case',
  audience: 'operator',
  roles: ['compliance', 'auditor'],
  needs: [],
  request: z.object({ caseId: field.id('kyc') }),
  reply: z.object({
    ...caseRow.shape,
    /** Masked, as all of the following for whoever only audits. */
    account: z.string(),
    isMasked: z.boolean(),
    papers: z.array(
      z.object({
        field: z.enum(paperFields),
        value: z.string(),
        /** Sent before and in order then. */
        carried: z.boolean(),
        /** The closed list of why it may be refused. */
        reasons: z.array(z.string()),
      }),
    ),
    /** Which of its pictures whoever asks opened before, for this case. */
    opened: z.array(z.string()),
    hints: z.array(z.string()),
    duplicates: z.array(z.object({ customer: z.string(), kind: z.string(), state: z.string() })),
    refusals: z.array(z.object({ field: z.enum(paperFields), reason: z.string() })),
    history: z.array(
      z.object({
        attempt: z.number(),
        from: z.string(),
        to: z.string(),
        at: field.at,
        by: z.string(),
      }),
    ),
    /** A colleague proposed to verify it, and it waits for another one. */
    proposed: z.boolean(),
  }),
  rejections: [r.caseUnknown, approvalsRejections.viewsTooMany],
  summary:
    'One case in full for who decides it, masked for who audits. The look is written into the customer’s own log.',
  effect: 'read',
  commits: 'use-case',
  limit: { times: 600, perMs: 3_600_000 },
})

const decided = z.object({ state: z.enum(['pending', 'succ', 'fail']) })

export const verifyIdentity = defineCall({
  name: 'verify-identity',
  power: { 'es-ES': 'Verificar una identidad', 'en-US': 'Verify an identity', 'pt-BR': 'Verificar uma identidade' },
  method: 'POST',
  path: '/identity/verify',
  audience: 'operator',
  roles: ['compliance'],
  needs: [],
  request: z.object({
    caseId: field.id('kyc'),
    /** Why a case with numbers of somebody else is all right: needed there, and then a second person decides. */
    reason: field.optional(field.oneOf(duplicateReasons)),
  }),
  reply: decided,
  rejections: [
    r.caseUnknown,
    r.caseDecided,
    approvalsRejections.ownAccount,
    r.papersUnopened,
    r.secondPersonNeeded,
    ...proposeRejections,
  ],
  summary: 'Verifies a customer’s identity; papers another account sent as well wait for a second person.',
  effect: 'write',
})

export const refuseIdentity = defineCall({
  name: 'refuse-identity',
  power: {
    'es-ES': 'Rechazar datos de una identidad, con el motivo de cada uno',
    'en-US': 'Refuse details of an identity, each with its reason',
    'pt-BR': 'Recusar dados de uma identidade, com o motivo de cada um',
  },
  method: 'POST',
  path: '/identity/refuse',
  audience: 'operator',
  roles: ['compliance'],
  needs: [],
  request: z.object({
    caseId: field.id('kyc'),
    /** `front:blurred,number:differs-from-document`. */
    refusals: field.text(3, 400),
  }),
  reply: decided,
  rejections: [r.caseUnknown, approvalsRejections.ownAccount, r.refusalsMissing, r.reasonUnknown, r.caseDecided],
  summary: 'Refuses fields of a case, each with a reason of its list; the customer sends only those again.',
  effect: 'write',
})

export const operatorCalls = [listCases, readCase, verifyIdentity, refuseIdentity] as const
