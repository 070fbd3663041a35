import { describe, expect, it } from 'vitest'
import { defineSetting } from './setting.ts'
import { isWorse, needsNotice, noticeMs, valueAt } from './worse.ts'

const fee = defineSetting({
  key: 'x.fee',
  type: 'decimal',
  standard: '5.00',
  min: '0',
  max: '25.00',
  scale: 2,
  purpose: '',
  worse: 'higher',
})
const most = defineSetting({ ...fee, key: 'x.most', worse: 'lower' })
const open = defineSetting({ key: 'x.open', type: 'flag', standard: true, purpose: '', worse: 'off' })
const hour = defineSetting({ key: 'x.hour', type: 'whole', standard: 0, min: 0, max: 1440, purpose: '', worse: 'any' })
const free = defineSetting({ ...hour, key: 'x.free', worse: undefined as never })

describe('a change for the worse', () => {
  it.each([
    [fee, '5.00', '5.01', true],
    [fee, '9.00', '10.00', true],
    [fee, '5.00', '5', false],
    [fee, '5.00', '4.99', false],
    [most, '5.00', '4.99', true],
    [most, '5.00', '5.01', false],
    [open, true, false, true],
    [open, false, true, false],
    [hour, 60, 61, true],
    [hour, 60, 60, false],
    [free, 60, 61, false],
  ])('%#: is decided by its direction', (setting, before, after, worse) => {
    expect(isWorse(setting, before, after)).toBe(worse)
  })

  const change = (value: string, effectiveAt: number) => ({ value, effectiveAt, decidedAt: 0 })

  it('needs seven days, a better one none', () => {
    expect(needsNotice(fee, [], change('6.00', noticeMs - 1))).toBe(true)
    expect(needsNotice(fee, [], change('6.00', noticeMs))).toBe(false)
    expect(needsNotice(fee, [], change('4.00', 1))).toBe(false)
  })

  it('is held against every value until it begins, so that no chain of changes leads up to it', () => {
    const announced = [{ value: '20.00', effectiveAt: noticeMs - 10 }]
    expect(needsNotice(fee, announced, change('19.00', noticeMs - 5))).toBe(true)
    expect(needsNotice(fee, [{ value: '20.00', effectiveAt: -1 }], change('19.00', 5))).toBe(false)
    const cheaper = [{ value: '1.00', effectiveAt: 10 }]
    expect(needsNotice(fee, cheaper, change('4.00', 20))).toBe(true)
  })

  it('begins when it says, the later decision counting of two that begin together', () => {
    const changes = [
      { value: '1.00', effectiveAt: 10 },
      { value: '2.00', effectiveAt: 10 },
      { value: '3.00', effectiveAt: 5 },
    ]
    expect([4, 5, 10].map((at) => valueAt(fee, changes, at))).toEqual(['5.00', '3.00', '2.00'])
  })
})
