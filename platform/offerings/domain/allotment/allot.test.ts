import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allottedById, applicationOf, closed, fixtureDraw, fixturePlan, worlds } from '../testing/allotment-worlds.ts'
import { slowAllotment, slowRoot } from '../testing/slow-allotment.ts'
import {
  type AllotmentRule,
  type AnonymousApplication,
  allot,
  allottedLines,
  applicationsMax,
  closeApplications,
  finish,
  finishInTurns,
  lotsMax,
  seedOf,
} from './index.ts'

const names = ['ana', 'beto', 'carla', 'dario', 'elena', 'fito']
const asking = (...quantities: readonly bigint[]): readonly AnonymousApplication[] =>
  quantities.map((quantity, at) => applicationOf(names[at] ?? `n${at}`, quantity))

/** What the applications get, in the order they are given. */
function gotten(
  rule: AllotmentRule,
  supply: bigint,
  applications: readonly AnonymousApplication[],
  lot = 1n,
): bigint[] {
  const { closing, allotment } = allottedById(fixturePlan(rule, supply, lot), applications)
  const byId = new Map([...allottedLines(closing, allotment)].map((line) => [line.id, line.allotted]))
  return applications.map(({ id }) => byId.get(id) ?? -1n)
}

describe('an allotment pro rata', () => {
  const proRata = { kind: 'pro-rata' } as const
  it.each<[string, AllotmentRule, bigint, readonly bigint[], readonly bigint[]]>([
    ['gives all what they ask when there is enough', proRata, 100n, [30n, 70n], [30n, 70n]],
    ['gives nobody more than they ask', proRata, 1000n, [30n, 70n], [30n, 70n]],
    ['gives parts in proportion', proRata, 50n, [30n, 70n], [15n, 35n]],
    ['gives the lots left over to the largest remainders', proRata, 10n, [5n, 5n, 6n], [3n, 3n, 4n]],
    ['gives nothing of nothing', proRata, 0n, [5n, 5n], [0n, 0n]],
    ['gives the supply to one applicant', proRata, 7n, [9n], [7n]],
    ['gives the cap to one applicant', { kind: 'pro-rata', cap: 4n }, 7n, [9n], [4n]],
    ['gives to others what is above the cap', { kind: 'pro-rata', cap: 40n }, 100n, [900n, 100n, 50n], [40n, 40n, 20n]],
    ['lets a first cap lead to a second', { kind: 'pro-rata', cap: 30n }, 70n, [600n, 100n, 20n], [30n, 30n, 10n]],
    // The one example a large exchange publishes: 7,000 of 25,000 committed, of 60 million coins.
    [
      'is that of the field',
      proRata,
      60_000_000n,
      [7000n * 10n ** 5n, 18_000n * 10n ** 5n],
      [16_800_000n, 43_200_000n],
    ],
  ])('%s', (_, rule, supply, asked, expected) => {
    expect(gotten(rule, supply, asking(...asked))).toEqual(expected)
  })

  it('decides equal remainders by the tickets of the seed, and not always for the same', () => {
    const applications = asking(1n, 1n, 1n, 1n, 1n, 1n)
    const plan = fixturePlan({ kind: 'pro-rata' }, 1n)
    const winners = Array.from({ length: 60 }, (_, at) => {
      const draw = { ...fixtureDraw, publicValue: createHash('sha256').update(String(at)).digest('hex') }
      return finish(allot(closed(plan, applications), draw)).lots.indexOf(1)
    })
    expect(new Set(winners).size).toBe(6)
  })
})

describe('a lottery', () => {
  it('serves tickets in their order until nothing is left, whatever was asked', () => {
    const got = gotten({ kind: 'lottery', parcel: 10n }, 25n, asking(10n, 10n, 10n, 10n))
    expect(got.toSorted((a, b) => Number(a - b))).toEqual([0n, 5n, 10n, 10n])
  })

  it('goes round again when everybody had a turn', () => {
    const got = gotten({ kind: 'lottery', parcel: 2n }, 11n, asking(100n, 100n, 1n))
    expect(got[2]).toBe(1n)
    expect([got[0], got[1]].toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n)))).toEqual([4n, 6n])
  })

  it('gives each applicant the same chance, however much they ask', () => {
    const plan = fixturePlan({ kind: 'lottery', parcel: 1n, cap: 1n }, 1n)
    const applications = asking(1n, 1000n)
    const [first] = applications
    const draws = 400
    const wins = Array.from({ length: draws }, (_, at) => {
      const publicValue = createHash('sha256').update(`chance ${at}`).digest('hex')
      const closing = closed(plan, applications)
      const allotment = finish(allot(closing, { ...fixtureDraw, publicValue }))
      return [...allottedLines(closing, allotment)].find(({ allotted }) => allotted === 1n)?.id === first?.id
    }).filter(Boolean).length
    // Six deviations of a fair coin; the draws are always the same.
    expect(Math.abs(wins - draws / 2)).toBeLessThan(60)
  })
})

describe('tiers', () => {
  const tiers: AllotmentRule = {
    kind: 'tiers',
    tiers: [
      { name: 'locked-180', lockupDays: 180, rule: { kind: 'pro-rata' } },
      { name: 'free', lockupDays: 0, rule: { kind: 'lottery', parcel: 10n } },
    ],
  }
  const applications = [applicationOf('ana', 30n, 0), applicationOf('beto', 30n, 1), applicationOf('carla', 10n, 0)]

  it('serve who accepts the longer lock-up first', () => {
    expect(gotten(tiers, 50n, applications)).toEqual([30n, 10n, 10n])
    expect(gotten(tiers, 20n, applications)).toEqual([15n, 0n, 5n])
  })
})

describe('every allotment', () => {
  it('is that of a second model, written from the rules', () => {
    fc.assert(
      fc.property(worlds, ({ plan, applications }) => {
        const { closing, allotment } = allottedById(plan, applications)
        expect(closing.root).toBe(slowRoot(plan, applications))
        const lines = [...allottedLines(closing, allotment)]
        expect(new Map(lines.map(({ id, allotted }) => [id, allotted]))).toEqual(
          new Map(
            [...slowAllotment(plan, applications, seedOf(fixtureDraw, closing.root))].toSorted(([a], [b]) =>
              a < b ? -1 : 1,
            ),
          ),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('never gives more than there is, was asked, or is capped, and leaves less than a lot while anybody wants more', () => {
    fc.assert(
      fc.property(worlds, ({ plan, applications }) => {
        const { closing, allotment } = allottedById(plan, applications)
        const rules = plan.rule.kind === 'tiers' ? plan.rule.tiers.map(({ rule }) => rule) : [plan.rule]
        let [sum, wanted] = [0n, 0n]
        for (const { tier, quantity, allotted } of allottedLines(closing, allotment)) {
          const cap = rules[tier]?.cap
          const most = cap !== undefined && cap < quantity ? cap : quantity
          expect(allotted >= 0n && allotted <= most && allotted % plan.lot === 0n).toBe(true)
          sum += allotted
          wanted += most
        }
        expect(sum).toBe(allotment.total)
        const whole = plan.supply - (plan.supply % plan.lot)
        expect(sum).toBe(wanted < whole ? wanted : whole)
      }),
      { numRuns: 300 },
    )
  })

  it('is the same in whatever order applications are given', () => {
    fc.assert(
      fc.property(worlds, fc.infiniteStream(fc.nat()), ({ plan, applications }, numbers) => {
        const shuffled = applications
          .map((application) => ({ application, key: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ application }) => application)
        expect(allottedById(plan, shuffled).file).toBe(allottedById(plan, applications).file)
      }),
      { numRuns: 100 },
    )
  })

  it('is exact: no sum of the most applications of the largest quantity there can be reaches 2^53', () => {
    const largest = lotsMax
    expect(BigInt(applicationsMax) * BigInt(lotsMax) < 2n ** 53n).toBe(true)
    const got = gotten(
      { kind: 'pro-rata' },
      2n ** 34n - 7n,
      asking(...Array.from({ length: 6 }, () => BigInt(largest))),
    )
    expect(got.reduce((sum, one) => sum + one, 0n)).toBe(2n ** 34n - 7n)
  })

  it('comes to the same in turns, and lets others have theirs', async () => {
    const plan = fixturePlan({ kind: 'lottery', parcel: 1n }, 9000n)
    const applications = Array.from({ length: 20_000 }, (_, at) => applicationOf(`n${at}`, 1n))
    let [pauses, nowMs] = [0, 0]
    const pacing = {
      nowMs: () => (nowMs += 20),
      pause: async () => {
        pauses += 1
      },
    }
    const closing = closed(plan, applications)
    const inTurns = await finishInTurns(allot(closing, fixtureDraw), pacing)
    expect(inTurns).toEqual(finish(allot(closing, fixtureDraw)))
    expect(pauses).toBeGreaterThan(2)
  })
})

describe('closing', () => {
  const plan = fixturePlan({ kind: 'pro-rata' }, 10n, 5n)
  it.each<[string, AnonymousApplication, string]>([
    ['an application twice', applicationOf('ana', 5n), 'duplicate'],
    ['what is no whole lot', applicationOf('beto', 7n), 'off-lot'],
    ['nothing', applicationOf('beto', 0n), 'quantity'],
    ['less than nothing', applicationOf('beto', -5n), 'quantity'],
    ['more lots than a line can have', applicationOf('beto', 5n * 2n ** 32n), 'too-large'],
    ['a tier there is not', applicationOf('beto', 5n, 1), 'tier'],
    ['an id that is no hash', { ...applicationOf('beto', 5n), id: 'BETO' }, 'id'],
  ])('refuses %s', (_, application, problem) => {
    const applications = [applicationOf('ana', 5n), application]
    expect(finish(closeApplications(plan, applications))).toEqual({ kind: 'refused', problem, at: 1 })
  })

  it('accepts nobody at all', () => {
    const { allotment, closing } = allottedById(plan, [])
    expect([closing.root, allotment.total]).toEqual([slowRoot(plan, []), 0n])
  })
})
