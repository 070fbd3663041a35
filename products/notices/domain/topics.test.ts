import { describe, expect, it } from 'vitest'
import { isLocked, isOn, isUrgent, isWrittenElsewhere, noticeChannels, noticeTopics, topicOf } from './topics.ts'

describe('what a notice is about', () => {
  it.each([
    ['stock-buy', 'orders'],
    ['contract-close', 'orders'],
    ['contract-liquidation', 'liquidations'],
    ['deposit-reversed', 'money'],
    ['withdrawals.legal-hold', 'money'],
    ['alerts.fire', 'alerts'],
    ['support.answer', 'support'],
    ['identity.sign-in', 'security'],
    ['kyc.refuse', 'security'],
  ])('%s: %s', (what, topic) => expect(topicOf(what)).toBe(topic))

  it.each(['practice-grant', 'stocks.practice-day', 'withdrawals.practice-wait', 'custody-sweep', 'content.publish'])(
    '%s: nobody is notified',
    (what) => expect(topicOf(what)).toBeUndefined(),
  )
})

it('sends security always, on every channel, whatever is stored', () => {
  for (const channel of noticeChannels)
    expect(isOn([{ topic: 'security', channel, isOn: false }], 'security', channel)).toBe(true)
  expect(noticeTopics.filter(isLocked)).toEqual(['security'])
  expect(noticeTopics.filter(isUrgent)).toEqual(['security', 'liquidations'])
})

it('sends the rest as the customer chose, and otherwise only what is waited for', () => {
  expect(isOn([], 'orders', 'email')).toBe(false)
  expect(isOn([], 'alerts', 'email')).toBe(true)
  expect(isOn([{ topic: 'orders', channel: 'email', isOn: true }], 'orders', 'email')).toBe(true)
  expect(isOn([{ topic: 'orders', channel: 'email', isOn: true }], 'orders', 'sms')).toBe(false)
  expect(isOn([{ topic: 'alerts', channel: 'push', isOn: false }], 'alerts', 'push')).toBe(false)
})

it('leaves to the rooms what they write about themselves, by e-mail and SMS only', () => {
  expect(isWrittenElsewhere('identity.freeze', 'email')).toBe(true)
  expect(isWrittenElsewhere('identity.freeze', 'push')).toBe(false)
  expect(isWrittenElsewhere('identity.sign-in-fail', 'email')).toBe(false)
  expect(isWrittenElsewhere('withdrawals.legal-hold', 'sms')).toBe(false)
})
