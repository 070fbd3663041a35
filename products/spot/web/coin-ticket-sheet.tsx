import type { ReplyOf } from '@bolsillo/contract'
import { writeMoney } from '@bolsillo/kernel'
import { OrderTicket, ownRefusals, permittedTicket, type TicketProps, type TicketState } from '@bolsillo/trading/web'
import { Button, Note, useSaid } from '@bolsillo/ui'
import { Detour, useAction, useCall, useRefresh, useSession, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { add, assets, fills, list, spotRejections, statistics, ticket } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
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
          <Missing symbol={symbol} side={side} state={state} nothing={reply.position.sellable} />
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

/** Money or coins are short in this purse: brought from another one, or another currency, over the form. */
function Missing(props: {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly state: TicketState
  readonly nothing: string
}) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const refresh = useRefresh()
  const [detour, setDetour] = useState<'transfer' | 'convert'>()
  const { symbol, side, state } = props
  const [base, currency = ''] = symbol.split('-')
  const short = state.verdict?.short
  const noCoins = side === 'sell' && /^0(\.0*)?$/.test(props.nothing)
  if (detour === undefined && !noCoins && (short === undefined || state.touched.size === 0)) return null
  const close = (): void => setDetour(undefined)
  return (
    <div className="grid gap-2">
      {short !== undefined && (
        <Note tone="warning">{t('ticket.short', { amount: said.amount(writeMoney(short), short.asset.code) })}</Note>
      )}
      <Button kind="ghost" size="medium" wide onClick={() => setDetour('transfer')}>
        {t(noCoins ? 'ticket.coins' : 'ticket.cash')}
      </Button>
      {short !== undefined && cash.includes(currency) && (
        <Button kind="ghost" size="medium" wide onClick={() => setDetour('convert')}>
          {t('ticket.convert')}
        </Button>
      )}
      {detour !== undefined && (
        <Detour
          name={detour}
          asset={noCoins ? base : currency}
          purse="coin"
          onClose={close}
          onDone={() => {
            close()
            refresh(ticket)
          }}
        />
      )}
    </div>
  )
}

/** What is converted into one another; coins are bought in their market. */
const cash: readonly string[] = ['MXN', 'USD', 'BRL']
