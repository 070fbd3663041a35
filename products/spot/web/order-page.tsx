import { JournalChecks } from '@bolsillo/ledger/web'
import { receiptChecks } from '@bolsillo/trading/domain'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { OneOrder, OrderList } from '@bolsillo/trading/web'
import { PageFrame, shortHash } from '@bolsillo/ui'
import { sha256, useAction, useCall, useKit, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import { useSearchParams } from 'react-router'
import { assets, close, fills, list, query, receipt } from '../contract.ts'
import { failedChecks } from '../domain/ticket.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'

const everyMs = 2_000
const endings: readonly string[] = ['filled', 'cancelled', 'expired', 'rejected']

/** The customer's orders of coins, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('spot')
  const [params] = useSearchParams()
  const refresh = useRefresh()
  const orderId = params.get('orderId')
  if (orderId !== null) return <CoinOrder orderId={orderId} />
  return (
    <PageFrame title={t('titles.orders')}>
      <OrderList
        addresses={addresses}
        onChange={() => refresh(list, fills)}
        useOrders={useCoinOrders}
        useFills={useCoinFills}
        tickerOf={(symbol) => symbol.replace('-', ' / ')}
      />
    </PageFrame>
  )
}

const useCoinOrders = (filter: 'open' | 'closed') => usePages(list, { filter })
const useCoinFills = () => usePages(fills, {})

function CoinOrder({ orderId }: { readonly orderId: string }) {
  const known = useCall(query, { orderId })
  const open = known.data !== undefined && !endings.includes(known.data.order.state)
  const found = useCall(query, { orderId }, open ? { everyMs } : {})
  const cancelling = useAction(close, { refreshes: [query, list, assets] })
  return (
    <OneOrder
      found={found}
      orderId={orderId}
      addresses={addresses}
      onCancel={{
        run: (then) => cancelling.mutate({ orderId }, then),
        isPending: cancelling.isPending,
        error: cancelling.error,
      }}
      check={<CheckCard orderId={orderId} />}
    />
  )
}

/** "Check on this phone": amounts, fees, postings and hashes of the order, computed here. */
function CheckCard({ orderId }: { readonly orderId: string }) {
  const t = useWords<TradingMessages>('trading')
  const { client } = useKit()
  return (
    <JournalChecks
      fileName={orderId}
      checks={receiptChecks.map((one) => [one, t(`order.checks.${one}`)] as const)}
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
