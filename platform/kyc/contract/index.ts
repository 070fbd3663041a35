import { defineCall, field, z } from '@bolsillo/contract'
import { fileRejections } from '@bolsillo/files/contract'
import { type RejectionSpec, rejectionSpec } from '@bolsillo/kernel'
import type { PaperProblemName } from '../domain/paper-problems.ts'
import { certificates, paperFields } from '../domain/papers.ts'
import { limitCalls } from './limit-calls.ts'

export * from './limit-calls.ts'

/** Refusals of papers by their form, each with its field; the page asks the same questions before it sends. */
export const paperRejections = {
  'paper-needed': rejectionSpec('paper-needed', 12010),
  'paper-not-asked': rejectionSpec('paper-not-asked', 12011),
  'country-unknown': rejectionSpec('country-unknown', 12012),
  'certificate-unknown': rejectionSpec('certificate-unknown', 12013),
  'name-malformed': rejectionSpec('name-malformed', 12014),
  'birth-date-impossible': rejectionSpec('birth-date-impossible', 12015),
  'under-age': rejectionSpec('under-age', 12016),
  'document-number-malformed': rejectionSpec('document-number-malformed', 12017),
  'document-expired': rejectionSpec('document-expired', 12018),
  'expiry-impossible': rejectionSpec('expiry-impossible', 12019),
  'curp-malformed': rejectionSpec('curp-malformed', 12020),
  'curp-check-digit': rejectionSpec('curp-check-digit', 12021),
  'curp-birth-date': rejectionSpec('curp-birth-date', 12022),
  'curp-name': rejectionSpec('curp-name', 12023),
  'rfc-malformed': rejectionSpec('rfc-malformed', 12024),
  'cpf-malformed': rejectionSpec('cpf-malformed', 12025),
  'cpf-check-digit': rejectionSpec('cpf-check-digit', 12026),
  'cnpj-malformed': rejectionSpec('cnpj-malformed', 12027),
  'cnpj-check-digit': rejectionSpec('cnpj-check-digit', 12028),
} as const satisfies Readonly<Record<PaperProblemName, RejectionSpec>>

/** The other refusals of this room, 12000 to 12999. */
export const kycRejections = {
  underReview: rejectionSpec('identity-under-review', 12001, 409),
  verifiedAlready: rejectionSpec('identity-verified-already', 12002, 409),
  /** Only what was refused is sent again; the rest was in order. */
  paperSettled: rejectionSpec('paper-settled', 12003),
  caseUnknown: rejectionSpec('identity-case-unknown', 12040, 404),
  caseDecided: rejectionSpec('identity-case-decided', 12041, 409),
  refusalsMissing: rejectionSpec('refusals-missing', 12042),
  reasonUnknown: rejectionSpec('refusal-reason-unknown', 12043),
  /** Papers somebody else has sent as well take two people. */
  secondPersonNeeded: rejectionSpec('second-person-needed', 12044, 409),
  /** Whoever verifies has opened every picture of the case themselves. */
  papersUnopened: rejectionSpec('papers-unopened', 12045, 409, 'retryable'),
} as const

const r = kycRejections

const limit = z.object({
  currency: z.string(),
  depositDay: field.decimal,
  withdrawalDay: field.decimal,
  withdrawalMonth: field.decimal,
})

export const readIdentity = defineCall({
  name: 'read-identity',
  method: 'GET',
  path: '/user/auth',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    state: z.enum(['none', 'pending', 'succ', 'fail']),
    /** 0 until papers were verified. */
    level: z.number(),
    /** The latest submission. Numbers are covered: the customer knows them, a borrowed phone need not. */
    submission: z.optional(
      z.object({
        caseId: z.string(),
        attempt: z.number(),
        country: z.string(),
        certificate: z.enum(certificates),
        name: z.string(),
        number: z.string(),
        submittedAt: field.at,
        /** While it is under review: when it is due. */
        dueAt: z.optional(field.at),
        decidedAt: z.optional(field.at),
        front: z.string(),
        back: z.optional(z.string()),
      }),
    ),
    /** Why it was refused, field by field, in the words `reasons.<reason>`. */
    refusals: z.array(z.object({ field: z.enum(paperFields), reason: z.string() })),
    /** What to send now: nothing while under review or verified, everything at first, after a refusal what was refused. */
    asks: z.enum(['nothing', 'everything', 'refused']),
    /** Whether this is the practice market, which has papers to fill the form with and a reviewer of its own. */
    practice: z.boolean(),
    /** What each level opens, shown before anything is asked. */
    levels: z.array(z.object({ level: z.number(), limits: z.array(limit) })),
    /** How long reviews took of late, from the history of them; and the goal that is shown while there are too few. */
    reviews: z.extend(field.measuredTimes, { promisedHours: z.number() }),
  }),
  rejections: [],
  summary: 'Where the customer’s verification stands, what is asked, and what each level opens.',
  effect: 'read',
})

const day = field.text(8, 10)

export const submitPapers = defineCall({
  name: 'submit-papers',
  method: 'POST',
  path: '/user/auth/submit',
  audience: 'customer',
  needs: [],
  /** After a refusal only what was refused; with `country` and `certificate` everything anew. */
  request: z.object({
    country: field.optional(field.text(2, 2)),
    certificate: field.optional(field.text(1, 20)),
    name: field.optional(field.text(1, 120)),
    birthDate: field.optional(day),
    number: field.optional(field.text(1, 30)),
    expiry: field.optional(day),
    curp: field.optional(field.text(1, 30)),
    rfc: field.optional(field.text(1, 30)),
    cpf: field.optional(field.text(1, 30)),
    cnpj: field.optional(field.text(1, 30)),
    /** Uploads for the purpose `identity`. */
    front: field.optional(field.id('fil')),
    back: field.optional(field.id('fil')),
  }),
  reply: z.object({ caseId: z.string(), state: z.literal('pending'), dueAt: field.at }),
  rejections: [
    r.underReview,
    r.verifiedAlready,
    r.paperSettled,
    ...Object.values(paperRejections),
    fileRejections.fileUnknown,
    fileRejections.fileUsed,
  ],
  summary: 'Sends papers to be reviewed, or what was refused of them. Costs nothing, ever.',
  effect: 'write',
  secrets: ['name', 'birthDate', 'number', 'curp', 'rfc', 'cpf', 'cnpj'],
  limit: { times: 30, perMs: 3_600_000 },
})

/** Fills the form in the practice market with a person who does not exist. Submitting it is up to the customer. */
export const takePracticePapers = defineCall({
  name: 'take-practice-papers',
  method: 'POST',
  path: '/user/practice/papers',
  audience: 'customer',
  needs: ['practice-market'],
  request: z.object({}),
  reply: z.object({
    papers: z.object({
      country: z.string(),
      certificate: z.string(),
      name: z.string(),
      birthDate: z.string(),
      number: z.string(),
      expiry: z.string(),
      curp: z.string(),
      front: z.string(),
      back: z.string(),
    }),
  }),
  rejections: [r.underReview, r.verifiedAlready, fileRejections.filesTooMany, fileRejections.filesTooMuch],
  summary: 'Practice market: a made-up person with valid papers and pictures, to fill the form with.',
  effect: 'write',
  commits: 'use-case',
  limit: { times: 10, perMs: 3_600_000 },
})

const sums = z.array(z.object({ asset: z.string(), amount: field.signedDecimal }))

/** The customer accounts of people who work here, in sum. */
export const readStaffAccounts = defineCall({
  name: 'read-staff-accounts',
  method: 'GET',
  path: '/index/staff/accounts',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** How many accounts. They are known by verified papers. */
    accounts: z.number(),
    /** What they have, by asset, all purses together. */
    balances: sums,
    /** The realized result of all trading, with fees, VAT and funding; below zero is a loss. */
    results: sums,
  }),
  rejections: [],
  summary: 'The customer accounts of people who work here, in sum: how many, what they have, what trading came to.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

export const calls = [readIdentity, submitPapers, takePracticePapers, readStaffAccounts, ...limitCalls] as const
