import type { Quote } from '@bolsillo/market/contract'
import { QuoteChange, useQuote } from '@bolsillo/market/web'
import { Button, focusFirstError, Loaded, Price, Sheet, SkeletonRows } from '@bolsillo/ui'
import { type Refusal, useSession, useWords } from '@bolsillo/web-kit'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FormFacts, FormReply, ProductForms } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { type SharedSheet, useCoveredPassword } from '../order-password.tsx'
import { OrderResult } from '../owned/sale-facts.tsx'
import type { TicketProps } from '../permission.tsx'
import type { ResultStepProps } from '../result-step.tsx'
import type { TicketWords, TradingProduct } from '../trading-product.ts'
import { useBeforeReview } from './before-review.tsx'
import { FormStep } from './form-step.tsx'
import { type Placing, sendingOf } from './review-sheet.tsx'
import { ReviewStep } from './review-step.tsx'
import { SignInSheet } from './sign-in-sheet.tsx'
import { type TicketState, useTicketForm } from './ticket-form.ts'
import { useVisibleBook } from './use-visible-book.ts'

interface TicketReply extends FormReply {
  readonly tradePasswordSet: boolean
  readonly identityMissing: boolean
  readonly authorisedUntil?: number | undefined
  readonly quote?: Quote | undefined
}

/** What is sent: the form, and the password unless orders of the session pass without. */
type OrderFields = TicketState['input'] & { readonly symbol: string; readonly tradePassword?: string }

/** What a product adds to a form: below its figures, and on the review. */
type Addition<Reply> = (reply: Reply, state: TicketState, facts: FormFacts) => ReactNode

export interface OrderTicketProps<Reply extends TicketReply> {
  readonly product: TradingProduct
  readonly order: TicketProps
  readonly ticker: string
  /** How many decimals the price is shown with; as it comes when left out. */
  readonly decimals?: number | undefined
  /** The answer of the product's call for what a form needs. */
  readonly asked: ComponentProps<typeof Loaded<Reply>>['of']
  /** The price to begin with, where it is known before that answer. */
  readonly quote?: Quote | undefined
  readonly wordsOf: (facts: FormFacts | undefined) => TicketWords
  /** The product's call that places it, as `useAction` gives it, and how it is sent. */
  readonly placing: Placing<Exclude<ResultStepProps['result'], 'unknown'>>
  readonly place: (fields: OrderFields, then: { readonly onError: (refusal: Refusal) => void }) => void
  /** What keeps a form from being reviewed although nothing is wrong with it. */
  readonly blocked?: boolean
  readonly notes?: Addition<Reply>
  readonly consequences?: Addition<Reply>
}

/** The order form of an instrument, a sheet over its chart: fill in, review, confirm, and the outcome. */
export function OrderTicket<Reply extends TicketReply>(props: OrderTicketProps<Reply>) {
  const { product, order, ticker, asked, placing } = props
  const { side, symbol, onClose } = order
  const { addresses, calls, forms } = product
  const t = useWords<Messages>('trading')
  const { token } = useSession()
  const quote = useQuote(symbol, asked.data?.quote ?? props.quote)
  const facts = useFacts(forms, asked.data, quote)
  const state = useTicketForm(side, facts, { symbol, suggested: quote?.last ?? '', picked: order.limitPrice }, forms)
  const password = useCoveredPassword(asked.data?.authorisedUntil, calls.authorise, calls.ticket)
  const [step, setStep] = useState<'form' | 'review'>('form')
  const sending = sendingOf(placing, password, (authorisation) =>
    props.place({ symbol, ...state.input, ...authorisation }, { onError: password.onRefused }),
  )
  // From when it is sent, not from its outcome: whoever leaves before would find the same order ready to be sent again.
  const isSent = placing.isPending || placing.data !== undefined || sending.result !== undefined
  const { forget } = state
  useEffect(() => {
    if (isSent) forget()
  })
  const sheet = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    title: t(side === 'buy' ? 'ticket.buyTitle' : 'ticket.sellTitle', { ticker }),
    aside: <TicketPrice quote={quote} decimals={props.decimals} />,
    locked: placing.isPending,
    docks: true,
  } as const
  if (token === '') return <SignInSheet sheet={sheet} loginPath={addresses.loginPath} />
  const { result, send } = sending
  if (result !== undefined) {
    const outcome = { product, sheet, result, orderAt: addresses.orderAt }
    return <OrderResult {...outcome} onAsk={send} onDone={onClose} />
  }
  if (step === 'review' && facts !== undefined && asked.data !== undefined) {
    return (
      <ReviewStep
        sheet={{ ...sheet, title: t(`ticket.reviewTitle.${side}`) }}
        ticker={ticker}
        facts={facts}
        state={state}
        sending={sending}
        onBack={() => setStep('form')}
      >
        {props.consequences?.(asked.data, state, facts)}
      </ReviewStep>
    )
  }
  return (
    <FormSheet
      {...props}
      sheet={sheet}
      facts={facts}
      state={state}
      onPassword={password.set}
      onReview={() => setStep('review')}
    />
  )
}

function FormSheet<Reply extends TicketReply>(
  props: OrderTicketProps<Reply> & {
    readonly sheet: SharedSheet
    readonly facts: FormFacts | undefined
    readonly state: TicketState
    readonly onPassword: (chosen: string) => void
    readonly onReview: () => void
  },
) {
  const { product, order, asked, sheet, facts, state } = props
  const t = useWords<Messages>('trading')
  const before = useBeforeReview({
    order,
    needs: asked.data,
    opens: order.side === 'buy',
    ticket: product.calls.ticket,
    onPassword: props.onPassword,
    onReady: props.onReview,
  })
  const canReview = facts !== undefined && props.blocked !== true
  const review = (): void => {
    if (!canReview) return
    state.touchAll()
    if (state.verdict !== undefined && state.verdict.problems.length === 0) before.begin()
    else focusFirstError()
  }
  return (
    <>
      <Sheet
        {...sheet}
        onNext={review}
        footer={
          <Button kind={order.side} wide disabled={!canReview} onClick={review}>
            {t(`ticket.review.${order.side}`)}
          </Button>
        }
      >
        <Loaded of={asked} skeleton={<SkeletonRows rows={5} />}>
          {(reply) =>
            facts === undefined ? null : (
              <FormStep
                side={order.side}
                words={props.wordsOf(facts)}
                postOnly={product.forms.product.postOnly}
                facts={facts}
                state={state}
                opensAt={reply.opensAt}
                onIdentity={reply.identityMissing && order.side === 'buy' ? before.showIdentity : undefined}
              >
                {props.notes?.(reply, state, facts)}
              </FormStep>
            )
          }
        </Loaded>
      </Sheet>
      {before.sheet}
    </>
  )
}

/** The facts of a form, with the newest price and the book as it is shown now. */
function useFacts(
  { factsOf }: ProductForms,
  reply: TicketReply | undefined,
  quote: Quote | undefined,
): FormFacts | undefined {
  const facts = useMemo(() => (reply === undefined ? undefined : factsOf(reply, quote)), [factsOf, reply, quote])
  const book = useVisibleBook(facts?.desk.instrument)
  return useMemo(() => (facts === undefined ? undefined : { ...facts, book }), [facts, book])
}

function TicketPrice({
  quote,
  decimals,
}: {
  readonly quote: Quote | undefined
  readonly decimals: number | undefined
}) {
  return (
    // One above the other on a narrow screen, where the title would be cut.
    <span className="flex flex-col items-end text-14 min-[360px]:flex-row min-[360px]:items-baseline min-[360px]:gap-2">
      <Price
        value={quote?.last}
        flash
        stale={quote?.stale ?? true}
        className="text-second"
        {...(decimals === undefined ? {} : { decimals })}
      />
      <QuoteChange quote={quote} />
    </span>
  )
}
