import type { Quote } from '@bolsillo/market/contract'
import { isChangeGenerated } from '@bolsillo/market/web'
import { Button, Change, focusFirstError, Loaded, Price, Sheet, SkeletonRows } from '@bolsillo/ui'
import { type Refusal, useSession, useWords } from '@bolsillo/web-kit'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import type { FormFacts, FormReply } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import type { OrderPassword } from '../order-password.tsx'
import type { Side } from '../permission.tsx'
import { ResultStep, type ResultStepProps } from '../result-step.tsx'
import { FormStep } from './form-step.tsx'
import { type Placing, sendingOf } from './review-sheet.tsx'
import { ReviewStep } from './review-step.tsx'
import { SignInSheet } from './sign-in-sheet.tsx'
import { type TicketState, useTicketForm } from './ticket-form.ts'
import type { TicketProduct } from './ticket-product.ts'
import { useVisibleBook } from './use-visible-book.ts'

interface TicketReply extends FormReply {
  readonly tradePasswordSet: boolean
}

/** What is sent: the form, and the password unless orders of the session pass without. */
type OrderFields = TicketState['input'] & { readonly tradePassword?: string }

export interface OrderTicketProps<Reply extends TicketReply> {
  readonly side: Side
  readonly ticker: string
  /** How many decimals the price is shown with; as it comes when left out. */
  readonly decimals?: number | undefined
  /** A price taken from the book or the chart. */
  readonly limitPrice?: string | undefined
  /** The product's call for what a form needs. */
  readonly asked: ComponentProps<typeof Loaded<Reply>>['of']
  readonly quote: Quote | undefined
  readonly facts: FormFacts | undefined
  readonly product: TicketProduct
  readonly password: OrderPassword
  /** The product's call that places it, as `useAction` gives it, and how it is sent. */
  readonly placing: Placing<Exclude<ResultStepProps['result'], 'unknown'>>
  readonly place: (fields: OrderFields, then: { readonly onError: (refusal: Refusal) => void }) => void
  readonly addresses: {
    readonly orderAt: (orderId: string) => string
    readonly loginPath: string
    readonly tradePasswordPath: string
  }
  /** What keeps a form from being reviewed although nothing is wrong with it. */
  readonly blocked?: boolean
  /** What the product says below the form, and on the review. */
  readonly notes?: (reply: Reply, state: TicketState) => ReactNode
  readonly consequences?: (reply: Reply, state: TicketState) => ReactNode
  readonly onClose: () => void
}

/** The order form of an instrument, a sheet over its chart: fill in, review, confirm, and what came of it. */
export function OrderTicket<Reply extends TicketReply>(props: OrderTicketProps<Reply>) {
  const { side, ticker, asked, quote, product, password, placing, addresses, onClose } = props
  const facts = useFactsWithBook(props.facts)
  const t = useWords<Messages>('trading')
  const { token } = useSession()
  const state = useTicketForm(side, facts, { limitPrice: props.limitPrice ?? quote?.last ?? '' }, product)
  const [step, setStep] = useState<'form' | 'review'>('form')
  const sending = sendingOf(placing, password, (authorisation) =>
    props.place({ ...state.input, ...authorisation }, { onError: password.onRefused }),
  )
  const sheet = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    title: t(side === 'buy' ? 'ticket.buyTitle' : 'ticket.sellTitle', { ticker }),
    aside: <TicketPrice quote={quote} decimals={props.decimals} />,
    locked: placing.isPending,
  } as const
  if (token === '') return <SignInSheet sheet={sheet} loginPath={addresses.loginPath} />
  const { result, send } = sending
  if (result !== undefined) {
    return <ResultStep sheet={sheet} result={result} orderAt={addresses.orderAt} onAsk={send} onDone={onClose} />
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
        {props.consequences?.(asked.data, state)}
      </ReviewStep>
    )
  }
  const review = (): void => {
    state.touchAll()
    if (state.verdict !== undefined && state.verdict.problems.length === 0) setStep('review')
    else focusFirstError()
  }
  return (
    <Sheet
      {...sheet}
      footer={
        <Button kind={side} wide disabled={facts === undefined || props.blocked === true} onClick={review}>
          {t(`ticket.review.${side}`)}
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
              tradePasswordPath={addresses.tradePasswordPath}
            >
              {props.notes?.(reply, state)}
            </FormStep>
          )
        }
      </Loaded>
    </Sheet>
  )
}

/** The facts of a form with the book as it is shown now. */
function useFactsWithBook(facts: FormFacts | undefined): FormFacts | undefined {
  const book = useVisibleBook(facts?.desk.instrument)
  return useMemo(() => (facts === undefined ? undefined : { ...facts, book }), [facts, book])
}

function TicketPrice({ quote, decimals }: Pick<OrderTicketProps<TicketReply>, 'quote' | 'decimals'>) {
  return (
    <span className="flex items-baseline gap-2 text-14">
      <Price
        value={quote?.last}
        flash
        stale={quote?.stale ?? true}
        className="text-second"
        {...(decimals === undefined ? {} : { decimals })}
      />
      <Change percent={quote?.changePercent} generated={isChangeGenerated(quote)} className="font-strong" />
    </span>
  )
}
