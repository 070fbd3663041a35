import { type Clock, instant, present, tradeDate } from '@bolsillo/kernel'
import { instrumentOf, simulatedInstruments as instruments } from '@bolsillo/market/domain'
import {
  createSimulatedHistory,
  createSimulatedVenue,
  createSimulatedWorld,
  meanOf,
  rankSumP,
  sampleSlippage,
} from '@bolsillo/venue-simulated'
import { type Figure, figure } from './figure.ts'

const seed = 7
const runsCount = 3
const startMs = Date.UTC(2026, 10, 18, 15)
const marketSeconds = 300
const lookMs = 50
/** Market orders of each side; `--full`: for the test of honesty's H12, 100,000 in all of each. */
const mirroredOrders = { short: 10_000, full: 50_000 }
/** A share, a coin and a contract: their execution must favor neither side. */
export const mirrored = { share: 'GRUMA.MX', coin: 'BTC-USDT', contract: 'BTC-USDT-PERP' } as const

/** Processor time of this thread so far, in milliseconds. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Five minutes of the whole market in virtual time: percent of one core at speed 1, and prints a second. */
async function marketRun(): Promise<{ readonly percent: number; readonly prints: number }> {
  let nowMs = startMs
  let look = (): void => {}
  let prints = 0
  const { venue } = createSimulatedVenue({
    seed,
    world: createSimulatedWorld(seed, instruments),
    instruments,
    market: { onQuote: () => {}, lastSequence: () => 0 },
    clock: { now: () => instant(nowMs) },
    hours: 'always',
    speed: 1,
    every: (_ms, work) => {
      look = work
      return () => {}
    },
  })
  await venue.start({
    run: (work) => work(),
    report: () => {},
    marketData: (_id, { trades }) => {
      prints += trades?.length ?? 0
    },
  })
  const before = spentMs()
  for (let done = 0; done < marketSeconds * 1000; done += lookMs) {
    nowMs += lookMs
    look()
  }
  const percent = (spentMs() - before) / (marketSeconds * 10)
  await venue.stop()
  return { percent, prints: prints / marketSeconds }
}

/** Processor time of a year of minutes of one share, and of a month of days of all shares, with nothing in any cache. */
function historyRun(): { readonly yearMs: number; readonly monthMs: number } {
  const nowMs = Date.UTC(2026, 10, 20, 22)
  const clock: Clock = { now: () => instant(nowMs) }
  const history = createSimulatedHistory(createSimulatedWorld(seed, instruments), seed, instruments, clock)
  const before = spentMs()
  history.minuteCandles('AAPL.US', instant(nowMs - 365 * 86_400_000), instant(nowMs))
  const between = spentMs()
  for (const { id } of instruments.filter(({ kind }) => kind === 'stock')) {
    history.dailyCandles(id, tradeDate('2026-10-20'), tradeDate('2026-11-20'))
  }
  return { yearMs: between - before, monthMs: spentMs() - between }
}

/**
 * How far buyers and sellers of mirrored market orders are apart, in basis points of the middle, and the chance that both
 * were executed by one law.
 */
async function symmetryOf(id: string, orders: number): Promise<{ readonly apart: number; readonly p: number }> {
  const { buys, sells } = await sampleSlippage({ seed, instrument: present(instrumentOf(id), id), orders, startMs })
  return { apart: Math.abs(meanOf(buys) - meanOf(sells)), p: rankSumP(buys, sells) }
}

/** The cost of the simulated market and the symmetry of its execution. `filter` is part of a figure's name. */
export async function run(
  filter = '',
  { full }: { readonly full: boolean } = { full: false },
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  if (['market-cpu', 'market-prints'].some((name) => name.includes(filter))) {
    const markets = []
    for (let i = 0; i < runsCount; i += 1) markets.push(await marketRun())
    const percents = markets.map(({ percent }) => percent)
    const prints = markets.map((market) => market.prints)
    figures.push(
      figure('market-cpu', '% of one core at speed 1', percents, { decimals: 2 }),
      figure('market-prints', 'prints/s', prints, { decimals: 2 }),
    )
  }
  if (['market-history-year', 'market-history-month'].some((name) => name.includes(filter))) {
    const histories = Array.from({ length: runsCount }, historyRun)
    const years = histories.map(({ yearMs }) => yearMs)
    const months = histories.map(({ monthMs }) => monthMs)
    figures.push(figure('market-history-year', 'ms of processor time', years, { decimals: 2 }))
    figures.push(figure('market-history-month', 'ms of processor time', months, { decimals: 2 }))
  }
  const orders = full ? mirroredOrders.full : mirroredOrders.short
  for (const [kind, id] of Object.entries(mirrored)) {
    const name = `market-symmetry-${kind}`
    if (![name, `${name}-p`].some((one) => one.includes(filter))) continue
    const { apart, p } = await symmetryOf(id, orders)
    const all = `${2 * orders} orders`
    figures.push(figure(name, `bp, ${all}`, [apart], { decimals: 4 }))
    figures.push(figure(`${name}-p`, `p, two-sided, ${all}`, [p], { decimals: 3 }))
  }
  return figures
}

if (import.meta.main) {
  for (const made of await run(process.argv[2])) console.log(JSON.stringify(made))
}
