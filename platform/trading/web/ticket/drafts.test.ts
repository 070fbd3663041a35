import { removeAllOfSession } from '@bolsillo/web-kit'
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

it('of nobody who is signed in there is no draft, and none is kept', () => {
  const nobody = { ...key, customer: undefined }
  keepDraft(nobody, typed)
  expect(readDraft(nobody, empty)).toBeUndefined()
  leaveTicket(nobody)
  expect(leftTicket(undefined)).toBeUndefined()
})

it('the ticket that was left for another page is known once its customer comes back, and then no more', () => {
  leaveTicket(key)
  expect(leftTicket('cus_1')).toEqual({ symbol: 'WALMEX.MX', side: 'buy' })
  expect(leftTicket('cus_2')).toBeUndefined()
  expect(leftTicket(undefined)).toBeUndefined()
  forgetLeftTicket('cus_2')
  expect(leftTicket('cus_1')).toBeDefined()
  forgetLeftTicket('cus_1')
  expect(leftTicket('cus_1')).toBeUndefined()
})

it('drafts and the ticket that was left are removed with the session', () => {
  keepDraft(key, typed)
  leaveTicket(key)
  removeAllOfSession()
  expect(readDraft(key, empty)).toBeUndefined()
  expect(leftTicket('cus_1')).toBeUndefined()
})
