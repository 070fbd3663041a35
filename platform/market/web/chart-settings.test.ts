import { afterEach, expect, it, vi } from 'vitest'
import {
  keepDrawings,
  keepMainIndicators,
  readDrawings,
  readMainIndicators,
  readSubIndicators,
  toggled,
} from './chart-settings.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
})
afterEach(() => stored.clear())

it('starts with SMA over and VOL under the candles', () => {
  expect([readMainIndicators(), readSubIndicators()]).toEqual([['SMA'], ['VOL']])
})

it('keeps a choice, also the choice of none, and forgets names it does not know', () => {
  keepMainIndicators(['EMA', 'BOLL'])
  expect(readMainIndicators()).toEqual(['EMA', 'BOLL'])
  keepMainIndicators([])
  expect(readMainIndicators()).toEqual([])
  stored.set('mainInd', 'EMA,MAGIC')
  expect(readMainIndicators()).toEqual(['EMA'])
})

it('adds, takes out, and lets the oldest go when there is no room', () => {
  expect(toggled(['SMA'], 'EMA')).toEqual(['SMA', 'EMA'])
  expect(toggled(['SMA', 'EMA'], 'SMA')).toEqual(['EMA'])
  expect(toggled(['SMA', 'EMA', 'BOLL'], 'SAR')).toEqual(['EMA', 'BOLL', 'SAR'])
})

it('keeps drawings by instrument and leaves out what is none', () => {
  keepDrawings('WALMEX.MX', [{ tool: 'trend', points: [{ timestamp: 1, value: 2 }] }])
  expect(readDrawings('WALMEX.MX')).toHaveLength(1)
  expect(readDrawings('AMX.MX')).toEqual([])
  stored.set('drawings:AMX.MX', '[{"tool":"laser","points":[]},5]')
  expect(readDrawings('AMX.MX')).toEqual([])
  stored.set('drawings:AMX.MX', '{broken')
  expect(readDrawings('AMX.MX')).toEqual([])
})
