import { createHash } from 'node:crypto'
import { reject, writeDecimal, writeMoment } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { ballotText } from '../domain/index.ts'
import { findOwnBallots, insertBallot, lockForBallot } from './ballot-store.ts'
import type { VotesDeps } from './deps.ts'
import { ownWeights } from './own-weight.ts'
import { sealChoice } from './sealed-ballot.ts'
import { findVote } from './vote-store.ts'

const { voteRejections: r } = calls

/** See the contract. */
export const castVote = useCase(
  calls.castVote,
  async ({ id, option, nonce }, { tx, customer: { customerId } }, deps: VotesDeps) => {
    await lockForBallot(tx, id)
    // After the lock: until this transaction ends the vote is not counted, so what is in time here is in the count.
    const now = deps.services.clock.now()
    const vote = await findVote(tx, id)
    if (vote?.publishedAt === undefined) return reject(r.voteUnknown, { field: 'id' })
    const { opensAt, closesAt, asset, snapshot, scale, words } = vote
    if (now < opensAt) return reject(r.voteUnopened, { field: 'id', values: { at: writeMoment(opensAt) } })
    if (now >= closesAt || vote.count !== undefined)
      return reject(r.voteClosed, { field: 'id', values: { at: writeMoment(closesAt) } })
    const { length } = words['es-ES'].options
    if (option > length || option < 1)
      return reject(r.voteOption, { field: 'option', values: { most: String(length) } })
    if (asset !== undefined && snapshot === undefined) return reject(r.voteUnrecorded, { field: 'id' })
    const weight = (await ownWeights(deps, tx, customerId, [vote])).get(id)
    if (weight === undefined)
      return reject(r.voteIneligible, { field: 'id', values: { at: writeMoment(vote.recordAt) } })
    if ((await findOwnBallots(tx, customerId, [id])).has(id)) return reject(r.voteCast, { field: 'id' })
    const ballot = { voteId: id, option, weight: writeDecimal(weight, scale), nonce }
    const receipt = createHash('sha256').update(ballotText(ballot)).digest('hex')
    // The record names the ballot by its receipt. What was chosen is nowhere in clear.
    await deps.audit.record(tx, {
      ...{ at: now, actor: customerId, action: 'votes.cast', subject: customerId },
      details: { about: id, hash: receipt },
    })
    const sealed = sealChoice(deps.sealer, id, customerId, { option, nonce })
    const outcome = await insertBallot(tx, { voteId: id, customerId, weight, receipt, sealed, castAt: now })
    if (outcome === 'cast') return reject(r.voteCast, { field: 'id' })
    if (outcome === 'receipt') return reject(r.voteNonce, { field: 'nonce' })
    return { receipt, weight: ballot.weight, castAt: now }
  },
)
