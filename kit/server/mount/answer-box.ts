import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { IdempotencyClaim, StoredAnswer } from '../room.ts'

/** How the answer to a request with a key is stored: its claim, and plain or sealed. */
export interface AnswerBox {
  readonly claim: IdempotencyClaim
  readonly seal: (answer: StoredAnswer) => StoredAnswer
  readonly open: (answer: StoredAnswer) => StoredAnswer
}

const nonceBytes = 12
const tagBytes = 16

/** Keeps an answer as it is. */
export function openBox(claim: IdempotencyClaim): AnswerBox {
  return { claim, seal: (answer) => answer, open: (answer) => answer }
}

/**
 * Keeps an answer that holds a secret of the customer's (a session's token) sealed with the key the client made,
 * which itself is stored only as a hash. Reading the table reveals nothing; a retry with the same key opens the
 * answer.
 */
export function sealedBox(secret: Uint8Array, claim: IdempotencyClaim): AnswerBox {
  const key = new Uint8Array(hkdfSync('sha256', secret, claim.scope, claim.key, 32))
  return {
    claim: { ...claim, key: createHash('sha256').update(claim.key).digest('base64url') },
    seal: ({ status, body }) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
      return { status, body: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
    },
    open: ({ status, body }) => {
      const bytes = Buffer.from(body, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
      return { status, body: text.toString('utf8') }
    },
  }
}
