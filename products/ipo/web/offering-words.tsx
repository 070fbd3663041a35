import type { ReplyOf } from '@bolsillo/contract'
import { Pill, type Tone, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { listIpos, listOwnIpos } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** An offering, and an application as its customer sees it. */
export type Offering = ReplyOf<typeof listIpos>['rows'][number]
export type Application = ReplyOf<typeof listOwnIpos>['rows'][number]

const stageTones: Readonly<Record<Offering['stage'], Tone>> = {
  coming: 'quiet',
  open: 'brand',
  allotting: 'warning',
  settling: 'warning',
  done: 'quiet',
}

/** The stage of an offering in a word. */
export function StagePill({ stage }: Pick<Offering, 'stage'>) {
  const t = useWords<Messages>('ipo')
  return <Pill tone={stageTones[stage]}>{t(`stages.${stage}`)}</Pill>
}

/** Which of its two times matters now, as the key of its word, and when that is. */
export function timeOf({ stage, opensAt, closesAt }: Pick<Offering, 'stage' | 'opensAt' | 'closesAt'>) {
  if (stage === 'coming') return { word: 'opensAt', at: opensAt } as const
  return { word: stage === 'open' ? 'closesAt' : 'closedAt', at: closesAt } as const
}

const stateTones: Readonly<Record<Application['state'], Tone>> = {
  applying: 'brand',
  'to-be-allocated': 'warning',
  'allocated-and-pending-payment': 'warning',
  'waiting-for-payment': 'warning',
  paid: 'good',
  'did-not-receive-allotment': 'quiet',
  unsubscribed: 'quiet',
}

/** The state of an application in a word. */
export function StatePill({ state }: Pick<Application, 'state'>) {
  const t = useWords<Messages>('ipo')
  return <Pill tone={stateTones[state]}>{t(`states.${state}`)}</Pill>
}

/** A number of shares in words. */
export function useSharesWords(): (quantity: string) => string {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  return (quantity) => t(quantity === '1' ? 'shareOne' : 'shares', { quantity: said.quantity(quantity) })
}
