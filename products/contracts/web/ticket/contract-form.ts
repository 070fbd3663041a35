import type { ReplyOf } from '@bolsillo/contract'
import { priceOf, quantityOf, type Rejection, readDecimal, writeDecimal } from '@bolsillo/kernel'
import { type BookWalk, type VisibleBook, walkBook } from '@bolsillo/trading/domain'
import { rememberType, type TicketProps, useKeptForm, usualType } from '@bolsillo/trading/web'
import { useState } from 'react'
import type { contractTicket, WireMark } from '../../contract/index.ts'
import {
  type ContractTicketInput,
  contractTicketProblems,
  largestOpening,
  leverageUnits,
  type MarginMode,
  marginPosition,
  type Preview,
  previewAskedOf,
  previewOf,
  type TriggerSource,
} from '../../domain/index.ts'
import { bookRulesOf, lotOf, termsOf, ticksOf, trimmed, unitsOf } from '../contract-figures.ts'

export type TicketReply = ReplyOf<typeof contractTicket>

/** The form as it is now: the wire's decimals, empty where nothing is. */
export interface ContractForm {
  readonly type: 'market' | 'limit'
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly postOnly: boolean
  readonly mode: MarginMode
  readonly leverage: string
  readonly quantity: string
  readonly limitPrice: string
  readonly takeProfitPrice: string
  readonly takeProfitOn: TriggerSource
  readonly stopLossPrice: string
  readonly stopLossOn: TriggerSource
}

const empty: ContractForm = {
  type: 'market',
  timeInForce: 'ioc',
  postOnly: false,
  mode: 'isolated',
  leverage: '1',
  quantity: '',
  limitPrice: '',
  takeProfitPrice: '',
  takeProfitOn: 'mark',
  stopLossPrice: '',
  stopLossOn: 'mark',
}

export interface ContractFormState {
  readonly form: ContractForm
  readonly set: (changes: Partial<ContractForm>) => void
  /** Another type, and how long it waits; kept for the next order. */
  readonly choose: (type: ContractForm['type']) => void
  readonly touched: ReadonlySet<string>
  readonly touchAll: () => void
  /** The order was sent: the next form is empty. */
  readonly forget: () => void
  readonly problems: readonly Rejection[]
  readonly preview: Preview | undefined
  /** The book as it is shown, and what the order would meet in it now. */
  readonly book: VisibleBook | undefined
  readonly walk: BookWalk | undefined
  /** Nothing is missing and nothing is known to be wrong. */
  readonly complete: boolean
  readonly setPart: (percent: bigint) => void
}

const types = ['market', 'limit'] as const
const product = 'contract'

/** What the customer typed last time and did not send, or an empty form of the usual type; a picked price is a limit. */
function firstForm(draft: KeptDraft | undefined, picked: string | undefined): KeptDraft {
  const type = picked === undefined ? (draft?.form.type ?? usualType(product, types)) : 'limit'
  const timeInForce = draft?.form.type === type ? draft.form.timeInForce : timeOf(type)
  return {
    form: { ...(draft?.form ?? empty), type, timeInForce, ...(picked === undefined ? {} : { limitPrice: picked }) },
    typed: draft?.typed ?? [],
  }
}

interface KeptDraft {
  readonly form: ContractForm
  readonly typed: readonly string[]
}

const timeOf = (type: ContractForm['type']): ContractForm['timeInForce'] => (type === 'market' ? 'ioc' : 'gtc')

/** What a ticket is of, and a price taken from the book or the chart. */
export type ContractTicketOrder = Pick<TicketProps, 'symbol' | 'side' | 'limitPrice'>

/** The state of a contract ticket over the facts of the moment. */
export function useContractForm(
  order: ContractTicketOrder,
  reply: TicketReply | undefined,
  live: { readonly mark: WireMark | undefined; readonly book: VisibleBook | undefined },
): ContractFormState {
  const { side } = order
  const {
    form: given,
    typed,
    setForm,
    forget,
  } = useKeptForm(order, empty, (draft) => firstForm(draft, order.limitPrice))
  const [sent, setSent] = useState(false)
  const touched = sent ? new Set(Object.keys(empty)) : typed
  const form = withModeOf(reply?.position, given, typed.has('mode'))
  const set = (changes: Partial<ContractForm>): void =>
    setForm((current) => ({ ...current, ...changes }), ...Object.keys(changes))
  const input: ContractTicketInput = { ...form, side }
  const walk = reply === undefined ? undefined : walkOf(form, side, reply.contract, live.book)
  const asked =
    reply === undefined
      ? undefined
      : previewAskedOf({ ...form, side }, reply, {
          terms: termsOf(reply.contract),
          ticks: ticksOf(reply.contract),
          liveMark: live.mark?.mark,
          walked: walk?.average,
        })
  const problems = reply === undefined ? [] : problemsOf(input, reply, live.mark)
  const { quantity, limitPrice: price, leverage, type } = form
  const preview = asked === undefined || asked.quantity === 0n ? undefined : previewOf(asked)
  const isFilled = quantity !== '' && leverage !== '' && (type === 'market' || price !== '')
  return {
    form,
    set,
    choose: (type) => {
      rememberType(product, type)
      set({ type, timeInForce: timeOf(type) })
    },
    touched,
    touchAll: () => setSent(true),
    forget,
    problems,
    preview,
    book: live.book,
    walk,
    complete: isFilled && problems.length === 0 && (preview === undefined || preview.short <= 0n),
    setPart: (percent) => {
      if (reply === undefined || asked === undefined) return
      const largest = largestOpening(asked, lotOf(reply.contract))
      const lot = lotOf(reply.contract)
      const part = ((largest * percent) / 100n / lot) * lot
      set({ quantity: trimmed(writeDecimal(part, reply.contract.quantityScale)) })
    },
  }
}

/** What a form would meet in the visible book; undefined while its quantity or limit is missing or no number. */
function walkOf(
  { type, quantity, limitPrice, postOnly }: ContractForm,
  side: 'buy' | 'sell',
  contract: TicketReply['contract'],
  book: VisibleBook | undefined,
): BookWalk | undefined {
  const rules = bookRulesOf(contract)
  const units = readDecimal(quantity, rules.scale.quantityScale)
  const limit = readDecimal(limitPrice, rules.scale.priceScale)
  if (units.kind !== 'value' || (type === 'limit' && limit.kind !== 'value')) return undefined
  const bound = type === 'limit' && limit.kind === 'value' ? { limitPrice: priceOf(limit.units) } : {}
  const size = { kind: 'quantity', quantity: quantityOf(units.units) } as const
  return walkBook({ side, type, size, postOnly: type === 'limit' && postOnly, ...bound }, rules, book)
}

/** An order adds to the position there is, with its margin, unless the other one was chosen. */
export function withModeOf(
  position: { readonly mode: MarginMode } | undefined,
  form: ContractForm,
  isChosen: boolean,
): ContractForm {
  return isChosen || position === undefined ? form : { ...form, mode: position.mode }
}

/** The position this would add to: the highest leverage is of both. */
function openOn(side: 'buy' | 'sell', { exact }: TicketReply): { size: bigint; entry: bigint } | undefined {
  const own = exact?.own === undefined ? undefined : marginPosition(exact.own)
  return own !== undefined && own.size > 0n === (side === 'buy') ? own : undefined
}

function problemsOf(input: ContractTicketInput, reply: TicketReply, mark: WireMark | undefined): readonly Rejection[] {
  const { contract } = reply
  const terms = termsOf(contract)
  return contractTicketProblems(input, {
    terms,
    ticks: ticksOf(contract),
    lot: lotOf(contract),
    leverageMax: leverageUnits(contract.leverageMax) ?? 100n,
    mark: unitsOf(mark?.mark ?? reply.mark?.mark, terms.priceScale),
    last: unitsOf(mark?.last ?? reply.last, terms.priceScale),
    open: openOn(input.side, reply),
    coming: unitsOf(reply.coming[input.side], terms.quantityScale),
  })
}
