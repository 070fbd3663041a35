import type { ReplyOf } from '@bolsillo/contract'
import {
  permittedTicket,
  ResultStep,
  type SharedSheet,
  SignInSheet,
  sendingOf,
  type TicketProps,
  useBeforeReview,
  useOrderPassword,
  useVisibleBook,
} from '@bolsillo/trading/web'
import { Button, focusFirstError, Loaded, Price, Sheet, SkeletonRows } from '@bolsillo/ui'
import { useAction, useCall, useSession, useWords } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import { activePositions, add, contractOrders, contractTicket } from '../../contract/index.ts'
import { leverageUnits } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { loginPath, orderAt, tickerOf } from '../addresses.ts'
import { bookRulesOf, decimalsOf } from '../contract-figures.ts'
import { shownFill, shownOrder } from '../shown.ts'
import { SuitabilitySheet } from '../suitability-sheet.tsx'
import { useContractSaid } from '../use-contract-said.ts'
import { useMark } from '../use-mark.ts'
import { type ContractForm, type ContractTicketOrder, useContractForm } from './contract-form.ts'
import { ContractFormStep } from './contract-form-step.tsx'
import { ContractReview } from './contract-review.tsx'

const factsEveryMs = 5_000

/** The ticket of a contract, a sheet over the chart: fill in, review, confirm, and the outcome. */
export const ContractTicket = permittedTicket('close', OpenTicket)

/** What a ticket is filled in with, where in it the customer is, and sending it. */
function useTicket(order: ContractTicketOrder, signedIn: boolean) {
  const { symbol, side } = order
  const asked = useCall(contractTicket, { symbol }, { enabled: signedIn, everyMs: factsEveryMs })
  const mark = useMark(symbol)
  const book = useVisibleBook(asked.data === undefined ? undefined : bookRulesOf(asked.data.contract))
  const state = useContractForm(order, asked.data, { mark, book })
  const [step, setStep] = useState<'form' | 'review' | 'questions'>('form')
  const placing = useAction(add, { refreshes: [contractTicket, activePositions, contractOrders] })
  const password = useOrderPassword(asked.data?.authorisedUntil)
  const sending = sendingOf(placing, password, (authorisation) => {
    const fields = { symbol, side, ...requestOf(state.form), ...authorisation }
    placing.mutate(fields, {
      onError: (refusal) => {
        password.onRefused(refusal)
        if (refusal.rejection === 'suitability-missing') setStep('questions')
        // What a field is to blame for is said beside the field.
        else if (refusal.field !== undefined && refusal.field !== 'tradePassword') setStep('form')
      },
    })
  })
  // From when it is sent, not from its outcome: whoever leaves before would find the same order ready to be sent again.
  const isSent = placing.isPending || placing.data !== undefined || sending.result !== undefined
  const { forget } = state
  useEffect(() => {
    if (isSent) forget()
  })
  const before = useBeforeReview({
    order,
    needs: asked.data,
    opens: true,
    ticket: contractTicket,
    onPassword: password.set,
    onReady: () => {
      const leveraged = (leverageUnits(state.form.leverage) ?? 100n) > 100n
      placing.reset()
      setStep(leveraged && asked.data?.suitability.passed === false ? 'questions' : 'review')
    },
  })
  const canReview = asked.data !== undefined && mark !== undefined
  const review = (): void => {
    if (!canReview) return
    state.touchAll()
    if (state.complete) before.begin()
    else focusFirstError()
  }
  const answered = (passed: boolean): void => {
    if (!passed) state.set({ leverage: '1' })
    placing.reset()
    setStep('form')
  }
  return { asked, mark, state, step, setStep, placing, sending, before, canReview, review, answered }
}

function OpenTicket({ symbol, side, onClose, limitPrice }: TicketProps) {
  const t = useWords<Messages>('contracts')
  const { token } = useSession()
  const ticket = useTicket({ symbol, side, limitPrice }, token !== '')
  const { asked, mark, state, step, setStep, placing, sending } = ticket
  const ticker = tickerOf(symbol)
  const decimals = asked.data === undefined ? {} : { decimals: decimalsOf(asked.data.contract.tick) }
  const shared = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    title: t(side === 'buy' ? 'ticket.long' : 'ticket.short', { ticker }),
    aside: <Price value={mark?.mark} flash {...decimals} className="text-14 text-second" />,
    locked: placing.isPending,
    docks: true,
  } as const
  if (token === '') return <SignInSheet sheet={shared} loginPath={loginPath} />
  if (step === 'questions') return <SuitabilitySheet onDone={ticket.answered} />
  const { result, send } = sending
  if (result !== undefined) return <ContractResult sheet={shared} result={result} onAsk={send} onDone={onClose} />
  if (step === 'review' && asked.data !== undefined) {
    return (
      <ContractReview
        sheet={{ ...shared, title: t('ticket.reviewTitle') }}
        side={side}
        reply={asked.data}
        state={state}
        sending={sending}
        onBack={() => setStep('form')}
      />
    )
  }
  return (
    <>
      <Sheet
        {...shared}
        onNext={ticket.review}
        footer={
          <Button kind={side} wide disabled={!ticket.canReview} onClick={ticket.review}>
            {t(`ticket.review.${side}`)}
          </Button>
        }
      >
        <Loaded of={asked} skeleton={<SkeletonRows rows={6} />}>
          {(reply) => (
            <ContractFormStep
              side={side}
              reply={reply}
              state={state}
              hasMark={mark !== undefined || reply.mark !== undefined}
              refusal={placing.error ?? undefined}
              onIdentity={reply.identityMissing ? ticket.before.showIdentity : undefined}
            />
          )}
        </Loaded>
      </Sheet>
      {ticket.before.sheet}
    </>
  )
}

interface ContractResultProps {
  readonly sheet: SharedSheet
  readonly result: ReplyOf<typeof add> | 'unknown'
  readonly onAsk: () => void
  readonly onDone: () => void
}

/** The outcome of an order: the fill itself, in the words of contracts. */
function ContractResult({ sheet, result, onAsk, onDone }: ContractResultProps) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const placed =
    result === 'unknown'
      ? result
      : { order: shownOrder(result.order), fills: result.fills.map((fill) => shownFill(fill)) }
  return (
    <ResultStep
      sheet={sheet}
      result={placed}
      orderAt={orderAt}
      filledTitle={({ side, filledQuantity, ticker }) =>
        t(`ticket.filled.${side}`, { quantity: said.quantity(filledQuantity), ticker })
      }
      onAsk={onAsk}
      onDone={onDone}
    />
  )
}

/** The request of a form: only what it says. */
function requestOf(form: ContractForm) {
  const given = (text: string): string | undefined => (text === '' ? undefined : text)
  const [takeProfitPrice, stopLossPrice] = [given(form.takeProfitPrice), given(form.stopLossPrice)]
  return {
    type: form.type,
    timeInForce: form.type === 'market' ? ('ioc' as const) : form.timeInForce,
    quantity: form.quantity,
    leverage: form.leverage,
    marginMode: form.mode,
    ...(form.type === 'limit' ? { limitPrice: form.limitPrice } : {}),
    ...(form.type === 'limit' && form.postOnly ? { postOnly: true } : {}),
    ...(takeProfitPrice === undefined ? {} : { takeProfitPrice, takeProfitOn: form.takeProfitOn }),
    ...(stopLossPrice === undefined ? {} : { stopLossPrice, stopLossOn: form.stopLossOn }),
  }
}
