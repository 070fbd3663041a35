import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { ChangeSpan, lineOf, QuoteChange, useQuote } from '@bolsillo/market/web'
import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import {
  AreaChart,
  EmptyState,
  Loaded,
  LoadedRows,
  PageFrame,
  Price,
  Section,
  Skeleton,
  SkeletonRows,
  useUi,
} from '@bolsillo/ui'
import { useCall, useSearchParams, useWords } from '@bolsillo/web-kit'
import { type InstrumentRow, indices, list, type StockCountry, stockCountries } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, listAt } from './addresses.ts'
import { SessionLine } from './markets-page.tsx'
import { SectorBars } from './sector-bars.tsx'
import { StockRow } from './stock-row.tsx'

const moversShown = 3
const everyMs = 15_000

/** One market at a glance: its index, every sector, and what rose and fell most. */
export default function MarketPage() {
  const t = useWords<Messages>('stocks')
  const [params] = useSearchParams()
  const published = useSetting(appSettings.stockCountry)
  const country = stockCountries.find((one) => one === params.get('stockCountry')) ?? published
  const found = useCall(indices, { stockCountry: country })
  const gainers = useCall(list, { stockCountry: country, sort: 'gainers', limit: moversShown }, { everyMs })
  const losers = useCall(list, { stockCountry: country, sort: 'losers', limit: moversShown }, { everyMs })
  return (
    <PageFrame title={t(`countries.${country}`)}>
      <SessionLine country={country} />
      <Loaded of={found} skeleton={<Skeleton className="h-[180px] rounded-card" />}>
        {({ rows }) => rows.map((row) => <IndexPanel key={row.symbol} row={row} />)}
      </Loaded>
      <Section title={t('markets.sectors')}>
        <Loaded of={gainers} skeleton={<SkeletonRows rows={6} />}>
          {({ sectors }) => <SectorBars country={country} sectors={sectors} />}
        </Loaded>
      </Section>
      <Movers country={country} sort="gainers" found={gainers} />
      <Movers country={country} sort="losers" found={losers} />
    </PageFrame>
  )
}

function IndexPanel({ row }: { readonly row: InstrumentRow }) {
  const { Link } = useUi()
  const quote = useQuote(row.symbol, row.quote)
  return (
    <Link href={chartOf(row.symbol)} className="block rounded-card bg-card p-4 shadow-card active:opacity-70">
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-strong text-15">{row.name}</span>
        <QuoteChange quote={quote} />
      </span>
      <span className="block font-strong text-28 leading-9">
        <Price value={quote?.last} decimals={row.priceDecimals} flash stale={quote?.stale ?? true} />
      </span>
      {row.spark.length > 1 && (
        <AreaChart
          label={row.name}
          height={64}
          className="-mx-4 mt-2 -mb-4 overflow-hidden rounded-b-card"
          points={lineOf(row.spark, quote).map((value, at) => ({
            at,
            value,
            generated: row.generated?.spark.some(([first, last]) => first <= at && at <= last),
          }))}
        />
      )}
    </Link>
  )
}

function Movers(props: {
  readonly country: StockCountry
  readonly sort: 'gainers' | 'losers'
  readonly found: ReturnType<typeof useCall<typeof list>>
}) {
  const t = useWords<Messages>('stocks')
  const market = useWords<MarketMessages>('market')
  const { country, sort, found } = props
  return (
    <Section
      title={market(`sorts.${sort}`)}
      more={{ href: listAt({ stockCountry: country, sort }), label: t('markets.all') }}
    >
      <ChangeSpan of="close" rows={found.data?.rows} />
      <LoadedRows
        of={found}
        skeleton={<SkeletonRows rows={moversShown} spark />}
        empty={<EmptyState title={t('markets.listEmpty')} className="py-4" />}
      >
        {(row) => <StockRow key={row.symbol} row={row} />}
      </LoadedRows>
    </Section>
  )
}
