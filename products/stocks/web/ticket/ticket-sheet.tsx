import { useQuote } from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { FormStep, ResultStep, ReviewStep, useTicketForm } from '@bolsillo/trading/web'
import { Button, Change, Loaded, Price, Sheet, SkeletonRows } from '@bolsillo/ui'
import { useAction, useCall, useSession, useWords } from '@bolsillo/web-kit'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buy, fills, info, orders, positions, sell, statistics, ticket } from '../../contract.ts'
import { type Side, ticketFactsOf } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { loginPath, orderAt, tradePasswordPath } from '../addresses.ts'
import { Consequences, StockNotes } from './stock-notes.tsx'
import { useStockPassword } from './stock-password.ts'
import { useStockTicket } from './stock-ticket.ts'

export interface TicketSheetProps {
  readonly symbol: string
  readonly side: Side
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** A price taken from the book or the chart. */
  readonly limitPrice?: string
}

const factsEveryMs = 5_000
/** The status of a customer who was restricted, as login-info tells it. */
const restricted = 0

/** The order form, a sheet over the chart: fill in, review, confirm, and what came of it. */
export function TicketSheet(props: TicketSheetProps) {
  // A new opening is a new form: nothing of the last order is left in it.
  return props.open ? <PermittedTicket key={`${props.symbol} ${props.side}`} {...props} /> : null
}

/** Who is restricted sells what they own and buys nothing: said before a form is filled in, not after. */
function PermittedTicket(props: TicketSheetProps) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const { user } = useSession()
  const [instead, setInstead] = useState(false)
  if (instead) return <OpenTicket {...withoutPrice(props)} side="sell" />
  if (props.side === 'sell' || user?.status !== restricted) return <OpenTicket {...props} />
  return (
    <Sheet
      open
      onOpenChange={props.onOpenChange}
      title={trading('sides.buy')}
      footer={
        <Button kind="sell" wide onClick={() => setInstead(true)}>
          {trading('sides.sell')}
        </Button>
      }
    >
      <p className="text-second">{t('ticket.restricted')}</p>
    </Sheet>
  )
}

// A price at which somebody would have bought is none to sell at.
function withoutPrice({ limitPrice: _, ...props }: TicketSheetProps): TicketSheetProps {
  return props
}

function OpenTicket({ symbol, side, onOpenChange, limitPrice }: TicketSheetProps) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const { token } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const asked = useCall(ticket, { symbol }, { enabled: token !== '', everyMs: factsEveryMs })
  const quote = useQuote(symbol, asked.data?.quote ?? about.data?.quote)
  const facts = useMemo(
    () => (asked.data === undefined ? undefined : ticketFactsOf(asked.data, quote)),
    [asked.data, quote],
  )
  const product = useStockTicket(facts)
  const state = useTicketForm(side, facts, { limitPrice: limitPrice ?? quote?.last ?? '' }, product)
  const [step, setStep] = useState<'form' | 'review'>('form')
  const password = useStockPassword(asked.data?.authorisedUntil)
  const refreshes = [ticket, orders, fills, positions, statistics] as const
  const buying = useAction(buy, { refreshes })
  const selling = useAction(sell, { refreshes })
  const placing = side === 'buy' ? buying : selling
  const send = async (): Promise<void> => {
    const authorisation = await password.fieldsForOrder()
    if (authorisation === undefined) return
    const { side: _, ...fields } = state.input
    placing.mutate({ symbol, ...fields, ...authorisation }, { onError: password.onRefused })
  }
  const title = trading(side === 'buy' ? 'ticket.buyTitle' : 'ticket.sellTitle', {
    ticker: about.data?.ticker ?? symbol,
  })
  const aside = (
    <span className="flex items-baseline gap-2 text-14">
      <Price
        value={quote?.last}
        flash
        stale={quote?.stale ?? true}
        className="text-second"
        {...(about.data === undefined ? {} : { decimals: about.data.priceDecimals })}
      />
      <Change percent={quote?.changePercent} className="font-strong" />
    </span>
  )
  const result = placing.data ?? (placing.error?.outcome === 'unknown' ? 'unknown' : undefined)
  const shared = { open: true, onOpenChange, title, aside, locked: placing.isPending } as const
  if (token === '') {
    const toLogin = (): void => void navigate(`${loginPath}?back=${encodeURIComponent(pathname + search)}`)
    return (
      <Sheet
        {...shared}
        footer={
          <Button wide onClick={toLogin}>
            {t('positions.signInAction')}
          </Button>
        }
      >
        <p className="text-second">{trading('ticket.signIn')}</p>
      </Sheet>
    )
  }
  if (result !== undefined) {
    return (
      <ResultStep
        sheet={shared}
        result={result}
        orderAt={orderAt}
        onAsk={() => void send()}
        onDone={() => onOpenChange(false)}
      />
    )
  }
  if (step === 'review' && facts !== undefined && asked.data !== undefined) {
    return (
      <ReviewStep
        sheet={{ ...shared, title: trading(`ticket.reviewTitle.${side}`) }}
        ticker={about.data?.ticker ?? symbol}
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
        <Consequences side={side} reply={asked.data} />
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
        <Button kind={side} wide disabled={facts === undefined || asked.data?.vipMissing === true} onClick={review}>
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
              <StockNotes side={side} reply={reply} facts={facts} state={state} />
            </FormStep>
          )
        }
      </Loaded>
    </Sheet>
  )
}
