import '@bolsillo/ui/theme.css'
import { CandleChart, type ChartCandle } from '@bolsillo/ui/chart'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    /** Shows the chart with so many candles; answers milliseconds from mounting to the first painted frame. */
    showChart: (count: number) => Promise<number>
  }
}

/** A seeded walk of candles: the same picture in every run. */
function candles(count: number): ChartCandle[] {
  let state = 12_345
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  let close = 6200
  return Array.from({ length: count }, (_, index) => {
    const open = close
    close = Math.max(100, open + Math.round((random() - 0.5) * 40))
    const high = Math.max(open, close) + Math.floor(random() * 12)
    const low = Math.min(open, close) - Math.floor(random() * 12)
    const text = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return {
      start: 1_700_000_000_000 + index * 60_000,
      open: text(open),
      high: text(high),
      low: text(low),
      close: text(close),
      volume: String(Math.floor(random() * 9000)),
    }
  })
}

window.showChart = (count) =>
  new Promise((resolve) => {
    const all = candles(count)
    const startedAt = performance.now()
    const painted = (): void => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt)))
    }
    createRoot(document.getElementById('chart') as HTMLElement).render(
      <CandleChart
        symbol="WALMEX.MX"
        interval="1m"
        look="candles"
        source={{ load: async () => ({ candles: all, more: false }), follow: () => () => undefined }}
        priceDecimals={2}
        volumeDecimals={0}
        numbers={{ group: ',', point: '.', percentGap: '\u00a0' }}
        zone="America/Mexico_City"
        main={['SMA']}
        sub={['VOL']}
        orders={[]}
        fills={[]}
        drawings={[]}
        onDrawings={() => undefined}
        onReady={painted}
        recordedLabel={() => ''}
        label="chart"
        className="h-full"
      />,
    )
  })
