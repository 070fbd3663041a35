import type { ReplyOf } from '@bolsillo/contract'
import { type Instant, writeDecimal } from '@bolsillo/kernel'
import type { Log, Sql } from '@bolsillo/server-kit'
import type { readBooks as contract } from '../../contract/index.ts'
import { type ChainHead, type GrammarCheck, genesis, plainHead, type Valuation } from '../../domain/index.ts'
import { scaleOf } from '../deps.ts'
import { type AssetSums, findSums, readHead } from '../ledger-store.ts'
import { verifyChain } from '../verify/verify-ledger.ts'
import { freshMs, type Witness } from '../witness/witness.ts'
import { findLastEntryAt } from './entries-store.ts'

type Reply = ReplyOf<typeof contract>

/** What this process knows of the books as a whole. */
export interface PublicBooks {
  /** The head, signed too, at most a second old; the sums at most `sumsFreshMs`. */
  readonly read: (now: Instant) => Promise<Reply>
  /**
   * Follows the chain on from where it was followed to, so many entries at most, in small steps.
   * @param rest awaited after each step; answers whether to go on.
   */
  readonly follow: (now: Instant, rest?: () => Promise<boolean>) => Promise<void>
  /**
   * Why money promised at an instant may not leave: something in the journal is wrong, or not everything that was there by
   * then is followed yet. Undefined: nothing is in the way.
   */
  readonly obstacle: (promisedAt: Instant) => string | undefined
}

/** Summing every balance on every request would let anybody slow the house down. */
const sumsFreshMs = 5000
/** A long journal is followed over several rounds, each of so many entries. */
const entriesPerRound = 10_000
/** A few milliseconds of work: what is read for a step is gone before it grows old, and orders wait for no more. */
const entriesPerStep = 100

/** How far this process followed the journal, and what it found wrong. */
interface Followed {
  readonly to: ChainHead
  readonly at?: Instant
  readonly problem?: string
}

/** The public face of the books. Kept in memory: every process follows the chain for itself. */
export function createPublicBooks(options: {
  readonly sql: Sql
  readonly log: Log
  readonly valuation: Valuation
  readonly witness: Witness | undefined
  /** Holds every entry against the grammar of its kind; left out by tests that post whatever shows their point. */
  readonly grammar?: GrammarCheck
  /** Told once, when following finds something wrong. */
  readonly onProblem?: (problem: string) => Promise<void>
}): PublicBooks {
  const { sql, log, valuation, witness, grammar, onProblem } = options
  let followed: Followed = { to: genesis }
  // Everything that was in the journal then is followed.
  let endSeenAt: Instant | undefined
  const sums = remembered(sumsFreshMs, async (at) => ({
    at,
    assets: (await findSums(sql)).map((one) => writeSums(one, valuation)),
  }))
  const end = remembered(freshMs, async () => {
    const [head, lastEntryAt] = await Promise.all([readHead(sql), findLastEntryAt(sql)])
    return { entries: String(head.seq), head: head.hash, ...(lastEntryAt === undefined ? {} : { lastEntryAt }) }
  })
  return {
    read: async (now) => {
      const signed = await witness?.fresh(now)
      const reply = { ...(await sums(now)), ...(await end(now)), verified: verifiedOf(followed, witness) }
      return signed === undefined ? reply : { ...reply, signed: plainHead(signed) }
    },
    follow: async (now, rest = async () => true) => {
      for (let left = entriesPerRound; left > 0; left -= entriesPerStep) {
        const { seq } = followed.to
        const verdict = await verifyChain(sql, followed.to, entriesPerStep, grammar)
        if (!verdict.ok) {
          const isNew = followed.problem === undefined
          followed = { to: followed.to, at: now, problem: verdict.problem }
          log.error({ seq: String(verdict.seq) }, `the journal does not verify: ${verdict.problem}`)
          if (isNew) await onProblem?.(verdict.problem)
          return
        }
        followed = { to: verdict.head, at: now }
        const isAtEnd = verdict.entries - seq < BigInt(entriesPerStep)
        if (isAtEnd) endSeenAt = now
        if (isAtEnd || !(await rest())) return
      }
    },
    obstacle: (promisedAt) => {
      if (followed.problem !== undefined) return 'the journal does not verify'
      if (endSeenAt !== undefined && endSeenAt >= promisedAt) return undefined
      return 'the journal is not followed to where it was promised yet'
    },
  }
}

function verifiedOf({ to, at, ...found }: Followed, witness: Witness | undefined): Reply['verified'] {
  const problem = found.problem ?? witness?.problem()
  return {
    entries: String(to.seq),
    ...(at === undefined ? {} : { at }),
    ok: problem === undefined,
    ...(problem === undefined ? {} : { problem }),
  }
}

function writeSums(sums: AssetSums, valuation: Valuation): Reply['assets'][number] {
  const { asset, customers, house, insurance, ungranted, venues } = sums
  const write = (amount: bigint): string => writeDecimal(amount, scaleOf(asset, valuation))
  return {
    asset,
    customers: write(customers),
    house: write(house),
    insurance: write(insurance),
    ungranted: write(ungranted),
    heldForUs: write(-venues),
    sum: write(customers + house + insurance + ungranted + venues),
  }
}

/** What `make` made, for so long; whoever asks while it is made waits for the same. */
function remembered<T>(ms: number, make: (now: Instant) => Promise<T>): (now: Instant) => Promise<T> {
  let last: { readonly at: Instant; readonly made: Promise<T> } | undefined
  return async (now) => {
    if (last !== undefined && Math.abs(now - last.at) < ms) return await last.made
    const made = make(now)
    last = { at: now, made }
    made.catch(() => {
      last = undefined
    })
    return await made
  }
}
