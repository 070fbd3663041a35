import type { BallotLine, BallotList } from '../domain/ballot-list.ts'
import { findFault, listText, tallyOf } from '../domain/ballot-list.ts'
import type { OwnBallot } from './own-ballot.ts'
import type { Vote } from './vote-words.tsx'

/** What a device found when it counted a published list itself. */
export interface Recount {
  /** The list as a file. */
  readonly text: string
  readonly ballots: number
  readonly isHashFine: boolean
  readonly areLinesFine: boolean
  readonly areSumsFine: boolean
  /** Of one's own ballot; absent when there is none to look for. */
  readonly own?: { readonly is: 'missing' } | { readonly is: 'there' | 'other'; readonly option: number }
}

/** Counts again: the hash, every receipt, the sums, and where one's own ballot is. */
export async function recount(
  vote: Vote,
  lines: readonly BallotLine[],
  own: { readonly receipt: string | undefined; readonly kept: OwnBallot | undefined },
  hash: (text: string) => Promise<string>,
): Promise<Recount> {
  const list: BallotList = { voteId: vote.id, options: vote.options.length, scale: vote.scale, lines }
  const text = listText(list)
  const sums = tallyOf(list)
  const published = vote.count?.options ?? []
  return {
    text,
    ballots: lines.length,
    isHashFine: (await hash(text)) === vote.count?.listHash,
    areLinesFine: (await findFault(list, hash)) === undefined,
    areSumsFine:
      vote.count?.ballots === lines.length &&
      sums.length === published.length &&
      sums.every(({ ballots, weight }, at) => published[at]?.ballots === ballots && published[at]?.weight === weight),
    ...findOwn(lines, own),
  }
}

function findOwn(
  lines: readonly BallotLine[],
  { receipt, kept }: { readonly receipt: string | undefined; readonly kept: OwnBallot | undefined },
): Pick<Recount, 'own'> {
  const wanted = kept?.receipt ?? receipt
  if (wanted === undefined) return {}
  const line = lines.find((one) => one.receipt === wanted)
  if (line === undefined) return { own: { is: 'missing' } }
  const isOther = kept !== undefined && (line.option !== kept.option || line.weight !== kept.weight)
  return { own: { is: isOther ? 'other' : 'there', option: line.option } }
}

/** Whether all of it holds. */
export const isFine = ({ isHashFine, areLinesFine, areSumsFine, own }: Recount): boolean =>
  isHashFine && areLinesFine && areSumsFine && (own === undefined || own.is === 'there')
