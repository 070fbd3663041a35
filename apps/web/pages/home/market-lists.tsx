import { readWatchlist } from '@bolsillo/market/contract'
import { ChangeSpan, ListSpan } from '@bolsillo/market/web'
import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { hot, indices } from '@bolsillo/stocks/contract'
import { EmptyState, ErrorState, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Star from 'lucide-react/icons/star'
import { hasPage } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'
import { PlacedRow } from '../families/placed-row.tsx'
import { LiveRow } from './live-row.tsx'
import { hotRequest, hotRows } from './requests.ts'

const rowsMax = 6
const refreshMs = 60_000
const marketsPath = '/pages/market/list'
const searchPath = '/pages/stock/search'

/** What the customer follows. */
export function Watchlist() {
  const t = useWords<Messages>('core')
  const mine = useCall(readWatchlist, {}, { everyMs: refreshMs })
  const rows = mine.data?.rows.slice(0, rowsMax) ?? []
  return (
    <Section title={t('home.followed')} {...moreOf(t('home.seeAll'), '/pages/user/watchlist')}>
      {mine.data === undefined ? (
        mine.error === null ? (
          <SkeletonRows rows={4} spark />
        ) : (
          <ErrorState title={t('home.failed')} text={t('home.failedText')} onRetry={() => mine.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={Star}
          title={t('home.nothingFollowed')}
          text={t('home.nothingFollowedText')}
          {...(hasPage(searchPath) ? { action: { label: t('home.find'), href: searchPath } } : {})}
        />
      ) : (
        <>
          <ListSpan rows={rows} />
          {rows.map((row) => (
            <PlacedRow key={row.symbol} row={row} />
          ))}
        </>
      )}
    </Section>
  )
}

function moreOf(label: string, path: string): { more?: { href: string; label: string } } {
  return hasPage(path) ? { more: { href: path, label } } : {}
}

/** The most traded of the home market. */
export function Hot() {
  const t = useWords<Messages>('core')
  const reply = useCall(hot, hotRequest(useSetting(appSettings.stockCountry)), { everyMs: refreshMs })
  return (
    <Section title={t('home.hot')} {...moreOf(t('home.seeAll'), marketsPath)}>
      {reply.data === undefined ? (
        reply.error === null ? (
          <SkeletonRows rows={hotRows} spark />
        ) : (
          <ErrorState title={t('home.failed')} text={t('home.failedText')} onRetry={() => reply.refetch()} />
        )
      ) : (
        <>
          <ChangeSpan of="close" rows={reply.data.rows} />
          {reply.data.rows.map((row) => (
            <LiveRow key={row.symbol} row={row} />
          ))}
        </>
      )}
    </Section>
  )
}

const indexRows = 4

/** The indices, one a row. */
export function Indices() {
  const t = useWords<Messages>('core')
  const reply = useCall(indices, {}, { everyMs: refreshMs })
  if (reply.error !== null && reply.data === undefined) return null
  return (
    <Section title={t('home.indices')} {...moreOf(t('home.seeAll'), '/pages/stock/index')}>
      {reply.data === undefined ? (
        <SkeletonRows rows={indexRows} spark />
      ) : (
        <>
          <ChangeSpan of="close" rows={reply.data.rows} />
          {reply.data.rows.slice(0, indexRows).map((row) => (
            <LiveRow key={row.symbol} row={row} />
          ))}
        </>
      )}
    </Section>
  )
}
