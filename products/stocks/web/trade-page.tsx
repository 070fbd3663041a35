import { ProductOrders, TradeDesk, type TradeDeskProps, TradeTab } from '@bolsillo/trading/web'
import { Amount, Loaded, Section, Skeleton } from '@bolsillo/ui'
import { useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { hot, info, statistics } from '../contract/index.ts'
import { amountLess } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, searchAt } from './addresses.ts'
import { useStockCountry } from './stored.ts'
import { StockTicket } from './ticket/ticket-sheet.tsx'
import { shares } from './trading.ts'

/** Trading without detours: one instrument, its book, buy and sell, what there is to spend, and the open orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('stocks')
  const [country] = useStockCountry()
  const asked = useQueryValue('symbol')
  const { token } = useSession()
  const popular = useCall(hot, { stockCountry: country, limit: '1' }, { enabled: asked === undefined })
  const symbol = asked ?? popular.data?.rows[0]?.symbol
  const tab = { title, families, symbol, addresses, ordersLabel: t('titles.orders'), ticket: StockTicket }
  return (
    <TradeTab {...tab}>
      {(onTrade) => (
        <>
          {symbol === undefined ? (
            <Loaded of={popular} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
              {() => null}
            </Loaded>
          ) : (
            <Desk symbol={symbol} onTrade={onTrade} />
          )}
          {token !== '' && <BuyingPower />}
          {token !== '' && <ProductOrders product={shares} />}
        </>
      )}
    </TradeTab>
  )
}

function Desk({ symbol, onTrade }: Pick<TradeDeskProps, 'symbol' | 'onTrade'>) {
  const t = useWords<Messages>('stocks')
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const search = { href: searchAt('trade'), label: t('titles.search') }
  return (
    <Loaded of={about} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
      {(row) => <TradeDesk symbol={symbol} row={row} search={search} whenRestricted="sell" onTrade={onTrade} />}
    </Loaded>
  )
}

function BuyingPower() {
  const t = useWords<Messages>('stocks')
  const found = useCall(statistics, {}, { freshMs: 10_000 })
  return (
    <Section title={t('trade.power')} pad="normal">
      <Loaded of={found} skeleton={<Skeleton className="h-10" />}>
        {({ currencies }) => (
          <div className="grid grid-cols-2 gap-3">
            {currencies.map((income) => (
              <div key={income.currency}>
                <p className="text-12 text-second">
                  {t(income.currency === 'USD' ? 'trade.inDollars' : 'trade.inPesos')}
                </p>
                <p className="font-strong text-16">
                  <Amount value={amountLess(income.cash, income.cashHeld)} currency={income.currency} />
                </p>
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  )
}
