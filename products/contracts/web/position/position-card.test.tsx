import { textOf } from '@bolsillo/ui/testing'
import { expect, it, vi } from 'vitest'
import type { WireContractPosition } from '../../contract/index.ts'

vi.mock('@bolsillo/web-kit', async (original) => ({
  ...(await original<typeof import('@bolsillo/web-kit')>()),
  useWords: () => (key: string) => key,
}))
vi.mock('@bolsillo/settings/web', () => ({ useSetting: ({ standard }: { readonly standard: unknown }) => standard }))
const { PositionCard } = await import('./position-card.tsx')

const position = {
  positionId: '1',
  symbol: 'BTC-PERP',
  side: 'long',
  mode: 'isolated',
  leverage: '5',
  size: '1111',
  entryPrice: '99.10',
  mark: '99.20',
  unrealised: '2222',
  unrealisedPercent: '8.00',
  margin: '3333',
  marginRatio: '9.00',
  liquidationPrice: '80.10',
  triggers: [],
  beingLiquidated: false,
} as unknown as WireContractPosition

const shown = (amountsHidden: boolean): string =>
  textOf(<PositionCard position={position} onOpen={() => undefined} />, { amountsHidden })

it('hides size, margin and result, and no price', () => {
  const own = /1,111|2,222|3,333/g
  expect(shown(false).match(own)).toHaveLength(3)
  expect(shown(true)).not.toMatch(own)
  expect(shown(true)).toContain('99.10')
  expect(shown(true)).toContain('80.10')
})
