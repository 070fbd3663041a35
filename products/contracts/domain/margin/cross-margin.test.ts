import { idOf, instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import type { ContractPosition } from '../contract-facts.ts'
import { askOthers, crossBeside, withoutTaken } from './cross-margin.ts'

const now = instant(1000)
const position = (number: number, symbol: string, of: Partial<ContractPosition> = {}): ContractPosition => ({
  positionId: idOf('pos', `pos_${String(number).padStart(26, '0')}`),
  customerId: idOf('cus', 'cus_00000000000000000000000001'),
  ...{ symbol, mode: 'cross', leverage: 100n, size: 1n, entry: 0n, margin: 10n },
  holdId: idOf('hld', `hld_${String(number).padStart(26, '0')}`),
  ...{ realised: 0n, funding: 0n, fees: 0n, vat: 0n, triggers: [], liquidationId: undefined },
  ...{ fundedAt: instant(0), openedAt: instant(0), updatedAt: instant(0), closedAt: undefined },
  ...of,
})

describe('the other cross positions of an account', () => {
  const own = position(1, 'B')
  const [first, last] = [position(3, 'A'), position(2, 'C')]
  const beside = [last, own, position(4, 'D', { mode: 'isolated' }), position(5, 'E', { size: 0n }), first]

  it('answer by symbol, whatever order they are remembered in', () => {
    for (const positions of [beside, beside.toReversed()])
      expect(crossBeside({ positions, records: [] }, own.positionId)).toEqual([first, last])
  })

  it('give what is asked of their margin, each as much as it has, and what is left of it stays reserved', () => {
    const others = crossBeside({ positions: beside, records: [] }, own.positionId)
    expect(askOthers(25n, others)).toMatchObject({ left: 5n })
    const { taken, left } = askOthers(14n, others)
    expect(left).toBe(0n)
    const { changed, moves } = withoutTaken(others, taken, now)
    expect(changed).toEqual([
      { ...first, margin: 0n, holdId: undefined, updatedAt: now },
      { ...last, margin: 6n, updatedAt: now },
    ])
    expect(moves).toEqual([
      { before: 10n, after: 0n, holdId: first.holdId, newHoldId: undefined },
      { before: 10n, after: 6n, holdId: last.holdId, newHoldId: undefined },
    ])
  })
})
