import { JournalChecks } from '@bolsillo/ledger/web'
import { PageFrame, shortHash } from '@bolsillo/ui'
import { sha256, useAction, useCall, useKit, usePages, useRefresh, useSearchParams, useWords } from '@bolsillo/web-kit'
import { failedChecks, isOpen, receiptChecks } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OneOrder } from './one-order.tsx'
import { OrderList } from './order-list.tsx'
import { SaleSection } from './owned/sale-facts.tsx'
import type { TradingProduct } from './trading-product.ts'

export interface OrdersPageProps {
  readonly title: string
  readonly product: TradingProduct
}

const everyMs = 2_000

/** The customer's orders of a product, or one order's whole life when the address names it. */
export function OrdersPage({ title, product }: OrdersPageProps) {
  const { calls, addresses } = product
  const [params] = useSearchParams()
  const refresh = useRefresh()
  const orderId = params.get('orderId')
  if (orderId !== null) return <OrderOf product={product} orderId={orderId} />
  return (
    <PageFrame title={title}>
      <OrderList
        addresses={addresses}
        onChange={() => refresh(calls.list, calls.fills)}
        useOrders={(filter) => usePages(calls.list, { filter })}
        useFills={() => usePages(calls.fills, {})}
        tickerOf={product.tickerOf}
      />
    </PageFrame>
  )
}

function OrderOf({ product, orderId }: { readonly product: TradingProduct; readonly orderId: string }) {
  const { one, cancel, list, owned } = product.calls
  const known = useCall(one, { orderId })
  const open = known.data !== undefined && isOpen(known.data.order.state)
  const found = useCall(one, { orderId }, open ? { everyMs } : {})
  const cancelling = useAction(cancel, { refreshes: [one, list, owned] })
  return (
    <OneOrder
      found={found}
      orderId={orderId}
      addresses={product.addresses}
      onCancel={cancelling}
      sale={(data) => <SaleSection data={data} />}
      check={<ReceiptCheckCard product={product} orderId={orderId} />}
    />
  )
}

/**
 * "Check on this phone": fetches the receipt and computes amounts, fees, postings and hashes here. What it is compared
 * with is the entries as hashed, not the totals the server shows.
 */
function ReceiptCheckCard({ product, orderId }: { readonly product: TradingProduct; readonly orderId: string }) {
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
        const answer = await client.call(product.calls.receipt, { orderId })
        if (answer.kind !== 'reply') return undefined
        const { head, entries } = answer.data
        const against = t('order.head', { seq: head.seq, hash: shortHash(head.hash) })
        return { failed: await failedChecks(product.forms.product, answer.data, sha256), against, entries }
      }}
    />
  )
}
