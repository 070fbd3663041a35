import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountId } from './account.ts'
import { planCustody } from './custody-plan.ts'

const names: readonly AccountId[] = [
  'rail-a:custody:MXN',
  'rail-b:custody:MXN',
  'rail-c:custody:MXN',
  'venue-m:custody:MXN',
]
const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n })
const holdings = fc
  .tuple(...names.map(() => amounts))
  .map((held) => new Map(names.map((name, at) => [name, held[at] ?? 0n])))
const needs = fc.record({
  asset: fc.constant('MXN'),
  from: fc.constantFrom(...names),
  minor: fc.bigInt({ min: 1n, max: 2n * 10n ** 12n }),
  promised: amounts,
})
const sumOf = (sums: Iterable<bigint>): bigint => [...sums].reduce((sum, one) => sum + one, 0n)

describe('a plan of who holds what', () => {
  it('brings exactly what lacks to where it is paid, from what others hold, or says how much all hold too little', () => {
    fc.assert(
      fc.property(holdings, needs, (held, need) => {
        const plan = planCustody(held, need)
        const total = sumOf(held.values())
        if (plan.kind === 'short') {
          expect(plan.short).toBe(need.minor + need.promised - total)
          expect(plan.short > 0n).toBe(true)
          return
        }
        expect(total >= need.minor + need.promised).toBe(true)
        const after = new Map(held)
        for (const { from, to, minor } of plan.moves) {
          expect(minor > 0n && to === need.from && from !== to).toBe(true)
          after.set(from, (after.get(from) ?? 0n) - minor)
          after.set(to, (after.get(to) ?? 0n) + minor)
        }
        expect([...after.values()].every((one) => one >= 0n)).toBe(true)
        const before = held.get(need.from) ?? 0n
        expect(after.get(need.from)).toBe(before > need.minor ? before : need.minor)
        expect(new Set(plan.moves.map(({ from }) => from)).size).toBe(plan.moves.length)
        // A market gives only what banks and chains do not have.
        const market = plan.moves.find(({ from }) => from.startsWith('venue-'))
        if (market !== undefined)
          for (const [name, left] of after)
            expect(left === 0n || name === need.from || name.startsWith('venue-')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is the same in whatever order the custodians are named', () => {
    fc.assert(
      fc.property(holdings, needs, fc.shuffledSubarray([...names], { minLength: 4 }), (held, need, order) => {
        expect(planCustody(new Map(order.map((name) => [name, held.get(name) ?? 0n])), need)).toEqual(
          planCustody(held, need),
        )
      }),
    )
  })

  it('knows a custodian that never held anything', () => {
    const held = new Map<AccountId, bigint>([['venue-m:custody:MXN', 5n]])
    const need = { asset: 'MXN', from: 'rail-a:custody:MXN', minor: 5n, promised: 0n } as const
    expect(planCustody(held, need)).toEqual({
      kind: 'covered',
      moves: [{ from: 'venue-m:custody:MXN', to: 'rail-a:custody:MXN', minor: 5n }],
    })
    expect(planCustody(held, { ...need, promised: 1n })).toEqual({ kind: 'short', short: 1n })
  })
})
