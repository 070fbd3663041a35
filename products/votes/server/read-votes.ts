import { type Id, present, reject, writeDecimal, writeMoment } from '@bolsillo/kernel'
import { type CustomerSession, type Db, type Language, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { stateOf } from '../domain/index.ts'
import { findLines, findOwnBallots } from './ballot-store.ts'
import type { VotesDeps } from './deps.ts'
import { ownWeights } from './own-weight.ts'
import { type Count, findPublished, findVote, type Place, type VoteWithState } from './vote-store.ts'

const { voteRejections: r } = calls
const pageSize = 20

/** See the contract. */
export const readVotes = useCase(
  calls.readVotes,
  async ({ id, cursor, limit = pageSize }, { db, now, caller, customer }, deps: VotesDeps) => {
    const found = await findPublished(db, { id, limit: limit + 1, after: placeOf(cursor) })
    const votes = found.slice(0, limit)
    const own = await readOwn(deps, db, customer, votes)
    const rows = votes.map((vote) => writeVote(deps, vote, { language: caller.language, now, own: own?.get(vote.id) }))
    const last = found.length > limit ? votes.at(-1) : undefined
    return last === undefined ? { rows } : { rows, next: `${last.closesAt}-${last.id}` }
  },
)

/** See the contract. */
export const listBallots = useCase(calls.listBallots, async ({ id, cursor, limit = calls.ballotsMax }, { db }) => {
  const vote = await findVote(db, id)
  if (vote?.publishedAt === undefined) return reject(r.voteUnknown, { field: 'id' })
  if (vote.count === undefined)
    return reject(r.voteUncounted, { field: 'id', values: { at: writeMoment(vote.closesAt) } })
  const found = await findLines(db, id, { after: cursor, limit: limit + 1 })
  const rows = found.slice(0, limit).map(({ units, ...line }) => ({ ...line, weight: writeDecimal(units, vote.scale) }))
  const last = found.length > limit ? rows.at(-1) : undefined
  return last === undefined ? { rows } : { rows, next: last.receipt }
})

/** The count as every reader sees it. */
export const writeCount = ({ countedAt, listHash, ballots, options }: Count) => ({
  ...{ countedAt, listHash, ballots },
  options: options.map((option) => ({ ballots: option.ballots, weight: option.weight })),
})

/** Where a page begins, by its cursor. */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [at, id] = cursor?.split('-') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

interface Own {
  readonly weight?: bigint
  readonly receipt?: string
  readonly castAt?: number
}

async function readOwn(
  deps: VotesDeps,
  db: Db,
  customer: CustomerSession | undefined,
  votes: readonly VoteWithState[],
): Promise<ReadonlyMap<string, Own> | undefined> {
  if (customer === undefined) return undefined
  const customerId: Id<'cus'> = customer.customerId
  const weights = await ownWeights(deps, db, customerId, votes)
  const ballots = await findOwnBallots(
    db,
    customerId,
    votes.map(({ id }) => id),
  )
  return new Map(
    votes.map(({ id }) => {
      const weight = weights.get(id)
      return [id, { ...(weight === undefined ? {} : { weight }), ...ballots.get(id) }]
    }),
  )
}

function writeVote(
  { instruments }: VotesDeps,
  vote: VoteWithState,
  { language, now, own }: { readonly language: Language; readonly now: number; readonly own: Own | undefined },
) {
  const { id, symbol, weighting, scale, words, recordAt, opensAt, closesAt, snapshot, count } = vote
  const publishedAt = present(vote.publishedAt, 'a published vote')
  const ticker = instruments.find((instrument) => instrument.id === symbol)?.ticker
  const { question, options } = words[language]
  return {
    ...{ id, question, options: [...options], weighting, scale, recordAt, opensAt, closesAt, publishedAt },
    state: stateOf(vote, count !== undefined, now),
    ...(symbol === undefined ? {} : { symbol, ticker: ticker ?? symbol }),
    ...(snapshot === undefined ? {} : { position: String(snapshot.position), holders: snapshot.holders }),
    ...(count === undefined ? {} : { count: writeCount(count) }),
    ...(own === undefined ? {} : { own: writeOwn(own, scale) }),
  }
}

function writeOwn({ weight, receipt, castAt }: Own, scale: number) {
  return {
    ...(weight === undefined ? {} : { weight: writeDecimal(weight, scale) }),
    ...(receipt === undefined || castAt === undefined ? {} : { receipt, castAt }),
  }
}
