import { Icon, IconButton, TabFrame, useFromWidth } from '@bolsillo/ui'
import { Navigate, useWords } from '@bolsillo/web-kit'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import type { TicketProps } from './permission.tsx'
import type { TradingAddresses } from './shown-order.ts'
import { useLeftTicket } from './ticket/use-left-ticket.ts'
import type { TradeDeskProps } from './trade-desk.tsx'

export interface TradeTabProps {
  readonly title: string
  /** The choice between the products, above everything. */
  readonly families: ReactNode
  /** What is traded; undefined until it is known. */
  readonly symbol: string | undefined
  /** How the product calls its orders. */
  readonly ordersLabel: string
  readonly addresses: Pick<TradingAddresses, 'ordersAt' | 'chartOf'>
  /** The product's form. */
  readonly ticket: ComponentType<TicketProps>
  /** The desk and what the product has beside it; `onTrade` opens the form. */
  readonly children: (onTrade: TradeDeskProps['onTrade']) => ReactNode
}

/** The tab on which a product is traded without detours: ways to its orders and chart, and the form over it. */
export function TradeTab(props: TradeTabProps) {
  const { title, families, symbol, ordersLabel, addresses, ticket: Ticket, children } = props
  const t = useWords<Messages>('trading')
  const left = useLeftTicket(symbol)
  const [chosen, setChosen] = useState<Pick<TicketProps, 'side' | 'limitPrice'> | 'closed'>()
  const order = chosen ?? (left === undefined ? 'closed' : { side: left })
  // Where there is room, the chart has the ticket beside it. A form that was open before there was stays until it closes.
  const isDesk = useFromWidth('desk')
  const [beganAsDesk] = useState(isDesk)
  if (isDesk && symbol !== undefined && (beganAsDesk || order === 'closed'))
    return <Navigate replace to={addresses.chartOf(symbol)} />
  return (
    <TabFrame
      title={title}
      actions={
        <>
          <IconButton label={ordersLabel} href={addresses.ordersAt()} icon={<Icon of={ListChecks} />} />
          {symbol !== undefined && (
            <IconButton
              label={t('titles.chart')}
              href={addresses.chartOf(symbol)}
              icon={<Icon of={ChartCandlestick} />}
            />
          )}
        </>
      }
    >
      {families}
      {children((side, limitPrice) => setChosen({ side, limitPrice }))}
      {symbol !== undefined && order !== 'closed' && (
        <Ticket symbol={symbol} {...order} onClose={() => setChosen('closed')} />
      )}
    </TabFrame>
  )
}
