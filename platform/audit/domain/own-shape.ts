import { field, z } from '@bolsillo/contract'

/** A head of the journal as it was signed (`WitnessLine` of the ledger). */
export const signedHeadShape = z.object({
  seq: z.string(),
  hash: z.string(),
  size: z.optional(z.string()),
  root: z.optional(z.string()),
  at: field.at,
  previous: z.string(),
  key: z.string(),
  signature: z.string(),
})

/** The place of an act in the tree of the journal, and the hashes from there to the root of a signed head. */
const wayShape = z.object({ index: z.string(), path: z.array(z.string()) })

/**
 * A record of somebody's, as it was hashed. It has `act` or, from before records were acts, `payload` and `previous`.
 */
export const ownRecordShape = z.object({
  seq: z.string(),
  /** SHA-256, 64 hex digits: of the bytes of `act`, or over `payload`, the number and `previous`. */
  hash: z.string(),
  /** The bytes of the act, in hex, laid out as the ledger's `acts/README.md` states. */
  act: z.optional(z.string()),
  way: z.optional(wayShape),
  /** The canonical JSON of what was recorded. */
  payload: z.optional(z.string()),
  /** The hash of the record before it, whoever's that is. */
  previous: z.optional(z.string()),
})
