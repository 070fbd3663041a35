import { createHash } from 'node:crypto'
import { assert, instant, writeDecimal } from '@bolsillo/kernel'
import { nextTurn, type Tx, transaction } from '@bolsillo/server-kit'
import { type BallotLine, ballotText, listText, recordGraceMs, tallyOf } from '../domain/index.ts'
import { findBallots, insertCount, lockForCount } from './ballot-store.ts'
import type { VotesDeps } from './deps.ts'
import { pollWeight } from './own-weight.ts'
import { openChoice } from './sealed-ballot.ts'
import { findUncounted, findUnrecorded, findVote, insertSnapshot, type VoteWithState } from './vote-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const actor = 'votes'
/** Ballots opened before other work of the process has its turn. */
const ballotsInTurn = 200
/** How long a vote that failed is left alone: it neither delays the others nor fills the log. */
const restMs = 15 * 60_000

/**
 * Takes who held what at the record times that have passed, and counts what is over: each once, in a transaction of its own.
 * After a stop it does what came due meanwhile; holdings are those of the record time then too, by the journal.
 */
export function createVotePass(deps: VotesDeps): () => Promise<void> {
  const { services } = deps
  const one = async (work: (tx: Tx) => Promise<void>): Promise<void> =>
    transaction(services.sql, work, { cause: 'job:votes' })
  const restsUntil = new Map<string, number>()
  return async () => {
    const unrecorded = await findUnrecorded(services.sql, services.clock.now() - recordGraceMs)
    const uncounted = await findUncounted(services.sql, services.clock.now())
    const failures: unknown[] = []
    const attempt = async (id: string, work: typeof count): Promise<void> => {
      if ((restsUntil.get(id) ?? 0) > services.clock.now()) return
      try {
        await one((tx) => work(deps, tx, id))
      } catch (failure) {
        restsUntil.set(id, services.clock.now() + restMs)
        failures.push(failure)
      }
    }
    for (const { id } of unrecorded) await attempt(id, takeSnapshot)
    for (const { id } of uncounted) await attempt(id, count)
    if (failures.length > 0) throw new AggregateError(failures, 'votes that could not be recorded or counted')
  }
}

async function takeSnapshot({ services, history, audit }: VotesDeps, tx: Tx, id: string): Promise<void> {
  await lockForCount(tx, id)
  const vote = await findVote(tx, id)
  if (vote?.asset === undefined || vote.snapshot !== undefined) return
  const { position, holders } = await history.holdersAt(tx, vote.asset, instant(vote.recordAt))
  const weights = holders.map(({ customerId, units }) => ({
    customerId,
    weight: vote.weighting === 'shares' ? units : pollWeight,
  }))
  const now = services.clock.now()
  const details = { number: String(position), customers: String(weights.length) }
  await audit.record(tx, { at: now, actor, action: 'votes.record-holdings', subject: id, details })
  await insertSnapshot(tx, { voteId: id, position, takenAt: now, weights })
}

async function count({ services, sealer, audit }: VotesDeps, tx: Tx, id: string): Promise<void> {
  // Whoever is casting a ballot has the lock until it is there.
  await lockForCount(tx, id)
  const vote = await findVote(tx, id)
  const now = services.clock.now()
  if (vote === undefined || vote.count !== undefined || now < vote.closesAt) return
  const ballots = await findBallots(tx, id)
  const lines: ReturnType<typeof openLine>[] = []
  for (const [place, ballot] of ballots.entries()) {
    lines.push(openLine(sealer, vote, ballot))
    if (place % ballotsInTurn === ballotsInTurn - 1) await nextTurn()
  }
  const list = {
    ...{ voteId: id, options: vote.words['es-ES'].options.length, scale: vote.scale },
    lines: lines.map((line) => lineIn(vote, line)),
  }
  const listHash = sha256(listText(list))
  const details = { hash: listHash, number: String(lines.length) }
  await audit.record(tx, { at: now, actor, action: 'votes.count', subject: id, details })
  const done = { countedAt: now, listHash, ballots: lines.length, options: tallyOf(list) }
  await insertCount(tx, id, done, lines)
}

/** The line of a ballot, which must be the one its receipt was given for. */
function openLine(
  sealer: VotesDeps['sealer'],
  vote: VoteWithState,
  { customerId, weight, receipt, sealed }: Awaited<ReturnType<typeof findBallots>>[number],
) {
  const line = { receipt, ...openChoice(sealer, vote.id, customerId, sealed), units: weight }
  assert(sha256(ballotText(lineIn(vote, line))) === receipt, `the ballot ${receipt} is as it was cast`)
  return line
}

/** A line with its weight as it is written. */
function lineIn(
  { id, scale }: VoteWithState,
  { units, ...line }: Omit<BallotLine, 'weight'> & { readonly units: bigint },
): BallotLine & { readonly voteId: string } {
  return { ...line, voteId: id, weight: writeDecimal(units, scale) }
}
