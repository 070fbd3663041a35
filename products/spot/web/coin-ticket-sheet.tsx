import type { ReplyOf } from '@bolsillo/contract'
import { writeMoney } from '@bolsillo/kernel'
import { useQuote } from '@bolsillo/market/web'
import {
  OrderTicket,
  ownRefusals,
  permittedTicket,
  type TicketProduct,
  type TicketProps,
  type TicketState,
  useCoveredPassword,
} from '@bolsillo/trading/web'
import { ButtonLink, Note, useSaid } from '@bolsillo/ui'
import { useAction, useCall, useSession, useWords } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { add, assets, authorise, fills, list, spotRejections, statistics, ticket } from '../contract/index.ts'
import { judgeTicket, ticketFactsOf, usualTime } from '../domain/ticket.ts'
import type { Messages } from '../messages/es-ES.ts'
import { loginPath, orderAt, tradePasswordPath, transferPath } from './addresses.ts'

const factsEveryMs = 5_000

/** The order form of a coin, a sheet over the chart. */
export const CoinTicket = permittedTicket('sell', OpenTicket)

function OpenTicket({ symbol, side, onClose, limitPrice }: TicketProps) {
  const { token } = useSession()
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const quote = useQuote(symbol, asked.data?.quote)
  const facts = useMemo(
    () => (asked.data === undefined ? undefined : ticketFactsOf(asked.data, quote)),
    [asked.data, quote],
  )
  const [base = symbol, currency = ''] = symbol.split('-')
  const placing = useAction(add, { refreshes: [ticket, list, fills, assets, statistics] })
  return (
    <OrderTicket
      side={side}
      ticker={base}
      limitPrice={limitPrice}
      asked={asked}
      quote={quote}
      facts={facts}
      product={useCoinProduct(base, currency, asked.data?.rules.lot)}
      password={useCoveredPassword(asked.data?.authorisedUntil, authorise, ticket)}
      placing={placing}
      place={(fields, then) => placing.mutate({ symbol, ...fields }, then)}
      addresses={{ orderAt, loginPath, tradePasswordPath }}
      notes={(reply, state) => (
        <>
          <MakerNote reply={reply} state={state} />
          <Missing side={side} state={state} nothing={reply.position.sellable} />
        </>
      )}
      consequences={(reply, state) => <MakerNote reply={reply} state={state} />}
      onClose={onClose}
    />
  )
}

const isOwn = ownRefusals(spotRejections)

/** How orders of coins differ from others: parts of a coin, good until cancelled, post-only. */
function useCoinProduct(base: string, currency: string, lot: string | undefined): TicketProduct {
  const t = useWords<Messages>('spot')
  return {
    judge: judgeTicket,
    refusal: (name, values) => (isOwn(name) ? t(`rejections.${name}`, values) : undefined),
    unit: base,
    money: currency,
    quantityDecimals: lot?.replace(/0+$/, '').split('.')[1]?.length ?? 0,
    postOnly: true,
    timeOf: usualTime,
  }
}

/** An order that may wait pays one fee or the other: both are said. */
function MakerNote({ reply, state }: { readonly reply: ReplyOf<typeof ticket>; readonly state: TicketState }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  if (state.form.type === 'market' || state.form.type === 'stop') return null
  const bps = (value: number): string => said.percent(String(value / 100))
  return (
    <p className="text-12 text-second">
      {t('ticket.makerNote', { maker: bps(reply.tier.makerBps), taker: bps(reply.tier.takerBps) })}
    </p>
  )
}

/** Money or coins are short in this purse: where they come from. */
function Missing(props: { readonly side: 'buy' | 'sell'; readonly state: TicketState; readonly nothing: string }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const { side, state } = props
  const short = state.verdict?.short
  const noCoins = side === 'sell' && /^0(\.0*)?$/.test(props.nothing)
  if (!noCoins && (short === undefined || state.touched.size === 0)) return null
  return (
    <div className="grid gap-2">
      {short !== undefined && (
        <Note tone="warning">{t('ticket.short', { amount: said.amount(writeMoney(short), short.asset.code) })}</Note>
      )}
      <ButtonLink kind="ghost" size="medium" wide href={transferPath}>
        {t(noCoins ? 'ticket.coins' : 'ticket.cash')}
      </ButtonLink>
    </div>
  )
}
