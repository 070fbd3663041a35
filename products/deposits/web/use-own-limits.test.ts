import { expect, it } from 'vitest'
import { heldOf, payInLimits } from './use-own-limits.ts'

const limit = { subject: 'pay-in', until: 0 } as const
const held = { asset: 'MXN', scale: 2, since: 0 }

it('shows the deposit limits that are set, with what they leave and never less than nothing', () => {
  const limits = [
    { ...limit, period: 'day', amount: '500.00', used: '120.50' },
    { ...limit, period: 'week', amount: '500.00', used: '800.00' },
    { ...limit, period: 'month', amount: '500.00' },
    { ...limit, subject: 'loss', period: 'day', amount: '100.00', used: '0.00' },
    { ...limit, period: 'week', used: '3.00' },
  ] as const
  expect(payInLimits({ limits: [...limits] })).toEqual([
    { period: 'day', limit: '500.00', left: '379.50' },
    { period: 'week', limit: '500.00', left: '0.00' },
    { period: 'month', limit: '500.00', left: undefined },
  ])
  expect(payInLimits(undefined)).toEqual([])
})

it('adds up what is set aside of one deposit, and of no other', () => {
  const rows = [
    { ...held, depositId: 'dep_a', amount: '300.00' },
    { ...held, depositId: 'dep_b', amount: '7.00' },
    { ...held, depositId: 'dep_a', amount: '0.25' },
  ]
  expect(heldOf({ held: rows }, 'dep_a')).toBe('300.25')
  expect(heldOf({ held: rows }, 'dep_c')).toBeUndefined()
  expect(heldOf(undefined, 'dep_a')).toBeUndefined()
})
