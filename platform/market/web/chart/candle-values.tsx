import { abbreviate, formatDateTime, formatDecimal, useUi } from '@bolsillo/ui'
import type { ChartCandle } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'

interface CandleValuesProps {
  readonly candle: ChartCandle
  readonly decimals: number
  readonly zone: string
  /** A candle of a day or longer has no time of day. */
  readonly isDaily: boolean
}

/** The candle under the finger: when it was, its four prices, its volume. */
export function CandleValues({ candle, decimals, zone, isDaily }: CandleValuesProps) {
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const price = (value: string): string => formatDecimal(value, style, { decimals })
  const values = [
    [t('kline.openShort'), price(candle.open)],
    [t('kline.high'), price(candle.high)],
    [t('kline.low'), price(candle.low)],
    [t('kline.closeShort'), price(candle.close)],
  ] as const
  return (
    <div className="grid w-full gap-px text-11" aria-live="off" data-testid="candle-values">
      <p className="flex justify-between gap-2 text-second">
        <span>{formatDateTime(candle.start, zone, { shows: isDaily ? 'date' : 'minute' })}</span>
        <span>
          {t('kline.volume')} {abbreviate(candle.volume, style)}
        </span>
      </p>
      <p className="flex justify-between gap-2">
        {values.map(([label, value]) => (
          <span key={label} className="whitespace-nowrap">
            <span className="text-second">{label}</span> {value}
          </span>
        ))}
      </p>
    </div>
  )
}
