import { z } from '@bolsillo/contract'

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
