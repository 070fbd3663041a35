import { type Id, idOf, instant, type Rng, seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { crossAccount } from './admission.ts'
import {
  type ContractFacts,
  type ContractPosition,
  noContracts,
  openPosition,
  openPositions,
} from './contract-facts.ts'
import { fundingPayments } from './funding/funding.ts'
import { deleveragingOrder, deleveragingShares } from './liquidation/deleveraging.ts'
import { handOverPrices, liquidationStage, liquidationStep } from './liquidation/liquidation.ts'
import { type MarginAccount, marginReport } from './margin/margin.ts'
import { type ContractTerms, leverageMax, worthOf } from './margin/margin-tiers.ts'
import { fineToMinor, marginFor } from './position.ts'
import { settleFill } from './settle-fill.ts'

// Crashes played with the engine's own decisions, without desk and database: customers with isolated and cross positions, a
// price that falls or jumps, a book that has much, little or nothing. Whatever comes, nobody falls below zero, every
// amount is somebody's, and what is long is short elsewhere.

const crashes = 10_000
const usdt = 1_000_000n
const terms: readonly ContractTerms[] = [
  { symbol: 'A', priceScale: 2, quantityScale: 4, tiers: tiersOf(50_000n) },
  { symbol: 'B', priceScale: 4, quantityScale: 2, tiers: tiersOf(200_000n) },
]

function tiersOf(initialPpm: bigint): ContractTerms['tiers'] {
  const fine = 10n ** 12n
  return [
    { upTo: 50_000n * fine, initialPpm, maintenancePpm: initialPpm / 2n },
    { upTo: undefined, initialPpm: initialPpm * 4n, maintenancePpm: initialPpm * 2n },
  ]
}

interface World {
  readonly rng: Rng
  readonly facts: Map<Id<'cus'>, ContractFacts>
  /** Free money; what is set aside is in the positions. */
  readonly free: Map<Id<'cus'>, bigint>
  readonly marks: Map<string, bigint>
  fund: bigint
  /** Fees and VAT, and the market's side: with the customers' all comes to what there was. */
  house: bigint
  market: bigint
  number: number
  deleveraged: number
  bore: bigint
}

const below = (rng: Rng, bound: number): number => rng.nextUint32() % bound
const idNumber = (number: number): string => number.toString().padStart(26, '0')

function fill(
  world: World,
  customerId: Id<'cus'>,
  of: {
    readonly terms: ContractTerms
    readonly side: 'buy' | 'sell'
    readonly price: bigint
    readonly quantity: bigint
    readonly leverage: bigint
    readonly mode: 'isolated' | 'cross'
    readonly cause: 'customer' | 'liquidation'
    readonly isDeleveraging?: boolean
  },
): void {
  const before = world.facts.get(customerId) ?? noContracts
  const available = world.free.get(customerId) ?? 0n
  const notional = worthOf(of.terms, of.price, of.quantity) / fineToMinor
  const fee = of.isDeleveraging === true ? 0n : (notional * 5n) / 10_000n
  const newId = <Prefix extends string>(prefix: Prefix): Id<Prefix> => {
    world.number += 1
    return idOf(prefix, `${prefix}_${idNumber(world.number)}`)
  }
  const held = (facts: ContractFacts) => openPositions(facts).reduce((sum, { margin }) => sum + margin, 0n)
  const settled = settleFill(before, {
    terms: of.terms,
    customerId,
    order: {
      mode: of.mode,
      leverage: of.leverage,
      cause: of.cause,
      atMarket: true,
      reservePrice: of.price,
      exits: [],
      liquidationId: undefined,
      orderId: undefined,
      side: of.side,
    },
    isDeleveraging: of.isDeleveraging ?? false,
    price: of.price,
    quantity: of.quantity,
    fee,
    vat: (fee * 1600n) / 10_000n,
    released: 0n,
    orderHoldId: undefined,
    available,
    fund: world.fund,
    custodian: 'venue-simulated',
    details: {},
    at: instant(1 + world.number),
    entryId: newId('ent'),
    newId,
  })
  // The entry is what moves money: everything is read from its lines.
  let [free, margin] = [available, held(before)]
  for (const { account, posted, held: set } of settled.entry.postings) {
    if (account.startsWith('cus_')) {
      free += posted - set
      margin += set
    } else if (account.includes(':insurance:')) world.fund += posted
    else if (account.includes(':custody:')) world.market += posted
    else world.house += posted
  }
  expect(settled.entry.postings.reduce((sum, { posted }) => sum + posted, 0n)).toBe(0n)
  expect(margin).toBe(held(settled.facts))
  expect(free).toBe(settled.booked.available)
  expect(free >= 0n && world.fund >= 0n).toBe(true)
  expect(openPositions(settled.facts).every((one) => one.margin >= 0n)).toBe(true)
  world.bore += settled.records.reduce((sum, { marketBore }) => sum + marketBore, 0n)
  world.facts.set(customerId, settled.facts)
  world.free.set(customerId, free)
}

function accountOf(world: World, customerId: Id<'cus'>, symbol: string, mode: 'isolated' | 'cross') {
  const facts = world.facts.get(customerId) ?? noContracts
  const termsOf = (name: string) => terms.find((one) => one.symbol === name) ?? terms[0]
  if (mode === 'cross') {
    const account = crossAccount(
      facts,
      world.free.get(customerId) ?? 0n,
      (name) => world.marks.get(name),
      (name) => termsOf(name) as ContractTerms,
    )
    const own = openPositions(facts).filter((one) => one.mode === 'cross')
    return account === undefined || own.length === 0 ? undefined : { account, own }
  }
  const position = openPosition(facts, symbol)
  if (position === undefined || position.mode !== 'isolated') return undefined
  const account: MarginAccount = {
    cash: position.margin * fineToMinor,
    positions: [
      {
        terms: termsOf(symbol) as ContractTerms,
        size: position.size,
        entry: position.entry,
        mark: world.marks.get(symbol) ?? 1n,
      },
    ],
  }
  return { account, own: [position] }
}

/** What the engine does: steps until safe, through a book that may have nothing; then the fund; then the others are asked. */
function liquidate(world: World, customerId: Id<'cus'>, symbol: string, mode: 'isolated' | 'cross'): void {
  let vain = 0
  for (let round = 0; round < 200; round += 1) {
    const found = accountOf(world, customerId, symbol, mode)
    if (found === undefined) return
    const stage = liquidationStage(vain)
    const lots = found.own.map(() => 1n)
    const step = liquidationStep(found.account, { lots, fund: world.fund, withFund: stage !== 'book' })
    if (step === undefined) return
    if (stage === 'hand-over') {
      handOver(world, customerId, found)
      expect(accountOf(world, customerId, symbol, mode)).toBeUndefined()
      return
    }
    const [position, sums] = [found.own[step.at], found.account.positions[step.at]]
    if (position === undefined || sums === undefined) throw new Error('a step names a position')
    const side = position.size > 0n ? 'sell' : 'buy'
    const common = { terms: sums.terms, side, leverage: position.leverage, mode, cause: 'liquidation' } as const
    // The book is a little worse than the mark, or much, or not there, and has a part of what is wanted.
    const slip = BigInt(below(world.rng, 900))
    const price = (sums.mark * (side === 'sell' ? 10_000n - slip : 10_000n + slip)) / 10_000n
    const isThere = side === 'sell' ? price >= step.worstPrice : price <= step.worstPrice
    if (!isThere || price <= 0n || below(world.rng, 4) === 0) {
      vain += 1
      continue
    }
    const part = below(world.rng, 3) === 0 ? step.quantity / 2n : step.quantity
    const quantity = part === 0n ? step.quantity : part
    vain = quantity === step.quantity ? 0 : vain + 1
    fill(world, customerId, { ...common, price, quantity })
  }
  throw new Error('a liquidation ends')
}

/** All of an account against those who gain most, each position at its price, those that gain first. */
function handOver(
  world: World,
  customerId: Id<'cus'>,
  { account, own }: { readonly account: MarginAccount; readonly own: readonly ContractPosition[] },
): void {
  const prices = handOverPrices(account)
  const all = account.positions.map((sums, at) => ({ sums, at, price: prices[at] ?? 1n }))
  const resultOf = ({ sums: { terms: of, size, entry }, price }: (typeof all)[number]) =>
    worthOf(of, price, size) - entry
  for (const { sums, at, price } of all.toSorted((a, b) => (resultOf(a) > resultOf(b) ? -1 : 1))) {
    const position = own[at]
    if (position === undefined) throw new Error('a position of the account')
    const { mode, leverage } = position
    const side = position.size > 0n ? 'sell' : 'buy'
    const length = position.size < 0n ? -position.size : position.size
    const holders = [...world.facts].flatMap(([owner, facts]) => {
      const other = openPosition(facts, sums.terms.symbol)
      if (other === undefined || owner === customerId) return []
      const report = marginReport({
        cash: other.margin * fineToMinor,
        positions: [{ terms: sums.terms, size: other.size, entry: other.entry, mark: sums.mark }],
      })
      const one = report.positions[0]
      return one === undefined
        ? []
        : [{ id: owner, size: other.size, unrealised: one.unrealised, notional: one.notional, equity: report.equity }]
    })
    const common = { terms: sums.terms, leverage, price, isDeleveraging: true } as const
    for (const { id, quantity } of deleveragingShares(
      deleveragingOrder(holders, side === 'sell' ? 'short' : 'long'),
      length,
    )) {
      const other = openPosition(world.facts.get(idOf('cus', id)) ?? noContracts, sums.terms.symbol)
      if (other === undefined) continue
      const turned = side === 'sell' ? 'buy' : 'sell'
      world.deleveraged += 1
      fill(world, idOf('cus', id), { ...common, side: turned, mode: other.mode, cause: 'customer', quantity })
    }
    fill(world, customerId, { ...common, side, mode, cause: 'liquidation', quantity: length })
  }
}

function crash(seed: number): World {
  const rng = seededRng(seed, 'crashes')
  const world: World = {
    rng,
    facts: new Map(),
    free: new Map(),
    marks: new Map([
      ['A', 5_000_000n + BigInt(below(rng, 5_000_000))],
      ['B', 1_000n + BigInt(below(rng, 50_000))],
    ]),
    fund: BigInt(below(rng, 3)) * 500n * usdt,
    house: 0n,
    market: 0n,
    number: 0,
    deleveraged: 0,
    bore: 0n,
  }
  let given = world.fund
  const customers = Array.from({ length: 2 + below(rng, 4) }, (_, at) => idOf('cus', `cus_${idNumber(at + 1)}`))
  for (const customerId of customers) {
    const money = BigInt(100 + below(rng, 20_000)) * usdt
    world.free.set(customerId, money)
    given += money
    const mode = below(rng, 2) === 0 ? 'isolated' : 'cross'
    for (const one of terms.slice(0, 1 + below(rng, 2))) {
      const price = world.marks.get(one.symbol) ?? 1n
      const spend = ((world.free.get(customerId) ?? 0n) * BigInt(20 + below(rng, 60))) / 100n
      const wanted = BigInt(100 + below(rng, 1900))
      const quantity = (spend * fineToMinor * wanted) / 100n / worthOf(one, price, 1n)
      if (quantity === 0n) continue
      const notional = worthOf(one, price, quantity)
      const highest = leverageMax(one.tiers, notional)
      const leverage = wanted > highest ? highest : wanted
      if (marginFor(notional, leverage) > (world.free.get(customerId) ?? 0n)) continue
      const side = below(rng, 3) === 0 ? 'sell' : 'buy'
      fill(world, customerId, { terms: one, side, price, quantity, leverage, mode, cause: 'customer' })
    }
  }
  const ticks = 3 + below(rng, 6)
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const [symbol, mark] of world.marks) {
      const move = BigInt(below(rng, 2500))
      const next = below(rng, 4) === 0 ? mark + (mark * move) / 10_000n : mark - (mark * move) / 10_000n
      world.marks.set(symbol, next > 1n ? next : 1n)
    }
    for (const customerId of customers) {
      for (const { symbol } of terms) liquidate(world, customerId, symbol, 'isolated')
      liquidate(world, customerId, '', 'cross')
    }
  }
  const owned = customers.reduce((sum, id) => {
    const margin = openPositions(world.facts.get(id) ?? noContracts).reduce((all, one) => all + one.margin, 0n)
    return sum + (world.free.get(id) ?? 0n) + margin
  }, 0n)
  // Conservation: what was given is what customers, the fund, the house and the market have together.
  expect(owned + world.fund + world.house + world.market).toBe(given)
  // Nobody who is left is short of what must be kept.
  for (const customerId of customers) {
    const cross = accountOf(world, customerId, '', 'cross')
    if (cross !== undefined) expect(marginReport(cross.account).isUnderMaintenance).toBe(false)
  }
  // Funding of what is left comes to zero, the market's counter-position included.
  for (const one of terms) {
    const holders = customers.flatMap((id) => {
      const position = openPosition(world.facts.get(id) ?? noContracts, one.symbol)
      return position === undefined ? [] : [{ id, size: position.size }]
    })
    const market = { id: 'market', size: -holders.reduce((sum, { size }) => sum + size, 0n) }
    const payments = fundingPayments([...holders, market], {
      worthOfOne: worthOf(one, world.marks.get(one.symbol) ?? 1n, 1n),
      rate: BigInt(below(rng, 1_000_000)) - 500_000n,
      fineToMinor,
    })
    expect(payments.reduce((sum, { minor }) => sum + minor, 0n)).toBe(0n)
  }
  return world
}

describe(`${crashes} crashes`, () => {
  it('leave no customer below zero, no amount unaccounted for, and are ended by the fund and by deleveraging', () => {
    let [deleveraged, bore, fed] = [0, 0n, 0]
    for (let seed = 0; seed < crashes; seed += 1) {
      const world = crash(seed)
      deleveraged += world.deleveraged
      bore += world.bore
      if (world.fund > 0n) fed += 1
    }
    // The crashes are worth the name: some ended in deleveraging, most fed the fund.
    expect(deleveraged).toBeGreaterThan(1000)
    expect(fed).toBeGreaterThan(crashes / 2)
    expect(bore).toBeGreaterThanOrEqual(0n)
  }, 120_000)
})
