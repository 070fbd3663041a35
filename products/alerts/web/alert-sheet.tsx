import { readDecimal, writeDecimal } from '@bolsillo/kernel'
import {
  Button,
  DecimalField,
  type DecimalFieldProps,
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
import type { AlertKind } from '../domain/alert-kinds.ts'
import type { Messages } from '../messages/es-ES.ts'
import { firstOf, type Now, shortened, useEntry } from './alert-entry.ts'
import { alertGroups, groupOf, unitOf } from './alert-figures.ts'

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
  const { words } = useUi()
  const { instrument, kinds } = now
  const [kind, setKind] = useState<AlertKind>('above')
  const [value, setValue] = useState(now.last)
  // A rate is typed without its sign: keyboards of decimals have none.
  const [sign, setSign] = useState<Sign>('+')
  const setting = useAction(setAlert, { refreshes: [listAlerts] })
  const { error } = setting
  const of = useEntry(kind, now, value)
  const choose = (next: AlertKind): void => {
    if (unitOf(next) !== unitOf(kind)) setValue(firstOf(next, now))
    setting.reset()
    setKind(next)
  }
  const message = error === null ? undefined : error.message === '' ? words.failed : error.message
  const save = (): void =>
    setting.mutate(
      { symbol: instrument.symbol, kind, value: unitOf(kind) === 'rate' && sign === '-' ? negative(value) : value },
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
      <KindChoice kinds={kinds} kind={kind} onChange={choose} />
      {unitOf(kind) === 'rate' && <SignChoice sign={sign} onChange={setSign} />}
      <SteppedField
        {...of.field}
        value={value}
        onChange={setValue}
        error={error?.field === 'value' ? message : undefined}
      />
      {error !== null && error.field !== 'value' && <Note tone="bad">{message}</Note>}
      <p className="text-13 text-second">{of.once}</p>
      <Button wide type="submit" loading={setting.isPending} disabled={value === '' || !of.canSet}>
        {t('set')}
      </Button>
    </form>
  )
}

type Sign = '+' | '-'

/** Who pays at a rate: it says what its sign means. */
function SignChoice({ sign, onChange }: { readonly sign: Sign; readonly onChange: (sign: Sign) => void }) {
  const t = useWords<Messages>('alerts')
  return (
    <Segmented
      label={t('sign')}
      value={sign}
      onChange={onChange}
      choices={[
        { value: '+', label: t('longsPay') },
        { value: '-', label: t('shortsPay') },
      ]}
    />
  )
}

interface KindChoiceProps {
  /** The kinds the instrument can have. */
  readonly kinds: readonly AlertKind[]
  readonly kind: AlertKind
  readonly onChange: (kind: AlertKind) => void
}

/** What is watched, and which kind of alert on it. */
function KindChoice({ kinds, kind, onChange }: KindChoiceProps) {
  const t = useWords<Messages>('alerts')
  const groups = alertGroups.flatMap((group) => {
    const own = kinds.filter((one) => groupOf(one) === group)
    return own.length === 0 ? [] : [{ group, own }]
  })
  const shown = groups.find(({ group }) => group === groupOf(kind))?.own ?? []
  return (
    <>
      {groups.length > 1 && (
        <Segmented
          label={t('group')}
          value={groupOf(kind)}
          onChange={(group) => onChange(groups.find((one) => one.group === group)?.own[0] ?? kind)}
          choices={groups.map(({ group }) => ({ value: group, label: t(`groups.${group}`) }))}
        />
      )}
      <Segmented
        label={t('kind')}
        value={kind}
        onChange={onChange}
        choices={shown.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
      />
    </>
  )
}

/** A rate below zero; zero has no sign. */
const negative = (value: string): string => (/^[0.]*$/.test(value) ? value : `-${value}`)

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

/** A step further; never to 0 or below. What cannot be read stays. */
function stepped(value: string, step: string, scale: number, direction: 1n | -1n): string {
  const [at, by] = [readDecimal(value, scale), readDecimal(step, scale)]
  if (at.kind !== 'value' || by.kind !== 'value') return value
  const next = at.units + by.units * direction
  return next > 0n ? writeDecimal(next, scale) : value
}
