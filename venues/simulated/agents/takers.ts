import { keyedNormal, keyedUniform } from '../fair-value/keyed-random.ts'
import type { AgentBook, Side } from './agent-book.ts'

/** What takers know in one step. */
interface Scene {
  /** Number of the step; every draw is keyed by it. */
  readonly step: number
  readonly seconds: number
  /** Expected orders in this step. */
  readonly expectedOrders: number
  readonly fair: number
  readonly halfSpread: number
  readonly tick: number
  readonly size: number
  readonly lot: number
  readonly parentsPerSecond: number
}

/** Numbers of the agents by what moves them; each is an owner in the book. */
interface TakerNumbers {
  readonly noise: number
  readonly trend: number
  readonly reversal: number
  readonly informed: number
  readonly worked: number
}

export interface Takers {
  readonly act: (scene: Scene) => void
}

const ordersAStepMax = 12
/** Nobody chases further than this many half spreads through the best price. */
const reachHalfSpreads = 2
/**
 * And nobody trades further than this many half spreads from the fair value. Right after a start the makers have not
 * quoted yet, and the best price may be an order somebody left far away.
 */
const distanceHalfSpreads = 8

/** A large order on its way, a slice at a time. */
interface Parent {
  readonly side: Side
  slices: number
  secondsToNext: number
}

/**
 * Those who cross the spread: noise of either side, followers and faders of the last minute's move, informed ones
 * that take every order beyond the fair value (they cannot distinguish a maker's stale quote from a customer's
 * order), and large orders worked in slices.
 */
export function createTakers(book: AgentBook, numbers: TakerNumbers, seed: number): Takers {
  let memory = 0
  let parent: Parent | undefined

  const workParent = (scene: Scene): void => {
    if (parent === undefined) {
      if (keyedUniform(seed, scene.step, 31) >= scene.parentsPerSecond * scene.seconds) return
      const side = keyedUniform(seed, scene.step, 32) < 0.5 ? 'buy' : 'sell'
      parent = { side, slices: 8 + Math.floor(keyedUniform(seed, scene.step, 33) * 25), secondsToNext: 0 }
    }
    parent.secondsToNext -= scene.seconds
    if (parent.secondsToNext > 0) return
    take(book, numbers.worked, parent.side, scene, scene.size * (0.8 + keyedUniform(seed, scene.step, 34)))
    parent.secondsToNext = 2 + 4 * keyedUniform(seed, scene.step, 35)
    parent.slices -= 1
    if (parent.slices === 0) parent = undefined
  }

  return {
    act: (scene) => {
      takeMispriced(book, numbers.informed, scene)
      workParent(scene)
      // The last minute as takers remember it: how far the value ran from where they last thought it was.
      memory = memory === 0 ? scene.fair : memory + (scene.fair - memory) * Math.min(1, scene.seconds / 60)
      const run = scene.fair - memory
      const orders = poisson(scene.expectedOrders, keyedUniform(seed, scene.step, 36))
      for (let i = 0; i < orders; i += 1) {
        const key = 100 + i * 8
        const kind = keyedUniform(seed, scene.step, key)
        const coin: Side = keyedUniform(seed, scene.step, key + 1) < 0.5 ? 'buy' : 'sell'
        const size = scene.size * Math.exp(0.8 * keyedNormal(seed, scene.step, key + 2) - 0.32)
        if (kind < 0.72 || run === 0) take(book, numbers.noise, coin, scene, size)
        else if (kind < 0.87) take(book, numbers.trend, run > 0 ? 'buy' : 'sell', scene, size)
        else take(book, numbers.reversal, run > 0 ? 'sell' : 'buy', scene, size)
      }
    },
  }
}

/** Crosses the spread, as far as takers go. */
function take(book: AgentBook, agent: number, side: Side, scene: Scene, quantity: number): void {
  const best = side === 'buy' ? book.bestAsk() : book.bestBid()
  if (best === 0) return
  const reach = Math.max(1, Math.round((reachHalfSpreads * scene.halfSpread) / scene.tick)) * scene.tick
  const distance = distanceHalfSpreads * scene.halfSpread
  const limit =
    side === 'buy'
      ? Math.min(best + reach, ceilTo(scene.fair + distance, scene.tick))
      : Math.max(scene.tick, best - reach, floorTo(scene.fair - distance, scene.tick))
  book.take(agent, side, limit, Math.max(1, Math.round(quantity / scene.lot)) * scene.lot)
}

/** What informed ones do: every order beyond the fair value is taken. */
function takeMispriced(book: AgentBook, agent: number, scene: Scene): void {
  const edge = 0.5 * scene.halfSpread
  const ask = book.bestAsk()
  const bid = book.bestBid()
  if (ask > 0 && ask < scene.fair - edge) {
    book.take(agent, 'buy', floorTo(scene.fair - edge, scene.tick), scene.size * 2)
  }
  if (bid > 0 && bid > scene.fair + edge) {
    book.take(agent, 'sell', ceilTo(scene.fair + edge, scene.tick), scene.size * 2)
  }
}

/** Poisson number by inversion: exact, bounded, from one uniform draw. */
function poisson(mean: number, draw: number): number {
  let probability = Math.exp(-mean)
  let below = probability
  let count = 0
  while (draw > below && count < ordersAStepMax) {
    count += 1
    probability *= mean / count
    below += probability
  }
  return count
}

function floorTo(price: number, tick: number): number {
  return Math.floor(price / tick) * tick
}

function ceilTo(price: number, tick: number): number {
  return Math.ceil(price / tick) * tick
}
