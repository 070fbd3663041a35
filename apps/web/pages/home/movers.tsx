import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { isChangeGenerated, useQuote } from '@bolsillo/market/web'
import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { list, type InstrumentRow as Row } from '@bolsillo/stocks/contract'
import { Change, Monogram, Price, Skeleton, useUi } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../words/es-ES.ts'
import { instrumentHref } from './live-row.tsx'
import { moverRequest, moversEach } from './requests.ts'

const refreshMs = 20_000

/** What moved: the most gained and most lost of the home market today, side by side, sideways to see more. */
export function Movers() {
  const t = useWords<Messages>('core')
  const m = useWords<MarketMessages>('market')
  const country = useSetting(appSettings.stockCountry)
  const gainers = useCall(list, moverRequest(country, 'gainers'), { everyMs: refreshMs })
  const losers = useCall(list, moverRequest(country, 'losers'), { everyMs: refreshMs })
  const up = gainers.data?.rows ?? []
  const down = losers.data?.rows ?? []
  // One up, one down, and so on: both directions show without scrolling.
  const rows = Array.from({ length: moversEach }, (_, index) => [up[index], down[index]])
    .flat()
    .filter((row): row is Row => row !== undefined)
  const distinct = [...new Map(rows.map((row) => [row.symbol, row])).values()]
  const isWaiting = [gainers, losers].some(({ data, error }) => data === undefined && error === null)
  if (!isWaiting && distinct.length === 0) return null
  return (
    <section>
      <h2 className="sr-only">{t('home.movers')}</h2>
      <ul
        aria-label={t('home.movers')}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] pair:mx-0 pair:px-0"
      >
        {distinct.length === 0
          ? Array.from({ length: 4 }, (_, index) => (
              <li key={index} className="h-[72px] w-[118px] shrink-0 rounded-card bg-card p-2.5 shadow-card">
                <Skeleton className="h-4 w-16" />
                <Skeleton className="mt-3 h-4 w-20" />
              </li>
            ))
          : distinct.map((row) => (
              <li key={row.symbol} className="shrink-0">
                <Mover row={row} />
              </li>
            ))}
      </ul>
      <p className="-mb-1 pt-1.5 text-right text-12 text-second">{m('spans.close')}</p>
    </section>
  )
}

function Mover({ row }: { readonly row: Row }) {
  const { Link } = useUi()
  const quote = useQuote(row.symbol, row.quote)
  return (
    <Link
      href={instrumentHref(row.symbol)}
      className="flex h-[72px] w-[118px] flex-col justify-between rounded-card bg-card p-2.5 shadow-card active:opacity-70"
    >
      <span className="flex items-center gap-1.5">
        <Monogram of={row.ticker} size={20} />
        <span className="min-w-0 truncate font-strong text-13">{row.ticker}</span>
      </span>
      <span className="flex items-baseline justify-between gap-1 text-12">
        <Price value={quote?.last} decimals={row.priceDecimals} flash stale={quote?.stale ?? false} />
        <Change percent={quote?.changePercent} generated={isChangeGenerated(quote)} className="font-strong" />
      </span>
    </Link>
  )
}
