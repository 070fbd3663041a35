import { idOf, instant, priceOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { type ContractPosition, noContracts } from '../contract-facts.ts'
import { type ContractTerms, worthOf } from '../margin/margin-tiers.ts'
import { boundPrice, closingAlone, closingBound } from './closing-bound.ts'

const [coin, other] = ['ETH-USDT-PERP', 'BTC-USDT-PERP']
const termsOf = (symbol: string): ContractTerms => ({
  symbol,
  priceScale: 2,
  quantityScale: 0,
  tiers: [{ upTo: undefined, initialPpm: 50_000n, maintenancePpm: 25_000n }],
})
const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n
const at = instant(0)

function position(symbol: string, of: { size: bigint; entered: bigint; margin: number; id: number }): ContractPosition {
  return {
    positionId: idOf('pos', `pos_${String(of.id).padStart(26, '0')}`),
    customerId: idOf('cus', 'cus_00000000000000000000000001'),
    ...{ symbol, mode: 'cross', leverage: 2000n, holdId: undefined, size: of.size, margin: usdt(of.margin) },
    entry: worthOf(termsOf(symbol), of.entered, of.size),
    ...{ realised: 0n, funding: 0n, fees: 0n, vat: 0n, triggers: [], liquidationId: undefined },
    ...{ fundedAt: at, openedAt: at, updatedAt: at, closedAt: undefined },
  }
}

// 10 of the coin, entered at 1,000.00, with 500 of margin; 1 of the other, entered at 5,000.00, with 250; 250 free.
describe.each([
  { side: 'long', sign: 1n },
  { side: 'short', sign: -1n },
])('how far a cross $side may be closed', ({ sign }) => {
  const own = position(coin, { size: 10n * sign, entered: 100_000n, margin: 500, id: 1 })
  const next = position(other, { size: 1n, entered: 500_000n, margin: 250, id: 2 })
  const worst = (markOfOther: bigint | undefined, ownMark = 100_000n): bigint | undefined =>
    boundPrice(
      closingBound({
        facts: { ...noContracts, positions: [own, next] },
        position: own,
        available: usdt(250),
        markOf: (symbol) => (symbol === coin ? ownMark : markOfOther),
        termsOf,
      }),
      [{ from: priceOf(1n), tick: 1n }],
    )
  const alone = (markOfOther: bigint | undefined) =>
    closingAlone({
      facts: { ...noContracts, positions: [own, next] },
      position: own,
      available: usdt(250),
      markOf: (symbol) => (symbol === coin ? 100_000n : markOfOther),
      termsOf,
    })
  const awayBy = (hundredths: bigint): bigint => 100_000n - sign * hundredths

  it('is as far as free money and all cross margins reach', () => {
    expect(worst(500_000n)).toBe(awayBy(10_000n))
  })

  it('is no further when another position gains', () => {
    expect(worst(560_000n)).toBe(awayBy(10_000n))
  })

  it('is shown with the position that would have to be closed before it, where one gains', () => {
    expect(alone(560_000n)).toEqual({ worst: awayBy(10_000n), first: other })
    expect(alone(500_000n)).toEqual({ worst: awayBy(10_000n), first: undefined })
    expect(alone(460_000n)).toEqual({ worst: awayBy(6_000n), first: undefined })
    expect(alone(undefined)).toEqual({ worst: 100_000n, first: undefined })
  })

  it('leaves what another position has lost', () => {
    expect(worst(460_000n)).toBe(awayBy(6_000n))
  })

  it('is the own mark while another mark is missing, and no further than money reaches', () => {
    expect(worst(undefined, awayBy(300n))).toBe(awayBy(300n))
    expect(worst(undefined, awayBy(15_000n))).toBe(awayBy(10_000n))
  })
})
