import { OpenOrders, openOrdersShown, TradeDesk, TradeTab } from '@bolsillo/trading/web'
import { EmptyState, Loaded, Skeleton, SkeletonRows } from '@bolsillo/ui'
import { useCall, useNavigate, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { contractOrders, multiple } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AccountCard } from './account-card.tsx'
import { addresses, marketsPath, positionAt, tickerOf } from './addresses.ts'
import { decimalsOf } from './contract-figures.ts'
import { MarkLine } from './mark-line.tsx'
import { PositionCard } from './position/position-card.tsx'
import { shownOrder } from './shown.ts'
import { ContractTicket } from './ticket/contract-ticket-sheet.tsx'
import { useAccount } from './use-account.ts'

/** Trading contracts without detours: one contract, its book, its mark and funding, open positions and orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('contracts')
  const wanted = useQueryValue('symbol')
  const { token } = useSession()
  const all = useCall(multiple, {}, { freshMs: 60_000 })
  const contract = all.data?.rows.find(({ symbol }) => symbol === wanted) ?? all.data?.rows[0]
  const symbol = contract?.symbol
  const tab = { title, families, symbol, addresses, ordersLabel: t('titles.orders'), ticket: ContractTicket }
  return (
    <TradeTab {...tab}>
      {(onTrade) => (
        <>
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
                    onTrade={onTrade}
                  />
                </>
              )
            }
          </Loaded>
          {token !== '' && <Mine />}
        </>
      )}
    </TradeTab>
  )
}

/** The account, the open positions and the orders that wait. */
function Mine() {
  const navigate = useNavigate()
  const found = useAccount()
  const orders = useCall(contractOrders, { filter: 'open', limit: openOrdersShown }, { everyMs: 5_000 })
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
      <OpenOrders of={orders} show={shownOrder} addresses={addresses} />
    </>
  )
}
