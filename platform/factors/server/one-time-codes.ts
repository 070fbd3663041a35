import { createHmac } from 'node:crypto'
import { type Ids, type Instant, plusMs, type Rng } from '@bolsillo/kernel'
import type { Tx, WriteContext } from '@bolsillo/server-kit'
import { codeRules } from '../domain/index.ts'
import { insertCode, takeCodeTry, useCode } from './code-store.ts'
import { randomDigits } from './randomness.ts'
import { sameBytes } from './secrets.ts'

/** One-time codes: six random digits, kept as a keyed hash, bound to a purpose and an address. */
export interface OneTimeCodes<Purpose extends string> {
  /** Makes a code. A decoy takes the same time and no text matches it. */
  readonly make: (
    tx: Tx,
    code: { readonly address: string; readonly purpose: Purpose; readonly isDecoy: boolean; readonly at: Instant },
  ) => Promise<{ readonly code: string; readonly expiresAt: Instant }>
  /**
   * Takes a try and, when the code is right, uses it up. The try is counted aside, whatever the outcome of the request; the
   * code is used in the transaction of its effect, and is good again when that is rolled back.
   * @returns whether it was right, and nobody else used it first.
   */
  readonly spend: (
    context: Pick<WriteContext, 'tx' | 'aside' | 'now'>,
    attempt: { readonly address: string; readonly purpose: Purpose; readonly code: string },
  ) => Promise<boolean>
}

export function createOneTimeCodes<Purpose extends string>(options: {
  readonly ids: Ids
  readonly rng: Rng
  readonly key: Uint8Array
}): OneTimeCodes<Purpose> {
  return {
    make: async (tx, { address, purpose, isDecoy, at }) => {
      const code = randomDigits(options.rng, codeRules.digits)
      const hash = codeHash(options.key, purpose, address, code)
      const expiresAt = plusMs(at, codeRules.lifeMs)
      const id = options.ids.next('cod')
      await insertCode(tx, { id, address, purpose, hash: isDecoy ? undefined : hash, at, expiresAt })
      return { code, expiresAt }
    },
    spend: async ({ tx, aside, now }, { address, purpose, code }) => {
      const taken = await aside((own) => takeCodeTry(own, { address, purpose, now }))
      const typed = codeHash(options.key, purpose, address, code.replace(/[\s-]/g, ''))
      const isRight = taken?.hash !== undefined && sameBytes(taken.hash, typed)
      return isRight && (await useCode(tx, taken.id, now))
    },
  }
}

/** The hash of a code, bound to its purpose and address. Six digits need a key, or a table would undo it. */
function codeHash(key: Uint8Array, purpose: string, address: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${address}\n${code}`).digest()
}
