import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import type { NumbersOf } from './make-proof.ts'

/** What this room is given by the composition root. */
export interface ProofDeps {
  readonly services: Services
  readonly ledger: Ledger
  /** The numbers customers know as theirs, for the ids given. */
  readonly numbersOf: NumbersOf
  /** Decimals of an asset. */
  readonly scaleOf: (asset: string) => number
  /** Where signed proofs are kept outside the database; undefined: they are not. */
  readonly witnessFile?: string | undefined
}

/** That, with the key its salts follow from. */
export interface ProofRoomDeps extends ProofDeps {
  readonly secret: Uint8Array
}
