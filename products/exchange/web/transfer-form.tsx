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
  Note,
  SkeletonCard,
  useUi,
} from '@bolsillo/ui'
import { href, useAction, useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { readExchange, readTransferable, type transfer, type transferCoins } from '../contract/index.ts'
import type { PurseName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { paths } from './paths.ts'
import { decimalsOf, purseName, shownDecimals } from './said.ts'
import { TwoSides, useTwoSides } from './two-sides.tsx'

type Movable = ReplyOf<typeof readTransferable>['assets'][number]

interface TransferFormProps {
  /** The specification has a path of its own for coins; both do the same. */
  readonly call: typeof transfer | typeof transferCoins
  readonly from: PurseName
  readonly to: PurseName
  /** The assets offered here, in this order. */
  readonly assets: readonly string[]
  /** What a form lacks that this lies over: it begins with that asset, from a purse that has some, and ends there. */
  readonly short?: { readonly asset: string; readonly onMoved: () => void } | undefined
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

const isSome = (available: string): boolean => !/^0(\.0+)?$/.test(available)

/** The purse to take an asset from: one that has some of it, other than the one it goes to. */
function purseWith(movable: readonly Movable[], asset: string, to: PurseName): PurseName | undefined {
  const row = movable.find((one) => one.asset === asset)
  return row?.purses.find(({ purse, available }) => purse !== to && isSome(available))?.purse
}

const coins: readonly string[] = ['USDT', 'BTC', 'ETH']
const everyPurse: readonly PurseName[] = ['stock', 'coin', 'contract']
const refreshes: readonly Call[] = [readTransferable, readExchange, readAssets, listRecords]

/** The purses the page begins with: those of its address where they are purses, else those of the caller. */
function useFirstSides(initial: Pick<TransferFormProps, 'from' | 'to'>) {
  const [askedFrom, askedTo] = [useQueryValue('from'), useQueryValue('to')]
  const from = everyPurse.find((name) => name === askedFrom) ?? initial.from
  const to = everyPurse.find((name) => name === askedTo && name !== from) ?? initial.to
  return { from, to }
}

/** What is moved, from where to where, and moving it. */
function useTransfer({ call, movable, short, ...initial }: FormProps) {
  const query = useQueryValue('asset')
  const moving = useAction(call, { refreshes })
  const sides = useFirstSides(initial)
  const start = short === undefined ? sides : { to: initial.to, from: purseWith(movable, short.asset, initial.to) }
  const { from, to, turn, pick } = useTwoSides({ from: start.from ?? initial.from, to: start.to }, moving.reset)
  const askedAsset = short?.asset ?? query
  const [first] = movable
  const [asset, setAsset] = useState((movable.find((row) => row.asset === askedAsset) ?? first)?.asset ?? 'MXN')
  const [amount, setAmount] = useState('')
  const chosen = movable.find((row) => row.asset === asset)
  const places = everyPurse.filter((name) => movable.some(({ purses }) => purses.some(({ purse }) => purse === name)))
  const balance = chosen?.purses.find(({ purse }) => purse === from)
  const fits = chosen?.purses.some(({ purse }) => purse === to) === true && balance !== undefined
  const done = moving.data
  const pickAsset = (code: string): void => {
    setAsset(code)
    setAmount('')
    moving.reset()
  }
  const send = (): void =>
    moving.mutate(
      { from, to, asset, amount },
      {
        onSuccess: () => {
          setAmount('')
          short?.onMoved()
        },
      },
    )
  return { moving, from, to, turn, pick, asset, pickAsset, amount, setAmount, places, balance, fits, done, send }
}

type FormProps = TransferFormProps & { readonly movable: readonly Movable[] }

function Form(props: FormProps) {
  const t = useWords<Messages>('exchange')
  const { movable, short } = props
  const form = useTransfer(props)
  const { moving, from, to, turn, pick, asset, amount, setAmount, places, balance, fits, done } = form
  // In a sheet it is the sheet that frames it.
  const Frame = short === undefined ? Card : 'div'
  return (
    <>
      {short !== undefined && purseWith(movable, short.asset, props.to) === undefined && (
        <NowhereElse asset={short.asset} />
      )}
      <Frame className="flex flex-col gap-3">
        <TwoSides
          labels={{ from: t('move.from'), to: t('move.to'), turn: t('move.turn') }}
          from={from}
          to={to}
          choices={places.map((value) => ({ value, label: purseName(t, value) }))}
          onPick={pick}
          onTurn={turn}
        />
        <AssetChips movable={movable} asset={asset} onPick={form.pickAsset} />
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
        <Button wide disabled={amount === '' || !fits} loading={moving.isPending} onClick={form.send}>
          {t('move.confirm')}
        </Button>
        <p className="text-12 text-second">{t('move.explained')}</p>
      </Frame>
      {done !== undefined && <Moved done={done} from={from} to={to} />}
    </>
  )
}

/** No other purse has any of what is short: where it comes from. */
function NowhereElse({ asset }: { readonly asset: string }) {
  const t = useWords<Messages>('exchange')
  const isCoin = coins.includes(asset)
  return (
    <div className="grid gap-2">
      <Note tone="warning">{t(isCoin ? 'move.noneOfCoin' : 'move.noneOfCash', { asset })}</Note>
      <ButtonLink
        kind="ghost"
        size="medium"
        wide
        href={isCoin ? href(paths.coinMarkets, { keyword: asset }) : paths.deposit}
      >
        {isCoin ? t('move.buyCoin', { asset }) : t('move.deposit')}
      </ButtonLink>
    </div>
  )
}

function AssetChips(props: {
  readonly movable: readonly Movable[]
  readonly asset: string
  readonly onPick: (code: string) => void
}) {
  const t = useWords<Messages>('exchange')
  const choices = props.movable.map((row) => ({ value: row.asset, label: row.asset }))
  return <Chips label={t('move.asset')} value={props.asset} onPick={props.onPick} choices={choices} />
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
      {balance !== undefined && isSome(balance.available) && (
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
      {isSome(balance.held) && (
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
