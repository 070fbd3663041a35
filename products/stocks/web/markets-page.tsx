import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import {
  ChangeSpan,
  isChangeGenerated,
  type ListSort,
  lineOf,
  RankedRows,
  SortChips,
  useQuote,
} from '@bolsillo/market/web'
import {
  Across,
  Change,
  Column,
  EmptyState,
  Icon,
  IconButton,
  Loaded,
  LoadedRows,
  Pill,
  Price,
  Section,
  Segmented,
  Skeleton,
  SkeletonRows,
  Sparkline,
  signOf,
  TabFrame,
  useNow,
  useSaid,
  useUi,
} from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { useState } from 'react'
import {
  countries,
  followed,
  type InstrumentRow,
  indices,
  list,
  type StockCountry,
  stockCountries,
} from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, listAt, marketAt, searchAt } from './addresses.ts'
import { SectorBars } from './sector-bars.tsx'
import { StockRow } from './stock-row.tsx'
import { useStockCountry } from './stored.ts'

const shown = 8
const rankingEveryMs = 15_000

/** The markets: indices, what moves, sectors, and what the customer follows. */
export default function MarketsPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('stocks')
  const [country, setCountry] = useStockCountry()
  const { token } = useSession()
  const today = (
    <>
      <SessionLine country={country} />
      <IndexStrip country={country} />
    </>
  )
  return (
    <TabFrame
      title={title}
      columns
      actions={<IconButton label={t('titles.search')} href={searchAt()} icon={<Icon of={Search} />} />}
    >
      <Across>
        {families}
        <Segmented
          label={t('titles.market')}
          value={country}
          onChange={setCountry}
          choices={stockCountries.map((value) => ({ value, label: t(`countries.${value}`) }))}
        />
        {token === '' && today}
      </Across>
      {token === '' ? (
        <MoversSection country={country} />
      ) : (
        <>
          <Column>
            {today}
            <FollowedSection country={country} />
          </Column>
          <Column>
            <MoversSection country={country} />
          </Column>
        </>
      )}
    </TabFrame>
  )
}

/** Whether the market is open, and until or from when. */
export function SessionLine({ country }: { readonly country: StockCountry }) {
  const t = useWords<Messages>('stocks')
  const m = useWords<MarketMessages>('market')
  const said = useSaid()
  const now = useNow(60_000)
  const { data, error } = useCall(countries, {}, { everyMs: 60_000 })
  const market = data?.rows.find((row) => row.stockCountry === country)
  // Without an answer the line stays empty: the lists below say what went wrong.
  if (market === undefined) return error === null ? <Skeleton className="h-5 w-40" /> : <p className="h-5" />
  const open = market.session === 'continuous'
  const when = market.changesAt === undefined ? undefined : said.time(market.changesAt, now)
  return (
    <p className="flex h-5 items-center gap-2 text-12 text-second">
      <Pill tone={open ? 'good' : 'quiet'}>{m(`sessions.${market.session}`)}</Pill>
      <span>
        {market.exchange} · {market.currency}
        {when !== undefined && ` · ${t(open ? 'markets.closes' : 'markets.opens', { when })}`}
      </span>
      {market.needsVip && <Pill tone="brand">{t('markets.vipOnly')}</Pill>}
    </p>
  )
}

function IndexStrip({ country }: { readonly country: StockCountry }) {
  const t = useWords<Messages>('stocks')
  const found = useCall(indices, { stockCountry: country }, { everyMs: 60_000, keepPrevious: true })
  return (
    <section
      aria-label={t('markets.indices')}
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] pair:mx-0 pair:px-0"
    >
      <Loaded of={found} skeleton={<Skeleton className="h-[92px] rounded-card" />}>
        {({ rows }) => (
          <ul className="flex gap-3">
            {rows.map((row) => (
              <IndexCard key={row.symbol} row={row} alone={rows.length === 1} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function IndexCard({ row, alone }: { readonly row: InstrumentRow; readonly alone: boolean }) {
  const { Link } = useUi()
  const quote = useQuote(row.symbol, row.quote)
  return (
    <li className={alone ? 'flex-1' : 'w-[168px] shrink-0'}>
      <Link
        href={chartOf(row.symbol)}
        className="flex h-[92px] flex-col justify-between rounded-card bg-card p-3 shadow-card active:opacity-70"
      >
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-12 text-second">{row.name}</span>
          <Sparkline
            values={lineOf(row.spark, quote)}
            generated={row.generated?.spark ?? []}
            width={alone ? 120 : 52}
            height={22}
            {...(quote === undefined ? {} : { direction: signOf(quote.changePercent) })}
          />
        </span>
        <span>
          <span className="block font-strong text-18 leading-6">
            <Price value={quote?.last} decimals={row.priceDecimals} flash stale={quote?.stale ?? true} />
          </span>
          <Change percent={quote?.changePercent} generated={isChangeGenerated(quote)} className="font-strong text-12" />
        </span>
      </Link>
    </li>
  )
}

function FollowedSection({ country }: { readonly country: StockCountry }) {
  const t = useWords<Messages>('stocks')
  const found = useCall(followed, { stockCountry: country }, { keepPrevious: true })
  return (
    <Section title={t('markets.followed')}>
      <LoadedRows
        of={found}
        skeleton={<SkeletonRows rows={2} spark />}
        empty={<EmptyState icon={Star} title={t('markets.followedEmpty')} className="py-4" />}
        head={<ChangeSpan of="close" rows={found.data?.rows} />}
      >
        {(row) => <StockRow key={row.symbol} row={row} />}
      </LoadedRows>
    </Section>
  )
}

function MoversSection({ country }: { readonly country: StockCountry }) {
  const t = useWords<Messages>('stocks')
  const [sort, setSort] = useState<ListSort>('turnover')
  const found = useCall(
    list,
    { stockCountry: country, sort, limit: shown },
    { everyMs: rankingEveryMs, keepPrevious: true },
  )
  return (
    <>
      <Section
        title={t('markets.hot')}
        more={{ href: listAt({ stockCountry: country, sort }), label: t('markets.all') }}
      >
        <SortChips label={t('markets.hot')} className="pb-1.5" value={sort} onPick={setSort} />
        <ChangeSpan of="close" rows={found.data?.rows} />
        <RankedRows of={found} rows={shown} empty={t('markets.listEmpty')}>
          {(row) => <StockRow key={row.symbol} row={row} />}
        </RankedRows>
      </Section>
      <Section title={t('markets.sectors')} more={{ href: marketAt(country), label: t('markets.all') }}>
        <Loaded of={found} skeleton={<SkeletonRows rows={4} />}>
          {({ sectors }) => <SectorBars country={country} sectors={sectors.slice(0, 5)} />}
        </Loaded>
      </Section>
    </>
  )
}
