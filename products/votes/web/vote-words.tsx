import type { ReplyOf } from '@bolsillo/contract'
import { formatDecimal, Pill, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { readVotes } from '../contract/index.ts'
import type { VoteState } from '../domain/vote.ts'
import type { Messages } from '../messages/es-ES.ts'

export type Vote = ReplyOf<typeof readVotes>['rows'][number]

const tones = { announced: 'quiet', open: 'brand', counting: 'warning', closed: 'quiet' } as const

/** The state of a vote in a word. */
export function VoteStatePill({ state }: { readonly state: VoteState }) {
  const t = useWords<Messages>('votes')
  return <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
}

/** What a weight is in words: votes of accounts, or shares. */
export function useWeightWords({ weighting }: Pick<Vote, 'weighting'>): (weight: string) => string {
  const t = useWords<Messages>('votes')
  const { style } = useUi()
  return (weight) => {
    const isOne = /^1(\.0+)?$/.test(weight)
    if (isOne) return t(weighting === 'shares' ? 'shareOne' : 'voteOne')
    const trimmed = weight.includes('.') ? weight.replace(/\.?0+$/, '') : weight
    const count = formatDecimal(trimmed, style)
    return t(weighting === 'shares' ? 'shares' : 'votes', { count })
  }
}
