import { useSetting } from '@bolsillo/settings/web'
import { PositionButton } from '@bolsillo/trading/web'
import { Amount, Change, classes, Note, Pill, Price, Quantity, useMasked } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Flame from 'lucide-react/icons/flame'
import type { WireContractPosition } from '../../contract/index.ts'
import { contractSettings } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../addresses.ts'
import { baseOf } from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'
import { isNear } from './near-liquidation.ts'

/** A position in a list: which side, what it is worth, how far from its liquidation. The row opens it. */
export function PositionCard({
  position,
  onOpen,
}: {
  readonly position: WireContractPosition
  readonly onOpen: () => void
}) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const masked = useMasked()
  const { side, marginRatio } = position
  const fact = (label: string, value: React.ReactNode) => (
    <span className="min-w-0">
      <span className="block truncate text-12 text-second">{label}</span>
      <span className="block font-strong text-13">{value}</span>
    </span>
  )
  return (
    <PositionButton
      of={baseOf(position.symbol)}
      title={tickerOf(position.symbol)}
      note={
        <>
          <span className={classes('whitespace-nowrap font-strong', side === 'long' ? 'text-up' : 'text-down')}>
            {t(`sides.${side}`)} {said.quantity(position.leverage)}×
          </span>
          <span className="truncate">{t(`modes.${position.mode}`)}</span>
        </>
      }
      worth={<Change value={position.unrealised} currency="USDT" masked={masked} />}
      percent={position.unrealisedPercent}
      onOpen={onOpen}
    >
      <span className="mt-3 grid grid-cols-3 gap-x-2 gap-y-2">
        {fact(t('positions.size'), <Quantity value={position.size} masked={masked} />)}
        {fact(t('positions.entry'), <Price value={position.entryPrice} />)}
        {fact(t('positions.mark'), <Price value={position.mark} flash />)}
        {fact(t('positions.margin'), <Amount value={position.margin} masked={masked} />)}
        {fact(t('positions.ratio'), <Ratio percent={marginRatio} isKnown={position.mark !== undefined} />)}
        {fact(t('positions.liquidation'), <Price value={position.liquidationPrice} />)}
      </span>
      {position.triggers.length > 0 && (
        <span className="mt-2.5 flex flex-wrap gap-1.5">
          {position.triggers.map((trigger) => (
            <Pill key={trigger.kind} tone={trigger.kind === 'take-profit' ? 'good' : 'bad'}>
              {t(trigger.kind === 'take-profit' ? 'exits.profit' : 'exits.loss')} {said.price(trigger.price)}
            </Pill>
          ))}
        </span>
      )}
      <Danger position={position} className="mt-2" />
    </PositionButton>
  )
}

/** That a position is being liquidated, or close to it, and what its holder can do. */
export function Danger({
  position,
  className,
}: {
  readonly position: WireContractPosition
  readonly className?: string
}) {
  const t = useWords<Messages>('contracts')
  const warnPercent = useSetting(contractSettings.firstWarning)
  const { beingLiquidated, mode } = position
  if (!beingLiquidated && !isNear(position, warnPercent)) return null
  return (
    <Note icon={Flame} tone={beingLiquidated ? 'bad' : 'warning'} {...(className === undefined ? {} : { className })}>
      {t(beingLiquidated ? 'positions.liquidating' : `positions.near.${mode}`)}
    </Note>
  )
}

/** How much of its margin is used up, in words and as a bar that turns red before the end. */
export function Ratio({
  percent,
  isKnown,
}: {
  readonly percent: string | undefined
  /** There is a mark: without a ratio nothing is left behind the position. */
  readonly isKnown: boolean
}) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const warnPercent = useSetting(contractSettings.firstWarning)
  if (percent === undefined && !isKnown) return <>—</>
  // The bar is drawing only, so a float is good enough.
  const share = percent === undefined ? 100 : Math.min(100, Math.max(0, Number(percent)))
  const close = share >= warnPercent
  return (
    <span className={classes('flex items-center gap-1.5', close && 'text-danger')}>
      {percent === undefined ? t('positions.ratioAbove') : said.percent(percent)}
      <span aria-hidden="true" className="h-1.5 min-w-6 flex-1 overflow-hidden rounded-pill bg-hair">
        <span
          className={classes('block h-full rounded-pill', close ? 'bg-danger' : 'bg-brand')}
          style={{ width: `${share}%` }}
        />
      </span>
    </span>
  )
}
