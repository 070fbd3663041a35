import { decimalUnits, readDecimal, writeDecimal } from '@bolsillo/kernel'
import {
  Button,
  Card,
  DecimalField,
  DefinitionList,
  Icon,
  ListRow,
  Loaded,
  MeasuredTimes,
  Note,
  PageFrame,
  Section,
  Segmented,
  SkeletonCard,
  useNow,
} from '@bolsillo/ui'
import { useCall, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import Landmark from 'lucide-react/icons/landmark'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useState } from 'react'
import {
  listAddresses,
  listBanks,
  quoteBank,
  quoteCoin,
  type WireDestination,
  type WireQuote,
  withdrawalStatus,
} from '../contract/index.ts'
import { chargesOf } from '../domain/withdrawal-terms.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Kind, paths, pickAt } from './addresses.ts'
import { type ConfirmedCharges, ConfirmFlow } from './confirm-flow.tsx'
import { DestinationName } from './destinations/destination-name.tsx'
import { isSetUp, NeedsCard, WaitCards } from './needs-card.tsx'
import { useSaid } from './said.ts'

const assetsOf: Readonly<Record<Kind, readonly string[]>> = {
  cash: ['MXN', 'USD', 'BRL'],
  coin: ['USDT', 'BTC', 'ETH'],
}
const quoteEveryMs = 60_000

/** The form of a withdrawal: where to, how much, what is taken and what arrives; then password and second factor. */
export function WithdrawForm({ kind }: { readonly kind: Kind }) {
  const t = useWords<Messages>('withdrawals')
  const status = useCall(withdrawalStatus, {})
  const banks = useCall(listBanks, {}, { enabled: kind === 'cash' })
  const book = useCall(listAddresses, {}, { enabled: kind === 'coin' })
  const chosenId = useQueryValue('destinationId')
  const asked = useQueryValue('asset')
  const rows = (kind === 'cash' ? banks.data : book.data)?.rows
  // Whoever has just one place this can go to now need not choose it.
  const usable = rows?.filter((row) => row.usable && (asked === undefined || row.assets.includes(asked))) ?? []
  const only = usable.length === 1 ? usable[0] : undefined
  const destination = chosenId === undefined ? only : rows?.find(({ destinationId }) => destinationId === chosenId)
  const fits = chosenId === undefined ? assetsOf[kind] : (destination?.assets ?? assetsOf[kind])
  const first = destination?.assets[0] ?? fits[0] ?? 'MXN'
  const asset = asked !== undefined && fits.includes(asked) ? asked : first
  const title = t(kind === 'cash' ? 'titles.bank' : 'titles.crypto')
  return (
    <Loaded
      of={status}
      frame={(failure) => <PageFrame title={title}>{failure}</PageFrame>}
      skeleton={
        <PageFrame title={title}>
          <SkeletonCard lines={2} />
          <SkeletonCard lines={4} />
        </PageFrame>
      }
    >
      {(data) => (
        <Form
          key={`${destination?.destinationId ?? ''} ${asset}`}
          kind={kind}
          title={title}
          asset={asset}
          assets={fits}
          destination={destination}
          isKnown={rows !== undefined}
          ready={data.open && (isSetUp(data) || data.restricted) && data.legalHold === undefined}
          top={
            <>
              <WaitCards status={data} />
              <NeedsCard status={data} kind={kind} />
            </>
          }
        />
      )}
    </Loaded>
  )
}

interface FormProps {
  readonly kind: Kind
  readonly title: string
  readonly asset: string
  readonly assets: readonly string[]
  readonly destination: WireDestination | undefined
  readonly isKnown: boolean
  readonly ready: boolean
  readonly top: React.ReactNode
}

function Form({ kind, title, asset, assets, destination, isKnown, ready, top }: FormProps) {
  const t = useWords<Messages>('withdrawals')
  const [amount, setAmount] = useState('')
  const [confirming, setConfirming] = useState(false)
  const id = destination?.destinationId
  const request = { asset, ...(id === undefined ? {} : { destinationId: id }) }
  const quote = useCall(kind === 'cash' ? quoteBank : quoteCoin, request, { everyMs: quoteEveryMs, keepPrevious: true })
  const charges = quote.data === undefined ? undefined : chargesIn(quote.data, amount)
  const problem = useProblem(quote.data, amount)
  const now = useNow(30_000)
  const waits = destination !== undefined && destination.usableAt > now
  const can = ready && destination !== undefined && !waits && charges !== undefined && problem === undefined
  return (
    <PageFrame
      title={title}
      footer={
        <Button wide disabled={!can} onClick={() => setConfirming(true)}>
          {t('form.next')}
        </Button>
      }
    >
      {top}
      <AssetField kind={kind} asset={asset} assets={assets} destination={destination} />
      <ToSection kind={kind} asset={asset} destination={destination} isKnown={isKnown} waits={waits} now={now} />
      <Loaded of={quote} skeleton={<SkeletonCard lines={5} />}>
        {(data) => (
          <>
            <AmountCard
              quote={data}
              amount={amount}
              onChange={setAmount}
              problem={amount === '' ? undefined : problem}
            />
            <ChargesCard kind={kind} quote={data} charges={charges} />
          </>
        )}
      </Loaded>
      <Note icon={Info}>{t('form.feeNote')}</Note>
      {destination !== undefined && charges !== undefined && (
        <ConfirmFlow
          kind={kind}
          open={confirming}
          onOpenChange={setConfirming}
          asset={asset}
          target={{ kind: 'destination', destination }}
          charges={charges}
        />
      )}
    </PageFrame>
  )
}

/** The asset to withdraw, where there is a choice. */
function AssetField({
  kind,
  asset,
  assets,
  destination,
}: Pick<FormProps, 'kind' | 'asset' | 'assets' | 'destination'>) {
  const t = useWords<Messages>('withdrawals')
  const go = useGo()
  // Another currency keeps the destination only where it can be paid in it.
  const keeps = (next: string): string | undefined =>
    destination?.assets.includes(next) === true ? destination.destinationId : undefined
  if (assets.length < 2) return null
  return (
    <Segmented
      label={t('form.currency')}
      value={asset}
      onChange={(next) =>
        go(kind === 'cash' ? paths.bank : paths.crypto, { asset: next, destinationId: keeps(next) }, { replace: true })
      }
      choices={assets.map((value) => ({ value, label: value }))}
    />
  )
}

/** What would be taken of the amount in the field, by the terms the server stated. */
function chargesIn(quote: Pick<WireQuote, 'terms' | 'scale'>, amount: string): ConfirmedCharges | undefined {
  const reading = readDecimal(amount === '' ? '0' : amount, quote.scale)
  if (reading.kind !== 'value' || reading.units <= 0n) return undefined
  const { fee, vatBps, shareBpsMax } = quote.terms
  const terms = { fee: decimalUnits(fee, quote.scale), vatBps: BigInt(vatBps), shareBpsMax: BigInt(shareBpsMax) }
  const charges = chargesOf(reading.units, terms)
  const said = (minor: bigint): string => writeDecimal(minor, quote.scale)
  return { amount: said(reading.units), fee: said(charges.fee), vat: said(charges.vat), net: said(charges.net) }
}

/** What is wrong with the amount, as far as the page can tell; the server decides. */
function useProblem(quote: WireQuote | undefined, amount: string): string | undefined {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  if (quote === undefined || amount === '') return ''
  const units = (text: string): bigint => decimalUnits(text, quote.scale)
  const reading = readDecimal(amount, quote.scale)
  if (reading.kind !== 'value') return t('rejections.withdrawal-amount-decimals', { decimals: quote.scale })
  if (reading.units === 0n) return t('rejections.withdrawal-amount-zero')
  if (reading.units > units(quote.available)) {
    const short = writeDecimal(reading.units - units(quote.available), quote.scale)
    return t('rejections.withdrawal-insufficient', { short, available: quote.available, asset: quote.asset })
  }
  if (reading.units < units(quote.least)) return t('form.least', { amount: said.amount(quote.least, quote.asset) })
  const over = quote.limits.find(({ left }) => reading.units > units(left))
  if (over === undefined) return undefined
  const values = { left: over.left, limit: over.limit, asset: quote.asset }
  return t(
    over.span === 'day' ? 'rejections.withdrawal-over-day-limit' : 'rejections.withdrawal-over-month-limit',
    values,
  )
}

function ToSection(props: {
  readonly kind: Kind
  readonly asset: string
  readonly destination: WireDestination | undefined
  readonly isKnown: boolean
  readonly waits: boolean
  readonly now: number
}) {
  const { kind, asset, destination, isKnown, waits, now } = props
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const icon = kind === 'cash' ? Landmark : WalletCards
  if (!isKnown) return <SkeletonCard lines={1} />
  return (
    <Section title={t('form.to')}>
      {destination === undefined ? (
        <ListRow
          href={pickAt(kind, asset)}
          lead={<Icon of={icon} size={22} className="text-brand" />}
          title={t('form.choose')}
          quiet
        />
      ) : (
        <>
          <ListRow
            href={pickAt(kind, asset)}
            lead={<Icon of={icon} size={22} className="text-brand" />}
            title={<DestinationName destination={destination} />}
            note={destination.masked}
            aside={<span className="font-medium text-13 text-brand">{t('form.change')}</span>}
          />
          {waits && (
            <Note tone="warning" className="mb-2.5">
              {t('destinations.usableIn', { time: said.span(destination.usableAt - now) })}
            </Note>
          )}
        </>
      )}
    </Section>
  )
}

function AmountCard(props: {
  readonly quote: WireQuote
  readonly amount: string
  readonly onChange: (amount: string) => void
  readonly problem: string | undefined
}) {
  const { quote, amount, onChange, problem } = props
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const isEmpty = decimalUnits(quote.available, quote.scale) === 0n
  return (
    <Card className="flex flex-col gap-2">
      <DecimalField
        label={t('form.amount')}
        value={amount}
        onChange={onChange}
        scale={quote.scale}
        error={problem}
        hint={t('form.available', { amount: said.amount(quote.available, quote.asset) })}
        suffix={
          <span className="flex items-center gap-2">
            {quote.asset}
            <button
              type="button"
              disabled={isEmpty}
              onClick={() => onChange(quote.all.amount)}
              className="-my-3.5 -mr-3 min-w-11 px-3 py-3.5 font-strong text-13 text-brand disabled:opacity-45"
            >
              {t('form.all')}
            </button>
          </span>
        }
      />
      {quote.limits.map(({ span, left, limit }) => (
        <p key={span} className="px-1 text-12 text-second">
          {t(span === 'day' ? 'form.limitDay' : 'form.limitMonth', {
            left: said.amount(left, quote.asset),
            limit: said.amount(limit, quote.asset),
          })}
        </p>
      ))}
    </Card>
  )
}

function ChargesCard(props: {
  readonly kind: Kind
  readonly quote: WireQuote
  readonly charges: ConfirmedCharges | undefined
}) {
  const { kind, quote, charges } = props
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const { typicalMs, lateMs, count, days } = quote.arrival
  const shown = charges ?? { amount: '0', fee: quote.terms.fee, vat: '0', net: '0' }
  const vat =
    quote.terms.vatBps === 0 || charges === undefined
      ? []
      : [{ label: t('form.vat'), value: said.amount(shown.vat, quote.asset) }]
  return (
    <Card>
      <DefinitionList
        facts={[
          { label: t(kind === 'cash' ? 'form.fee' : 'form.networkFee'), value: said.amount(shown.fee, quote.asset) },
          ...vat,
          {
            label: t('form.receive'),
            value: charges === undefined ? '—' : said.amount(shown.net, quote.asset),
            strong: true,
          },
          {
            label: t('form.arrives'),
            value: (
              <span className="ml-auto block max-w-[26ch]">
                <MeasuredTimes times={{ count, days, p50Ms: typicalMs, p95Ms: lateMs }} goalMs={lateMs} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}
