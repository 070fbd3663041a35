import type { Id, Ids, Instant, Rng } from '@bolsillo/kernel'
import { plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { CodePurpose } from '../contract/index.ts'
import { codeRules } from '../domain/index.ts'
import { insertCode, takeCodeTry } from './code-store.ts'
import { randomDigits } from './randomness.ts'
import { codeHash, sameBytes } from './secrets.ts'

/** One-time codes: six random digits, kept as a keyed hash, bound to a purpose and an address. */
export interface OneTimeCodes {
  /** Makes a code. A decoy takes the same time and no text matches it. */
  readonly make: (
    tx: Tx,
    code: { readonly address: string; readonly purpose: CodePurpose; readonly isDecoy: boolean; readonly at: Instant },
  ) => Promise<{ readonly code: string; readonly expiresAt: Instant }>
  /**
   * Takes a try. Run it in a transaction of its own, so that the try counts whatever becomes of the request; use the
   * code up (`useCode`) in the transaction of its effect.
   */
  readonly take: (
    tx: Tx,
    attempt: { readonly address: string; readonly purpose: CodePurpose; readonly code: string; readonly now: Instant },
  ) => Promise<Id<'cod'> | undefined>
}

export function createOneTimeCodes(options: {
  readonly ids: Ids
  readonly rng: Rng
  readonly key: Uint8Array
}): OneTimeCodes {
  return {
    make: async (tx, { address, purpose, isDecoy, at }) => {
      const code = randomDigits(options.rng, codeRules.digits)
      const hash = codeHash(options.key, purpose, address, code)
      const expiresAt = plusMs(at, codeRules.lifeMs)
      const id = options.ids.next('cod')
      await insertCode(tx, { id, address, purpose, hash: isDecoy ? undefined : hash, at, expiresAt })
      return { code, expiresAt }
    },
    take: async (tx, { address, purpose, code, now }) => {
      const taken = await takeCodeTry(tx, { address, purpose, now })
      const typed = codeHash(options.key, purpose, address, code.replace(/[\s-]/g, ''))
      return taken?.hash !== undefined && sameBytes(taken.hash, typed) ? taken.id : undefined
    },
  }
}
