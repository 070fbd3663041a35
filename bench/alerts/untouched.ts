import { type ArmedAlert, createLevelIndex, isReached, type Printed } from '@bolsillo/alerts/domain'
import { assert, instant, priceOf, seededRng } from '@bolsillo/kernel'
import { type Figure, figure } from '../figure.ts'
import { percentile } from '../http-orders/percentile.ts'

const runsCount = 5
const ticksPerRun = 200
const peerTicksPerRun = 2
const alertCount = 1_000_000
const instrumentCount = 200
const reference = 1_000_000n

const symbolAt = (at: number): string => `I${at}`

/** Alerts from 2 % to 12 % away from the price, half of them on each side, spread over the instruments. */
function makeAlerts(below: (bound: number) => number): readonly ArmedAlert[] {
  return Array.from({ length: alertCount }, (_, at) => {
    const away = BigInt(20_000 + below(100_000))
    const level = at % 2 === 0 ? { above: priceOf(reference + away) } : { below: priceOf(reference - away) }
    return { ...level, id: `a${at}`, arming: 1, symbol: symbolAt(at % instrumentCount), armedAt: instant(0) }
  })
}

/**
 * A tick of all instruments, one print each, that touches none of a million alerts: milliseconds of the 99th percentile. The
 * peer looks at every alert. The alerts are then all reached by one print a side, and each is taken once.
 */
export async function run(): Promise<readonly Figure[]> {
  const rng = seededRng(19, 'alerts')
  const below = (bound: number): number => rng.nextUint32() % bound
  const alerts = makeAlerts(below)
  const index = createLevelIndex()
  index.putAll(alerts)
  const tick = (): readonly Printed[] =>
    Array.from({ length: instrumentCount }, (_, at) => ({
      symbol: symbolAt(at),
      at: instant(1),
      price: priceOf(reference + BigInt(below(30_000)) - 15_000n),
    }))
  const ours: number[] = []
  const peer: number[] = []
  for (let run = -1; run < runsCount; run += 1) {
    const times: number[] = []
    for (let at = 0; at < ticksPerRun; at += 1) {
      const prints = tick()
      const startedMs = performance.now()
      let taken = 0
      for (const print of prints) taken += index.take(print, 300).length
      times.push(performance.now() - startedMs)
      assert(taken === 0, 'no alert is touched')
    }
    const looks: number[] = []
    for (let at = 0; at < peerTicksPerRun; at += 1) {
      const prices = new Map(tick().map(({ symbol, price }) => [symbol, price]))
      const startedMs = performance.now()
      let taken = 0
      for (const alert of alerts) {
        const price = prices.get(alert.symbol)
        if (price !== undefined && isReached(alert, price)) taken += 1
      }
      looks.push(performance.now() - startedMs)
      assert(taken === 0, 'nor does the peer touch one')
    }
    if (run < 0) continue
    ours.push(
      percentile(
        times.sort((one, other) => one - other),
        0.99,
      ),
    )
    peer.push(
      percentile(
        looks.sort((one, other) => one - other),
        0.5,
      ),
    )
  }
  assert(takeAll(index) === alertCount, 'every alert is there, and is taken once')
  const peerRuns = { name: 'every alert looked at', values: peer }
  return [figure('alerts-untouched', 'ms a tick, p99', ours, { decimals: 3, peer: peerRuns })]
}

/** Takes everything by one print a side of each instrument. A round takes a part; the same print takes the rest. */
function takeAll(index: ReturnType<typeof createLevelIndex>): number {
  let reached = 0
  for (let at = 0; at < instrumentCount; at += 1) {
    for (const price of [reference * 2n, 1n]) {
      const print = { symbol: symbolAt(at), at: instant(1), price: priceOf(price) }
      for (let taken = index.take(print, 300); taken.length > 0; taken = index.take(print, 300)) reached += taken.length
    }
  }
  return reached
}
