import { currencies, type Instant, instant, plusMs, reject } from '@bolsillo/kernel'
import { accountParts, type JournalEntry } from '@bolsillo/ledger/domain'
import { findChannel } from '@bolsillo/payments/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptEntry,
  afterMove,
  chargesOf,
  isEnded,
  isHolding,
  judgeWithdrawal,
  leastFor,
  moneyIn,
  paidEntry,
  releaseEntry,
  reserveEntry,
  returnEntry,
  type Terms,
  type WithdrawalFacts,
  type WithdrawalMove,
  type WithdrawalState,
  withdrawalMoves,
  withdrawalStates,
} from './index.ts'

// Everything that can be true of a customer and a withdrawal, walked by machine. The walk below may let time pass and may
// let staff, the rail and the customer do what the tables allow them; it has no move by which a customer pays anything.

const now = instant(1_772_000_000_000)
const day = 86_400_000

/** Who can make a move. Nobody's list has a payment of the customer. */
const movers: Readonly<Record<WithdrawalMove, 'staff' | 'customer' | 'rail'>> = {
  accept: 'staff',
  refuse: 'staff',
  cancel: 'customer',
  'payout-confirmed': 'rail',
  'payout-failed': 'rail',
}

/** The obstacles to a request. Each has an end of its own, or does not apply to money that goes back. */
interface Obstacles {
  readonly coolDown: boolean
  readonly legalHold: boolean
  readonly newDestination: boolean
  readonly paused: boolean
  readonly dayUsedUp: boolean
  readonly monthUsedUp: boolean
}

const obstacleNames = ['coolDown', 'legalHold', 'newDestination', 'paused', 'dayUsedUp', 'monthUsedUp'] as const
const allObstacles: readonly Obstacles[] = Array.from({ length: 2 ** obstacleNames.length }, (_, bits) => {
  const has = (index: number): boolean => (bits & (1 << index)) !== 0
  return {
    coolDown: has(0),
    legalHold: has(1),
    newDestination: has(2),
    paused: has(3),
    dayUsedUp: has(4),
    monthUsedUp: has(5),
  }
})

const terms: Terms = { fee: 500n, vatBps: 1600n, shareBpsMax: 1000n, least: 100_00n, most: 1_000_000_00n }
const limit = 5_000_00n

/** The facts at an instant: everything that ends by time has ended by then. */
function factsAt(at: Instant, available: bigint, obstacles: Obstacles): WithdrawalFacts {
  const past = at - now
  const paused =
    obstacles.paused && past < day ? reject({ name: 'paused', number: 1, status: 409, retry: 'retryable' }) : undefined
  return {
    now: at,
    asset: currencies.MXN,
    terms,
    open: true,
    paused,
    available,
    usableAt: obstacles.newDestination ? plusMs(now, day) : now,
    usedDay: obstacles.dayUsedUp && past < day ? limit : 0n,
    usedMonth: obstacles.monthUsedUp && past < 30 * day ? limit * 30n : 0n,
    limitDay: limit,
    limitMonth: limit * 30n,
    coolDownUntil: obstacles.coolDown ? plusMs(now, 3 * day) : undefined,
    coolDownReason: 'password-reset',
    legalHold: obstacles.legalHold ? { reason: 'court-order', until: plusMs(now, 90 * day) } : undefined,
    openWithdrawals: 0,
    openMax: 10,
  }
}

const said = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

describe('the model of withdrawals', () => {
  it('lets every verified customer with anything available ask for all of it, once every obstacle has ended', () => {
    let cases = 0
    for (const obstacles of allObstacles) {
      for (const available of [1n, 9n, 10n, 99_99n, 100_00n, 4_999_99n, limit]) {
        const later = factsAt(plusMs(now, 91 * day), available, obstacles)
        const decision = judgeWithdrawal(said(available), later)
        expect(decision.kind, JSON.stringify(obstacles)).toBe('taken')
        if (decision.kind !== 'taken') continue
        expect(decision.net).toBeGreaterThan(0n)
        expect(decision.fee + decision.vat + decision.net).toBe(available)
        cases += 1
      }
    }
    expect(cases).toBe(64 * 7)
  })

  it('names an end for everything that stops a withdrawal now', () => {
    for (const obstacles of allObstacles) {
      const decision = judgeWithdrawal('100.00', factsAt(now, 1_000_00n, obstacles))
      const isFree = obstacleNames.every((name) => !obstacles[name])
      expect(decision.kind).toBe(isFree ? 'taken' : 'refused')
      // What is refused for now may be asked again: nothing says "never".
      if (decision.kind === 'refused') expect(decision.rejection.spec.retry).toBe('retryable')
    }
  })

  it('reaches an end from every state, by moves none of which is a payment of the customer', () => {
    const reach = (from: WithdrawalState): ReadonlySet<WithdrawalState> => {
      const seen = new Set<WithdrawalState>([from])
      const open = [from]
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        for (const move of withdrawalMoves) {
          const next = afterMove(state, move)
          if (next === undefined || seen.has(next)) continue
          seen.add(next)
          open.push(next)
        }
      }
      return seen
    }
    for (const state of withdrawalStates) {
      const ends = [...reach(state)].filter(isEnded)
      expect(ends.length, state).toBeGreaterThan(0)
      expect(ends.every((end) => moneyIn(end) === 'paid' || moneyIn(end) === 'with-customer')).toBe(true)
    }
    expect(reach('under-review')).toContain('complete')
    expect(new Set(Object.values(movers))).toEqual(new Set(['staff', 'customer', 'rail']))
  })

  it('waits for the customer in no state', () => {
    for (const state of withdrawalStates.filter((one) => !isEnded(one))) {
      const next = withdrawalMoves.filter((move) => afterMove(state, move) !== undefined)
      // Whatever the customer may do (cancel) they need not do: somebody else can bring it to its end.
      expect(
        next.some((move) => movers[move] !== 'customer'),
        state,
      ).toBe(true)
    }
  })

  it('allows exactly the moves of the table, whatever pair is tried', () => {
    const allowed = withdrawalStates.flatMap((state) =>
      withdrawalMoves.flatMap((move) => {
        const next = afterMove(state, move)
        return next === undefined ? [] : [`${state} ${move} ${next}`]
      }),
    )
    expect(allowed).toEqual([
      'under-review accept doing',
      'under-review refuse fail',
      'under-review cancel cancelled',
      'doing payout-confirmed complete',
      'doing payout-failed fail',
    ])
  })

  it('ends every hold by time alone', () => {
    const hold = { reason: 'name-check', until: now + day } as const
    expect(isHolding(hold, now)).toBe(true)
    expect(isHolding(hold, now + day)).toBe(false)
    expect(isHolding({ ...hold, endedAt: now }, now)).toBe(false)
  })
})

const channel = findChannel('spei-mxn')
if (channel === undefined) throw new Error('the channel')
const id = <Prefix extends string>(prefix: Prefix) => `${prefix}_${'1'.padStart(26, '0')}` as const
const entryOf = { id: id('ent'), at: now, actor: 'test' }

/** What entries did to each account. */
function booked(entries: readonly JournalEntry[]): ReadonlyMap<string, { posted: bigint; held: bigint }> {
  const balances = new Map<string, { posted: bigint; held: bigint }>()
  for (const { postings } of entries) {
    for (const { account, posted, held } of postings) {
      expect(accountParts(account).asset).toBe('MXN')
      const before = balances.get(account) ?? { posted: 0n, held: 0n }
      balances.set(account, { posted: before.posted + posted, held: before.held + held })
    }
    expect(postings.reduce((sum, { posted }) => sum + posted, 0n)).toBe(0n)
  }
  return balances
}

describe('the money of a withdrawal', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n })
  const anyTerms = fc.record({
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    vatBps: fc.bigInt({ min: 0n, max: 2500n }),
    shareBpsMax: fc.bigInt({ min: 0n, max: 2000n }),
  })

  it('is deposit less the shown fee when all of it is withdrawn, whatever the amount and the terms', () => {
    fc.assert(
      fc.property(amounts, anyTerms, (deposit, given) => {
        const { fee, vat, net } = chargesOf(deposit, given)
        expect(net).toBe(deposit - fee - vat)
        expect(net > 0n && fee >= 0n && vat >= 0n).toBe(true)
        expect((fee + vat) * 10_000n <= deposit * given.shareBpsMax).toBe(true)
        // Nothing is charged above the flat fee and its VAT, and everything may be asked for at once.
        expect(fee <= given.fee).toBe(true)
        expect(leastFor(deposit, { least: 10n ** 18n })).toBe(deposit)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is gone from the customer exactly once when paid, and untouched when not', () => {
    fc.assert(
      fc.property(amounts, anyTerms, (amount, given) => {
        const money = {
          withdrawalId: id('wdr'),
          customerId: id('cus'),
          holdId: id('hld'),
          channel,
          amount,
          ...chargesOf(amount, given),
        }
        const own = `${id('cus')}:stock:MXN`
        const nothing = { posted: 0n, held: 0n }
        const reserved = reserveEntry(money, entryOf)
        const accepted = acceptEntry(money, entryOf)
        const payment = { railId: 'test-spei', externalId: 'x', chargedEarly: false }
        const way = booked([reserved, accepted])
        expect(way.get(own)).toEqual({ posted: -money.net, held: amount - money.net })
        expect(way.get('house:fees:MXN') ?? nothing).toEqual(nothing)
        const paid = booked([reserved, accepted, paidEntry(money, entryOf, payment)])
        expect(paid.get(own)).toEqual({ posted: -amount, held: 0n })
        expect(paid.get('house:payouts:MXN')).toEqual(nothing)
        expect(paid.get('house:fees:MXN')?.posted ?? 0n).toBe(money.fee)
        expect(paid.get('house:vat:MXN')?.posted ?? 0n).toBe(money.vat)
        expect(paid.get('rail-test-spei:custody:MXN')).toEqual({ posted: money.net, held: 0n })
        for (const after of [[releaseEntry(money, entryOf)], [accepted, returnEntry(money, entryOf, payment)]]) {
          for (const balance of booked([reserved, ...after]).values()) expect(balance).toEqual(nothing)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('is dearer for nobody who splits it, and never cheaper than nothing', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 15n }), anyTerms, (first, second, given) => {
        const apart = chargesOf(first, given).net + chargesOf(second, given).net
        expect(chargesOf(first + second, given).net + 1n >= apart).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('refuses nobody for anything but money, destination, limits and bounded holds', () => {
  const asked: readonly (keyof WithdrawalFacts)[] = [
    'now',
    'asset',
    'terms',
    'open',
    'paused',
    'available',
    'usableAt',
    'usedDay',
    'usedMonth',
    'limitDay',
    'limitMonth',
    'coolDownUntil',
    'coolDownReason',
    'legalHold',
    'openWithdrawals',
    'openMax',
  ]
  // The whole of what a decision may look at: no deposit, VIP, turnover, score, loan or debt is among it.
  expect(Object.keys(factsAt(now, 1n, allObstacles[0] ?? ({} as Obstacles))).sort()).toEqual([...asked].sort())
})
