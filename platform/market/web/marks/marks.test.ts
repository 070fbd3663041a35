import { describe, expect, it } from 'vitest'
import { instruments } from '../../domain/index.ts'
import { findMark } from './company-marks.ts'

describe('the marks', () => {
  it('are there for everything that is listed, whatever it is called by', () => {
    expect(instruments.length).toBeGreaterThan(100)
    const without = instruments.flatMap(({ id, ticker }) => [id, ticker].filter((name) => findMark(name) === undefined))
    expect(without).toEqual([])
    expect(findMark('STK:PE&OLES.MX')).toBe(findMark('PE&OLES'))
    expect(findMark('BTC / MXN')).toBe(findMark('BTC'))
    expect(findMark('NOBODY')).toBeUndefined()
  })

  it('tell every company and coin from every other', () => {
    const owners = new Map<string, Set<string>>()
    for (const { ticker, kind } of instruments) {
      const mark = findMark(ticker)
      const base = kind === 'coin' || kind === 'perpetual' ? (ticker.split(/[-/]/)[0] ?? '') : ticker
      const key = `${mark?.[0].displayName} on ${mark?.[1]}`
      owners.set(key, new Set([...(owners.get(key) ?? []), base]))
    }
    expect([...owners].filter(([, names]) => names.size > 1)).toEqual([])
  })
})
