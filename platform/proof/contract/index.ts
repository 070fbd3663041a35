import { type Call, defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import { hashedEntryShape } from '@bolsillo/ledger/domain'

// Hashes are 64 hex digits. Sums and balances are whole numbers of the smallest unit, as texts: they are what is hashed.

/** Refusals of this room: 19400 to 19599. */
export const rejections = {
  proofUnknown: { name: 'proof-unknown', number: 19_401, status: 404, retry: 'retryable' },
  accountUnknown: { name: 'proof-account-unknown', number: 19_402, status: 404, retry: 'final' },
} as const satisfies Readonly<Record<string, RejectionSpec>>

/** Far more than the days anybody will run this. */
const numberMax = 999_999
const proofNumber = field.whole(1, numberMax)

const purses = ['stock', 'coin', 'contract'] as const

const units = z.string()

/** A published proof, as a row. */
const proofRow = z.object({
  number: z.number(),
  at: field.at,
  /** The head of the journal it was made at: the number of the last entry, and its hash. */
  journalSeq: z.string(),
  journalHash: z.string(),
  /** SHA-256 of the statement, which names the hash of the one before. */
  hash: z.string(),
  previous: z.string(),
  /** Of the statement: Ed25519, base64url; the same key as signs the heads of the journal. */
  key: z.string(),
  signature: z.string(),
  /** How many customers' apps said that their own part was right, and how many that it was not. */
  checks: z.object({ sound: z.number(), unsound: z.number() }),
})

/** The published proofs of what customers are owed, newest first. */
export const listProofs = defineCall({
  name: 'list-proofs',
  method: 'GET',
  path: '/index/proof',
  audience: 'public',
  needs: [],
  request: z.object(field.pageFields(field.placeLike(/^[1-9][0-9]{0,5}$/))),
  reply: field.pageOf(proofRow),
  rejections: [],
  summary: 'The published proofs of liabilities, newest first: each over the one before, signed.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

/** One published proof, whole. Without a number, the newest. */
export const readProof = defineCall({
  name: 'read-proof',
  method: 'GET',
  path: '/index/proof/info',
  audience: 'public',
  needs: [],
  request: z.object({ number: field.optional(proofNumber) }),
  reply: z.extend(proofRow, {
    /** The text that is hashed and signed: roots, totals, custody, what is not covered. */
    statement: z.string(),
    /** The same, for showing: decimals in the asset's own scale. */
    assets: z.array(
      z.object({
        asset: z.string(),
        owed: field.decimal,
        inCustody: field.decimal,
        /** The house's own: fees, money on its way. */
        house: field.signedDecimal,
        /** Practice money that nobody was granted yet: nobody's. */
        ungranted: field.decimal,
        /** What customers and payers owe the house after money was taken back: missing in custody until it is paid. */
        claims: field.decimal,
        /** Percent with two decimals, rounded down: `100.00`. Absent when nothing is owed. */
        covered: z.optional(field.decimal),
      }),
    ),
    notCovered: z.array(z.string()),
  }),
  rejections: [rejections.proofUnknown],
  summary: 'One proof of liabilities: root and total of every asset, custody and coverage, and what is not covered.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

/** A customer's own leaf of one asset, with the way to the root. At most 4 kB. */
export const ownLeaf = z.object({
  asset: z.string(),
  /** What the customer was owed at that head of the journal, over all purses, what was held included. */
  balance: units,
  /** Of this leaf only, 64 hex digits. Nobody else is given it. */
  salt: z.string(),
  /** The purses the balance is the sum of. */
  purses: z.array(z.enum(purses)),
  index: z.number(),
  path: z.array(z.object({ hash: z.string(), sum: units })),
})

/** What the customer needs to check their own part of a proof. Without a number, of the newest. */
export const readOwnProof = defineCall({
  name: 'read-own-proof',
  method: 'GET',
  path: '/user/proof',
  audience: 'restricted',
  needs: [],
  request: z.object({
    ...field.pageFields(field.placeLike(/^(0|[1-9][0-9]{0,5})$/)),
    number: field.optional(proofNumber),
  }),
  reply: z.object({
    number: z.number(),
    hash: z.string(),
    journalSeq: z.string(),
    /** The number the app shows: what the leaf is bound to. */
    customerNumber: z.string(),
    leaves: z.array(ownLeaf),
    /** Assets the customer was owed and that the proof does not hold: never, unless the proof is false. */
    missing: z.array(z.string()),
    next: z.optional(z.string()),
  }),
  rejections: [rejections.proofUnknown],
  summary: 'The customer’s own leaves of a proof of liabilities, each with the way to the published root.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

/** An entry of one of the customer's accounts: as it was hashed, and what the account had after it. */
const ownEntry = z.extend(hashedEntryShape, {
  line: z.number(),
  kind: z.string(),
  at: field.at,
  posted: units,
  postedAfter: units,
})

/** The entries behind a leaf, newest first, none newer than the proof: what its balance follows from. */
export const listProofEntries = defineCall({
  name: 'list-proof-entries',
  method: 'GET',
  path: '/user/proof/entries',
  audience: 'restricted',
  needs: [],
  request: z.object({
    ...field.pageFields(field.placeLine),
    number: field.optional(proofNumber),
    purse: field.oneOf(purses),
    asset: field.text(1, 48),
  }),
  reply: z.object({ account: z.string(), rows: z.array(ownEntry), next: z.optional(z.string()) }),
  rejections: [rejections.proofUnknown, rejections.accountUnknown],
  summary: 'The customer’s entries of one account up to a proof, each as it was hashed.',
  effect: 'read',
  limit: { times: 300, perMs: 60_000 },
})

/** Tells what the customer's app found, so that it can be said how many looked. */
export const reportProofCheck = defineCall({
  name: 'report-proof-check',
  method: 'POST',
  path: '/user/proof/checked',
  audience: 'restricted',
  needs: [],
  request: z.object({ number: proofNumber, sound: field.flag }),
  reply: z.object({}),
  rejections: [rejections.proofUnknown],
  summary: 'Says whether the customer’s app found the customer’s own part of a proof right.',
  effect: 'write',
})

/** Calls of customers. */
export const calls: readonly Call[] = [listProofs, readProof, readOwnProof, listProofEntries, reportProofCheck]
