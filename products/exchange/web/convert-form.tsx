import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  Button,
  Card,
  Chips,
  DecimalField,
  EmptyState,
  ErrorState,
  formatDecimal,
  Note,
  SkeletonCard,
  useSaid,
  useUi,
} from '@bolsillo/ui'
import { useAction, useCall, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useState } from 'react'
import { quoteExchange, readExchange } from '../contract/index.ts'
import type { PurseName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OfferSheet } from './offer-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { useRateText } from './said.ts'
import { TwoSides, useTwoSides } from './two-sides.tsx'

type Facts = ReplyOf<typeof readExchange>
type Currency = 'MXN' | 'USD' | 'BRL'
const known = ['MXN', 'USD', 'BRL'] as const
const rateEveryMs = 5_000
const scale = 2

interface ConvertFormProps {
  readonly purse: PurseName
  readonly page: string
  /** The currency a form lacks that this lies over: it begins with it, and ends there. */
  readonly short?: { readonly asset: string; readonly onConverted: () => void } | undefined
}

/** Converts cash of one purse. `?source=&target=` begin with a pair, `?receipt=` opens what was converted. */
export function ConvertForm({ purse, page, short }: ConvertFormProps) {
  const t = useWords<Messages>('exchange')
  const reply = useCall(readExchange, {}, { everyMs: rateEveryMs })
  const receipt = useQueryValue('receipt')
  const go = useGo()
  const { data } = reply
  return (
    <>
      {data === undefined ? (
        reply.error === null ? (
          <SkeletonCard lines={6} />
        ) : (
          <ErrorState title={t('failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
        )
      ) : data.currencies.length < 2 ? (
        <Card>
          <EmptyState icon={CloudOff} title={t('convert.noPrice')} text={t('convert.noPriceText')} />
        </Card>
      ) : (
        <Form
          facts={data}
          purse={purse}
          short={short?.asset}
          onDone={short?.onConverted ?? ((quoteId) => go(page, { receipt: quoteId }, { replace: true }))}
        />
      )}
      <ReceiptSheet quoteId={receipt} onClose={() => go(page, {}, { replace: true })} />
    </>
  )
}

interface FormProps {
  readonly facts: Facts
  readonly purse: PurseName
  readonly short: string | undefined
  readonly onDone: (quoteId: string) => void
}

/** What was chosen and typed, and asking for an offer. */
function useConversion(facts: Facts, purse: PurseName, short: string | undefined) {
  const currencies = known.filter((code) => facts.currencies.includes(code))
  const [asked, linked] = [useQueryValue('source'), useQueryValue('target')]
  const wanted = short ?? linked
  // Of what is short, the currency there is some of.
  const owned = facts.cash.find((row) => row.purse === purse && row.asset !== short && /[1-9]/.test(row.available))
  const start = short === undefined ? asked : owned?.asset
  const first = currencies.find((code) => code === start) ?? (short === 'MXN' ? 'USD' : 'MXN')
  const second = currencies.find((code) => code === wanted && code !== first) ?? (first === 'USD' ? 'MXN' : 'USD')
  const [exact, setExact] = useState<'source' | 'target'>('source')
  const [amount, setAmount] = useState('')
  const quoting = useAction(quoteExchange)
  const { from: source, to: target, turn, pick } = useTwoSides<Currency>({ from: first, to: second }, quoting.reset)
  const cash = facts.cash.find((row) => row.purse === purse && row.asset === source)
  const ask = (): void => quoting.mutate({ source, target, exact, amount, purse })
  const part = (percent: bigint): void => {
    if (cash === undefined) return
    setExact('source')
    setAmount(partOf(cash.available, percent))
  }
  const named = exact === 'source' ? source : target
  return { currencies, source, target, exact, setExact, amount, setAmount, quoting, cash, ask, turn, pick, part, named }
}

function Form({ facts, purse, short, onDone }: FormProps) {
  const t = useWords<Messages>('exchange')
  const form = useConversion(facts, purse, short)
  const Frame = short === undefined ? Card : 'div'
  const { currencies, source, target, amount, quoting, ask, pick, turn, named } = form
  return (
    <>
      <Frame className="flex flex-col gap-3">
        <TwoSides
          labels={{ from: t('convert.from'), to: t('convert.to'), turn: t('convert.turn') }}
          from={source}
          to={target}
          choices={currencies.map((value) => ({ value, label: t(`currencies.${value}`) }))}
          onPick={pick}
          onTurn={turn}
        />
        <AmountFields form={form} />
        <RateLine facts={facts} source={source} target={target} />
        {quoting.error !== null && quoting.error.field !== 'amount' && (
          <Note tone="bad">{quoting.error.message === '' ? t('failed') : quoting.error.message}</Note>
        )}
        <Button wide disabled={amount === ''} loading={quoting.isPending} onClick={ask}>
          {t('convert.ask')}
        </Button>
        <p className="text-12 text-second">
          {t('convert.bounds')} <Amount value={facts.amountMin} currency={named} /> {t('convert.upTo')}{' '}
          <Amount value={facts.amountMax} currency={named} />. {t('convert.explained')}
        </p>
      </Frame>
      <OfferSheet
        quoted={quoting.data}
        onClose={() => quoting.reset()}
        onAgain={ask}
        isAsking={quoting.isPending}
        onDone={(quoteId) => {
          quoting.reset()
          form.setAmount('')
          onDone(quoteId)
        }}
      />
    </>
  )
}

function RateLine({
  facts,
  source,
  target,
}: {
  readonly facts: Facts
  readonly source: string
  readonly target: string
}) {
  const t = useWords<Messages>('exchange')
  const rateText = useRateText()
  const rate = facts.rates.find(({ pair }) => pair === `${source}/${target}` || pair === `${target}/${source}`)
  if (rate === undefined) return <Note>{t('convert.noPrice')}</Note>
  const [straight] = rateText(rate)
  return (
    <Note tone={rate.stale ? 'warning' : 'quiet'}>
      {t(rate.stale ? 'rate.stale' : rate.ticks.length > 1 ? 'rate.cross' : 'rate.mid')} {straight}
    </Note>
  )
}

/** A share of an amount, rounded down: never more than there is. */
function partOf(available: string, percent: bigint): string {
  const minor = (BigInt(available.replace('.', '')) * percent) / 100n
  const digits = minor.toString().padStart(scale + 1, '0')
  return minor === 0n ? '' : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Which side is exact and how much it is. */
function AmountFields({ form }: { readonly form: ReturnType<typeof useConversion> }) {
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  const said = useSaid()
  const { source, target, exact, setExact, amount, setAmount, quoting, cash, part, named } = form
  return (
    <>
      <Chips
        label={t('convert.exact')}
        value={exact}
        onPick={(value) => {
          setExact(value)
          setAmount('')
        }}
        choices={[
          { value: 'source', label: t('convert.exactGive', { currency: source }) },
          { value: 'target', label: t('convert.exactGet', { currency: target }) },
        ]}
      />
      <DecimalField
        label={t(exact === 'source' ? 'convert.give' : 'convert.get')}
        value={amount}
        onChange={setAmount}
        scale={scale}
        suffix={named}
        placeholder={formatDecimal('0.00', style)}
        error={quoting.error?.field === 'amount' ? quoting.error.message : undefined}
        hint={
          <>
            {t('convert.available')} <Amount value={cash?.available} currency={source} />
          </>
        }
      />
      {exact === 'source' && (
        <Chips
          label={t('convert.parts')}
          onPick={(value) => part(BigInt(value))}
          choices={[
            { value: '25', label: said.share('25') },
            { value: '50', label: said.share('50') },
            { value: '100', label: t('convert.all') },
          ]}
        />
      )}
    </>
  )
}
