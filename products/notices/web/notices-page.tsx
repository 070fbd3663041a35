import { Loaded, PageFrame, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { readNoticeChoices } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { QuietCard } from './quiet-card.tsx'
import { TopicList } from './topic-list.tsx'

/** What reaches a customer outside the app, on which channels, and when not. */
export default function NoticesPage() {
  const t = useWords<Messages>('notices')
  const choices = useCall(readNoticeChoices, {})
  return (
    <PageFrame title={t('title')}>
      <p className="px-1 text-13 text-second">{t('why')}</p>
      <Loaded of={choices} skeleton={<SkeletonRows rows={6} />}>
        {(data) => (
          <>
            <TopicList choices={data} />
            {data.channels.length > 0 && <QuietCard quiet={data.quiet} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
