import { textOf } from '@bolsillo/ui/testing'
import { expect, it, vi } from 'vitest'

vi.mock('@bolsillo/web-kit', () => ({ useWords: () => (key: string) => key }))
const { HoldingStrip } = await import('./holding-strip.tsx')

const shown = (amountsHidden: boolean): string =>
  textOf(
    <HoldingStrip
      ticker="BTC"
      quantity="1111"
      worth={{ value: '2222', currency: 'MXN' }}
      result={{ value: '3333', currency: 'MXN', percent: '5.00' }}
      averageCost="99.10"
      free="4444"
      held="6666"
      locked="7777"
      onOpen={() => undefined}
    />,
    { amountsHidden },
  )

it('hides how much there is and what it brought, and neither the price nor the percent', () => {
  const own = /1,111|2,222|3,333|4,444|6,666|7,777/g
  expect(shown(false).match(own)).toHaveLength(6)
  expect(shown(true)).not.toMatch(own)
  expect(shown(true)).toContain('99.10')
  expect(shown(true)).toContain('5.00')
})
