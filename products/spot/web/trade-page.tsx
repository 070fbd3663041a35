import { ProductOrders, TradeDesk, TradeTab } from '@bolsillo/trading/web'
import { Amount, Loaded, Quantity, Section, Skeleton } from '@bolsillo/ui'
import { useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { coinTicker, ticket } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, listAt } from './addresses.ts'
import { CoinTicket } from './coin-ticket-sheet.tsx'
import { TierCard } from './tier-card.tsx'
import { coins } from './trading.ts'

const first = 'BTC-USDT'

/** Trading coins without detours: one coin, its book, what there is to spend and sell, the fee tier, open orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('spot')
  const symbol = useQueryValue('symbol') ?? first
  const { token } = useSession()
  const about = useCall(coinTicker, { symbol }, { freshMs: 60_000 })
  const row = about.data
  const tab = { title, families, symbol, addresses, ordersLabel: t('titles.orders'), ticket: CoinTicket }
  return (
    <TradeTab {...tab}>
      {(onTrade) => (
        <>
          <Loaded of={about} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
            {(data) => (
              <TradeDesk
                symbol={symbol}
                row={{ ...data, ticker: `${data.base} / ${data.currency}` }}
                search={{ href: listAt({ for: 'trade' }), label: t('trade.pick') }}
                whenRestricted="sell"
                onTrade={onTrade}
              />
            )}
          </Loaded>
          {token !== '' && row !== undefined && <Power symbol={symbol} base={row.base} />}
          {token !== '' && <ProductOrders product={coins} />}
        </>
      )}
    </TradeTab>
  )
}

/** What may be spent and sold here, and what trading costs the customer. */
function Power({ symbol, base }: { readonly symbol: string; readonly base: string }) {
  const t = useWords<Messages>('spot')
  const found = useCall(ticket, { symbol }, { freshMs: 10_000 })
  return (
    <Loaded of={found} skeleton={<Skeleton className="h-24 rounded-card" />}>
      {({ buyingPower, position, tier }) => (
        <>
          <Section title={t('trade.power')} pad="normal">
            <div className="grid grid-cols-2 gap-3">
              {buyingPower.map((power) => (
                <div key={power.currency}>
                  <p className="text-12 text-second">{power.currency}</p>
                  <p className="font-strong text-16">
                    <Amount value={power.available} />
                  </p>
                </div>
              ))}
              <div>
                <p className="text-12 text-second">{base}</p>
                <p className="font-strong text-16">
                  <Quantity value={position.sellable} />
                </p>
              </div>
            </div>
          </Section>
          <TierCard tier={tier} />
        </>
      )}
    </Loaded>
  )
}
