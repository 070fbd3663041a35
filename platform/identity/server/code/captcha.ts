import type { z } from '@bolsillo/contract'
import type { Clock } from '@bolsillo/kernel'
import { assert } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { getCaptcha } from '../../contract/index.ts'
import { spendCaptcha } from './captcha-store.ts'

/** Proof-of-work puzzles: cheap for one person, dear for a million accounts, and nobody is watched. */
export interface Captcha {
  readonly create: () => Promise<z.output<(typeof getCaptcha)['reply']>>
  /** Checks a solved puzzle and uses it up in this transaction. */
  readonly spend: (tx: Tx, payload: string) => Promise<boolean>
}

const algorithm = 'PBKDF2/SHA-256'
// About 256 keys are tried. With this cost: a second or less in a worker on a phone, some tenths on a laptop, because
// browsers compute PBKDF2 natively. Checking one solution costs the server less than a millisecond.
const keyPrefix = '00'
export const captchaCost = 2000
const lifeMs = 10 * 60_000

/** Makes the captcha of an installation. `secret` signs puzzles, so that none need to be stored until they are solved. */
export function createCaptcha(options: {
  readonly clock: Clock
  readonly secret: Uint8Array
  readonly cost: number
}): Captcha {
  const hmacSignatureSecret = Buffer.from(options.secret).toString('hex')
  return {
    create: async () => {
      // The library's own expiry reads the machine's clock; ours is part of the signed data.
      const until = options.clock.now() + lifeMs
      const made = await createChallenge({
        algorithm,
        cost: options.cost,
        deriveKey,
        keyPrefix,
        hmacSignatureSecret,
        data: { until },
      })
      const { parameters, signature } = made
      assert(signature !== undefined, 'a puzzle is signed')
      const { nonce, salt, cost, keyLength } = parameters
      return { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, data: { until } }, signature }
    },
    spend: async (tx, payload) => {
      const solved = readPayload(payload)
      if (solved === undefined || solved.until <= options.clock.now()) return false
      if (solved.challenge.parameters.cost !== options.cost) return false
      const { challenge, solution } = solved
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })
      return verified && (await spendCaptcha(tx, challenge.parameters.nonce, solved.until))
    },
  }
}

interface Solved {
  readonly challenge: Challenge
  readonly solution: Solution
  readonly until: number
}

const hex = /^[0-9a-f]{16,128}$/

/** Reads the base64 JSON a solver sends; undefined when it is anything but one of our puzzles with a solution. */
function readPayload(payload: string): Solved | undefined {
  const read = readJson(Buffer.from(payload, 'base64').toString('utf8'))
  const challenge = memberOf(read, 'challenge')
  const parameters = memberOf(challenge, 'parameters')
  const solution = memberOf(read, 'solution')
  const [nonce, salt, signature] = [
    memberOf(parameters, 'nonce'),
    memberOf(parameters, 'salt'),
    memberOf(challenge, 'signature'),
  ]
  const [counter, derivedKey] = [memberOf(solution, 'counter'), memberOf(solution, 'derivedKey')]
  const [cost, keyLength] = [memberOf(parameters, 'cost'), memberOf(parameters, 'keyLength')]
  const until = memberOf(memberOf(parameters, 'data'), 'until')
  const isSound =
    typeof nonce === 'string' &&
    hex.test(nonce) &&
    typeof salt === 'string' &&
    hex.test(salt) &&
    typeof signature === 'string' &&
    typeof derivedKey === 'string' &&
    typeof counter === 'number' &&
    typeof until === 'number' &&
    typeof cost === 'number' &&
    keyLength === 32
  if (!isSound) return undefined
  // Rebuilt from what we know, so that nothing unsigned or costly can ride along.
  return {
    challenge: { parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, data: { until } }, signature },
    solution: { counter, derivedKey },
    until,
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined
}
