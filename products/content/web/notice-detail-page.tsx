import { EmptyState, Loaded, PageFrame, SkeletonCard } from '@bolsillo/ui'
import { useAction, useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import Megaphone from 'lucide-react/icons/megaphone'
import { useEffect, useRef } from 'react'
import { listNotices, listOwnNotices, readNotice } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { Article } from './article.tsx'

/** One notice. A customer who opens it has read it. */
export default function NoticeDetailPage() {
  const t = useWords<Messages>('content')
  const id = useQueryValue('id') ?? ''
  const { token } = useSession()
  return <PageFrame title={t('notices.detail')}>{token === '' ? <Notice id={id} /> : <OwnNotice id={id} />}</PageFrame>
}

function Missing() {
  const t = useWords<Messages>('content')
  return <EmptyState icon={Megaphone} title={t('rejections.article-unknown')} />
}

function Notice({ id }: { readonly id: string }) {
  const asked = useCall(listNotices, { id })
  return (
    <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
      {({ rows: [one] }) => (one === undefined ? <Missing /> : <Article of={one} />)}
    </Loaded>
  )
}

function OwnNotice({ id }: { readonly id: string }) {
  const asked = useCall(listOwnNotices, { id })
  const { mutate } = useAction(readNotice, { refreshes: [listOwnNotices] })
  const one = asked.data?.rows[0]
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (one?.isUnread !== true) return
    const { id: articleId, number } = one
    const version = `${articleId} ${number}`
    if (sent.current === version) return
    sent.current = version
    mutate({ id: articleId, number })
  }, [one, mutate])
  return (
    <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
      {({ rows: [found] }) => (found === undefined ? <Missing /> : <Article of={found} />)}
    </Loaded>
  )
}
