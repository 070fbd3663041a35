import { at, z } from './fields.ts'

/**
 * A head of the journal as it was signed: the number and hash of its last act, and the tree of all acts up to it (signed tree
 * head, RFC 9162). In every answer that leads to one.
 */
export const signedHead = z.object({
  seq: z.string(),
  hash: z.string(),
  /** How many leaves the tree has: as many as acts. Absent, with the root, while the tree of a long journal is made. */
  size: z.optional(z.string()),
  /** The tree's root (RFC 9162), 64 hex digits. */
  root: z.optional(z.string()),
  at,
  /** SHA-256 of the line before it in the witness file. */
  previous: z.string(),
  /** The public key it is signed with: Ed25519, base64url. */
  key: z.string(),
  signature: z.string(),
})
