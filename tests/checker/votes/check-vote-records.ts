import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { followRecords, readApprovedAlone } from '../journal/audit-records.ts'
import { type ProposedRow, readAround, readWorkedSince, type WordsRow } from './vote-records-store.ts'
import type { BallotRow, VoteRow } from './votes-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const actions = ['votes.propose', 'votes.record-holdings', 'votes.cast', 'votes.count']
const languages = ['es-ES', 'en-US', 'pt-BR'] as const

/** What the audit has of votes, and what of it is not accounted for. Records are acts: they were there when it happened. */
export interface VoteRecords {
  /** What was decided about a vote: by whom it was proposed and published, and as what. */
  readonly checkVote: (vote: ProposedRow) => void
  /** A vote's record of holdings, ballots and count. */
  readonly checkRows: (vote: VoteRow, ballots: readonly BallotRow[]) => Promise<void>
  /** Names every record that has no row. */
  readonly end: () => Promise<void>
}

/** I16 of votes by what cannot be written afterwards: records of the audit, approvals, and the times of acts. */
export async function followVoteRecords(read: BooksRead, findings: Findings): Promise<VoteRecords> {
  const wrong = (what: string): void => findings.add('I16', what)
  const { take, end } = await followRecords(read, actions, wrong)
  return {
    checkVote: (vote) => {
      const { id, symbol, weighting, writtenAt, writtenBy } = vote
      const details = { kind: weighting, ...(symbol === undefined ? {} : { symbol }) }
      take(`${id} as it was proposed`, {
        action: 'votes.propose',
        actor: writtenBy,
        at: writtenAt,
        subject: id,
        details,
      })
      for (const what of problemsOf(vote)) wrong(`${id} ${what}`)
    },
    checkRows: async ({ id, recordAt, closesAt, position, takenAt, holders, count }, ballots) => {
      const own = { actor: 'votes', subject: id }
      if (position !== undefined) {
        const details = { customers: String(holders), number: String(position) }
        take(`${id}: the record of holdings`, { ...own, action: 'votes.record-holdings', at: takenAt, details })
        for (const { number, at } of await readAround(read, position))
          if (at <= recordAt !== number <= position)
            wrong(`${id}: holdings are of act ${position}, act ${number} is of ${at}, the record time is ${recordAt}`)
      }
      for (const { customerId, receipt, castAt } of ballots) {
        const voter = { actor: customerId, subject: customerId }
        const details = { about: id, hash: receipt }
        take(`${id}: ballot ${receipt}`, { ...voter, action: 'votes.cast', at: castAt, details })
      }
      if (count === undefined && (await readWorkedSince(read, closesAt + lateMs)))
        wrong(`${id} closed at ${closesAt} and is not counted`)
      if (count === undefined) return
      const details = { hash: count.listHash, number: String(count.ballots) }
      take(`${id}: the count`, { ...own, action: 'votes.count', at: count.at, details })
    },
    end: async () => {
      end()
      for (const id of await readApprovedAlone(read, { kind: 'votes.publish', table: 'vote_publication' }))
        wrong(`two people published ${id}, and it is not there`)
    },
  }
}

/** A server that works counts within seconds. */
const lateMs = 3_600_000n
/** Notice and opening of a vote, each at least. */
const noticeMs = 86_400_000n

/** What of a vote two people did not publish so. */
function problemsOf(vote: ProposedRow): readonly string[] {
  const { publication, recordAt, opensAt, closesAt } = vote
  if (publication === undefined) return []
  const { at, maker, checker, approval } = publication
  if (approval === undefined) return ['was published and approved by nobody']
  const isApproved =
    approval.kind === 'votes.publish' && approval.subject === vote.id && approval.outcome === 'approved'
  return [
    ...(isApproved ? [] : ['was published by an approval of something else']),
    ...(approval.maker === maker && approval.checker === checker ? [] : ['was approved by others than it names']),
    ...(approval.voteHash === voteHash(vote) ? [] : ['is not what was approved']),
    ...(at + noticeMs <= recordAt ? [] : [`was published at ${at}, too late for its record time`]),
    ...(opensAt + noticeMs <= closesAt ? [] : [`is open from ${opensAt} to ${closesAt} only`]),
  ]
}

/** All that a vote says as one hash, as approvals have it. */
function voteHash({ id, symbol = '', weighting, recordAt, opensAt, closesAt, words }: ProposedRow): string {
  const said = languages.map((language) => [language, ...wordsIn(words, language)])
  return sha256(JSON.stringify([id, symbol, weighting, Number(recordAt), Number(opensAt), Number(closesAt), said]))
}

const wordsIn = (words: WordsRow, language: (typeof languages)[number]): readonly string[] => [
  words[language]?.question ?? '',
  ...(words[language]?.options ?? []),
]
