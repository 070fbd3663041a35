import { integerBetween, present, type Rng, seededRng, uniform } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import type { VenueOrder } from '@bolsillo/trading/domain'
import { describe, expect, it } from 'vitest'
import { gridOf, tickTable } from './instrument-grid.ts'
import { inSession, order, type RunningMarket, runMarket } from './testing/running-market.ts'

// A share, a thin share, a coin and a contract: what one does must not be felt in another either.
const instruments = ['WALMEX.MX', 'LACOMER.MX', 'BTC-USDT', 'BTC-USDT-PERP']

/** Every print, to the time: what a customer sees of prices. Numbers of a book count its orders, too, and are left out. */
const tapeOf = (market: RunningMarket, from = 0): readonly string[] =>
  market.news.flatMap(({ instrumentId, trade }) =>
    trade === undefined || trade.at < from
      ? []
      : [`${instrumentId} ${trade.at} ${trade.side} ${trade.quantity} @ ${trade.price}`],
  )
const bookOf = (market: RunningMarket, id: string): string =>
  market
    .marketOf(id)
    .snapshot(market.clock.now())
    .changes.map(([side, price, quantity]) => `${side} ${quantity} @ ${price}`)
    .join('; ')
const facts = (id: string) => {
  const instrument = present(instrumentOf(id), id)
  const { lot, tradeVolume, reference } = gridOf(instrument)
  return { lot, tradeVolume, tick: tickTable(instrument)(reference) }
}

/** An order that cannot trade now, of any kind a venue takes. */
function quietOrder(rng: Rng, market: RunningMarket, id: string): VenueOrder {
  const { lot, tick } = facts(id)
  const book = market.marketOf(id)
  const [bid, ask] = [book.bestBid(), book.bestAsk()]
  const side = uniform(rng) < 0.5 ? 'buy' : 'sell'
  const far = Math.ceil(((ask + bid) * 0.03) / tick) * tick
  const draw = uniform(rng)
  const base = { side, instrumentId: id, customer: integerBetween(rng, 1, 40) } as const
  const behind =
    side === 'buy' ? bid - far - integerBetween(rng, 0, 20) * tick : ask + far + integerBetween(rng, 0, 20) * tick
  const crossing = side === 'buy' ? ask : bid
  if (draw < 0.6) return order({ ...base, quantity: integerBetween(rng, 1, 900) * lot, limit: behind })
  if (draw < 0.7) return order({ ...base, quantity: 900_000_000 * lot, limit: crossing, tif: 'fok' })
  if (draw < 0.8) return order({ ...base, quantity: lot, limit: crossing, postOnly: true })
  return order({ ...base, quantity: lot, limit: behind, tif: 'ioc' })
}

/**
 * Two markets of one seed and clock, looked at at the same moments. In one somebody sends orders between looks, so that the
 * agents' next look comes late, and takes them away again.
 */
async function twoMarkets(seed: number, at: number): Promise<readonly [RunningMarket, RunningMarket]> {
  return [await runMarket({ seed, at, instruments }), await runMarket({ seed, at, instruments })]
}

describe('an order or cancel that trades nothing', () => {
  it.each([1, 2, 3])('changes no print of any instrument, nor its time: seed %i', async (seed) => {
    const [still, loud] = await twoMarkets(seed, inSession + seed * 7_000_000)
    const rng = seededRng(seed, 'quiet orders')
    const resting: VenueOrder[] = []
    let sent = 0
    for (let turn = 0; turn < 400; turn += 1) {
      const offMs = integerBetween(rng, 1, 49)
      for (const market of [still, loud]) market.clock.advanceMs(offMs)
      for (let i = 0; turn > 20 && i < 5; i += 1) {
        const quiet = quietOrder(rng, loud, present(instruments[integerBetween(rng, 0, 3)], 'an instrument'))
        const reports = loud.venue.submit(quiet)
        expect(reports.some(({ kind }) => kind === 'filled')).toBe(false)
        if (reports.some(({ kind }) => kind === 'resting')) resting.push(quiet)
        sent += 1
        if (uniform(rng) < 0.5 && resting.length > 0) {
          const [gone] = resting.splice(integerBetween(rng, 0, resting.length - 1), 1)
          loud.venue.cancel(present(gone, 'an order').orderId)
        }
      }
      for (const market of [still, loud]) market.runMs(integerBetween(seededRng(seed, `${turn}`), 1, 4) * 50)
    }
    expect(loud.reported).toEqual([])
    expect(sent).toBeGreaterThan(1500)
    expect(tapeOf(still).length).toBeGreaterThan(300)
    expect(tapeOf(loud)).toEqual(tapeOf(still))
    for (const { orderId } of resting) loud.venue.cancel(orderId)
    for (const id of instruments) expect(bookOf(loud, id)).toBe(bookOf(still, id))
  })

  it('moves no quote of a maker either: whoever would have to give way to it trades with it instead', async () => {
    let [quiet, met] = [0, 0]
    for (let seed = 1; seed <= 40; seed += 1) {
      const id = present(instruments[seed % 2], 'a share')
      const [still, loud] = await twoMarkets(seed, inSession + seed * 7_000_000)
      const { lot, tick, tradeVolume } = facts(id)
      const side = seed % 4 < 2 ? ('buy' as const) : ('sell' as const)
      for (const market of [still, loud]) {
        market.runMs(5000)
        // Somebody trades in both, until the makers lean so far that they quote beyond the value.
        for (let i = 0; i < 8; i += 1) {
          market.venue.submit(order({ side, quantity: 40 * tradeVolume, instrumentId: id, customer: 7 }))
          market.runMs(4000)
        }
      }
      const from = loud.clock.now()
      const book = loud.marketOf(id)
      // Inside the spread, next to what the makers lean to: a small move of theirs would cross it.
      const limit = side === 'buy' ? book.bestBid() + tick : book.bestAsk() - tick
      const inside = order({ side: side === 'buy' ? 'sell' : 'buy', quantity: lot, instrumentId: id, limit })
      const reports = loud.venue.submit(inside)
      for (const market of [still, loud]) market.runMs(seed % 3 === 0 ? 10_000 : 2000)
      const gone = loud.venue.cancel(inside.orderId)
      for (const market of [still, loud]) market.runMs(20_000)
      if ([...reports, ...loud.reported].some(({ kind }) => kind === 'filled')) met += 1
      else {
        quiet += 1
        expect(gone, `seed ${seed}`).toHaveLength(1)
        expect(tapeOf(loud, from), `seed ${seed}`).toEqual(tapeOf(still, from))
        expect(bookOf(loud, id), `seed ${seed}`).toBe(bookOf(still, id))
      }
    }
    expect(
      [quiet, met].every((count) => count > 3),
      `${quiet} quiet, ${met} met`,
    ).toBe(true)
  })

  it('is distinguished from one that trades: a single trade is in the tape', async () => {
    const [still, loud] = await twoMarkets(5, inSession)
    for (const market of [still, loud]) market.runMs(5000)
    loud.venue.submit(order({ side: 'buy', quantity: 5000 }))
    for (const market of [still, loud]) market.runMs(60_000)
    expect(tapeOf(loud)).not.toEqual(tapeOf(still))
  })
})
