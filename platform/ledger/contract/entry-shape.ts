import { z } from '@bolsillo/contract'

/**
 * A journal entry as it was hashed, as every call shows one to whoever checks it on their own device. It has `act` and
 * `names`, or, made before acts, `previousHash` and `canonical`. What the hash is taken of is absent where it names
 * another customer.
 */
export const hashedEntryShape = z.object({
  seq: z.string(),
  entryId: z.string(),
  /** SHA-256, 64 hex digits: what represents the entry in the tree of the journal. */
  hash: z.string(),
  /** The bytes the hash is taken of, in hex, laid out as `acts/README.md` states. */
  act: z.optional(z.string()),
  /** The acts that gave the accounts of `act` their numbers, in the order of the journal: one for each account. */
  names: z.optional(z.array(z.object({ seq: z.string(), act: z.string() }))),
  /** The text the hash is taken of (`entryPreimage`). */
  canonical: z.optional(z.string()),
  /** The hash of the entry before. */
  previousHash: z.optional(z.string()),
})

/** See the shape. */
export type HashedEntry = z.output<typeof hashedEntryShape>
