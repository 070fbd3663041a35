import { createWebKit, WebKitProvider } from '@bolsillo/web-kit'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it } from 'vitest'
import { assetProducts, type FormFacts, feeScheduleOf, type ProductForms } from '../../domain/index.ts'
import { pesos, walmex } from '../../fixtures.ts'
import { type TicketState, useTicketForm } from './ticket-form.ts'
import { rememberType } from './use-kept-form.ts'

const kit = createWebKit({
  language: () => 'en-US',
  events: { onNotice: () => undefined, onSessionEnded: () => undefined },
})
const formsOf = (product: keyof typeof assetProducts) =>
  ({ product: assetProducts[product], judge: () => undefined }) as unknown as ProductForms
const facts = {
  desk: { instrument: walmex, state: 'continuous' },
  schedule: feeScheduleOf('mx-2024'),
  currency: pesos(0n).asset,
  funds: pesos(100_000n),
} as unknown as FormFacts

beforeEach(() => rememberType('stock', 'market'))

/** The last price of the market, and what the customer then does. */
type Step = readonly [last: string, act?: (state: TicketState) => void]

/** The limit a form has at each step, in one ticket that stays open. */
function limitsOf(steps: readonly Step[], picked?: string, forms = formsOf('stock')): readonly string[] {
  const shown: string[] = []
  function Ticket() {
    const [at, setAt] = useState({ step: 0, isDone: false })
    const [last = '', act] = steps[at.step] ?? []
    const state = useTicketForm('buy', facts, { symbol: walmex.id, suggested: last, picked }, forms)
    // First the form takes the price, then the customer acts on what it shows.
    shown[at.step] = state.form.limitPrice
    if (!at.isDone) act?.(state)
    if (!at.isDone) setAt({ ...at, isDone: true })
    else if (at.step < steps.length - 1) setAt({ step: at.step + 1, isDone: false })
    return null
  }
  renderToStaticMarkup(
    <WebKitProvider kit={kit}>
      <Ticket />
    </WebKitProvider>,
  )
  return shown
}

const toLimit = (state: TicketState): void => state.choose('limit')

it('a limit nobody typed goes with the market, also when its price comes late or is gone for a moment', () => {
  expect(limitsOf([['', toLimit], ['62.40'], ['62.90'], [''], ['61.10']])).toEqual([
    '',
    '62.40',
    '62.90',
    '62.90',
    '61.10',
  ])
})

it('the time in force is the usual one of its type, until the customer chooses another', () => {
  const times: string[] = []
  const note = ({ form }: TicketState): void => void times.push(form.timeInForce)
  const choose = (type: 'market' | 'limit') => (state: TicketState) => state.choose(type)
  const acts = [
    note,
    toLimit,
    note,
    ({ set }: TicketState) => set({ timeInForce: 'ioc' }),
    choose('market'),
    toLimit,
    note,
  ]
  limitsOf(
    acts.map((act) => ['62.40', act] as const),
    undefined,
    formsOf('spot'),
  )
  expect(times).toEqual(['ioc', 'gtc', 'ioc'])
})

it('what else is typed leaves it with the market', () => {
  const limits = limitsOf([['62.40', toLimit], ['62.40', ({ set }) => set({ quantity: '5' })], ['62.90']])
  expect(limits.at(-1)).toBe('62.90')
})

it('a limit that was typed or taken from the book stays, also an empty one', () => {
  const typed = (limitPrice: string) =>
    limitsOf([['62.40', toLimit], ['62.40', ({ set }) => set({ limitPrice })], ['62.90']]).at(-1)
  expect([typed('60.00'), typed('')]).toEqual(['60.00', ''])
  expect(limitsOf([['62.40'], ['62.90']], '61.50')).toEqual(['61.50', '61.50'])
})

it('under review it stays, and goes on with the market back in the form', () => {
  const limits = limitsOf([
    ['62.40', toLimit],
    ['62.40', ({ setReviewed }) => setReviewed(true)],
    ['62.90'],
    ['63.00', ({ setReviewed }) => setReviewed(false)],
    ['63.10'],
  ])
  expect([limits[2], limits[4]]).toEqual(['62.40', '63.10'])
})

it('a part of the money is worked out at a limit, which stays from then on', () => {
  let quantity = ''
  const limits = limitsOf([
    ['62.40', toLimit],
    ['62.40', ({ setPart }) => setPart(100n)],
    [
      '62.90',
      ({ form }) => {
        quantity = form.quantity
      },
    ],
  ])
  expect([quantity, limits.at(-1)]).toEqual(['15', '62.40'])
})

it('an order at market becomes one with a limit where the market shuts, but not while it is reviewed', () => {
  const shut = { ...facts, desk: { ...facts.desk, state: 'closed' as const } }
  const typeAfter = (isReviewed: boolean): string => {
    let type = ''
    function Ticket() {
      const [step, setStep] = useState(0)
      const state = useTicketForm(
        'buy',
        step < 2 ? facts : shut,
        { symbol: walmex.id, suggested: '62.40' },
        formsOf('stock'),
      )
      if (step === 0) state.setReviewed(isReviewed)
      if (step < 3) setStep(step + 1)
      type = state.form.type
      return null
    }
    renderToStaticMarkup(
      <WebKitProvider kit={kit}>
        <Ticket />
      </WebKitProvider>,
    )
    return type
  }
  expect([typeAfter(false), typeAfter(true)]).toEqual(['limit', 'market'])
})
