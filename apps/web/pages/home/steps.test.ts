import { describe, expect, it } from 'vitest'
import { type FirstDay, stepsOf } from './steps.ts'

const begun: FirstDay = {
  openedAt: 1000,
  identity: 'none',
  orderId: undefined,
  isReceiptChecked: false,
  isPractice: true,
  shareHref: '/share',
}
const statesOf = (day: Partial<FirstDay>): string =>
  stepsOf({ ...begun, ...day })
    .map(({ state }) => state)
    .join(' ')

describe('the steps of the first day', () => {
  it.each([
    ['a new account', {}, 'done next later later'],
    ['papers under review', { identity: 'pending' }, 'done waiting next later'],
    ['papers refused in part', { identity: 'fail' }, 'done next later later'],
    ['a verified person', { identity: 'succ' }, 'done done next later'],
    ['a share bought before papers were sent', { orderId: 'ord_1' }, 'done next done later'],
    [
      'a share bought while papers are under review',
      { identity: 'pending', orderId: 'ord_1' },
      'done waiting done next',
    ],
    ['a receipt checked', { identity: 'succ', orderId: 'ord_1', isReceiptChecked: true }, 'done done done done'],
  ] as const)('tick themselves: %s', (_, day, states) => {
    expect(statesOf(day)).toBe(states)
  })

  it('lead from the purchase to its own receipt', () => {
    expect(stepsOf({ ...begun, orderId: 'ord_7' }).at(-1)?.href).toBe('/pages/stock/order?orderId=ord_7')
    expect(stepsOf(begun)[2]?.href).toBe('/share')
  })

  it('offer practice papers in the practice market alone', () => {
    expect(stepsOf(begun)[1]?.note).toBe('practicePapers')
    expect(stepsOf({ ...begun, isPractice: false })[1]?.note).toBe('papers')
  })
})
