import { formatDateTime, formatDecimal, Note, Quantity, Sheet, SkeletonRows, useUi } from '@bolsillo/ui'
import type { CandleSource, ChartInterval } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import type { CandlePage } from './candle-source.ts'

const rows = 60

interface CandleTableProps {
  readonly source: CandleSource
  readonly interval: ChartInterval
  readonly decimals: number
  readonly zone: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The chart's data as a table: for screen readers, and for whoever wants the figures. */
export function CandleTable({ source, interval, decimals, zone, open, onOpenChange }: CandleTableProps) {
  const t = useWords<Messages>('market')
  const [data, setData] = useState<CandlePage>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!open) return undefined
    let current = true
    setData(undefined)
    setFailed(false)
    const asked = source.load(undefined)
    asked.then((page) => current && setData(page)).catch(() => current && setFailed(true))
    return () => {
      current = false
    }
  }, [open, source])
  const daily = interval === '1d' || interval === '1w' || interval === '1M'
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('kline.table')}>
      {failed ? (
        <Note tone="bad">{t('kline.failed')}</Note>
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keys
        <section tabIndex={0} aria-label={t('kline.table')} className="-mx-4 max-h-[60vh] overflow-auto px-4">
          <table className="w-full text-12">
            <thead className="sticky top-0 bg-card text-second">
              <tr>
                {[
                  t('kline.time'),
                  t('kline.open'),
                  t('kline.high'),
                  t('kline.low'),
                  t('kline.close'),
                  t('kline.volume'),
                ].map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={`py-1.5 font-plain ${index === 0 ? 'text-left' : 'pl-2 text-right'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.candles
                .slice(-rows)
                .reverse()
                .map((candle) => (
                  <CandleRow key={candle.start} candle={candle} decimals={decimals} zone={zone} daily={daily} />
                ))}
            </tbody>
          </table>
        </section>
      )}
    </Sheet>
  )
}

function CandleRow(props: {
  readonly candle: CandlePage['candles'][number]
  readonly decimals: number
  readonly zone: string
  readonly daily: boolean
}) {
  const { candle, decimals, zone, daily } = props
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const price = (value: string): string => formatDecimal(value, style, { decimals })
  return (
    <tr className="border-hair border-t">
      <td className="whitespace-nowrap py-1.5 text-second">
        {formatDateTime(candle.start, zone, { shows: daily ? 'date' : 'minute' })}
        {candle.generated !== undefined && <span className="block text-11">{t(`generated.${candle.generated}`)}</span>}
      </td>
      {[candle.open, candle.high, candle.low, candle.close].map((value, index) => (
        <td key={index} className="pl-2 text-right">
          {price(value)}
        </td>
      ))}
      <td className="pl-2 text-right">
        <Quantity value={candle.volume} />
      </td>
    </tr>
  )
}
