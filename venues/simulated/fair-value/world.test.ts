import { describe, expect, it } from 'vitest'
import { createWorld, type Listed, type World } from './world.ts'

const stock = (id: string, country: string, sector: string): Listed => {
  return { id, kind: 'stock', ticker: id, currency: 'MXN', country, sector, volatility: 0.28, beta: 1 }
}
const listed: readonly Listed[] = [
  stock('A.MX', 'MX', 'finance'),
  stock('B.MX', 'MX', 'finance'),
  stock('C.US', 'US', 'technology'),
  stock('D.US', 'US', 'energy'),
  {
    id: 'USD/MXN',
    kind: 'fx',
    ticker: 'USD/MXN',
    currency: 'MXN',
    country: 'XX',
    sector: 'currency',
    volatility: 0.11,
    beta: 0,
  },
  {
    id: 'I.MX',
    kind: 'index',
    ticker: 'I',
    currency: 'MXN',
    country: 'MX',
    sector: 'index',
    volatility: 0.15,
    beta: 1,
  },
]
const parts = () => [
  { id: 'A.MX', weight: 3 },
  { id: 'B.MX', weight: 1 },
]
const world = (seed = 7): World => createWorld(seed, listed, parts)

const noon = Date.UTC(2026, 10, 18, 17)
const sessions = (of: World, count: number) => {
  const last = of.time.segmentAt(noon).key
  return Array.from({ length: count }, (_, i) => of.time.segment(last - 2 * (count - 1 - i)))
}
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const correlation = (a: readonly number[], b: readonly number[]) => {
  const [ma, mb] = [mean(a), mean(b)]
  const covariance = mean(a.map((x, i) => (x - ma) * ((b[i] ?? 0) - mb)))
  return covariance / Math.sqrt(mean(a.map((x) => (x - ma) ** 2)) * mean(b.map((x) => (x - mb) ** 2)))
}
const dailyMoves = (of: World, id: string, days = 1000) => {
  const closes = sessions(of, days + 1).map((segment) => of.logAt(id, segment.endMs - 1))
  return closes.slice(1).map((close, i) => close - (closes[i] ?? 0))
}

describe('the simulated world', () => {
  it('gives the same value for the same seed and moment, asked in any order', () => {
    const [first, second] = [world(), world()]
    const moments = Array.from({ length: 200 }, (_, i) => noon - i * 7_654_321)
    const forwards = moments.map((at) => first.logAt('A.MX', at))
    const backwards = [...moments].reverse().map((at) => second.logAt('A.MX', at))
    expect(backwards.reverse()).toEqual(forwards)
    expect(world(8).logAt('A.MX', noon)).not.toBe(world(7).logAt('A.MX', noon))
  })

  it('passes through its minutes, and through closes and opens without a jump', () => {
    const of = world()
    for (const segment of sessions(of, 5)) {
      const path = of.logPath('C.US', segment)
      for (const minute of [0, 1, 200, 389]) {
        expect(of.logAt('C.US', segment.startMs + minute * 60_000)).toBeCloseTo(path[minute] ?? 0, 12)
      }
      const night = of.time.segment(segment.key + 1)
      expect(of.logPath('C.US', night)[0]).toBe(path[390])
      expect(of.logAt('C.US', segment.endMs - 1)).toBeCloseTo(path[390] ?? 0, 3)
    }
  })

  it('moves like shares do: a percent or two a day, storms in clusters, no memory of direction', () => {
    const moves = dailyMoves(world(), 'C.US')
    const deviation = Math.sqrt(mean(moves.map((move) => move ** 2)))
    expect(deviation).toBeGreaterThan(0.008)
    expect(deviation).toBeLessThan(0.03)
    const sizes = moves.map(Math.abs)
    expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.05)
    expect(Math.abs(correlation(moves.slice(1), moves.slice(0, -1)))).toBeLessThan(0.1)
    expect(mean(moves.map((move) => (move / deviation) ** 4))).toBeGreaterThan(3.3)
  })

  it('moves neighbours together, and the dollar against Mexican shares', () => {
    const of = world()
    const banks = correlation(dailyMoves(of, 'A.MX'), dailyMoves(of, 'B.MX'))
    const strangers = correlation(dailyMoves(of, 'A.MX'), dailyMoves(of, 'D.US'))
    expect(banks).toBeGreaterThan(0.3)
    expect(banks).toBeGreaterThan(strangers)
    expect(strangers).toBeGreaterThan(0.05)
    expect(correlation(dailyMoves(of, 'USD/MXN'), dailyMoves(of, 'A.MX'))).toBeLessThan(-0.05)
  })

  it('moves an index from its last close as its parts moved from theirs, by weight', () => {
    const of = world()
    for (const session of sessions(of, 40)) {
      const close = session.startMs - 17.5 * 3_600_000 - 1
      const isWeekend = of.time.segmentAt(close).kind === 'night'
      if (isWeekend) continue
      const at = session.startMs + 3 * 3_600_000
      const moved = (id: string) => Math.exp(of.logAt(id, at) - of.logAt(id, close))
      expect(moved('I.MX')).toBeCloseTo(0.75 * moved('A.MX') + 0.25 * moved('B.MX'), 3)
    }
  })

  it('keeps an index near what its parts alone would put it at, for years', () => {
    const of = world()
    for (const session of sessions(of, 1300)) {
      const alone =
        0.75 * Math.exp(of.logAt('A.MX', session.startMs)) + 0.25 * Math.exp(of.logAt('B.MX', session.startMs))
      expect(Math.exp(of.logAt('I.MX', session.startMs)) / alone).toBeGreaterThan(0.93)
      expect(Math.exp(of.logAt('I.MX', session.startMs)) / alone).toBeLessThan(1.07)
    }
  })

  it('keeps New York hours through the change of clocks', () => {
    const of = world()
    const openUtc = (day: number, month: number) => {
      const night = of.time.segmentAt(Date.UTC(2026, month, day, 6))
      return new Date(night.endMs).toISOString().slice(11, 16)
    }
    expect(openUtc(6, 2)).toBe('14:30')
    expect(openUtc(9, 2)).toBe('13:30')
    expect(openUtc(30, 9)).toBe('13:30')
    expect(openUtc(2, 10)).toBe('14:30')
  })
})
