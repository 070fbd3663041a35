import { ButtonLink, LoadedPages, LoadMore, Note, PageFrame, Section, SkeletonRows } from '@bolsillo/ui'
import { useLiveEffect, usePages, useQueryValue, useRefresh, useWords } from '@bolsillo/web-kit'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { listConversations, readConversation, supportChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AuthoritiesPart } from './authorities-part.tsx'
import { ConversationPart } from './conversation-part.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { HelpPart } from './help-part.tsx'
import { NewPart } from './new-part.tsx'
import { newAt } from './paths.ts'

/** Help with one's own conversations; with `?id=` one of them, with `?new=` the form of another. */
export default function OwnPage() {
  const t = useWords<Messages>('support')
  const id = useQueryValue('id')
  const about = useQueryValue('about')
  const isNew = useQueryValue('new') !== undefined
  useSupportNews()
  if (id !== undefined) return <ConversationPart key={id} id={id} />
  if (isNew) {
    return (
      <PageFrame title={t('new')}>
        <NewPart about={about} />
      </PageFrame>
    )
  }
  return <Overview />
}

function Overview() {
  const t = useWords<Messages>('support')
  const pages = usePages(listConversations, {})
  return (
    <PageFrame title={t('title')}>
      <HelpPart />
      <LoadedPages
        of={pages}
        skeleton={
          <Section title={t('conversations')}>
            <SkeletonRows rows={2} />
          </Section>
        }
      >
        {(rows) =>
          rows.length > 0 && (
            <Section title={t('conversations')}>
              <ul>
                {rows.map((one) => (
                  <ConversationRow key={one.id} of={one} />
                ))}
              </ul>
              {pages.hasNextPage && (
                <LoadMore
                  state={pages.isFetchingNextPage ? 'loading' : 'more'}
                  onMore={() => void pages.fetchNextPage()}
                />
              )}
            </Section>
          )
        }
      </LoadedPages>
      <ButtonLink wide href={newAt()}>
        {t('write')}
      </ButtonLink>
      <Note icon={ShieldAlert}>{t('never')}</Note>
      <AuthoritiesPart />
    </PageFrame>
  )
}

/** Asks again what this page shows whenever one of the customer's conversations goes on. */
function useSupportNews(): void {
  const refresh = useRefresh()
  useLiveEffect(supportChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(listConversations, readConversation)
  })
}
