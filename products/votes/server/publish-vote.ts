import { createHash } from 'node:crypto'
import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { proposers } from '../contract/operator.ts'
import { voteRejections as r } from '../contract/rejections.ts'
import { aheadDaysMax, areTimesFit, noticeHours, openDaysMax, voteLanguages, voteReasons } from '../domain/index.ts'
import { findVote, insertPublication, type StoredVote } from './vote-store.ts'

export const publishKindName = 'votes.publish'

/** What is proposed: this vote, known by the hash of all it says. */
export function payloadOf(vote: StoredVote): ApprovalPayload {
  const { id, symbol = '', weighting, words, recordAt, opensAt, closesAt } = vote
  const written = voteLanguages.map((language) => [language, words[language].question, ...words[language].options])
  const said = [id, symbol, weighting, recordAt, opensAt, closesAt, written]
  return { voteId: id, voteHash: createHash('sha256').update(JSON.stringify(said)).digest('hex') }
}

/** Publishing takes two people; whoever decides reads the whole vote in every language. */
export const publishKind: ApprovalKind = {
  name: publishKindName,
  titleKey: 'votes.powers.publish',
  makerRoles: proposers,
  checkerRoles: ['compliance', 'admin'],
  reasons: voteReasons,
  facts: factsOf,
  execute: publish,
}

async function factsOf(db: Db, payload: ApprovalPayload) {
  const vote = await findVote(db, payloadText(payload, 'voteId'))
  if (vote === undefined) return []
  const { symbol, weighting, recordAt, opensAt, closesAt, words } = vote
  return [
    symbol === undefined ? factOf('who', 'everybody') : factOf('symbol', symbol),
    factOf('weighting', weighting),
    factOf('recordAt', String(recordAt)),
    factOf('opensAt', String(opensAt)),
    factOf('closesAt', String(closesAt)),
    ...voteLanguages.flatMap((language) => [
      factOf(`question.${language}`, words[language].question),
      factOf(
        `options.${language}`,
        words[language].options.map((option, index) => `${index + 1}. ${option}`).join('\n'),
      ),
    ]),
  ]
}

/** Why a vote cannot take place at its times; undefined when it can. */
export function refuseTimes(times: Parameters<typeof areTimesFit>[0], now: number): Rejection | undefined {
  if (areTimesFit(times, now)) return undefined
  const values = { hours: String(noticeHours), days: String(aheadDaysMax), open: String(openDaysMax) }
  return reject(r.voteTimes, { field: 'recordAt', values })
}

/** What two people decided takes place, if it is what they saw and all of it is still to come. */
async function publish(
  tx: Tx,
  { approvalId, payload, now, maker, checker }: ApprovedAct,
): Promise<Rejection | undefined> {
  const vote = await findVote(tx, payloadText(payload, 'voteId'))
  if (vote === undefined || vote.publishedAt !== undefined || payloadOf(vote).voteHash !== payload.voteHash)
    return reject(r.voteUnknown)
  const refused = refuseTimes(vote, now)
  if (refused !== undefined) return refused
  await insertPublication(tx, { voteId: vote.id, approvalId, decidedAt: now, maker, checker })
  return undefined
}
