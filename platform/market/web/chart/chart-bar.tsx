import { Icon, IconButton, Tabs } from '@bolsillo/ui'
import type { ChartInterval } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ReactNode } from 'react'
import { intervals } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

interface ChartBarProps {
  readonly interval: ChartInterval
  readonly onInterval: (interval: ChartInterval) => void
  readonly onSheet: (sheet: 'indicators' | 'drawing' | 'view') => void
  /** The chart fills the screen. */
  readonly isFull: boolean
  readonly onFull: () => void
  /** What is under the finger, in place of the bar as long as it is there: nothing moves. */
  readonly values: ReactNode
}

/** The intervals of a chart, and the ways to its indicators, drawing tools and the whole screen. */
export function ChartBar({ interval, onInterval, onSheet, isFull, onFull, values }: ChartBarProps) {
  const t = useWords<Messages>('market')
  const button = (label: string, icon: typeof ChartLine, onClick: () => void) => (
    <IconButton className="m-0!" label={label} icon={<Icon of={icon} size={20} />} onClick={onClick} />
  )
  return (
    <div className="relative flex shrink-0 items-center border-hair border-b pr-1">
      <Tabs
        className="min-w-0 flex-1 border-b-0!"
        scroll
        label={t('kline.interval')}
        choices={intervals.map((value) => ({ value, label: t(`kline.intervals.${value}`) }))}
        value={interval}
        onChange={onInterval}
        panelId="kline-chart"
      />
      <span className="flex shrink-0">
        {button(t('kline.view'), SlidersHorizontal, () => onSheet('view'))}
        {button(t('kline.indicators'), ChartLine, () => onSheet('indicators'))}
        {button(t('kline.draw'), PencilRuler, () => onSheet('drawing'))}
        {button(t(isFull ? 'kline.fullEnd' : 'kline.fullStart'), isFull ? Minimize2 : Maximize2, onFull)}
      </span>
      {values !== undefined && (
        <div className="pointer-events-none absolute inset-0 z-10 flex items-center bg-card px-4">{values}</div>
      )}
    </div>
  )
}
