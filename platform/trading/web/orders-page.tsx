import type { Call } from '@bolsillo/contract'
import type { Sha256 } from '@bolsillo/ledger/domain'
import { JournalChecks } from '@bolsillo/ledger/web'
import { PageFrame, shortHash } from '@bolsillo/ui'
import { sha256, useAction, useCall, useKit, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import { useSearchParams } from 'react-router'
import type { cancelOrderCall, fillsCall, oneOrderCall, orderReceiptCall } from '../contract/index.ts'
import { isOpen, type Receipt, type ReceiptCheck, receiptChecks } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OneOrder } from './one-order.tsx'
import { OrderList, type OrderListProps } from './order-list.tsx'
import type { TradingAddresses } from './shown-order.ts'

/** A product's calls about its orders. */
export interface OrderCalls {
  readonly list: Call
  readonly fills: ReturnType<typeof fillsCall>
  readonly one: ReturnType<typeof oneOrderCall>
  readonly cancel: ReturnType<typeof cancelOrderCall>
  readonly receipt: ReturnType<typeof orderReceiptCall>
  /** What else changes with an order. */
  readonly owned: Call
}

export interface OrdersPageProps {
  readonly title: string
  readonly calls: OrderCalls
  readonly useOrders: OrderListProps['useOrders']
  readonly addresses: TradingAddresses
  /** The short name of an instrument, for a fill. */
  readonly tickerOf: (symbol: string) => string
  readonly failedChecks: (receipt: Receipt, sha256: Sha256) => Promise<readonly ReceiptCheck[]>
}

const everyMs = 2_000

/** The customer's orders of a product, or one order's whole life when the address names it. */
export function OrdersPage(props: OrdersPageProps) {
  const { title, calls, addresses } = props
  const [params] = useSearchParams()
  const refresh = useRefresh()
  const orderId = params.get('orderId')
  if (orderId !== null) return <OrderOf {...props} orderId={orderId} />
  return (
    <PageFrame title={title}>
      <OrderList
        addresses={addresses}
        onChange={() => refresh(calls.list, calls.fills)}
        useOrders={props.useOrders}
        useFills={() => usePages(calls.fills, {})}
        tickerOf={props.tickerOf}
      />
    </PageFrame>
  )
}

function OrderOf({ calls, addresses, failedChecks, orderId }: OrdersPageProps & { readonly orderId: string }) {
  const { one, cancel, list, owned } = calls
  const known = useCall(one, { orderId })
  const open = known.data !== undefined && isOpen(known.data.order.state)
  const found = useCall(one, { orderId }, open ? { everyMs } : {})
  const cancelling = useAction(cancel, { refreshes: [one, list, owned] })
  return (
    <OneOrder
      found={found}
      orderId={orderId}
      addresses={addresses}
      onCancel={cancelling}
      check={<ReceiptCheckCard receipt={calls.receipt} orderId={orderId} failedChecks={failedChecks} />}
    />
  )
}

/**
 * "Check on this phone": fetches the receipt and computes amounts, fees, postings and hashes here. What it is compared
 * with is the entries as hashed, not the totals the server shows.
 */
function ReceiptCheckCard(props: {
  readonly receipt: OrderCalls['receipt']
  readonly orderId: string
  readonly failedChecks: OrdersPageProps['failedChecks']
}) {
  const { receipt, orderId, failedChecks } = props
  const t = useWords<Messages>('trading')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={orderId}
      checks={receiptChecks.map((check) => [check, t(`order.checks.${check}`)] as const)}
      words={{
        action: t('order.check'),
        good: t('order.checkTitle'),
        bad: t('order.checkFailed'),
        explained: t('order.checkExplained'),
      }}
      check={async () => {
        const answer = await client.call(receipt, { orderId })
        if (answer.kind !== 'reply') return undefined
        const { head, entries } = answer.data
        const against = t('order.head', { seq: head.seq, hash: shortHash(head.hash) })
        return { failed: await failedChecks(answer.data, sha256), against, entries }
      }}
    />
  )
}
