import { describe, expect, it } from 'vitest'
import {
  effectOf,
  entryEffects,
  entryGroups,
  entryKinds,
  entryValues,
  isEntryKind,
  kindsOf,
  undeclaredKinds,
} from './entry-kinds.ts'

const say = { quantity: (text: string) => text, purse: (purse: string) => purse }

describe('kinds of entries', () => {
  it('are each in one group, or the house’s own', () => {
    const grouped = entryGroups.flatMap((group) => kindsOf(group))
    expect(new Set(grouped).size).toBe(grouped.length)
    expect(grouped).not.toContain('custody-sweep')
    expect(Object.keys(entryKinds)).toEqual(expect.arrayContaining(grouped))
    expect(kindsOf('conversions')).toEqual(['conversion'])
  })

  it('each declare what they are to a customer; one that does not is found', () => {
    for (const { effect } of Object.values(entryKinds)) expect(entryEffects).toContain(effect)
    expect(undeclaredKinds(Object.keys(entryKinds))).toEqual([])
    expect(undeclaredKinds(['deposit', 'bonus', 'toString'])).toEqual(['bonus', 'toString'])
    const planted = {
      ...entryKinds,
      bonus: { group: 'deposits' },
      gift: { group: 'house', effect: 'external' },
    } as const
    expect(undeclaredKinds(Object.keys(planted), planted)).toEqual(['bonus', 'gift'])
  })

  it('are money from outside exactly where money is paid in or taken out', () => {
    expect(Object.keys(entryKinds).filter((kind) => effectOf(kind) === 'external')).toEqual([
      ...['practice-grant', 'deposit', 'deposit-reversed', 'claim-paid', 'claim-returned'],
      ...['withdrawal', 'withdrawal-paid', 'withdrawal-return', 'withdrawal-returned'],
    ])
    expect(effectOf('made-up')).toBeUndefined()
  })

  it('are closed: nothing else is one', () => {
    expect(isEntryKind('deposit')).toBe(true)
    expect(isEntryKind('toString')).toBe(false)
    expect(isEntryKind('made-up')).toBe(false)
  })

  it.each([
    [{ rail: 'test-spei', asset: 'MXN' }, 'SPEI'],
    [{ rail: 'test-pix', asset: 'BRL' }, 'PIX'],
    [{ rail: 'test-chain-bitcoin', asset: 'BTC' }, 'BTC'],
    [{ rail: 'manual', asset: 'USD' }, ''],
    [{}, ''],
  ])('say by which way money came: %j', (details, way) => {
    expect(entryValues(details, say).way).toBe(way)
  })
})
