import {
  Amount,
  AskLink,
  Button,
  DefinitionList,
  Dialog,
  ListRow,
  Loaded,
  Note,
  OutcomeCard,
  PageFrame,
  Pill,
  Price,
  Section,
  SkeletonCard,
  showToast,
  Term,
  useSaid,
  useUi,
} from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import History from 'lucide-react/icons/history'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { isFromCandles, isOpen as isOpenState } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { LifeSection } from './life-section.tsx'
import { OrderState, useOrderLine } from './order-row.tsx'
import { isSold } from './owned/sale-facts.tsx'
import { ShareOrder, useOutcomeTitle } from './share-order.tsx'
import type { ShownOrder, ShownOrderDetails, ShownQuality, TradingAddresses } from './shown-order.ts'

type Addresses = Pick<TradingAddresses, 'orderAt' | 'chartOf'>

/** Whether an order can still do something. */
export function isOpenOrder(order: ShownOrder): boolean {
  return isOpenState(order.state)
}

export interface OneOrderProps {
  readonly found: {
    readonly data: ShownOrderDetails | undefined
    readonly error: { readonly outcome: 'rejected' | 'unknown'; readonly message: string } | null
    readonly refetch: () => unknown
  }
  readonly orderId: string
  readonly addresses: Addresses
  readonly onCancel: Cancelling
  /** What a sale brought, its charges among it; left out where orders do not sell what is owned. */
  readonly sale?: (data: ShownOrderDetails) => ReactNode
  /** What else the product says of it. */
  readonly facts?: ReactNode
  /** The check of its receipt on this device. */
  readonly check?: ReactNode
}

/** One order: its outcome, how well it was carried out, its whole life, and a check on this phone. */
export function OneOrder({ found, orderId, addresses, onCancel, sale, facts, check }: OneOrderProps) {
  const t = useWords<Messages>('trading')
  const { data } = found
  const open = data !== undefined && isOpenOrder(data.order)
  return (
    <PageFrame
      title={t('titles.order')}
      {...(data === undefined ? {} : { actions: <ShareOrder of={data} href={addresses.orderAt(orderId)} /> })}
      {...(open ? { footer: <CancelButton orderId={orderId} cancelling={onCancel} /> } : {})}
    >
      <Loaded
        of={found}
        skeleton={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
          </>
        }
      >
        {(details) => (
          <>
            <Outcome data={details} />
            {details.fills.length > 0 &&
              (isSeeded(details) ? (
                <SeededNote />
              ) : (
                <QualitySection data={details} charges={sale === undefined || !isSold(details.order)} />
              ))}
            {sale?.(details)}
            {facts}
            <LifeSection data={details} />
            <DetailsSection order={details.order} chart={addresses.chartOf(details.order.symbol)} />
            {details.linked.length > 0 && <LinkedSection linked={details.linked} addresses={addresses} />}
            {check}
            <AskLink about={orderId} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** Orders of the demo's history name the candle they were recorded at. */
function isSeeded({ fills }: ShownOrderDetails): boolean {
  return fills.some(({ source }) => isFromCandles(source))
}

function SeededNote() {
  const t = useWords<Messages>('trading')
  return <Note icon={History}>{t('order.seeded')}</Note>
}

const marks = {
  good: { icon: Check, look: 'bg-up text-on-fill' },
  waits: { icon: Clock, look: 'bg-wash text-brand' },
  ended: { icon: Minus, look: 'bg-hair text-second' },
  bad: { icon: X, look: 'bg-down text-on-fill' },
} as const

function markOf(order: ShownOrder): keyof typeof marks {
  if (order.state === 'rejected') return 'bad'
  if (isOpenOrder(order)) return 'waits'
  return order.filledQuantity === '0' ? 'ended' : 'good'
}

function Outcome({ data: { order } }: { readonly data: ShownOrderDetails }) {
  const title = useOutcomeTitle()
  const said = useSaid()
  const t = useWords<Messages>('trading')
  const line = useOrderLine()
  const mark = marks[markOf(order)]
  return (
    <OutcomeCard icon={mark.icon} look={mark.look}>
      <h2 className="text-18">{title(order)}</h2>
      <p className="text-13 text-second">
        {order.averagePrice === undefined
          ? line(order)
          : t('ticket.result.average', {
              price: said.price(order.averagePrice),
              amount: said.amount(order.filledAmount, order.currency),
            })}
      </p>
      <OrderState order={order} />
    </OutcomeCard>
  )
}

function QualitySection(props: {
  readonly data: ShownOrderDetails
  /** Its charges are shown here, and not with what a sale brought. */
  readonly charges: boolean
}) {
  const { data, charges } = props
  const { quality, order } = data
  const t = useWords<Messages>('trading')
  return (
    <Section title={t('order.execution')} pad="normal">
      {quality !== undefined && <QualityFacts quality={quality} />}
      {charges && (
        <DefinitionList
          facts={[
            { label: t('order.fee'), value: <Amount value={order.fee} currency={order.currency} /> },
            { label: t('order.vat'), value: <Amount value={order.vat} currency={order.currency} /> },
          ]}
        />
      )}
      {quality !== undefined && (
        <details className="mt-2 text-12 text-second">
          <summary className="-my-2.5 py-3.5 text-brand">{t('order.details')}</summary>
          <p className="mt-1">{t('order.spreadExplained')}</p>
          <p className="mt-1">{t('order.slippageExplained')}</p>
        </details>
      )}
    </Section>
  )
}

function QualityFacts({ quality }: { readonly quality: ShownQuality }) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const spread = quality.effectiveSpreadBps
  return (
    <DefinitionList
      facts={[
        {
          label: <Term sentence={t('terms.mid')}>{t('order.mid')}</Term>,
          value: <Price value={quality.midAtReceipt} />,
        },
        {
          label: <Term sentence={t('terms.effectiveSpread')}>{t('order.spread')}</Term>,
          value: (
            <span className="inline-flex items-baseline gap-1.5">
              {spread === undefined ? '—' : t('order.bps', { bps: said.price(spread) })}
              {spread?.startsWith('-') === true && <span className="text-ok">{t('order.better')}</span>}
            </span>
          ),
        },
        {
          label: t('order.slippage'),
          value: quality.slippagePercent === undefined ? '—' : said.percent(quality.slippagePercent),
        },
        {
          label: t('order.firstFill'),
          value: quality.firstFillMs === undefined ? '—' : t('order.ms', { ms: said.price(quality.firstFillMs) }),
        },
      ]}
    />
  )
}

function DetailsSection({ order, chart }: { readonly order: ShownOrder; readonly chart: string }) {
  const t = useWords<Messages>('trading')
  const price = (label: string, value: string | undefined) =>
    value === undefined ? [] : [{ label, value: <Price value={value} /> }]
  return (
    <Section title={t('order.details')} more={{ href: chart, label: order.ticker }} pad="normal">
      <DefinitionList
        facts={[
          { label: t('order.type'), value: t(`types.${order.type}`) },
          { label: t('order.time'), value: t(`times.${order.timeInForce}`) },
          ...price(t('order.limit'), order.limitPrice),
          ...price(t('order.stop'), order.stopPrice),
          ...price(t('order.takeProfit'), order.takeProfitPrice),
          ...price(t('order.stopLoss'), order.stopLossPrice),
        ]}
      />
    </Section>
  )
}

function LinkedSection(props: { readonly linked: readonly ShownOrder[]; readonly addresses: Addresses }) {
  const t = useWords<Messages>('trading')
  const line = useOrderLine()
  return (
    <Section title={t('order.linked')}>
      {props.linked.map((one) => (
        <ListRow
          key={one.orderId}
          href={props.addresses.orderAt(one.orderId)}
          title={t(`types.${one.type}`)}
          note={line(one)}
          aside={<Pill>{t(`states.${one.state}`)}</Pill>}
          chevron={false}
        />
      ))}
    </Section>
  )
}

/** The product's cancelling, as `useAction` gives it, bound to the order. */
export interface Cancelling {
  readonly mutate: (
    request: { readonly orderId: string },
    then: {
      readonly onSuccess: () => void
      readonly onError: (refusal: { readonly message: string }) => void
      readonly onSettled: () => void
    },
  ) => void
  readonly isPending: boolean
  readonly error: { readonly message: string } | null
}

function CancelButton({ orderId, cancelling }: { readonly orderId: string; readonly cancelling: Cancelling }) {
  const t = useWords<Messages>('trading')
  const { words } = useUi()
  const [asking, setAsking] = useState(false)
  const confirm = (): void =>
    cancelling.mutate(
      { orderId },
      {
        onSuccess: () => showToast(t('orders.cancelled')),
        onError: ({ message }) => showToast(message === '' ? words.failed : message, { kind: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <Button kind="ghost" wide onClick={() => setAsking(true)}>
        {t('orders.cancel')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('orders.cancelAsk')}
        confirmLabel={t('orders.cancel')}
        cancelLabel={t('orders.cancelKeep')}
        kind="danger"
        loading={cancelling.isPending}
        onConfirm={confirm}
      />
      {cancelling.error !== null && <Note tone="bad">{cancelling.error.message}</Note>}
    </>
  )
}
