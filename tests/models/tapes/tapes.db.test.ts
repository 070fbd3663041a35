import { maxOf, minOf, present, priceOf, quantityOf, tickAt, writeDecimal } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { tieredSchedule } from '@bolsillo/trading/domain'
import { describe, expect, it } from 'vitest'
import { coin, contract, openTapeStand, replayTape, share, type TapePrint, type TapeStand } from './tape-stand.ts'

// Whether anybody hunts stops. The tape of the practice market, to the last print, must not know of thousands of resting stops, of
// exits and of liquidation prices: neither of those just beyond what the market reaches, nor, once reached, be moved by them in
// any other way than by the plain orders that they become.

const stopHolders = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const [long, short] = [11, 12]
const before = 200
const after = 900
const stopsEach = 50
const coinSchedule = tieredSchedule('USDT', { takerBps: 60n, makerBps: 40n, vatBps: 1600n }).id

/** Where a market was when stops are put, and how far it went after that. */
interface Range {
  readonly last: bigint
  readonly low: bigint
  readonly high: bigint
}

/** Where the stop of a number stands, in ticks of its market: below or above. */
type Bait = (id: string, n: number) => { readonly below: bigint; readonly above: bigint }

const tickOf = (id: string, price: bigint): bigint => tickAt(priceOf(price), present(instrumentOf(id), id).ticks)

/** One tick and more beyond what the market reaches. */
const outOfReach =
  (ranges: Readonly<Record<string, Range>>): Bait =>
  (id, n) => {
    const { low, high } = present(ranges[id], id)
    const beyond = BigInt(n + 1) * tickOf(id, high)
    return { below: low - beyond, above: high + beyond }
  }

/** Between where the market is and half-way to where it goes. */
const withinReach =
  (ranges: Readonly<Record<string, Range>>): Bait =>
  (id, n) => {
    const { last, low, high } = present(ranges[id], id)
    const tick = tickOf(id, high)
    const away = (far: bigint): bigint => {
      const steps = ((far > last ? far - last : last - far) * BigInt(n + 1)) / BigInt(2 * stopsEach) / tick
      return (steps > 0n ? steps : 1n) * tick
    }
    return { below: last - away(low), above: last + away(high) }
  }

/** A market with two positions and ten people who trade nothing; with bait, everything of theirs is in reach or just out of it. */
async function run(seed: number, bait?: Bait): Promise<{ readonly stand: TapeStand; readonly from: number }> {
  const stand = await openTapeStand(seed)
  for (const customer of stopHolders) {
    await stand.fund(customer, 'stock', 'MXN', 10_000_000_00n)
    await stand.fund(customer, 'coin', 'USDT', 10_000_000_000_000n)
    await stand.fund(customer, 'coin', 'BTC', 10_00000000n)
    await stand.giveShares(customer, 1000n, 6000n)
  }
  for (const customer of [long, short]) await stand.fund(customer, 'contract', 'USDT', 10_000_000_000n)
  await stand.run(before)
  // Thin: as little margin as the contract allows.
  const leverage = bait === undefined ? '1' : '20'
  await stand.open(long, { side: 'buy', quantity: '0.05', leverage })
  await stand.open(short, { side: 'sell', quantity: '0.05', leverage })
  const from = stand.tape.length
  if (bait !== undefined) {
    const { below, above } = bait(contract, 0)
    const text = (units: bigint): string =>
      writeDecimal(units, present(instrumentOf(contract), contract).scale.priceScale)
    await stand.exits(long, { profit: text(above), loss: text(below) })
    await stand.exits(short, { profit: text(below), loss: text(above) })
    for (const customer of stopHolders) await stand.place(customer, stopsOf(bait))
  }
  await stand.run(after)
  return { stand, from }
}

function stopsOf(bait: Bait) {
  return Array.from({ length: stopsEach }, (_, n) =>
    [share, coin].flatMap((instrumentId) => {
      const { below, above } = bait(instrumentId, n)
      const isShare = instrumentId === share
      const size = isShare
        ? ({ product: 'stock', quantity: quantityOf(2n) } as const)
        : ({ product: 'spot', quantity: quantityOf(100_000n), feeSchedule: coinSchedule } as const)
      const stop = { instrumentId, type: 'stop', timeInForce: 'gtc', ...size } as const
      return [
        { ...stop, side: 'sell', stopPrice: priceOf(below) } as const,
        { ...stop, side: 'buy', stopPrice: priceOf(above) } as const,
      ]
    }),
  ).flat()
}

function rangesOf({ stand, from }: Awaited<ReturnType<typeof run>>): Readonly<Record<string, Range>> {
  return Object.fromEntries(
    [share, coin, contract].map((id) => {
      const pricesIn = (prints: readonly TapePrint[]) =>
        prints.filter((print) => print.id === id).map(({ price }) => price)
      const sorted = pricesIn(stand.tape.slice(from)).toSorted((a, b) => (a < b ? -1 : 1))
      const last = present(pricesIn(stand.tape.slice(0, from)).at(-1), 'a print before')
      return [id, { last, low: minOf(last, sorted[0] ?? last), high: maxOf(last, sorted.at(-1) ?? last) }]
    }),
  )
}

describe('the tape of the practice market', () => {
  it.each([1, 2])(
    'knows nothing of thousands of stops, exits and thin margins one tick beyond it: seed %i',
    async (seed) => {
      const plain = await run(seed)
      const baited = await run(seed, outOfReach(rangesOf(plain)))
      expect(plain.stand.tape.length).toBeGreaterThan(plain.from + 200)
      expect(baited.stand.tape).toEqual(plain.stand.tape)
      // Nothing of what waits was ever sent.
      expect(baited.stand.sent.map((one) => one.look)).toEqual(plain.stand.sent.map((one) => one.look))
      const near = await baited.stand.positions(long)
      expect(near).toHaveLength(1)
      await plain.stand.close()
      await baited.stand.close()
    },
    300_000,
  )

  it.each([3, 4])(
    'moves for those that are reached as for plain orders of anybody: seed %i',
    async (seed) => {
      const plain = await run(seed)
      const reached = await run(seed, withinReach(rangesOf(plain)))
      const fired = reached.stand.sent.length - plain.stand.sent.length
      expect(fired).toBeGreaterThan(20)
      expect(reached.stand.tape).not.toEqual(plain.stand.tape)
      const looks = reached.stand.looks()
      expect(await replayTape(seed, reached.stand.sent, looks)).toEqual(reached.stand.tape)
      // One that is left out, or comes a look later, would be seen.
      expect(await replayTape(seed, reached.stand.sent.slice(0, -1), looks)).not.toEqual(reached.stand.tape)
      await plain.stand.close()
      await reached.stand.close()
    },
    300_000,
  )
})
