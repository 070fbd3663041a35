import { Pill, useNow } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { VersionRow } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

const lookMs = 30_000

/** Whether a version is public, will be, waits for a second person, or is a draft. */
export function ArticleState({ of: { publishAt, isProposed } }: { readonly of: VersionRow }) {
  const t = useWords<Messages>('content')
  const now = useNow(lookMs, publishAt !== undefined)
  if (publishAt === undefined) {
    return isProposed ? (
      <Pill tone="warning">{t('console.undecided')}</Pill>
    ) : (
      <Pill tone="quiet">{t('console.draft')}</Pill>
    )
  }
  return publishAt > now ? (
    <Pill tone="brand">{t('console.planned')}</Pill>
  ) : (
    <Pill tone="good">{t('console.public')}</Pill>
  )
}
