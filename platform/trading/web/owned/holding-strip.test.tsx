import { textOf } from '@bolsillo/ui/testing'
import { expect, it, vi } from 'vitest'

vi.mock('@bolsillo/web-kit', () => ({ useWords: () => (key: string) => key }))
const { HoldingLine, HoldingStrip } = await import('./holding-strip.tsx')

const holding = {
  ticker: 'BTC',
  quantity: '1111',
  worth: { value: '2222', currency: 'MXN' },
  result: { value: '3333', currency: 'MXN', percent: '5.00' },
  averageCost: '99.10',
  free: '4444',
  held: '6666',
  locked: '7777',
  onOpen: () => undefined,
}
const shown = (amountsHidden: boolean): string => textOf(<HoldingStrip {...holding} />, { amountsHidden })
const line = (amountsHidden: boolean): string => textOf(<HoldingLine {...holding} />, { amountsHidden })

it('hides how much there is and what it brought, and neither the price nor the percent', () => {
  const own = /1,111|2,222|3,333|4,444|6,666|7,777/g
  expect(shown(false).match(own)).toHaveLength(6)
  expect(shown(true)).not.toMatch(own)
  expect(shown(true)).toContain('99.10')
  expect(shown(true)).toContain('5.00')
})

it('repeats nothing of the row it is below, and hides the same', () => {
  expect(line(false)).not.toMatch(/1,111|2,222|3,333/)
  const own = /4,444|6,666|7,777/g
  expect(line(false).match(own)).toHaveLength(3)
  expect(line(true)).not.toMatch(own)
  expect(line(true)).toContain('99.10')
  expect(line(true)).toContain('5.00')
})
