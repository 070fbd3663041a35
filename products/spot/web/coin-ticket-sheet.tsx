import type { ReplyOf } from '@bolsillo/contract'
import { writeMoney } from '@bolsillo/kernel'
import { OrderTicket, ownRefusals, permittedTicket, type TicketProps, type TicketState } from '@bolsillo/trading/web'
import { ButtonLink, Note, useSaid } from '@bolsillo/ui'
import { useAction, useCall, useSession, useWords } from '@bolsillo/web-kit'
import { add, assets, fills, list, spotRejections, statistics, ticket } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { transferPath } from './addresses.ts'
import { coins } from './trading.ts'

const factsEveryMs = 5_000

/** The order form of a coin, a sheet over the chart. */
export const CoinTicket = permittedTicket('sell', OpenTicket)

function OpenTicket(order: TicketProps) {
  const t = useWords<Messages>('spot')
  const { token } = useSession()
  const { symbol, side } = order
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const [base = symbol, currency = ''] = symbol.split('-')
  const placing = useAction(add, { refreshes: [ticket, list, fills, assets, statistics] })
  return (
    <OrderTicket
      product={coins}
      order={order}
      ticker={base}
      asked={asked}
      wordsOf={() => ({
        refusal: (name) => (isOwn(name) ? t(`rejections.${name}`) : undefined),
        unit: base,
        money: currency,
        quantityDecimals: asked.data?.rules.lot.replace(/0+$/, '').split('.')[1]?.length ?? 0,
      })}
      placing={placing}
      place={placing.mutate}
      notes={(reply, state) => (
        <>
          <MakerNote reply={reply} state={state} />
          <Missing side={side} state={state} nothing={reply.position.sellable} />
        </>
      )}
      consequences={(reply, state) => <MakerNote reply={reply} state={state} />}
    />
  )
}

const isOwn = ownRefusals(spotRejections)

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
