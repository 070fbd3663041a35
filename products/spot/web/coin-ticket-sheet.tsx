import type { ReplyOf } from '@bolsillo/contract'
import { writeMoney } from '@bolsillo/kernel'
import { useQuote } from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import {
  FormStep,
  type OrderPassword,
  ResultStep,
  ReviewStep,
  type TicketProduct,
  type TicketState,
  useOrderPassword,
  useTicketForm,
} from '@bolsillo/trading/web'
import { Button, ButtonLink, Change, Loaded, Note, Price, Sheet, SkeletonRows, useSaid } from '@bolsillo/ui'
import { useAction, useCall, useKit, useRefresh, useSession, useWords } from '@bolsillo/web-kit'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { add, assets, authorise, fills, list, spotRejections, statistics, ticket } from '../contract.ts'
import { judgeTicket, ticketFactsOf, usualTime } from '../domain/ticket.ts'
import type { Messages } from '../messages/es-ES.ts'
import { loginPath, orderAt, tradePasswordPath, transferPath } from './addresses.ts'

export interface CoinTicketProps {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly onClose: () => void
  /** A price taken from the book. */
  readonly limitPrice?: string
}

const factsEveryMs = 5_000

/** The order form of a coin, a sheet over the chart: fill in, review, confirm, and what came of it. */
export function CoinTicket({ symbol, side, onClose, limitPrice }: CoinTicketProps) {
  const trading = useWords<TradingMessages>('trading')
  const { token } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const quote = useQuote(symbol, asked.data?.quote)
  const facts = useMemo(
    () => (asked.data === undefined ? undefined : ticketFactsOf(asked.data, quote)),
    [asked.data, quote],
  )
  const [base = symbol, currency = ''] = symbol.split('-')
  const product = useCoinProduct(base, currency, asked.data?.rules.lot)
  const state = useTicketForm(side, facts, { limitPrice: limitPrice ?? quote?.last ?? '' }, product)
  const [step, setStep] = useState<'form' | 'review'>('form')
  const password = useCoinPassword(asked.data?.authorisedUntil)
  const placing = useAction(add, { refreshes: [ticket, list, fills, assets, statistics] })
  const send = async (): Promise<void> => {
    const authorisation = await password.fieldsForOrder()
    if (authorisation === undefined) return
    placing.mutate({ symbol, ...state.input, ...authorisation }, { onError: password.onRefused })
  }
  const shared = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    title: trading(side === 'buy' ? 'ticket.buyTitle' : 'ticket.sellTitle', { ticker: base }),
    aside: (
      <span className="flex items-baseline gap-2 text-14">
        <Price value={quote?.last} flash stale={quote?.stale ?? true} className="text-second" />
        <Change percent={quote?.changePercent} className="font-strong" />
      </span>
    ),
    locked: placing.isPending,
  } as const
  if (token === '') {
    const toLogin = (): void => void navigate(`${loginPath}?back=${encodeURIComponent(pathname + search)}`)
    return (
      <Sheet
        {...shared}
        footer={
          <Button wide onClick={toLogin}>
            {trading('orders.signInAction')}
          </Button>
        }
      >
        <p className="text-second">{trading('ticket.signIn')}</p>
      </Sheet>
    )
  }
  const result = placing.data ?? (placing.error?.outcome === 'unknown' ? 'unknown' : undefined)
  if (result !== undefined) {
    return <ResultStep sheet={shared} result={result} orderAt={orderAt} onAsk={() => void send()} onDone={onClose} />
  }
  if (step === 'review' && facts !== undefined && asked.data !== undefined) {
    return (
      <ReviewStep
        sheet={{ ...shared, title: trading(`ticket.reviewTitle.${side}`) }}
        ticker={base}
        facts={facts}
        state={state}
        password={password}
        pending={placing.isPending}
        refusal={placing.error ?? undefined}
        onBack={() => {
          placing.reset()
          setStep('form')
        }}
        onConfirm={() => void send()}
      >
        <MakerNote reply={asked.data} state={state} />
      </ReviewStep>
    )
  }
  const review = (): void => {
    state.touchAll()
    if (state.verdict !== undefined && state.verdict.problems.length === 0) setStep('review')
  }
  return (
    <Sheet
      {...shared}
      footer={
        <Button kind={side} wide disabled={facts === undefined} onClick={review}>
          {trading(`ticket.review.${side}`)}
        </Button>
      }
    >
      <Loaded of={asked} skeleton={<SkeletonRows rows={5} />}>
        {(reply) =>
          facts === undefined ? null : (
            <FormStep
              side={side}
              product={product}
              facts={facts}
              state={state}
              opensAt={reply.opensAt}
              tradePasswordSet={reply.tradePasswordSet}
              tradePasswordPath={tradePasswordPath}
            >
              <MakerNote reply={reply} state={state} />
              <Missing side={side} state={state} nothing={reply.position.sellable} />
            </FormStep>
          )
        }
      </Loaded>
    </Sheet>
  )
}

type OwnName = keyof Messages['rejections'] & string
const ownNames: readonly string[] = Object.values(spotRejections).map(({ name }) => name)
const isOwn = (name: string): name is OwnName => ownNames.includes(name)

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

function useCoinPassword(authorisedUntil: number | undefined): OrderPassword {
  const { client } = useKit()
  const refresh = useRefresh()
  return useOrderPassword(authorisedUntil, async (tradePassword) => {
    const answer = await client.call(authorise, { tradePassword }, client.newKey())
    if (answer.kind === 'unknown') return undefined
    if (answer.kind === 'rejected') return { refused: answer.message }
    refresh(ticket)
    return { until: answer.data.until }
  })
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
