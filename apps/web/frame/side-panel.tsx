import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { ChangeSpan, isChangeGenerated, lineOf, useQuote } from '@bolsillo/market/web'
import { followed, hot, indices, info } from '@bolsillo/stocks/contract'
import { AreaChart, Card, Change, Price, Section, Skeleton, SkeletonRows } from '@bolsillo/ui'
import { useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import { LiveRow } from '../pages/home/live-row.tsx'
import type { Messages } from '../words/es-ES.ts'

const refreshMs = 60_000
const rowsMax = 8
const chartHeight = 180
const homeIndex = 'IPC.MX'

/** Beside the column on wide screens: a chart, what the customer follows, the market. Quiet: it only ever shows. */
export default function SidePanel() {
  const t = useWords<Messages>('core')
  const { token } = useSession()
  const symbol = useQueryValue('symbol') ?? homeIndex
  const mine = useCall(followed, {}, { enabled: token !== '', everyMs: refreshMs })
  const most = useCall(hot, { stockCountry: 'IN', limit: rowsMax }, { everyMs: refreshMs })
  const all = useCall(indices, {}, { everyMs: refreshMs })
  const lists = [
    ...(token === '' ? [] : [{ title: t('home.followed'), rows: mine.data?.rows }]),
    { title: t('home.indices'), rows: all.data?.rows },
    { title: t('home.hot'), rows: most.data?.rows },
  ].filter(({ rows }) => rows === undefined || rows.length > 0)
  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 className="sr-only">{t('home.panelTitle')}</h2>
      <PanelChart symbol={symbol} />
      {lists.map(({ title, rows }) => (
        <Section key={title} title={title}>
          {rows === undefined ? (
            <SkeletonRows rows={4} spark />
          ) : (
            <>
              <ChangeSpan of="close" rows={rows} />
              {rows.slice(0, rowsMax).map((row) => (
                <LiveRow key={row.symbol} row={row} />
              ))}
            </>
          )}
        </Section>
      ))}
    </div>
  )
}

/** The instrument the page is about, or the home index: its price, its change, and the way the change took. */
function PanelChart({ symbol }: { readonly symbol: string }) {
  const about = useCall(info, { symbol }, { everyMs: refreshMs })
  if (about.data === undefined) {
    return about.error === null ? <Skeleton className="h-[276px] rounded-card" /> : null
  }
  return <Panel row={about.data} />
}

function Panel({ row }: { readonly row: Parameters<typeof LiveRow>[0]['row'] }) {
  const quote = useQuote(row.symbol, row.quote)
  const points = lineOf(row.spark, quote).map((value, place) => ({
    at: place,
    value,
    generated: row.generated?.spark.some(([first, last]) => first <= place && place <= last) === true,
  }))
  return (
    <Card pad="none" className="overflow-hidden pt-4">
      <div className="px-4">
        <p className="text-12 text-second">{row.name}</p>
        <p className="font-strong text-28 tracking-tight">
          <Price value={quote?.last} decimals={row.priceDecimals} flash stale={quote?.stale ?? false} />
        </p>
        <PanelChange quote={quote} />
      </div>
      <PanelLine points={points} name={row.name} />
    </Card>
  )
}

function PanelChange({ quote }: { readonly quote: ReturnType<typeof useQuote> }) {
  const m = useWords<MarketMessages>('market')
  return (
    <Change
      value={quote?.change}
      percent={quote?.changePercent}
      generated={isChangeGenerated(quote)}
      className="font-strong"
      {...(quote === undefined ? {} : { note: m(`kline.spans.${quote.span}`) })}
    />
  )
}

interface LineProps {
  readonly points: ReadonlyArray<{ readonly at: number; readonly value: string; readonly generated: boolean }>
  readonly name: string
}

function PanelLine({ points, name }: LineProps) {
  const t = useWords<Messages>('core')
  return points.length < 2 ? (
    <div className="h-[180px]" />
  ) : (
    <AreaChart points={points} height={chartHeight} label={t('home.panelChart', { name })} />
  )
}
