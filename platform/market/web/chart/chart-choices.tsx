import {
  Button,
  Chips,
  type DrawingToolName,
  drawingToolNames,
  mainIndicatorNames,
  Segmented,
  Sheet,
  subIndicatorNames,
} from '@bolsillo/ui'
import type { ChartInterval, ChartLook } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import { intervals } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

interface PickProps {
  readonly names: readonly string[]
  readonly on: readonly string[]
  readonly label: string
  readonly onToggle: (name: string) => void
}

function Pick({ names, on, label, onToggle }: PickProps) {
  return (
    <section>
      <h3 className="mb-2 text-13 text-second">{label}</h3>
      <ul className="flex flex-wrap gap-2">
        {names.map((name) => {
          const chosen = on.includes(name)
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={chosen}
                onClick={() => onToggle(name)}
                className={`min-h-11 min-w-14 rounded-pill border px-3.5 text-13 ${chosen ? 'border-brand bg-wash font-strong text-brand' : 'border-line bg-card'}`}
              >
                {name}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface IndicatorSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly main: readonly string[]
  readonly sub: readonly string[]
  readonly onMain: (name: string) => void
  readonly onSub: (name: string) => void
  /** Shows the same data as a table. */
  readonly onTable: () => void
}

/** Which indicators are drawn. A choice shows at once, behind the sheet. */
export function IndicatorSheet({ open, onOpenChange, main, sub, onMain, onSub, onTable }: IndicatorSheetProps) {
  const t = useWords<Messages>('market')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('kline.indicators')}>
      <div className="space-y-5 pb-2">
        <Pick names={mainIndicatorNames} on={main} label={t('kline.overCandles')} onToggle={onMain} />
        <Pick names={subIndicatorNames} on={sub} label={t('kline.belowCandles')} onToggle={onSub} />
        <p className="text-12 text-second">{t('kline.indicatorsMost')}</p>
        <Button kind="ghost" size="medium" wide onClick={onTable}>
          {t('kline.table')}
        </Button>
      </div>
    </Sheet>
  )
}

interface ViewSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly interval: ChartInterval
  readonly onInterval: (interval: ChartInterval) => void
  readonly look: ChartLook
  readonly onLook: (look: ChartLook) => void
}

/** How prices are drawn, and every interval there is: on a narrow screen the bar has no room for all. */
export function ViewSheet({ open, onOpenChange, interval, onInterval, look, onLook }: ViewSheetProps) {
  const t = useWords<Messages>('market')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('kline.view')}>
      <div className="space-y-5 pb-2">
        <section>
          <h3 className="mb-2 text-13 text-second">{t('kline.look')}</h3>
          <Segmented
            label={t('kline.look')}
            value={look}
            onChange={onLook}
            choices={(['candles', 'line'] as const).map((value) => ({ value, label: t(`kline.looks.${value}`) }))}
          />
        </section>
        <section>
          <h3 className="mb-2 text-13 text-second">{t('kline.interval')}</h3>
          <Chips
            label={t('kline.interval')}
            className="[&>div]:flex-wrap [&>div]:gap-y-3.5"
            value={interval}
            onPick={(next) => {
              onInterval(next)
              onOpenChange(false)
            }}
            choices={intervals.map((value) => ({ value, label: t(`kline.intervalNames.${value}`) }))}
          />
        </section>
      </div>
    </Sheet>
  )
}

interface DrawingSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onTool: (tool: DrawingToolName) => void
  readonly onUndo: () => void
  readonly onClear: () => void
  readonly drawings: number
}

/** Drawing tools: pick one, then tap its points on the chart. */
export function DrawingSheet({ open, onOpenChange, onTool, onUndo, onClear, drawings }: DrawingSheetProps) {
  const t = useWords<Messages>('market')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('kline.draw')}>
      <div className="space-y-4 pb-2">
        <p className="text-13 text-second">{t('kline.drawHint')}</p>
        <Chips
          label={t('kline.draw')}
          className="[&>div]:flex-wrap [&>div]:gap-y-3.5"
          choices={drawingToolNames.map((tool) => ({ value: tool, label: t(`kline.tools.${tool}`) }))}
          onPick={(tool) => {
            onOpenChange(false)
            onTool(tool)
          }}
        />
        <div className="grid grid-cols-2 gap-3">
          <Button kind="ghost" size="medium" disabled={drawings === 0} onClick={onUndo}>
            {t('kline.undo')}
          </Button>
          <Button kind="ghost" size="medium" disabled={drawings === 0} onClick={onClear}>
            {t('kline.clear')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
