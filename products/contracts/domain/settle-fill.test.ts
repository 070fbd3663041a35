import { idOf, instant } from '@bolsillo/kernel'
import { accountParts, type JournalEntry, type Posting, partOfLine } from '@bolsillo/ledger/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Booking, type ContractFacts, noContracts } from './contract-facts.ts'
import { marginPurse } from './contract-transfers.ts'
import type { ContractTerms } from './margin/margin-tiers.ts'
import { settleFill } from './settle-fill.ts'

const terms: ContractTerms = {
  symbol: 'BTC-USDT-PERP',
  priceScale: 2,
  quantityScale: 4,
  tiers: [{ upTo: undefined, initialPpm: 50_000n, maintenancePpm: 25_000n }],
}
const customerId = idOf('cus', 'cus_00000000000000000000000001')

interface Asked {
  readonly side: 'buy' | 'sell'
  readonly quantity: bigint
  readonly price: bigint
  readonly fee: bigint
  readonly mode?: 'isolated' | 'cross'
  readonly symbol?: string
}

const asked: fc.Arbitrary<Asked> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.bigInt(1n, 50_000n),
  price: fc.bigInt(9_000_000n, 11_000_000n),
  fee: fc.bigInt(0n, 5_000_000n),
})

/** Fills in their order, and every position and booking that came of them. */
function settleAll(fills: readonly Asked[], free = 1_000_000_000_000n) {
  let facts: ContractFacts = noContracts
  let [number, available, turned] = [1, free, 0]
  const newId = <Prefix extends string>(prefix: Prefix) => {
    number += 1
    return idOf(prefix, `${prefix}_${String(number).padStart(26, '0')}`)
  }
  const positions = new Map<string, ContractFacts['positions'][number]>()
  const bookings: Booking[] = []
  const entries: JournalEntry[] = []
  for (const { side, quantity, price, fee, mode = 'isolated', symbol = terms.symbol } of fills) {
    const settled = settleFill(facts, {
      terms: { ...terms, symbol },
      customerId,
      order: {
        ...{
          side,
          mode,
          leverage: 500n,
          cause: 'customer',
          atMarket: false,
          reservePrice: price,
          exits: [],
        },
        ...{ liquidationId: undefined, orderId: newId('ord') },
      },
      isDeleveraging: false,
      ...{ price, quantity, fee, vat: (fee * 16n) / 100n, released: 0n, orderHoldId: undefined },
      ...{
        available,
        fund: 0n,
        custodian: 'venue-simulated',
        details: {},
        at: instant(number),
        entryId: newId('ent'),
        newId,
      },
    })
    facts = settled.facts
    available = settled.booked.available
    for (const position of facts.positions) positions.set(position.positionId, position)
    bookings.push(...settled.records)
    entries.push(settled.entry)
    const [closing, opening] = settled.records
    if (closing !== undefined && opening !== undefined) {
      turned += 1
      expectShared([closing, opening], { fee: settled.booked.fee, vat: settled.booked.vat })
    }
    expect(settled.records.reduce((sum, { size }) => sum + size, 0n)).toBe(side === 'buy' ? quantity : -quantity)
  }
  return { positions, bookings, entries, turned }
}

/** Charges of a fill that turned a position: each part's by its size, to a smallest unit, and together what was charged. */
function expectShared([closing, opening]: readonly [Booking, Booking], charged: { fee: bigint; vat: bigint }): void {
  const length = (size: bigint): bigint => (size < 0n ? -size : size)
  const [closed, quantity] = [length(closing.size), length(closing.size + opening.size)]
  for (const what of ['fee', 'vat'] as const) {
    expect(closing[what] + opening[what]).toBe(charged[what])
    const over = charged[what] * closed - closing[what] * quantity
    expect(over >= 0n && over < quantity).toBe(true)
  }
}

/** A position as its bookings make it. */
function summed(bookings: readonly Booking[], positionId: string) {
  const own = bookings.filter((one) => one.positionId === positionId)
  const sum = (of: (one: Booking) => bigint): bigint => own.reduce((all, one) => all + of(one), 0n)
  return { size: sum((b) => b.size), realised: sum((b) => b.realised), fees: sum((b) => b.fee), vat: sum((b) => b.vat) }
}

describe('what a fill is booked as', () => {
  it('makes every position the sum of its bookings, though a fill turned it to the other side', () => {
    let turned = 0
    fc.assert(
      fc.property(fc.array(asked, { minLength: 2, maxLength: 12 }), (fills) => {
        const made = settleAll(fills)
        turned += made.turned
        for (const { positionId, size, realised, fees, vat } of made.positions.values())
          expect(summed(made.bookings, positionId)).toEqual({ size, realised, fees, vat })
      }),
    )
    expect(turned).toBeGreaterThan(0)
  })

  it('names the lines of its charges, whatever else it moves', () => {
    const purse = marginPurse(customerId)
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 6 }), (fills) => {
        for (const { postings } of settleAll(fills).entries) {
          const sumOf = (wanted: (posting: Posting, line: number) => boolean): bigint =>
            postings.reduce((sum, posting, line) => (wanted(posting, line) ? sum + posting.posted : sum), 0n)
          for (const part of ['fees', 'vat'] as const) {
            const charged = sumOf(({ account }) => accountParts(account).purse === part)
            const named = sumOf(({ account }, line) => account === purse && partOfLine(postings, purse, line) === part)
            expect(named).toBe(-charged)
          }
        }
      }),
    )
  })

  it('opens what turned in the mode of the order that turned it', () => {
    const price = 10_000_000n
    const { positions } = settleAll([
      { side: 'buy', quantity: 100n, price, fee: 0n, mode: 'isolated' },
      { side: 'sell', quantity: 300n, price, fee: 0n, mode: 'cross' },
    ])
    expect([...positions.values()].map(({ mode, size }) => [mode, size])).toEqual([
      ['isolated', 0n],
      ['cross', -200n],
    ])
  })

  it('asks the margins of other cross positions by symbol, whichever of them changed last', () => {
    const common = { price: 10_000_000n, quantity: 10_000n, fee: 0n, mode: 'cross' } as const
    const marginsOf = (symbols: readonly string[]): readonly (readonly [string, bigint])[] => {
      const opened = [...symbols, 'SOL-USDT-PERP'].map((symbol): Asked => ({ ...common, side: 'buy', symbol }))
      // What three take at 5x, and nothing beside it: 30,000 are lost, of which the position's own margin has 20,000.
      const closed: Asked = { ...common, side: 'sell', symbol: 'SOL-USDT-PERP', price: 7_000_000n }
      const { positions } = settleAll([...opened, closed], 60_000_000_000n)
      return [...positions.values()].map(({ symbol, margin }) => [symbol, margin] as const).sort()
    }
    const expected = [
      ['ADA-USDT-PERP', 10_000_000_000n],
      ['BTC-USDT-PERP', 20_000_000_000n],
      ['SOL-USDT-PERP', 0n],
    ]
    expect(marginsOf(['ADA-USDT-PERP', 'BTC-USDT-PERP'])).toEqual(expected)
    expect(marginsOf(['BTC-USDT-PERP', 'ADA-USDT-PERP'])).toEqual(expected)
  })
})
