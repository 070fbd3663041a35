import type { ReplyOf } from '@bolsillo/contract'
import { JournalChecks } from '@bolsillo/ledger/web'
import {
  Amount,
  AreaChart,
  Card,
  Change,
  DateTime,
  DefinitionList,
  EmptyState,
  ListRow,
  Loaded,
  PagedCard,
  PageFrame,
  Pill,
  Price,
  Quantity,
  Section,
} from '@bolsillo/ui'
import { useCall, useKit, usePages, useSearchParams, useWords } from '@bolsillo/web-kit'
import Flame from 'lucide-react/icons/flame'
import { liquidationReceipt, liquidations, type WireLiquidation, type WireMark } from '../../contract/index.ts'
import { failedLiquidationChecks, liquidationChecks } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { bookingsAt, liquidationAt, orderAt, tickerOf } from '../addresses.ts'
import { baseOf } from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'
import { totalsOf } from './liquidation-totals.ts'

/** While one is under way there is a step every second. */
const freshEveryMs = 3_000

/** The customer's liquidations, or the receipt of one: every input, and the sums done again on this phone. */
export default function LiquidationPage() {
  const t = useWords<Messages>('contracts')
  const [params] = useSearchParams()
  const liquidationId = params.get('liquidationId')
  return (
    <PageFrame title={t(liquidationId === null ? 'titles.liquidations' : 'titles.liquidation')}>
      {liquidationId === null ? <All /> : <Receipt liquidationId={liquidationId} />}
    </PageFrame>
  )
}

function All() {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <PagedCard
      label={t('titles.liquidations')}
      pages={usePages(liquidations, {}, { everyMs: freshEveryMs })}
      keyOf={(row) => row.liquidationId}
      empty={<EmptyState icon={Flame} title={t('liquidation.empty')} />}
    >
      {(row) => (
        <ListRow
          href={liquidationAt(row.liquidationId)}
          title={nameOf(row, t)}
          note={
            <>
              <span className="block">
                {row.positions
                  .map(
                    (one) => `${said.quantity(one.sizeBefore)} → ${said.quantity(one.sizeAfter)} ${baseOf(one.symbol)}`,
                  )
                  .join(' · ')}
              </span>
              <DateTime at={row.startedAt} shows="second" />
            </>
          }
          aside={<Pill tone={row.state === 'done' ? 'quiet' : 'bad'}>{t(`liquidation.${row.state}`)}</Pill>}
          chevron
        />
      )}
    </PagedCard>
  )
}

/** What was liquidated: its contract and side, or all contracts of a cross account. */
function nameOf({ positions }: WireLiquidation, t: ReturnType<typeof useWords<Messages>>): string {
  const [first, ...others] = positions
  if (first === undefined) return ''
  if (others.length === 0) return `${tickerOf(first.symbol)} · ${t(`sides.${first.side}`)}`
  return positions.map(({ symbol }) => tickerOf(symbol)).join(' · ')
}

type ReceiptData = ReplyOf<typeof liquidationReceipt>
type Step = ReceiptData['steps'][number]

function Receipt({ liquidationId }: { readonly liquidationId: string }) {
  const t = useWords<Messages>('contracts')
  const found = useCall(liquidationReceipt, { liquidationId })
  const isRunning = found.data?.liquidation.state === 'running'
  useCall(liquidationReceipt, { liquidationId }, { enabled: isRunning, everyMs: freshEveryMs })
  return (
    <Loaded of={found}>
      {({ liquidation, series, steps }) => (
        <>
          <SummaryCard liquidation={liquidation} steps={steps} />
          <Totals steps={steps} />
          <Section title={t('titles.positionBookings')}>
            {liquidation.positions.map((one) => (
              <ListRow
                key={one.positionId}
                quiet
                href={bookingsAt(one.positionId)}
                title={`${tickerOf(one.symbol)} · ${t(`sides.${one.side}`)}`}
                chevron
              />
            ))}
          </Section>
          {series.length > 1 && (
            <Section title={t('liquidation.series')} pad="normal">
              <AreaChart
                label={t('liquidation.seriesLabel')}
                height={120}
                points={series.map(({ at, mark }) => ({ at, value: mark }))}
              />
            </Section>
          )}
          {steps.map((step) => (
            <StepSection key={step.number} step={step} />
          ))}
          <CheckCard liquidationId={liquidationId} />
        </>
      )}
    </Loaded>
  )
}

/** What was liquidated, when and why. */
function SummaryCard({ liquidation, steps }: Pick<ReceiptData, 'liquidation' | 'steps'>) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <Card>
      <p className="flex items-center justify-between gap-3">
        <span className="font-strong text-16">{nameOf(liquidation, t)}</span>
        <Pill tone={liquidation.state === 'done' ? 'quiet' : 'bad'}>{t(`liquidation.${liquidation.state}`)}</Pill>
      </p>
      {liquidation.positions.map((one) => (
        <p key={one.positionId} className="mt-1">
          {liquidation.positions.length > 1 && `${t(`sides.${one.side}`)}: `}
          {t('liquidation.summary', {
            before: said.quantity(one.sizeBefore),
            after: said.quantity(one.sizeAfter),
            ticker: baseOf(one.symbol),
          })}
        </p>
      ))}
      <p className="text-12 text-second">
        <DateTime at={liquidation.startedAt} shows="second" />
      </p>
      <Why steps={steps} />
      {liquidation.state === 'done' && <p className="mt-2 text-13">{t('liquidation.owesNothing')}</p>}
      <p className="mt-2 text-13 text-second">{t('liquidation.explained')}</p>
    </Card>
  )
}

/** Why it began, with the two figures that decided it. */
function Why({ steps: [first] }: { readonly steps: readonly Step[] }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  if (first === undefined) return null
  const { equity, maintenance } = first
  return (
    <p className="mt-2 text-13">
      {t('liquidation.why', { equity: said.usdt(equity), maintenance: said.usdt(maintenance) })}
    </p>
  )
}

/** The total of all steps, first because it is what the holder asks first. */
function Totals({ steps }: { readonly steps: readonly Step[] }) {
  const t = useWords<Messages>('contracts')
  const { realised, charged, fundFee } = totalsOf(steps)
  const money = (value: string) => <Amount value={value} currency="USDT" />
  return (
    <Section title={t('liquidation.total')} pad="normal">
      <DefinitionList
        facts={[
          { label: t('liquidation.realised'), value: <Change value={realised} currency="USDT" />, strong: true },
          { label: t('liquidation.fee'), value: money(charged) },
          { label: t('liquidation.charge'), value: money(fundFee) },
        ]}
      />
    </Section>
  )
}

function StepSection({ step }: { readonly step: Step }) {
  const t = useWords<Messages>('contracts')
  const money = (value: string) => <Amount value={value} currency="USDT" />
  const isZero = (value: string): boolean => /^-?0(\.0*)?$/.test(value)
  return (
    <Section
      title={`${t('liquidation.step', { number: step.number })} · ${tickerOf(step.symbol)} · ${t(`liquidation.kinds.${step.kind}`)}`}
      aside={
        <span className="text-12 text-second">
          <DateTime at={step.at} shows="clock" />
        </span>
      }
      pad="normal"
    >
      <DefinitionList
        facts={[
          { label: t('liquidation.equity'), value: money(step.equity) },
          { label: t('liquidation.maintenance'), value: money(step.maintenance), strong: true },
          { label: t('liquidation.asked'), value: <Quantity value={step.quantity} /> },
          { label: t('liquidation.worst'), value: <Price value={step.worstPrice} /> },
          { label: t('liquidation.filled'), value: <Quantity value={step.filled} />, strong: true },
          { label: t('liquidation.leftAfter'), value: <Quantity value={step.sizeAfter} /> },
          ...step.fills.map((fill) => ({
            label: (
              <>
                <Quantity value={fill.quantity} /> × <Price value={fill.price} />
              </>
            ),
            value: money(fill.notional),
          })),
          { label: t('liquidation.realised'), value: <Change value={step.realised} currency="USDT" /> },
          {
            label: t('liquidation.fee'),
            value: (
              <>
                {money(step.fee)} + {money(step.vat)}
              </>
            ),
          },
          ...(isZero(step.uncharged) ? [] : [{ label: t('liquidation.uncharged'), value: money(step.uncharged) }]),
          { label: t('liquidation.fundFee'), value: money(step.liquidationFee) },
          ...(isZero(step.fundPaid) ? [] : [{ label: t('liquidation.fundPaid'), value: money(step.fundPaid) }]),
          ...(isZero(step.marketBore) ? [] : [{ label: t('liquidation.marketBore'), value: money(step.marketBore) }]),
        ]}
      />
      {!isZero(step.uncharged) && <p className="mt-1 text-12 text-second">{t('liquidation.unchargedExplained')}</p>}
      {step.marks.map((mark) => (
        <MarkMade key={mark.symbol} mark={mark} />
      ))}
      {step.orderId !== undefined && (
        <ListRow quiet href={orderAt(step.orderId)} title={t('titles.order')} className="mt-1" />
      )}
    </Section>
  )
}

/** What a mark was made of, price by price. */
function MarkMade({ mark }: { readonly mark: WireMark }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <details className="mt-2 text-13">
      <summary className="-my-1 py-2 text-brand">
        {tickerOf(mark.symbol)} · {t('liquidation.mark', { mark: said.price(mark.mark) })}
      </summary>
      <p className="mt-1 text-12 text-second">{t('liquidation.of')}</p>
      <DefinitionList
        facts={[
          { label: t('liquidation.funded'), value: <Price value={mark.funded} /> },
          { label: t('liquidation.basis'), value: <Price value={mark.basis} /> },
          { label: t('liquidation.last'), value: <Price value={mark.last} /> },
        ]}
      />
      <p className="mt-2 text-12 text-second">{t('liquidation.index', { index: said.price(mark.index) })}</p>
      <DefinitionList
        facts={mark.components.map((one) => ({
          label: `${one.venue} · ${t(one.used ? 'market.used' : one.why === 'stale' ? 'market.stale' : 'market.deviates')}`,
          value: <Price value={one.price} />,
        }))}
      />
    </details>
  )
}

/** "Do the sums again on this phone": the receipt fetched anew, every figure computed here by the room's own functions. */
function CheckCard({ liquidationId }: { readonly liquidationId: string }) {
  const t = useWords<Messages>('contracts')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={liquidationId}
      checks={liquidationChecks.map((one) => [one, t(`liquidation.checks.${one}`)] as const)}
      words={{
        action: t('liquidation.check'),
        good: t('liquidation.good'),
        bad: t('liquidation.bad'),
        explained: t('liquidation.checkExplained'),
      }}
      check={async () => {
        const answer = await client.call(liquidationReceipt, { liquidationId })
        if (answer.kind !== 'reply') return undefined
        const { steps } = answer.data
        return {
          failed: failedLiquidationChecks(answer.data),
          entries: steps.flatMap((step) => step.entryIds.map((entryId) => ({ entryId }))),
          against: t('liquidation.against', {
            steps: steps.length,
            marks: steps.reduce((sum, { marks }) => sum + marks.length, 0),
            fills: steps.reduce((sum, { fills }) => sum + fills.length, 0),
          }),
        }
      }}
    />
  )
}
