import type { Call, ReplyOf } from '@bolsillo/contract'
import { listRecords, readAssets } from '@bolsillo/ledger/contract'
import {
  Amount,
  Button,
  ButtonLink,
  Card,
  Chips,
  DecimalField,
  ErrorState,
  formatAmount,
  formatDecimal,
  Icon,
  Note,
  SelectField,
  SkeletonCard,
  useUi,
} from '@bolsillo/ui'
import { href, useAction, useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { readExchange, readTransferable, type transfer, type transferCoins } from '../contract/index.ts'
import type { PurseName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { paths } from './paths.ts'
import { decimalsOf, purseName, shownDecimals } from './said.ts'

type Movable = ReplyOf<typeof readTransferable>['assets'][number]

interface TransferFormProps {
  /** The specification has a path of its own for coins; both do the same. */
  readonly call: typeof transfer | typeof transferCoins
  readonly from: PurseName
  readonly to: PurseName
  /** The assets offered here, in this order. */
  readonly assets: readonly string[]
}

/** Moves money between two purses of one's own: at once and free. `?asset=&from=&to=` begin with a choice. */
export function TransferForm(props: TransferFormProps) {
  const t = useWords<Messages>('exchange')
  const reply = useCall(readTransferable, {})
  const { data } = reply
  if (data === undefined) {
    if (reply.error === null) return <SkeletonCard lines={6} />
    return <ErrorState title={t('failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
  }
  const assets = props.assets.flatMap((code) => data.assets.find(({ asset }) => asset === code) ?? [])
  return <Form {...props} movable={assets} />
}

const everyPurse: readonly PurseName[] = ['stock', 'coin', 'contract']
const refreshes: readonly Call[] = [readTransferable, readExchange, readAssets, listRecords]

/** From where to where; choosing the other side's purse turns them round. */
function useRoute(initial: Pick<TransferFormProps, 'from' | 'to'>, onChange: () => void) {
  const [askedFrom, askedTo] = [useQueryValue('from'), useQueryValue('to')]
  const [from, setFrom] = useState<PurseName>(everyPurse.find((name) => name === askedFrom) ?? initial.from)
  const [to, setTo] = useState<PurseName>(everyPurse.find((name) => name === askedTo && name !== from) ?? initial.to)
  const turn = (): void => {
    setFrom(to)
    setTo(from)
    onChange()
  }
  const pick = (side: 'from' | 'to', purse: PurseName): void => {
    const other = side === 'from' ? to : from
    if (purse === other) turn()
    else (side === 'from' ? setFrom : setTo)(purse)
    onChange()
  }
  return { from, to, turn, pick }
}

function Form({ call, movable, ...initial }: TransferFormProps & { readonly movable: readonly Movable[] }) {
  const t = useWords<Messages>('exchange')
  const askedAsset = useQueryValue('asset')
  const moving = useAction(call, { refreshes })
  const { from, to, turn, pick } = useRoute(initial, () => moving.reset())
  const [asset, setAsset] = useState(
    movable.find((row) => row.asset === askedAsset)?.asset ?? movable[0]?.asset ?? 'MXN',
  )
  const [amount, setAmount] = useState('')
  const chosen = movable.find((row) => row.asset === asset)
  const places = everyPurse.filter((name) => movable.some(({ purses }) => purses.some(({ purse }) => purse === name)))
  const balance = chosen?.purses.find(({ purse }) => purse === from)
  const fits = chosen?.purses.some(({ purse }) => purse === to) === true && balance !== undefined
  const done = moving.data
  return (
    <>
      <Card className="flex flex-col gap-3">
        <Places places={places} from={from} to={to} onPick={pick} onTurn={turn} />
        <Chips
          label={t('move.asset')}
          value={asset}
          onPick={(code) => {
            setAsset(code)
            setAmount('')
            moving.reset()
          }}
          choices={movable.map((row) => ({ value: row.asset, label: row.asset }))}
        />
        <AmountField
          asset={asset}
          purse={from}
          balance={balance}
          amount={amount}
          onChange={setAmount}
          error={moving.error?.field === 'amount' ? moving.error.message : undefined}
        />
        {!fits && balance !== undefined && (
          <Note tone="warning">{t('move.notThere', { asset, purse: purseName(t, to) })}</Note>
        )}
        {moving.error !== null && moving.error.field !== 'amount' && (
          <Note tone="bad">{moving.error.message === '' ? t('failed') : moving.error.message}</Note>
        )}
        <Button
          wide
          disabled={amount === '' || !fits}
          loading={moving.isPending}
          onClick={() => moving.mutate({ from, to, asset, amount }, { onSuccess: () => setAmount('') })}
        >
          {t('move.confirm')}
        </Button>
        <p className="text-12 text-second">{t('move.explained')}</p>
      </Card>
      {done !== undefined && <Moved done={done} from={from} to={to} />}
    </>
  )
}

/** The purses money leaves and arrives in, and turning them round. */
function Places(props: {
  readonly places: readonly PurseName[]
  readonly from: PurseName
  readonly to: PurseName
  readonly onPick: (side: 'from' | 'to', purse: PurseName) => void
  readonly onTurn: () => void
}) {
  const { places, from, to, onPick, onTurn } = props
  const t = useWords<Messages>('exchange')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-1">
      <SelectField
        label={t('move.from')}
        value={from}
        onChange={(purse) => onPick('from', purse)}
        choices={places.map((value) => ({ value, label: purseName(t, value) }))}
      />
      <button
        type="button"
        aria-label={t('move.turn')}
        onClick={onTurn}
        className="relative mb-2 grid size-10 place-items-center rounded-pill bg-wash text-brand before:absolute before:-inset-0.5 active:opacity-70"
      >
        <Icon of={ArrowDownUp} size={18} className="rotate-90" />
      </button>
      <SelectField
        label={t('move.to')}
        value={to}
        onChange={(purse) => onPick('to', purse)}
        choices={places.map((value) => ({ value, label: purseName(t, value) }))}
      />
    </div>
  )
}

interface AmountFieldProps {
  readonly asset: string
  readonly purse: PurseName
  readonly balance: Movable['purses'][number] | undefined
  readonly amount: string
  readonly onChange: (amount: string) => void
  readonly error: string | undefined
}

/** How much of the asset, or all of it. */
function AmountField({ asset, purse, balance, amount, onChange, error }: AmountFieldProps) {
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  return (
    <>
      <DecimalField
        key={asset}
        label={t('move.amount')}
        value={amount}
        onChange={onChange}
        scale={decimalsOf(asset)}
        suffix={asset}
        placeholder={formatDecimal('0.00', style)}
        error={error}
        hint={<Available asset={asset} purse={purse} balance={balance} />}
      />
      {balance !== undefined && !/^0(\.0+)?$/.test(balance.available) && (
        <Chips
          label={t('convert.parts')}
          onPick={() => onChange(balance.available)}
          choices={[{ value: 'all', label: t('convert.all') }]}
        />
      )}
    </>
  )
}

/** What of an asset is in a purse, and what of it is held. */
function Available({ asset, purse, balance }: Pick<AmountFieldProps, 'asset' | 'purse' | 'balance'>) {
  const t = useWords<Messages>('exchange')
  if (balance === undefined) return t('move.notThere', { asset, purse: purseName(t, purse) })
  return (
    <>
      {t('convert.available')} <Amount value={balance.available} currency={asset} decimals={shownDecimals(asset)} />
      {!/^0(\.0+)?$/.test(balance.held) && (
        <>
          {' · '}
          {t('move.held')} <Amount value={balance.held} currency={asset} decimals={shownDecimals(asset)} />
        </>
      )}
    </>
  )
}

function Moved(props: { readonly done: ReplyOf<typeof transfer>; readonly from: PurseName; readonly to: PurseName }) {
  const { done, from, to } = props
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  return (
    <Card className="grid gap-3">
      <Note icon={CircleCheck} tone="good">
        {t('move.done', {
          amount: formatAmount(done.amount, done.asset, style, { decimals: shownDecimals(done.asset) }),
          from: purseName(t, done.balances[0]?.purse ?? from),
          to: purseName(t, done.balances[1]?.purse ?? to),
        })}
      </Note>
      <ButtonLink kind="ghost" size="medium" href={href(paths.record, { group: 'transfers' })}>
        {t('move.see')}
      </ButtonLink>
    </Card>
  )
}
