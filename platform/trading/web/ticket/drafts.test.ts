import { expect, it } from 'vitest'
import { forgetDraft, forgetLeftTicket, keepDraft, leaveTicket, leftTicket, readDraft } from './drafts.ts'

const empty = { type: 'market', quantity: '', postOnly: false }
const key = { customer: 'cus_1', symbol: 'WALMEX.MX', side: 'buy' } as const
const typed = { form: { ...empty, quantity: '50' }, typed: ['quantity'] }

it('what was typed is there again, for the same customer, instrument and side, until the order is sent', () => {
  expect(readDraft(key, empty)).toBeUndefined()
  keepDraft(key, typed)
  expect(readDraft(key, empty)).toEqual(typed)
  for (const other of [{ customer: 'cus_2' }, { symbol: 'AAPL.US' }, { side: 'sell' as const }])
    expect(readDraft({ ...key, ...other }, empty)).toBeUndefined()
  forgetDraft(key)
  expect(readDraft(key, empty)).toBeUndefined()
})

it('a draft of another shape gives only what the form has now', () => {
  keepDraft(key, { form: { quantity: 50, postOnly: true, gone: 'x' }, typed: ['postOnly'] })
  expect(readDraft(key, empty)).toEqual({ form: { ...empty, postOnly: true }, typed: ['postOnly'] })
  forgetDraft(key)
})

it('the ticket that was left for another page is known once one comes back, and then no more', () => {
  leaveTicket(key)
  expect(leftTicket()).toEqual({ symbol: 'WALMEX.MX', side: 'buy' })
  forgetLeftTicket()
  expect(leftTicket()).toBeUndefined()
})
