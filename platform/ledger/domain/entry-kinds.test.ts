import { describe, expect, it } from 'vitest'
import { entryGroups, entryKinds, entryValues, isEntryKind, kindsOf } from './entry-kinds.ts'

const say = { quantity: (text: string) => text, purse: (purse: string) => purse }

describe('kinds of entries', () => {
  it('are each in one group, or the house’s own', () => {
    const grouped = entryGroups.flatMap((group) => kindsOf(group))
    expect(new Set(grouped).size).toBe(grouped.length)
    expect(grouped).not.toContain('custody-sweep')
    expect(Object.keys(entryKinds)).toEqual(expect.arrayContaining(grouped))
    expect(kindsOf('conversions')).toEqual(['conversion'])
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
