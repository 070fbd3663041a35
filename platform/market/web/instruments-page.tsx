import type { ReplyOf } from '@bolsillo/contract'
import { EmptyState, Icon, IconButton, PagedCard, PageFrame, Segmented, SkeletonRows } from '@bolsillo/ui'
import { useChangeQuery, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import Search from 'lucide-react/icons/search'
import { instrumentKinds, listInstruments, listSorts } from '../contract/index.ts'
import type { Messages } from '../messages/watchlists/es-ES.ts'
import { listName, QuoteRow } from './quote-row.tsx'
import { SortChips } from './sort-chips.tsx'
import { ListSpan } from './watchlists/list-span.tsx'

const pageRows = 50
const rowHeight = 57
const all = 'all'

type Row = ReplyOf<typeof listInstruments>['rows'][number]

interface InstrumentsPageProps {
  /** The kinds one can choose among, as products call them. */
  readonly kinds: ReadonlyArray<{ readonly kind: string; readonly title: string }>
  readonly placeOf: (row: Row) => { readonly href: string; readonly ticker: string }
  readonly searchPath: string
}

/** Everything with a price, over all products, or of one kind. `?kind=&sort=`. */
export function InstrumentsPage({ kinds, placeOf, searchPath }: InstrumentsPageProps) {
  const t = useWords<Messages>('watchlists')
  const changeQuery = useChangeQuery()
  const [shown, sorted] = [useQueryValue('kind'), useQueryValue('sort')]
  const kind = instrumentKinds.find((one) => one === shown)
  const sort = listSorts.find((one) => one === sorted) ?? 'turnover'
  const found = usePages(listInstruments, {
    sort,
    limit: String(pageRows),
    ...(kind === undefined ? {} : { kind }),
  })
  return (
    <PageFrame
      title={t('everything')}
      actions={<IconButton label={t('find')} href={searchPath} icon={<Icon of={Search} />} />}
    >
      <Segmented
        label={t('kinds')}
        value={kind ?? all}
        onChange={(next) => changeQuery({ kind: next === all ? undefined : next }, { replace: true })}
        choices={[{ value: all, label: t('allKinds') }, ...kinds.map((one) => ({ value: one.kind, label: one.title }))]}
      />
      <SortChips label={t('sorted')} value={sort} onPick={(next) => changeQuery({ sort: next }, { replace: true })} />
      <PagedCard
        label={t('everything')}
        pages={found}
        keyOf={(row) => row.symbol}
        rowHeight={rowHeight}
        skeleton={<SkeletonRows rows={10} spark />}
        empty={<EmptyState title={t('noneSorted')} />}
        head={<ListSpan rows={found.data?.pages.flatMap(({ rows }) => rows) ?? []} />}
      >
        {(row) => {
          const { href, ticker } = placeOf(row)
          return <QuoteRow row={{ ...row, ticker }} name={listName(row)} href={href} />
        }}
      </PagedCard>
    </PageFrame>
  )
}
