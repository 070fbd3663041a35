import { coins, idOf, instant, present, readDecimal, writeDecimal } from '@bolsillo/kernel'
import { instruments } from '@bolsillo/market/domain'
import { costOfFills, feeScheduleOf } from '@bolsillo/trading/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type ContractFacts,
  type ContractPosition,
  contractFees,
  contractTerms,
  liquidationWith,
  marginFor,
  noContracts,
  openPosition,
  openPositions,
  previewAskedOf,
  previewOf,
  safeBand,
  settleFill,
  worthOf,
} from '../domain/index.ts'
import { atMarks } from '../web/at-marks.ts'
import { knownPosition } from '../web/contract-figures.ts'
import type { PositionWorld } from './rows.ts'
import { accountOf, writeAccount, writeExact, writePosition } from './rows.ts'

// What the ticket shows before is what the list shows after a fill at that price: whatever else the customer holds.

const perps = ['BTC', 'ETH', 'SOL', 'DOGE'].map((coin) =>
  present(
    instruments.find(({ id }) => id === `${coin}-USDT-PERP`),
    `${coin}`,
  ),
)
const customerId = idOf('cus', 'cus_00000000000000000000000001')
const now = instant(1_790_000_000_000)
/** A whole price of about so many USDT, on the tick. */
const priceNear = (at: number, permille: number): bigint => {
  const { scale, ticks } = present(perps[at], 'a contract')
  const usual = [60_000n, 3000n, 150n, 1n][at] ?? 1n
  const tick = ticks[0]?.tick ?? 1n
  const raw = (usual * 10n ** BigInt(scale.priceScale) * BigInt(permille)) / 1000n
  return (raw / tick) * tick
}

interface Held {
  readonly at: number
  readonly isLong: boolean
  readonly lots: number
  readonly entered: number
  readonly leverage: number
  readonly mode: 'isolated' | 'cross'
}
const held = fc.record<Held>({
  at: fc.integer({ min: 0, max: 3 }),
  isLong: fc.boolean(),
  lots: fc.integer({ min: 1, max: 900 }),
  entered: fc.integer({ min: 900, max: 1100 }),
  leverage: fc.integer({ min: 100, max: 500 }),
  mode: fc.constantFrom('isolated', 'cross'),
})

/** At the price the list shows the engine acts, one unit better it does not; all other marks as they are. */
function actsAsListed(world: PositionWorld, facts: ContractFacts, free: bigint, position: ContractPosition): void {
  const written = writePosition(world, facts, free, position)
  const { liquidationPrice } = written
  const found = accountOf(world, facts, free, position)
  const terms = contractTerms(present(world.instrumentOf(position.symbol), position.symbol))
  const { priceScale } = terms
  const shown = liquidationPrice === undefined ? undefined : readDecimal(liquidationPrice, priceScale)
  if (found === undefined || shown?.kind !== 'value') return
  const isUnderAt = (mark: bigint): boolean => {
    const positions = found.account.positions.map((one, at) => (at === found.at ? { ...one, mark } : one))
    return safeBand({ ...found.account, positions }).kind === 'under'
  }
  seen[position.mode] += 1
  // The device receives exact figures, so a change of margin previews the same price.
  const known = position.mode === 'isolated' ? knownPosition(written, terms) : undefined
  if (known !== undefined) expect(liquidationWith(known, known.margin)).toBe(shown.units)
  expect(isUnderAt(shown.units)).toBe(true)
  expect(isUnderAt(shown.units + (position.size > 0n ? 1n : -1n))).toBe(false)
}
const seen = { isolated: 0, cross: 0 }

let made = 0
function positionOf({ at, isLong, lots, entered, leverage, mode }: Held): ContractPosition {
  made += 1
  const instrument = present(perps[at], 'a contract')
  const terms = contractTerms(instrument)
  const size = instrument.lot * BigInt(isLong ? lots : -lots)
  const entry = worthOf(terms, priceNear(at, entered), size)
  const nothing = { realised: 0n, funding: 0n, fees: 0n, vat: 0n }
  return {
    positionId: idOf('pos', `pos_${String(made).padStart(26, '0')}`),
    holdId: idOf('hld', `hld_${String(made).padStart(26, '0')}`),
    ...{ customerId, symbol: instrument.id, mode, leverage: BigInt(leverage), size, entry, ...nothing },
    margin: marginFor(entry, BigInt(leverage)),
    triggers: [],
    liquidationId: undefined,
    fundedAt: now,
    openedAt: now,
    updatedAt: now,
    closedAt: undefined,
  }
}

const idFrom = <Prefix extends string>(prefix: Prefix) => {
  made += 1
  return idOf(prefix, `${prefix}_${String(made).padStart(26, '0')}`)
}

it('shows before what the list shows after, for any account, to the last unit', () => {
  let cross = 0
  const property = (others: readonly Held[], order: Held, marks: readonly number[], money1: number) => {
    const instrument = present(perps[order.at], 'a contract')
    const terms = contractTerms(instrument)
    const markOf = (symbol: string) =>
      priceNear(
        perps.findIndex(({ id }) => id === symbol),
        marks[perps.findIndex(({ id }) => id === symbol)] ?? 1000,
      )
    const world: PositionWorld = {
      instrumentOf: (symbol) => perps.find(({ id }) => id === symbol),
      markOf,
      rankOf: () => undefined,
    }
    // One position a contract; what the order adds to is on its side and in its mode, as admission has it.
    const unique = [...new Map(others.map((one) => [one.at, one])).values()]
    const fitting = unique.map((one) =>
      one.at === order.at ? { ...one, mode: order.mode, isLong: order.isLong } : one,
    )
    const facts: ContractFacts = { ...noContracts, positions: fitting.map(positionOf) }
    const available = BigInt(money1) * 1_000_000n
    const inPositions = openPositions(facts).reduce((sum, { margin }) => sum + margin, 0n)
    const own = openPositions(facts).filter(({ symbol }) => symbol === instrument.id)
    const rest = openPositions(facts).filter(({ symbol, mode }) => symbol !== instrument.id && mode === 'cross')
    const [price, quantity] = [priceNear(order.at, order.entered), instrument.lot * BigInt(order.lots)]
    const side = order.isLong ? 'buy' : 'sell'
    const decimal = (units: bigint, scale: number): string =>
      `${units / 10n ** BigInt(scale)}.${String(units % 10n ** BigInt(scale)).padStart(scale, '0')}`
    const [first] = writeExact(world, own)
    const { priceScale, quantityScale } = terms
    const asked = previewAskedOf(
      {
        ...{ type: 'limit', side, mode: order.mode },
        leverage: decimal(BigInt(order.leverage), 2),
        quantity: decimal(quantity, quantityScale),
        limitPrice: decimal(price, priceScale),
      },
      {
        mark: { mark: decimal(markOf(instrument.id), priceScale) },
        marketSlippageBps: 50,
        account: writeAccount(world, facts, { posted: available + inPositions, held: inPositions }),
        exact: { ...(first === undefined ? {} : { own: first }), cross: writeExact(world, rest) },
      },
      { terms, ticks: instrument.ticks },
    )
    const preview = previewOf(present(asked, 'all is there'))
    // What the engine would refuse has no after.
    if (preview.short > 0n || preview.left < 0n) return
    const exact = price * quantity
    const cost = costOfFills(side, exact, exact, feeScheduleOf(contractFees.schedule), { ...terms, quote: coins.USDT })
    const terms0 = {
      mode: order.mode,
      leverage: BigInt(order.leverage),
      cause: 'customer',
      atMarket: false,
      reservePrice: price,
    } as const
    const settled = settleFill(facts, {
      terms,
      customerId,
      order: { ...terms0, exits: [], liquidationId: undefined, orderId: idFrom('ord'), side },
      isDeleveraging: false,
      mark: markOf(instrument.id),
      ...{
        price,
        quantity,
        fee: cost.fee.minor,
        vat: cost.vat.minor,
        released: 0n,
        orderHoldId: undefined,
        available,
        fund: 0n,
      },
      ...{ custodian: 'venue-simulated', details: {}, at: now, entryId: idFrom('ent'), newId: idFrom },
    })
    const left = settled.booked.available
    const row = (symbol: string) =>
      writePosition(world, settled.facts, left, present(openPosition(settled.facts, symbol), symbol))
    const listed = row(instrument.id)
    const shown = (units: bigint | undefined, scale: number) =>
      units === undefined ? undefined : decimal(units, scale)
    expect(decimal(preview.margin + (own[0]?.margin ?? 0n), 6)).toBe(listed.margin)
    expect(decimal(preview.left, 6)).toBe(writeAccount(world, settled.facts, { posted: left, held: 0n }).available)
    expect([preview.fee, preview.vat]).toEqual([settled.booked.fee, settled.booked.vat])
    expect(shown(preview.liquidation, priceScale)).toBe(listed.liquidationPrice)
    expect(shown(preview.ratioBps, 2)).toBe(listed.marginRatio)
    for (const other of preview.others) {
      cross += 1
      const { liquidationPrice } = row(other.symbol)
      const scale = contractTerms(present(world.instrumentOf(other.symbol), other.symbol)).priceScale
      expect(shown(other.liquidation, scale)).toBe(liquidationPrice)
    }
    for (const position of openPositions(settled.facts)) actsAsListed(world, settled.facts, left, position)
    expect(preview.others).toHaveLength(order.mode === 'cross' ? rest.length : 0)
  }
  const permille = fc.integer({ min: 850, max: 1150 })
  fc.assert(
    fc.property(
      fc.array(held, { maxLength: 5 }),
      held,
      fc.tuple(permille, permille, permille, permille),
      fc.integer({ min: 0, max: 200_000 }),
      property,
    ),
    // The same accounts every time: how many of them say something is counted below.
    { numRuns: 2000, seed: 54 },
  )
  // Most of it would say nothing if hardly any account had other cross positions.
  expect(cross).toBeGreaterThan(500)
  expect(Math.min(seen.isolated, seen.cross)).toBeGreaterThan(500)
})

/** A market whose marks are so many thousandths of the usual prices. */
function worldAt(permilles: readonly number[]): PositionWorld {
  const placeOf = (symbol: string): number => perps.findIndex(({ id }) => id === symbol)
  return {
    instrumentOf: (symbol) => perps.find(({ id }) => id === symbol),
    markOf: (symbol) => priceNear(placeOf(symbol), permilles[placeOf(symbol)] ?? 1000),
    rankOf: () => undefined,
  }
}

/** An account as its holder receives it. */
function publishedIn(world: PositionWorld, facts: ContractFacts, available: bigint) {
  const open = openPositions(facts)
  const inPositions = open.reduce((sum, { margin }) => sum + margin, 0n)
  return {
    rows: open.map((position) => writePosition(world, facts, available, position)),
    account: writeAccount(world, facts, { posted: available + inPositions, held: inPositions }),
  }
}

it('shows a published position at a newer mark as the server would publish it then', () => {
  const permille = fc.integer({ min: 850, max: 1150 })
  const marks = fc.tuple(permille, permille, permille, permille)
  const property = (all: readonly Held[], before: readonly number[], later: readonly number[], money1: number) => {
    const unique = [...new Map(all.map((one) => [one.at, one])).values()]
    const facts: ContractFacts = { ...noContracts, positions: unique.map(positionOf) }
    const available = BigInt(money1) * 1_000_000n
    const then = worldAt(later)
    const published = publishedIn(worldAt(before), facts, available)
    const expected = publishedIn(then, facts, available)
    const termsOf = (symbol: string) => contractTerms(present(then.instrumentOf(symbol), symbol))
    const markOf = (symbol: string) => writeDecimal(then.markOf(symbol) ?? 0n, termsOf(symbol).priceScale)
    // How far it may be closed and what may be taken out are the engine's to say.
    const engines = published.rows.map(({ closeWorst, closeFirst, removable }) => ({
      ...(closeWorst === undefined ? {} : { closeWorst }),
      ...(closeFirst === undefined ? {} : { closeFirst }),
      removable,
    }))
    const rows = expected.rows.map(({ closeWorst: _, closeFirst: __, removable: ___, ...row }, place) => ({
      ...row,
      ...engines[place],
    }))
    expect(atMarks(published, markOf, termsOf)).toEqual({ rows, account: expected.account })
    const [first] = atMarks(published, markOf, () => undefined).rows
    expect(first).toEqual(published.rows[0])
  }
  fc.assert(fc.property(fc.array(held, { minLength: 1, maxLength: 5 }), marks, marks, fc.nat(200_000), property), {
    numRuns: 500,
    seed: 55,
  })
})
