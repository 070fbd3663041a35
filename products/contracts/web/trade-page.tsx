import { TradeDesk } from '@bolsillo/trading/web'
import { EmptyState, Icon, IconButton, Loaded, Section, Skeleton, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { contractOrders, multiple } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AccountCard } from './account-card.tsx'
import { chartOf, marketsPath, ordersAt, positionAt } from './addresses.ts'
import { decimalsOf, tickerOf } from './contract-figures.ts'
import { ContractOrderRow } from './contract-order-row.tsx'
import { MarkLine } from './mark-line.tsx'
import { PositionCard } from './position-card.tsx'
import { ContractTicket } from './ticket/contract-ticket-sheet.tsx'
import { useAccount } from './use-account.ts'

const ordersShown = 10

/** Trading contracts without detours: one contract, its book, its mark and funding, open positions and orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('contracts')
  const [params] = useSearchParams()
  const { token } = useSession()
  const all = useCall(multiple, {}, { freshMs: 60_000 })
  const wanted = params.get('symbol')
  const contract = all.data?.rows.find(({ symbol }) => symbol === wanted) ?? all.data?.rows[0]
  const [ticket, setTicket] = useState<{ side: 'buy' | 'sell'; limitPrice?: string }>()
  return (
    <TabFrame
      title={title}
      actions={
        <>
          <IconButton label={t('titles.orders')} href={ordersAt()} icon={<Icon of={ListChecks} />} />
          {contract !== undefined && (
            <IconButton
              label={tickerOf(contract.symbol)}
              href={chartOf(contract.symbol)}
              icon={<Icon of={ChartCandlestick} />}
            />
          )}
        </>
      }
    >
      {families}
      <Loaded of={all} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
        {() =>
          contract === undefined ? (
            <EmptyState title={t('market.empty')} />
          ) : (
            <>
              <section className="rounded-card bg-card p-4 shadow-card">
                <MarkLine symbol={contract.symbol} decimals={decimalsOf(contract.tick)} />
              </section>
              <TradeDesk
                symbol={contract.symbol}
                row={{
                  ticker: tickerOf(contract.symbol),
                  name: contract.name,
                  priceDecimals: decimalsOf(contract.tick),
                }}
                search={{ href: marketsPath, label: t('market.list') }}
                labels={{ buy: t('sides.long'), sell: t('sides.short') }}
                whenRestricted="close"
                onTrade={(side, limitPrice) => setTicket(limitPrice === undefined ? { side } : { side, limitPrice })}
              />
            </>
          )
        }
      </Loaded>
      {token !== '' && <Mine />}
      {contract !== undefined && ticket !== undefined && (
        <ContractTicket symbol={contract.symbol} {...ticket} onClose={() => setTicket(undefined)} />
      )}
    </TabFrame>
  )
}

/** The account, the open positions and the orders that wait. */
function Mine() {
  const t = useWords<Messages>('contracts')
  const navigate = useNavigate()
  const found = useAccount()
  const orders = useCall(contractOrders, { filter: 'open', limit: ordersShown }, { everyMs: 5_000 })
  return (
    <>
      <Loaded of={found} skeleton={<SkeletonRows rows={2} />}>
        {({ rows, account }) => (
          <>
            <AccountCard account={account} />
            {rows.map((row) => (
              <PositionCard
                key={row.positionId}
                position={row}
                onOpen={() => void navigate(positionAt(row.positionId))}
              />
            ))}
          </>
        )}
      </Loaded>
      <Section title={t('positions.openOrders')} more={{ href: ordersAt(), label: t('positions.history') }}>
        <Loaded of={orders} skeleton={<SkeletonRows rows={2} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={t('orders.none')} className="py-4" />
            ) : (
              rows.map((order) => <ContractOrderRow key={order.orderId} order={order} />)
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
