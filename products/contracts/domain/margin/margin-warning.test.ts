import { assert, seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { warningTerms } from '../contract-settings.ts'
import type { WatchedAccount } from './account-watch.ts'
import { marginReport } from './margin.ts'
import { marginRatio } from './margin-ratio.ts'
import { type ContractTerms, worthOf } from './margin-tiers.ts'
import { nextWarningStep, type WarningStep } from './margin-warning.ts'
import { createWarningWatch } from './warning-watch.ts'

const fine = 10n ** 12n
const terms = warningTerms(70, 90)

const contract = (symbol: string): ContractTerms => ({
  symbol,
  priceScale: 2,
  quantityScale: 4,
  tiers: [
    { upTo: 20_000n * fine, initialPpm: 50_000n, maintenancePpm: 25_000n },
    { upTo: 100_000n * fine, initialPpm: 200_000n, maintenancePpm: 100_000n },
    { upTo: undefined, initialPpm: 1_000_000n, maintenancePpm: 500_000n },
  ],
})

/** A report of an account whose ratio is so many hundredths of a percent. */
const at = (ratio: bigint) => ({
  equity: 10_000n,
  maintenance: ratio * 1_000_000n,
  isUnderMaintenance: ratio > 10_000n,
})

describe('a step', () => {
  it.each<[WarningStep | undefined, bigint, WarningStep | undefined]>([
    [undefined, 6_999n, undefined],
    [undefined, 7_000n, 'first'],
    [undefined, 9_000n, 'urgent'],
    [undefined, 10_000n, 'urgent'],
    // Below maintenance it is liquidated.
    [undefined, 10_001n, undefined],
    ['first', 8_999n, undefined],
    ['first', 9_000n, 'urgent'],
    ['first', 6_000n, undefined],
    ['first', 5_999n, 'calm'],
    ['urgent', 9_999n, undefined],
    ['urgent', 6_000n, undefined],
    ['urgent', 5_999n, 'calm'],
    ['calm', 6_999n, undefined],
    ['calm', 7_000n, 'first'],
    ['calm', 100n, undefined],
  ])('after %s, at %i hundredths of a percent, is %s', (last, ratio, step) => {
    expect(nextWarningStep(last, at(ratio), terms)).toBe(step)
  })

  it('is none of an account with nothing left', () => {
    expect(nextWarningStep(undefined, { equity: 0n, maintenance: 5n, isUnderMaintenance: true }, terms)).toBe(undefined)
  })
})

const symbols = ['A-PERP', 'B-PERP', 'C-PERP']

/** An account of one or more positions, with a multiple of what it must keep. */
function accountOf(below: (bound: number) => number, marks: ReadonlyMap<string, bigint>): WatchedAccount {
  const count = 1 + below(3)
  const positions = symbols.slice(0, count).map((symbol) => {
    const size = BigInt(1 + below(20_000)) * (below(2) === 0 ? 1n : -1n)
    const mark = marks.get(symbol) ?? 1n
    return { terms: contract(symbol), size, entry: worthOf(contract(symbol), mark, size), mark }
  })
  const { maintenance } = marginReport({ cash: 0n, positions })
  return { cash: (maintenance * BigInt(145 + below(120))) / 100_000_000n, positions }
}

/** The plain model: every account looked at with every mark. */
function plainStep(account: WatchedAccount, last: WarningStep | undefined, marks: ReadonlyMap<string, bigint>) {
  const positions = account.positions.map((one) => ({ ...one, mark: marks.get(one.terms.symbol) ?? 1n }))
  return nextWarningStep(last, marginReport({ cash: account.cash, positions }), terms)
}

describe('the watch', () => {
  it.each([2, 3, 4, 7])('makes the steps of a look at every account with every mark, on path %i', (seed) => {
    const rng = seededRng(seed, 'margin-warning')
    const below = (bound: number): number => rng.nextUint32() % bound
    const marks = new Map(symbols.map((symbol) => [symbol, BigInt(500_000 + below(5_000_000))]))
    const markOf = (symbol: string) => marks.get(symbol)
    const watch = createWarningWatch(() => terms)
    const accounts = new Map(Array.from({ length: 60 }, (_, id) => [String(id), accountOf(below, marks)]))
    const last = new Map<string, WarningStep>()
    const seen = { first: 0, urgent: 0, calm: 0 }
    const put = (id: string, account: WatchedAccount) => watch.put(id, account, last.get(id), markOf)
    for (const [id, account] of accounts) expect(put(id, account)).toBe('quiet')
    for (let tick = 0; tick < 300; tick += 1) {
      const symbol = symbols[below(3)] ?? ''
      const mark = marks.get(symbol) ?? 1n
      const wild = below(10) === 0 ? 60n : 2_000n
      marks.set(symbol, mark + ((mark / wild) * BigInt(below(2001) - 1000)) / 1000n)
      const due = new Set(watch.tick(symbol, marks.get(symbol) ?? 1n, markOf))
      for (const id of watch.waiting()) {
        const found = watch.again(id, markOf)
        if (found !== 'quiet' && found !== 'unknown') due.add(id)
      }
      for (const [id, account] of accounts) {
        const step = plainStep(account, last.get(id), marks)
        expect([id, due.has(id)]).toEqual([id, step !== undefined])
        if (step === undefined) continue
        seen[step] += 1
        last.set(id, step)
        put(id, account)
      }
    }
    // A path on which nothing happens says nothing.
    expect(Math.min(seen.first, seen.urgent, seen.calm)).toBeGreaterThan(0)
  })

  it('looks again where a mark is missing, and forgets who is gone', () => {
    const marks = new Map<string, bigint>()
    const watch = createWarningWatch(() => terms)
    const positions = [
      { terms: contract('A-PERP'), size: 10_000n, entry: worthOf(contract('A-PERP'), 1_000_000n, 10_000n) },
    ]
    expect(watch.put('one', { cash: 340n * fine, positions }, undefined, (symbol) => marks.get(symbol))).toBe('unknown')
    expect([...watch.waiting()]).toEqual(['one'])
    marks.set('A-PERP', 1_000_000n)
    const report = marginReport({
      cash: 340n * fine,
      positions: positions.map((one) => ({ ...one, mark: 1_000_000n })),
    })
    expect(marginRatio(report)).toBe(7_353n)
    expect(watch.again('one', (symbol) => marks.get(symbol))).toBe('first')
    watch.remove('one')
    expect([watch.count(), watch.waiting().size]).toEqual([0, 0])
    expect(watch.again('one', (symbol) => marks.get(symbol))).toBe(undefined)
    assert(watch.tick('A-PERP', 500_000n, (symbol) => marks.get(symbol)).length === 0, 'nobody is there')
  })
})
