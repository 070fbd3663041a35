import { argon2, createHmac } from 'node:crypto'
import { assert, type Rng } from '@bolsillo/kernel'
import { randomBytes } from '@bolsillo/server-kit'
import { normalPassword } from '../domain/index.ts'
import { sameBytes } from './secrets.ts'

/**
 * Hashes passwords with argon2id, peppered by a secret that is not in the database.
 * At most two run at once, so that sign-ins cannot take the machine from the market; `busy` means the queue is full.
 */
export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string | 'busy'>
  /** Takes the same time whether or not there is a stored hash: an unknown account is checked against a hash of nothing. */
  readonly verify: (password: string, stored: string | undefined) => Promise<'right' | 'wrong' | 'busy'>
  /** Whether a stored hash was made with other costs than today's, and should be made again at the next sign-in. */
  readonly isOutdated: (stored: string) => boolean
}

// The least OWASP gives for argon2id with two passes. More memory would be better against a stolen database, and would
// make two sign-ins at once felt on the small machines this runs on.
const costs = { memoryKib: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const tagBytes = 32
const workersMax = 2
const waitingMax = 64

const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,})\$([A-Za-z0-9+/]{43})$/

interface Parsed {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

function parse(stored: string): Parsed {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(stored) ?? []
  assert(salt !== undefined && tag !== undefined, 'a stored password hash has another shape')
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Makes the hasher of an installation. */
export function createPasswordHasher(options: { readonly rng: Rng; readonly pepper: Uint8Array }): PasswordHasher {
  const slots = createSlots(workersMax, waitingMax)
  const derive = (password: string, salt: Buffer, cost: Omit<Parsed, 'salt' | 'tag'>): Promise<Buffer> =>
    new Promise((resolve, refuse) => {
      const message = createHmac('sha256', options.pepper).update(normalPassword(password)).digest()
      const { memoryKib: memory, passes, parallelism } = cost
      argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: tagBytes }, (error, tag) =>
        error === null ? resolve(tag) : refuse(error),
      )
    })
  const nothing: Parsed = {
    ...costs,
    salt: randomBytes(options.rng, saltBytes),
    tag: randomBytes(options.rng, tagBytes),
  }
  return {
    hash: (password) =>
      slots.run(async () => {
        const salt = randomBytes(options.rng, saltBytes)
        const tag = await derive(password, salt, costs)
        const { memoryKib, passes, parallelism } = costs
        return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
      }),
    verify: (password, stored) =>
      slots.run(async () => {
        const known = stored === undefined ? nothing : parse(stored)
        const tag = await derive(password, known.salt, known)
        return sameBytes(tag, known.tag) && stored !== undefined ? 'right' : 'wrong'
      }),
    isOutdated: (stored) => {
      const { memoryKib, passes, parallelism } = parse(stored)
      return memoryKib !== costs.memoryKib || passes !== costs.passes || parallelism !== costs.parallelism
    },
  }
}

interface Slots {
  readonly run: <T>(work: () => Promise<T>) => Promise<T | 'busy'>
}

/** Runs at most `running` pieces of work at once and lets at most `waiting` others wait, first come first served. */
function createSlots(running: number, waiting: number): Slots {
  let free = running
  const queue: (() => void)[] = []
  return {
    run: async (work) => {
      if (free === 0) {
        if (queue.length >= waiting) return 'busy'
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        free -= 1
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
