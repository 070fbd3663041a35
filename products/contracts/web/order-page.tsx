import { EntryChecks } from '@bolsillo/ledger/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { isOpenOrder, OneOrder, OrderRow, type ShownOrder } from '@bolsillo/trading/web'
import {
  ButtonLink,
  DefinitionList,
  EmptyState,
  PagedCard,
  PageFrame,
  Pill,
  Price,
  Section,
  Segmented,
} from '@bolsillo/ui'
import { useAction, useCall, useChangeQuery, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import {
  activePositions,
  cancelContractOrder,
  contractOrders,
  queryContractOrder,
  type WireContractFill,
  type WireContractOrder,
} from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, liquidationAt, marketsPath, orderAt } from './addresses.ts'
import { shownFill, shownOrder } from './shown.ts'
import { useContractSaid } from './use-contract-said.ts'

const views = ['open', 'closed'] as const
const everyMs = 2_000

/** The customer's contract orders, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('contracts')
  const orderId = useQueryValue('orderId')
  if (orderId !== undefined) return <ContractOrder orderId={orderId} />
  return (
    <PageFrame title={t('titles.orders')}>
      <Orders />
    </PageFrame>
  )
}

function Orders() {
  const t = useWords<Messages>('contracts')
  const trading = useWords<TradingMessages>('trading')
  const shown = useQueryValue('filter')
  const changeQuery = useChangeQuery()
  const filter = views.find((one) => one === shown) ?? 'open'
  return (
    <>
      <Segmented
        label={t('titles.orders')}
        value={filter}
        onChange={(next) => changeQuery({ filter: next }, { replace: true })}
        choices={views.map((value) => ({ value, label: trading(`orders.${value}`) }))}
      />
      <PagedCard
        label={t('titles.orders')}
        pages={usePages(contractOrders, { filter })}
        keyOf={(row) => row.orderId}
        empty={
          <EmptyState
            icon={ListChecks}
            title={trading(`orders.empty.${filter}`)}
            action={{ label: t('positions.emptyAction'), href: marketsPath }}
          />
        }
      >
        {(row) => <OrderRow order={shownOrder(row)} href={orderAt(row.orderId)} />}
      </PagedCard>
    </>
  )
}

function ContractOrder({ orderId }: { readonly orderId: string }) {
  const known = useCall(queryContractOrder, { orderId })
  const open = known.data !== undefined && isOpenOrder(shownOrder(known.data.order))
  const found = useCall(queryContractOrder, { orderId }, open ? { everyMs } : {})
  const cancelling = useAction(cancelContractOrder, {
    refreshes: [queryContractOrder, contractOrders, activePositions],
  })
  const { data } = found
  const shown =
    data === undefined
      ? undefined
      : {
          order: shownOrder(data.order) satisfies ShownOrder,
          fills: data.fills.map((fill) => shownFill(fill)),
          life: data.life.map((step) => ({ ...step, done: true })),
          linked: [],
        }
  return (
    <OneOrder
      found={{ data: shown, error: found.error, refetch: found.refetch }}
      orderId={orderId}
      addresses={addresses}
      onCancel={cancelling}
      facts={data === undefined ? undefined : <ContractFacts order={data.order} uncharged={data.uncharged} />}
      check={data === undefined || data.fills.length === 0 ? undefined : <FillChecks fills={data.fills} />}
    />
  )
}

/** The check on this phone that the journal under the signed head holds every fill. */
function FillChecks({ fills }: { readonly fills: readonly WireContractFill[] }) {
  const entries = new Map(fills.map(({ entryId, entrySeq }) => [entryId, { entryId, seq: entrySeq }]))
  return <EntryChecks entries={[...entries.values()]} fileName={fills[0]?.orderId ?? ''} />
}

/** What only contracts have: whose order it is, leverage, the worst price, and the way to its liquidation. */
function ContractFacts({ order, uncharged }: { readonly order: WireContractOrder; readonly uncharged: string }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <Section
      title={t('titles.order')}
      aside={<Pill tone={order.cause === 'liquidation' ? 'bad' : 'quiet'}>{t(`orders.causes.${order.cause}`)}</Pill>}
      pad="normal"
    >
      <DefinitionList
        facts={[
          {
            label: t('positions.leverage'),
            value: `${said.quantity(order.leverage)}× · ${t(`modes.${order.mode}`)}`,
          },
          ...(order.reduceOnly ? [{ label: t('orders.reduceOnly'), value: '✓' }] : []),
          ...(order.postOnly ? [{ label: t('ticket.postOnly'), value: '✓' }] : []),
          { label: t('orders.worst'), value: <Price value={order.worstPrice} /> },
          { label: t('orders.held'), value: said.usdt(order.held) },
          ...(/[1-9]/.test(uncharged) ? [{ label: t('liquidation.uncharged'), value: said.usdt(uncharged) }] : []),
        ]}
      />
      {order.liquidationId !== undefined && (
        <ButtonLink kind="ghost" size="medium" wide className="mt-3" href={liquidationAt(order.liquidationId)}>
          {t('orders.receipt')}
        </ButtonLink>
      )}
    </Section>
  )
}
