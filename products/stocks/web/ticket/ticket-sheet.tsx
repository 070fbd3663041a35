import { OrderTicket, ownRefusals, permittedTicket, type TicketProps } from '@bolsillo/trading/web'
import { useSaid } from '@bolsillo/ui'
import { useAction, useCall, useSession, useWords } from '@bolsillo/web-kit'
import {
  buy,
  fills,
  info,
  orders,
  positions,
  sell,
  statistics,
  stocksRejections,
  ticket,
} from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { shares } from '../trading.ts'
import { Consequences, StockNotes } from './stock-notes.tsx'

const factsEveryMs = 5_000
const isOwn = ownRefusals(stocksRejections)

/** The order form of a share, a sheet over the chart; also who is restricted sells what they own. */
export const StockTicket = permittedTicket('sell', OpenTicket)

function OpenTicket(order: TicketProps) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const { token } = useSession()
  const { symbol, side } = order
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const refreshes = [ticket, orders, fills, positions, statistics] as const
  const buying = useAction(buy, { refreshes })
  const selling = useAction(sell, { refreshes })
  const placing = side === 'buy' ? buying : selling
  return (
    <OrderTicket
      product={shares}
      order={order}
      ticker={about.data?.ticker ?? symbol}
      decimals={about.data?.priceDecimals}
      asked={asked}
      quote={about.data?.quote}
      wordsOf={(facts) => ({
        refusal: (name) => (isOwn(name) ? t(`rejections.${name}`) : undefined),
        unit: t('ticket.shares'),
        about: (quantity) => t('ticket.about', { count: Number(quantity), quantity: said.quantity(quantity) }),
        money: t(facts?.currency.code === 'USD' ? 'ticket.dollars' : 'ticket.pesos'),
        quantityDecimals: facts?.desk.instrument.fractional === true ? facts.desk.instrument.scale.quantityScale : 0,
      })}
      placing={placing}
      place={({ side: _, postOnly: __, ...fields }, then) => placing.mutate(fields, then)}
      blocked={asked.data?.vipMissing === true}
      notes={(reply, state, facts) => <StockNotes side={side} reply={reply} facts={facts} state={state} />}
      consequences={(reply) => <Consequences side={side} reply={reply} />}
    />
  )
}
