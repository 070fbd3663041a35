import { divide, writeDecimal } from '@bolsillo/kernel'

/** What a ballot counts: one for each account, or the shares that were held at the record time. */
export const weightings = ['account', 'shares'] as const
export type Weighting = (typeof weightings)[number]

export const voteLanguages = ['es-ES', 'en-US', 'pt-BR'] as const
type VoteLanguage = (typeof voteLanguages)[number]

/** Why a vote is held, as staff name it. */
export const voteReasons = ['shareholders-asked', 'customers-asked', 'firm-asks', 'required-by-law'] as const

/** The question and its options, the options in the same order in every language. */
export type VoteWords = Readonly<
  Record<VoteLanguage, { readonly question: string; readonly options: readonly string[] }>
>

/** When a vote takes place, in milliseconds of the epoch. */
interface VoteTimes {
  readonly recordAt: number
  readonly opensAt: number
  readonly closesAt: number
}

/** A vote as it was proposed. It never changes. */
export interface Vote extends VoteTimes {
  readonly id: `vot_${string}`
  /** Whose holders vote; absent in a poll of all customers. */
  readonly symbol?: string
  readonly weighting: Weighting
  readonly words: VoteWords
  readonly writtenAt: number
  readonly writtenBy: string
}

const dayMs = 86_400_000

/** From the publication to the record time, and from the opening to the closing: who comes once a day sees both. */
export const noticeHours = 24
const noticeMs = noticeHours * 3_600_000
/** Between the record time and the opening: the list of who votes is complete before the first ballot. */
const recordLeadMs = 60_000
/** How long after the record time the journal is read: what was under way at that time is in it by then. */
export const recordGraceMs = 15_000
export const aheadDaysMax = 90
export const openDaysMax = 60

/** Whether the times are in order and leave everybody time, seen from the moment a vote is published. */
export function areTimesFit({ recordAt, opensAt, closesAt }: VoteTimes, now: number): boolean {
  const isInOrder = recordAt + recordLeadMs <= opensAt && opensAt + noticeMs <= closesAt
  const isSoonEnough = closesAt <= opensAt + openDaysMax * dayMs && opensAt <= now + aheadDaysMax * dayMs
  return isInOrder && isSoonEnough && recordAt >= now + noticeMs
}

export const voteStates = ['announced', 'open', 'counting', 'closed'] as const
export type VoteState = (typeof voteStates)[number]

/** The state of a published vote. Between the closing and the count it is being counted. */
export function stateOf({ opensAt, closesAt }: VoteTimes, isCounted: boolean, now: number): VoteState {
  if (isCounted) return 'closed'
  if (now < opensAt) return 'announced'
  return now < closesAt ? 'open' : 'counting'
}

/** A part of a total in percent, with one decimal, rounded half up; of nothing it is zero. */
export function percentOf(part: bigint, total: bigint): string {
  return writeDecimal(total === 0n ? 0n : divide(part * 1000n, total, 'half-up'), 1)
}
