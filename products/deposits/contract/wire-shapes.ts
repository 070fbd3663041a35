import { field, z } from '@bolsillo/contract'
import { arrivalMarks } from '../domain/credit-rules.ts'
import { depositKinds, depositStages, depositStates, failReasons, heldReasons } from '../domain/deposit.ts'

// Amounts are decimal text in the asset's own scale; times are epoch milliseconds.

/** How money travels. */
export const methods = ['spei', 'pix', 'chain', 'transfer'] as const
export const networkNames = ['bitcoin', 'ethereum', 'tron'] as const

/** Where a customer sends money so that it is known to be theirs. */
export const payInShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clabe'), clabe: z.string(), bank: z.string(), holder: z.string() }),
  z.object({
    kind: z.literal('pix'),
    key: z.string(),
    txid: z.string(),
    /** The text of the QR. */
    brCode: z.string(),
    holder: z.string(),
  }),
  z.object({ kind: z.literal('address'), network: z.enum(networkNames), address: z.string() }),
  z.object({
    kind: z.literal('account'),
    bank: z.string(),
    number: z.string(),
    holder: z.string(),
    /** Says whose the money is. */
    reference: z.string(),
  }),
])

/** When a channel is open: minutes after midnight of a zone. */
const hoursShape = z.object({ zone: z.string(), opensMinute: z.number(), closesMinute: z.number() })

/** A way to pay in. */
export const channelShape = z.object({
  channelId: z.string(),
  kind: z.enum(depositKinds),
  method: z.enum(methods),
  asset: z.string(),
  network: z.optional(z.enum(networkNames)),
  amountMin: field.decimal,
  amountMax: field.decimal,
  /** Absent: always open. */
  hours: z.optional(hoursShape),
  open: z.boolean(),
  opensAt: z.optional(field.at),
  needsPassword: z.boolean(),
  /** The target time to credit; `times` holds the measured ones, from the report of the bank or chain. */
  arrivalMinutes: z.number(),
  times: field.measuredTimes,
  /** How many confirmations make it final; bank rails say one. */
  confirmations: z.number(),
  /** Nothing it moves is worth money. */
  simulated: z.boolean(),
})

/** The outcome of a deposit its bank or network took back after it was credited. */
const reversalShape = z.object({
  at: field.at,
  reason: z.string(),
  /** All that the bank or network took back. */
  amount: field.decimal,
  /** Taken back from what was available. */
  taken: field.decimal,
  /** What was no longer there: staff clear it up with the customer. */
  claimed: field.decimal,
  /** What of that is still open. */
  open: field.decimal,
})

export const depositShape = z.object({
  depositId: z.string(),
  kind: z.enum(depositKinds),
  method: z.enum(methods),
  channelId: z.optional(z.string()),
  asset: z.string(),
  network: z.optional(z.enum(networkNames)),
  state: z.enum(depositStates),
  stage: z.enum(depositStages),
  /** What the customer announced. */
  asked: z.optional(field.decimal),
  askedAsset: z.optional(z.string()),
  /** What the provider says was delivered: what is credited, less what was taken back before. */
  amount: z.optional(field.decimal),
  credited: z.optional(field.decimal),
  confirmations: z.optional(z.object({ seen: z.number(), needed: z.number() })),
  heldReason: z.optional(z.enum(heldReasons)),
  /** Why it failed; every failed deposit has one. */
  failReason: z.optional(z.enum(failReasons)),
  marks: z.array(z.enum(arrivalMarks)),
  /** The account, address or reference it came to. */
  to: z.optional(z.string()),
  /** Who it came from, masked. */
  from: z.optional(z.string()),
  /** The tracking key, txid or hash: what the bank or network calls it. */
  externalId: z.optional(z.string()),
  /** The number support asks for. */
  reference: z.string(),
  hasProof: z.boolean(),
  entryId: z.optional(z.string()),
  createdAt: field.at,
  updatedAt: field.at,
  receivedAt: z.optional(field.at),
  endedAt: z.optional(field.at),
  /** An announcement ends by itself then; money that comes later is credited all the same. */
  expiresAt: z.optional(field.at),
  /** Held money goes back to its origin by itself then. */
  returnBy: z.optional(field.at),
  reversal: z.optional(reversalShape),
})

/** One step of a deposit's life, as it was recorded. */
export const stepShape = z.object({
  at: field.at,
  stage: z.enum(depositStages),
  /** Who caused it. Staff are named by their role in the customer's own log, not here. */
  by: z.enum(['customer', 'provider', 'staff', 'system']),
  reason: z.optional(z.string()),
  confirmations: z.optional(z.object({ seen: z.number(), needed: z.number() })),
})
