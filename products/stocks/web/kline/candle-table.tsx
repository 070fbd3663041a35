import { formatDateTime, formatDecimal, Quantity, Sheet, SkeletonRows, useUi } from '@bolsillo/ui'
import type { ChartInterval } from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import { candles } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'

const rows = 60

interface CandleTableProps {
  readonly symbol: string
  readonly interval: ChartInterval
  readonly decimals: number
  readonly zone: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The chart's data as a table: for screen readers, and for whoever wants the figures. */
export function CandleTable({ symbol, interval, decimals, zone, open, onOpenChange }: CandleTableProps) {
  const t = useWords<Messages>('stocks')
  const { style } = useUi()
  const { data } = useCall(candles, { symbol, interval, limit: rows }, { enabled: open })
  const daily = interval === '1d' || interval === '1w' || interval === '1M'
  const price = (value: string): string => formatDecimal(value, style, { decimals })
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('kline.table')}>
      {data === undefined ? (
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
              {[...data.candles].reverse().map((candle) => (
                <tr key={candle.start} className="border-hair border-t">
                  <td className="whitespace-nowrap py-1.5 text-second">
                    {formatDateTime(candle.start, zone, { shows: daily ? 'date' : 'minute' })}
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
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Sheet>
  )
}
