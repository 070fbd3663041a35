import { bytesOfHex } from '@bolsillo/ledger/domain'
import type { AllotmentPlan } from './rule.ts'
import { hashOf, hashText, isHash, wordsText } from './sha256.ts'

// What is committed to, byte for byte. Each is the SHA-256 of a text of lines, so that anybody makes it with `sha256sum`.

/** SHA-256 of a secret of 32 bytes: the commitment that a plan publishes before the closing. */
export function secretHashOf(secret: Uint8Array): string {
  return wordsText(hashOf(secret))
}

/**
 * The published id of an application. `salt`: 64 hex digits that only its applicant and the server know, its own for each
 * application: with it the applicant finds the line, and nobody else does. `applicationId` in ASCII.
 */
export function applicationLineId(salt: string, applicationId: string): string {
  return hashText(`bolsillo.application.1\n${salt}\n${applicationId}\n`)
}

/** What is known only after closing: the secret opened, and a value that nobody knew before. */
export interface Draw {
  /** 64 hex digits, whose 32 bytes have the hash of the plan. */
  readonly secret: string
  /** The act of the closing, which has the root of the applications; 0 where a beacon is the source. */
  readonly closingAct: bigint
  /** Number of the act, or of the beacon's round, the public value is of. */
  readonly publicAt: bigint
  /** 64 hex digits. */
  readonly publicValue: string
}

type DrawProblem = 'secret' | 'public-value'

/**
 * What tickets are made from: secret, applications, and the public value with its number, so that no two of them choose it.
 * `root`: 64 hex digits.
 */
export function seedOf({ secret, publicAt, publicValue }: Draw, root: string): string {
  return hashText(`bolsillo.allotment-seed.1\n${secret}\n${root}\n${publicAt}\n${publicValue}\n`)
}

/** What of a draw is not as the plan announced it: a secret of another hash, a value of another act. */
export function drawProblems({ secretHash, publicValue: source }: AllotmentPlan, draw: Draw): readonly DrawProblem[] {
  const isSecret = isHash(draw.secret) && secretHashOf(bytesOfHex(draw.secret) ?? new Uint8Array()) === secretHash
  const isPlaced =
    source.kind === 'beacon'
      ? draw.closingAct === 0n
      : draw.publicAt === draw.closingAct + BigInt(source.actsAfterClosing)
  return [
    ...(isSecret ? [] : (['secret'] as const)),
    ...(isPlaced && isHash(draw.publicValue) ? [] : (['public-value'] as const)),
  ]
}
