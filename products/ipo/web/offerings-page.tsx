import {
  Amount,
  DateTime,
  EmptyState,
  Icon,
  IconButton,
  LoadedPages,
  LoadedRows,
  LoadMore,
  PageFrame,
  Segmented,
  SkeletonRows,
} from '@bolsillo/ui'
import { Link, useCall, useChangeQuery, usePages, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ListOrdered from 'lucide-react/icons/list-ordered'
import { listComingIpos, listIpos, listOpenIpos } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { offeringAt } from './addresses.ts'
import { type Offering, StagePill, StatePill, timeOf } from './offering-words.tsx'
import { ownPath } from './paths.ts'

const views = ['today', 'coming', 'done'] as const
type View = (typeof views)[number]
const everyMs = 30_000

/** The calendar of offerings: open today, coming, over. `?view=` chooses. */
export function OfferingsPage() {
  const t = useWords<Messages>('ipo')
  const { token } = useSession()
  const asked = useQueryValue('view')
  const change = useChangeQuery()
  const view = views.find((one) => one === asked) ?? 'today'
  return (
    <PageFrame
      title={t('title')}
      actions={token !== '' && <IconButton label={t('ownTitle')} href={ownPath} icon={<Icon of={ListOrdered} />} />}
    >
      <Segmented
        label={t('views')}
        value={view}
        onChange={(next) => change({ view: next }, { replace: true })}
        choices={views.map((value) => ({ value, label: t(value) }))}
      />
      <section aria-label={t(view)} className="rounded-card bg-card px-4 shadow-card">
        {view === 'done' ? <Over /> : <Ahead key={view} view={view} />}
      </section>
    </PageFrame>
  )
}

function Nothing({ view }: { readonly view: View }) {
  const t = useWords<Messages>('ipo')
  return <EmptyState icon={CalendarDays} title={t(`empty.${view}`)} text={t('empty.text')} />
}

/** What one can apply to now, or later. */
function Ahead({ view }: { readonly view: 'today' | 'coming' }) {
  const found = useCall(view === 'today' ? listOpenIpos : listComingIpos, {}, { everyMs })
  return (
    <LoadedRows of={found} skeleton={<SkeletonRows rows={3} />} empty={<Nothing view={view} />}>
      {(row) => <Row key={row.id} row={row} />}
    </LoadedRows>
  )
}

/** What closed, the last first. The list has every published offering: those still ahead are in the other views. */
function Over() {
  const pages = usePages(listIpos, {}, { everyMs })
  return (
    <LoadedPages of={pages} skeleton={<SkeletonRows rows={3} />}>
      {(rows) => {
        const over = rows.filter(({ stage }) => stage !== 'coming' && stage !== 'open')
        return (
          <>
            {over.length === 0 && !pages.hasNextPage && <Nothing view="done" />}
            {over.map((row) => (
              <Row key={row.id} row={row} />
            ))}
            {pages.hasNextPage && (
              <LoadMore
                state={pages.isFetchingNextPage ? 'loading' : 'more'}
                onMore={() => void pages.fetchNextPage()}
              />
            )}
          </>
        )
      }}
    </LoadedPages>
  )
}

/** One offering: whose, at what price, until when, and the state of one's own application. */
function Row({ row }: { readonly row: Offering }) {
  const t = useWords<Messages>('ipo')
  const { id, title, name, ticker, price, currency, priceDecimals, stage, own } = row
  const { word, at } = timeOf(row)
  return (
    <Link href={offeringAt(id)} className="block min-h-12 border-hair border-t py-3 first:border-t-0 active:opacity-70">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block break-words font-strong">{title}</span>
          <span className="block break-words text-12 text-second">
            {name} · {ticker}
          </span>
        </span>
        <StagePill stage={stage} />
      </span>
      <span className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-second">
        <span>
          {t(word)} <DateTime at={at} />
        </span>
        <Amount value={price} currency={currency} decimals={priceDecimals} className="font-strong text-ink" />
      </span>
      {own !== undefined && (
        <span className="mt-1.5 flex items-center gap-2 text-13 text-second">
          {t('yours')} <StatePill state={own.state} />
        </span>
      )}
    </Link>
  )
}
