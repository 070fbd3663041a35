import { Pill, useNow } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { VersionRow } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

const lookMs = 30_000

const tones = { draft: 'quiet', undecided: 'warning', planned: 'brand', public: 'good' } as const

/** Whether a version is public, will be, waits for a second person, or is a draft. In a row it is a word alone. */
export function ArticleState(props: { readonly of: VersionRow; readonly isRow?: boolean }) {
  const t = useWords<Messages>('content')
  const { of, isRow = false } = props
  const { publishAt, isProposed } = of
  const now = useNow(lookMs, publishAt !== undefined)
  const unpublished = isProposed ? 'undecided' : 'draft'
  const state = publishAt === undefined ? unpublished : publishAt > now ? 'planned' : 'public'
  const word = t(`console.${state}`)
  return isRow ? word : <Pill tone={tones[state]}>{word}</Pill>
}
