import type { ReplyOf } from '@bolsillo/contract'
import { readDecimal, writeDecimal } from '@bolsillo/kernel'
import {
  Button,
  DecimalField,
  type DecimalFieldProps,
  formatAmount,
  Icon,
  IconButton,
  Loaded,
  Note,
  Segmented,
  Sheet,
  SkeletonRows,
  showToast,
  useUi,
} from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { listAlerts, setAlert } from '../contract/index.ts'
import { type AlertKind, alertKinds, percentScale } from '../domain/alert-kinds.ts'
import type { Messages } from '../messages/es-ES.ts'

type Now = NonNullable<ReplyOf<typeof listAlerts>['now']>

const percentStep = '0.50'
const percentFirst = '5.00'

/** The form of a new alert on an instrument: when, and a price that is typed or stepped. */
export function AlertSheet({ symbol, onClose }: { readonly symbol: string; readonly onClose: () => void }) {
  const t = useWords<Messages>('alerts')
  const found = useCall(listAlerts, { symbol }, { freshMs: 0, everyMs: 5_000 })
  const ticker = found.data?.now?.instrument.ticker
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={ticker === undefined ? t('add') : `${t('add')} · ${ticker}`}
    >
      <Loaded of={found} skeleton={<SkeletonRows rows={3} />}>
        {({ now }) =>
          now === undefined ? (
            <Note tone="bad">{t('noPrice')}</Note>
          ) : (
            <AlertForm key={symbol} now={now} onClose={onClose} />
          )
        }
      </Loaded>
    </Sheet>
  )
}

function AlertForm({ now, onClose }: { readonly now: Now; readonly onClose: () => void }) {
  const t = useWords<Messages>('alerts')
  const { style, words } = useUi()
  const { instrument, last, priceScale } = now
  const [kind, setKind] = useState<AlertKind>('above')
  const [value, setValue] = useState(last)
  const setting = useAction(setAlert, { refreshes: [listAlerts] })
  const { error } = setting
  const isMove = kind === 'move'
  const [step, scale] = isMove ? [percentStep, percentScale] : [now.tick, priceScale]
  const choose = (next: AlertKind): void => {
    if ((next === 'move') !== isMove) setValue(next === 'move' ? percentFirst : last)
    setting.reset()
    setKind(next)
  }
  const message = error === null ? undefined : error.message === '' ? words.failed : error.message
  const price = formatAmount(last, instrument.currency, style, { decimals: instrument.priceDecimals })
  const save = (): void =>
    setting.mutate(
      { symbol: instrument.symbol, kind, value },
      {
        onSuccess: () => {
          showToast(t('setDone'))
          onClose()
        },
      },
    )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Segmented
        label={t('kind')}
        value={kind}
        onChange={choose}
        choices={alertKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
      />
      <SteppedField
        label={t(isMove ? 'percent' : 'price')}
        value={value}
        onChange={setValue}
        step={step}
        scale={scale}
        shows={isMove ? percentScale : instrument.priceDecimals}
        suffix={isMove ? '%' : instrument.currency}
        error={error?.field === 'value' ? message : undefined}
        hint={t(isMove ? 'lastPercent' : 'last', { price })}
      />
      {error !== null && error.field !== 'value' && <Note tone="bad">{message}</Note>}
      <p className="text-13 text-second">{t('once')}</p>
      <Button wide type="submit" loading={setting.isPending} disabled={value === ''}>
        {t('set')}
      </Button>
    </form>
  )
}

interface SteppedProps extends DecimalFieldProps {
  readonly step: string
  /** Decimals a stepped value has at least; zeros beyond them are left out. */
  readonly shows: number
}

/** A decimal that is typed, or moved a step at a time. */
function SteppedField({ step, shows, ...field }: SteppedProps) {
  const t = useWords<Messages>('alerts')
  const { value, scale, onChange } = field
  const move = (direction: 1n | -1n) => (): void => onChange(shortened(stepped(value, step, scale, direction), shows))
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <DecimalField {...field} />
      </div>
      <div className="flex pt-6">
        <IconButton label={t('less')} icon={<Icon of={Minus} />} onClick={move(-1n)} />
        <IconButton label={t('more')} icon={<Icon of={Plus} />} onClick={move(1n)} />
      </div>
    </div>
  )
}

/** Without zeros beyond so many decimals. */
const shortened = (value: string, decimals: number): string =>
  value.replace(new RegExp(`(\\.\\d{${decimals}}\\d*?)0+$`), '$1')

/** A step further; never to 0 or below. What cannot be read stays. */
function stepped(value: string, step: string, scale: number, direction: 1n | -1n): string {
  const [at, by] = [readDecimal(value, scale), readDecimal(step, scale)]
  if (at.kind !== 'value' || by.kind !== 'value') return value
  const next = at.units + by.units * direction
  return next > 0n ? writeDecimal(next, scale) : value
}
