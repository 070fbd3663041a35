import { listSorts } from '@bolsillo/market/contract'
import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { ChangeSpan, SortChips } from '@bolsillo/market/web'
import { EmptyState, Icon, IconButton, PagedCard, PageFrame, SelectField, SkeletonRows } from '@bolsillo/ui'
import { usePages, useSearchParams, useWords } from '@bolsillo/web-kit'
import Search from 'lucide-react/icons/search'
import { list, stockCountries } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { searchAt } from './addresses.ts'
import { StockRow } from './stock-row.tsx'

const pageRows = 50
const rowHeight = 57

/** All shares of a market: sorted and by sector as the address says. */
export default function ListPage() {
  const t = useWords<Messages>('stocks')
  const words = useWords<MarketMessages>('market')
  const [params, setParams] = useSearchParams()
  const country = stockCountries.find((one) => one === params.get('stockCountry')) ?? 'IN'
  const sort = listSorts.find((one) => one === params.get('sort')) ?? 'turnover'
  const sector = params.get('sector') ?? ''
  const show = (changed: Readonly<Record<string, string>>): void => {
    const next = { stockCountry: country, sort, sector, ...changed }
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  }
  const found = usePages(list, {
    stockCountry: country,
    sort,
    ...(sector === '' ? {} : { sector }),
    limit: String(pageRows),
  })
  const sectors = found.data?.pages[0]?.sectors ?? []
  return (
    <PageFrame
      title={t(`countries.${country}`)}
      actions={<IconButton label={t('titles.search')} href={searchAt()} icon={<Icon of={Search} />} />}
    >
      <SortChips label={t('titles.list')} value={sort} onPick={(value) => show({ sort: value })} />
      <SelectField
        label={t('markets.sectors')}
        value={sector}
        onChange={(value) => show({ sector: value })}
        choices={[
          { value: '', label: t('markets.allSectors') },
          ...sectors.map((one) => ({ value: one.sector, label: words(`sectors.${one.sector}`) })),
        ]}
      />
      <PagedCard
        label={t('titles.list')}
        pages={found}
        keyOf={(row) => row.symbol}
        rowHeight={rowHeight}
        skeleton={<SkeletonRows rows={10} spark />}
        empty={<EmptyState title={t('markets.listEmpty')} />}
        head={<ChangeSpan of="close" rows={found.data?.pages.flatMap(({ rows }) => rows)} />}
      >
        {(row) => <StockRow row={row} />}
      </PagedCard>
    </PageFrame>
  )
}
