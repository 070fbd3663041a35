import { useQuote } from '@bolsillo/market/web'
import { OrderTicket, permittedTicket, type TicketProps, useCoveredPassword } from '@bolsillo/trading/web'
import { useAction, useCall, useSession } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { authorise, buy, fills, info, orders, positions, sell, statistics, ticket } from '../../contract/index.ts'
import { ticketFactsOf } from '../../domain/index.ts'
import { loginPath, orderAt, tradePasswordPath } from '../addresses.ts'
import { Consequences, StockNotes } from './stock-notes.tsx'
import { useStockTicket } from './stock-ticket.ts'

const factsEveryMs = 5_000

/** The order form of a share, a sheet over the chart; also who is restricted sells what they own. */
export const StockTicket = permittedTicket('sell', OpenTicket)

function OpenTicket({ symbol, side, onClose, limitPrice }: TicketProps) {
  const { token } = useSession()
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const quote = useQuote(symbol, asked.data?.quote ?? about.data?.quote)
  const facts = useMemo(
    () => (asked.data === undefined ? undefined : ticketFactsOf(asked.data, quote)),
    [asked.data, quote],
  )
  const refreshes = [ticket, orders, fills, positions, statistics] as const
  const buying = useAction(buy, { refreshes })
  const selling = useAction(sell, { refreshes })
  const placing = side === 'buy' ? buying : selling
  return (
    <OrderTicket
      side={side}
      ticker={about.data?.ticker ?? symbol}
      decimals={about.data?.priceDecimals}
      limitPrice={limitPrice}
      asked={asked}
      quote={quote}
      facts={facts}
      product={useStockTicket(facts)}
      password={useCoveredPassword(asked.data?.authorisedUntil, authorise, ticket)}
      placing={placing}
      place={({ side: _, postOnly: __, ...fields }, then) => placing.mutate({ symbol, ...fields }, then)}
      addresses={{ orderAt, loginPath, tradePasswordPath }}
      blocked={asked.data?.vipMissing === true}
      notes={(reply, state) =>
        facts !== undefined && <StockNotes side={side} reply={reply} facts={facts} state={state} />
      }
      consequences={(reply) => <Consequences side={side} reply={reply} />}
      onClose={onClose}
    />
  )
}
