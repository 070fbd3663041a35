import type { RequestOf } from '@bolsillo/contract'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { voteRejections as r } from '../contract/rejections.ts'
import {
  optionMax,
  optionsMax,
  optionsMin,
  questionMax,
  readOptions,
  stateOf,
  type VoteWords,
  voteWordsProblem,
} from '../domain/index.ts'
import type { VotesDeps } from './deps.ts'
import { payloadOf, publishKindName, refuseTimes } from './publish-vote.ts'
import { placeOf, writeCount } from './read-votes.ts'
import { findProposed, insertVote, type StoredVote, type VoteWithState } from './vote-store.ts'

const pageSize = 50
const sharesOf = 'STK:'

/** See the contract. */
export const proposeVote = useCase(calls.proposeVote, async (request, { tx, now, operator }, deps: VotesDeps) => {
  const { symbol, weighting, recordAt, opensAt, closesAt, reason } = request
  const instrument = deps.instruments.find(({ id, asset }) => id === symbol && asset.code.startsWith(sharesOf))
  if (symbol !== undefined && instrument === undefined) return reject(r.voteSymbol, { field: 'symbol' })
  if (weighting === 'shares' && instrument === undefined) return reject(r.voteWeighting, { field: 'weighting' })
  const words = wordsOf(request)
  const refused = refuseWords(words) ?? refuseTimes({ recordAt, opensAt, closesAt }, now)
  if (refused !== undefined) return refused
  const { operatorId } = operator
  const vote: StoredVote = {
    ...{ id: deps.services.ids.next('vot'), weighting, words, recordAt, opensAt, closesAt },
    scale: weighting === 'shares' ? (instrument?.asset.scale ?? 0) : 0,
    ...(instrument === undefined ? {} : { symbol: instrument.id, asset: instrument.asset.code }),
    ...{ writtenAt: now, writtenBy: operatorId },
  }
  const details = { kind: weighting, ...(symbol === undefined ? {} : { symbol }) }
  await deps.audit.record(tx, { at: now, actor: operatorId, action: 'votes.propose', subject: vote.id, details })
  await insertVote(tx, vote)
  const proposal = { kind: publishKindName, subject: vote.id, payload: payloadOf(vote), reason, by: operator, now }
  const outcome = await deps.approvals.propose(tx, proposal)
  return isRejection(outcome) ? outcome : { voteId: vote.id, approvalId: outcome.approvalId }
})

/** See the contract. */
export const listVotes = useCase(
  calls.listVotes,
  async ({ cursor, limit = pageSize }, { db, now }, { approvals }: VotesDeps) => {
    const found = await findProposed(db, { limit: limit + 1, after: placeOf(cursor) })
    const votes = found.slice(0, limit)
    const open = new Set<string>()
    for (const { id, publishedAt } of votes) {
      if (publishedAt === undefined && (await approvals.openAbout(db, publishKindName, id)) !== undefined) open.add(id)
    }
    const rows = votes.map((vote) => writeProposed(vote, now, open.has(vote.id)))
    const last = found.length > limit ? votes.at(-1) : undefined
    return last === undefined ? { rows } : { rows, next: `${last.writtenAt}-${last.id}` }
  },
)

function writeProposed(vote: VoteWithState, now: number, isProposed: boolean) {
  const { id, symbol, weighting, words, recordAt, opensAt, closesAt, writtenAt, writtenBy } = vote
  const { publishedAt, snapshot, count } = vote
  const copied = (language: keyof VoteWords) => ({ ...words[language], options: [...words[language].options] })
  return {
    ...{ id, weighting, recordAt, opensAt, closesAt, writtenAt, writtenBy, isProposed },
    words: { 'es-ES': copied('es-ES'), 'en-US': copied('en-US'), 'pt-BR': copied('pt-BR') },
    ...(symbol === undefined ? {} : { symbol }),
    ...(publishedAt === undefined ? {} : { publishedAt, state: stateOf(vote, count !== undefined, now) }),
    ...(snapshot === undefined ? {} : { position: String(snapshot.position), holders: snapshot.holders }),
    ...(count === undefined ? {} : { count: writeCount(count) }),
  }
}

function wordsOf(request: RequestOf<typeof calls.proposeVote>): VoteWords {
  const { esQuestion, esOptions, enQuestion, enOptions, ptQuestion, ptOptions } = request
  return {
    'es-ES': { question: esQuestion, options: readOptions(esOptions) },
    'en-US': { question: enQuestion, options: readOptions(enOptions) },
    'pt-BR': { question: ptQuestion, options: readOptions(ptOptions) },
  }
}

const fieldStems = { 'es-ES': 'es', 'en-US': 'en', 'pt-BR': 'pt' } as const

/** Why words cannot be kept, at the field they were typed in. */
function refuseWords(words: VoteWords): Rejection | undefined {
  const found = voteWordsProblem(words)
  if (found === undefined) return undefined
  const stem = fieldStems[found.language]
  const field = `${stem}Options`
  switch (found.problem) {
    case 'question':
      return reject(r.voteText, { field: `${stem}Question`, values: { most: String(questionMax) } })
    case 'option':
      return reject(r.voteText, { field, values: { most: String(optionMax) } })
    case 'options':
      return reject(r.voteOptions, { field, values: { least: String(optionsMin), most: String(optionsMax) } })
  }
}
