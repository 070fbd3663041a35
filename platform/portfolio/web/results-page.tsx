import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  Change,
  Chips,
  DateTime,
  DefinitionList,
  EmptyState,
  hiddenFigure,
  ListRow,
  LoadedPages,
  Monogram,
  Note,
  PagedList,
  PageFrame,
  Section,
  Segmented,
  SkeletonCard,
  serverNow,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useChangeQuery, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import { type ReactNode, useState } from 'react'
import { results } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Row = ReplyOf<typeof results>['rows'][number]
type Sum = ReplyOf<typeof results>['sums'][number]

const dayMs = 86_400_000
const periods = ['month', 'year', 'ever'] as const
type Period = (typeof periods)[number]
const daysOf: Readonly<Record<Period, number | undefined>> = { month: 30, year: 365, ever: undefined }
const all = 'all'
const soldKinds = ['share', 'coin'] as const

interface ResultsPageProps {
  /** What brings results that are no sales, by product: open and closed positions. */
  readonly others: ReadonlyArray<{
    readonly key: string
    readonly title: string
    readonly part: (since: number | undefined) => ReactNode
  }>
  readonly hrefOf: (row: { readonly kind: Row['kind']; readonly symbol?: string | undefined }) => string | undefined
  readonly marketsPath: string
}

/** What sales and positions brought, over all products: in a period, of all kinds or of one. `?kind=&period=`. */
export function ResultsPage({ others, hrefOf, marketsPath }: ResultsPageProps) {
  const t = useWords<Messages>('portfolio')
  const [asked, shown] = [useQueryValue('period'), useQueryValue('kind')]
  const changeQuery = useChangeQuery()
  // As it was when the page opened: a start that moved with the clock would ask for another list each time.
  const [now] = useState(serverNow)
  const period: Period = periods.find((one) => one === asked) ?? 'month'
  const kind = soldKinds.find((one) => one === shown)
  const other = others.find(({ key }) => key === shown)
  const days = daysOf[period]
  const since = days === undefined ? undefined : now - days * dayMs
  return (
    <PageFrame title={t('results.title')}>
      <Segmented
        label={t('results.period')}
        value={period}
        onChange={(next) => changeQuery({ period: next }, { replace: true })}
        choices={periods.map((value) => ({
          value,
          label: value === 'month' ? t('results.days', { count: daysOf.month ?? 0 }) : t(`results.${value}`),
        }))}
      />
      <Chips
        label={t('results.kind')}
        value={kind ?? other?.key ?? all}
        onPick={(next) => changeQuery({ kind: next === all ? undefined : next }, { replace: true })}
        choices={[
          { value: all, label: t('results.all') },
          ...soldKinds.map((value) => ({ value, label: t(`allocation.kinds.${value}`) })),
          ...others.map(({ key, title }) => ({ value: key, label: title })),
        ]}
      />
      {other === undefined && (
        <Sales key={`${kind} ${period}`} kind={kind} since={since} hrefOf={hrefOf} marketsPath={marketsPath} />
      )}
      {(kind === undefined ? others : []).map(
        ({ key, part }) => (other === undefined || other.key === key) && <div key={key}>{part(since)}</div>,
      )}
    </PageFrame>
  )
}

function Sales(
  props: Pick<ResultsPageProps, 'hrefOf' | 'marketsPath'> & {
    readonly kind: Row['kind'] | undefined
    readonly since: number | undefined
  },
) {
  const { kind, since, hrefOf, marketsPath } = props
  const t = useWords<Messages>('portfolio')
  const pages = usePages(results, {
    ...(kind === undefined ? {} : { kind }),
    ...(since === undefined ? {} : { since: String(since) }),
  })
  return (
    <LoadedPages of={pages} skeleton={<SkeletonCard lines={5} />}>
      {(rows, { sums }) =>
        rows.length === 0 ? (
          <EmptyState
            icon={ChartLine}
            title={t('results.empty')}
            text={t('results.emptyText')}
            action={{ label: t('holdings.emptyAction'), href: marketsPath }}
          />
        ) : (
          <>
            {sums.map((sum) => (
              <SumCard key={sum.currency} sum={sum} />
            ))}
            <Section title={t('results.sales')}>
              <PagedList label={t('results.sales')} rows={rows} keyOf={(row) => row.entrySeq} pages={pages}>
                {(row) => <SaleRow row={row} href={hrefOf(row)} />}
              </PagedList>
            </Section>
            <Note>{t('results.basis')}</Note>
          </>
        )
      }
    </LoadedPages>
  )
}

/** What sales in one money came to. */
function SumCard({ sum: { currency, sales, net, result, without } }: { readonly sum: Sum }) {
  const t = useWords<Messages>('portfolio')
  const masked = useMasked()
  return (
    <Section title={t('results.in', { currency })} pad="normal">
      <DefinitionList
        facts={[
          {
            label: t('results.result'),
            value: sales === without ? '—' : <Change value={result} currency={currency} masked={masked} />,
            strong: true,
          },
          {
            label: t('results.net', { count: sales }),
            value: <Amount value={net} currency={currency} masked={masked} />,
          },
        ]}
      />
      {without > 0 && <Note className="mt-2">{t('results.without', { count: without })}</Note>}
    </Section>
  )
}

function SaleRow({ row, href }: { readonly row: Row; readonly href: string | undefined }) {
  const said = useSaid()
  const masked = useMasked()
  const ticker = row.kind === 'share' ? row.asset.replace(/^STK:/, '').replace(/\.[A-Z]+$/, '') : row.asset
  return (
    <ListRow
      {...(href === undefined ? {} : { href })}
      lead={<Monogram of={ticker} />}
      title={`${ticker} · ${masked ? hiddenFigure : said.quantity(row.quantity)}`}
      note={<DateTime at={row.at} shows="date" />}
      aside={<Change value={row.result} currency={row.currency} masked={masked} />}
      asideNote={<Amount value={row.net} currency={row.currency} masked={masked} />}
      chevron={false}
    />
  )
}
