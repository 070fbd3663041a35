import { Button, EmptyState, PagedCard, PageFrame } from '@bolsillo/ui'
import { useAction, usePages, useSession, useWords } from '@bolsillo/web-kit'
import Megaphone from 'lucide-react/icons/megaphone'
import { listNotices, listOwnNotices, readNotice } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ArticleRow } from './article-row.tsx'
import { articleAt, paths } from './paths.ts'

/** The notices of the firm: a customer's with what is unread, a visitor's those for everybody. */
export default function NoticeListPage() {
  const t = useWords<Messages>('content')
  const { token } = useSession()
  return <PageFrame title={t('notices.title')}>{token === '' ? <Notices /> : <OwnNotices />}</PageFrame>
}

function Empty() {
  const t = useWords<Messages>('content')
  return <EmptyState icon={Megaphone} title={t('notices.empty')} text={t('notices.emptyText')} />
}

function Notices() {
  const t = useWords<Messages>('content')
  const pages = usePages(listNotices, {})
  return (
    <PagedCard label={t('notices.title')} pages={pages} keyOf={({ id }) => id} empty={<Empty />}>
      {(row) => <ArticleRow {...row} href={articleAt(paths.notice, row.id)} />}
    </PagedCard>
  )
}

function OwnNotices() {
  const t = useWords<Messages>('content')
  const pages = usePages(listOwnNotices, {})
  const read = useAction(readNotice, { refreshes: [listOwnNotices] })
  const unread = pages.data?.pages[0]?.unread ?? 0
  return (
    <>
      {unread > 0 && (
        <Button kind="ghost" size="medium" loading={read.isPending} onClick={() => read.mutate({})}>
          {t('notices.readAll')}
        </Button>
      )}
      <PagedCard label={t('notices.title')} pages={pages} keyOf={({ id }) => id} empty={<Empty />}>
        {(row) => <ArticleRow {...row} href={articleAt(paths.notice, row.id)} />}
      </PagedCard>
    </>
  )
}
