import { type ContractsStand, contractsStand } from '@bolsillo/contracts/fixtures'
import { pick, type Rng, seededRng } from '@bolsillo/kernel'
import { BookEvents, buySide, sellSide } from '@bolsillo/trading/domain'
import type { ModelFinding, ModelRun, SecondModel } from '../second-model.ts'
import { compareAll, compareBook } from './compare.ts'
import { type FaultyLine, faultyLine } from './faulty-line.ts'
import { Follower } from './follow.ts'
import { Prices } from './legal.ts'
import { Market } from './market.ts'
import { type Contract, down, type Side, toZero, up } from './model.ts'
import { finishAll } from './quiet.ts'
import { takeStep } from './steps.ts'
import { type Asked, Found } from './tickets.ts'
import { unitsOf } from './units.ts'
import { readWritten } from './world-store.ts'

/** Opened in any order: their names are not in the order of the alphabet of their sizes. */
export const symbols = ['SOL-USDT-PERP', 'BTC-USDT-PERP', 'DOGE-USDT-PERP', 'ETH-USDT-PERP', 'ADA-USDT-PERP'] as const
/** Where each index begins, in units. */
const begins: Readonly<Record<string, string>> = {
  'SOL-USDT-PERP': '138',
  'BTC-USDT-PERP': '92000',
  'DOGE-USDT-PERP': '0.155',
  'ETH-USDT-PERP': '3100',
  'ADA-USDT-PERP': '0.46',
}
export const customersCount = 9
/** Has not answered what contracts ask before they give leverage. */
export const unaskedCustomer = 9
/** A settling that takes longer goes on for ever. Real time, milliseconds. */
const settleMaxMs = 20_000

/** The product, the model beside it, and what the steps draw from. */
export class World {
  stand: ContractsStand
  readonly rng: Rng
  readonly market: Market
  readonly prices: Prices
  readonly follower: Follower
  readonly line: FaultyLine
  readonly counts: Record<string, number> = { comparisons: 0, steps: 0 }
  readonly lines: string[] = []
  /** Units; undefined while the index is out. */
  readonly index = new Map<string, bigint | undefined>()
  readonly value = new Map<string, bigint>()
  readonly outSince = new Map<string, number>()
  /** A failure is armed, or was: what is asked for meanwhile may come to nothing. */
  isFailing = false
  /** What the market shows as best bid and ask, what marks saw of it, and what premiums were noted. */
  readonly shown = new Map<string, { readonly bid: bigint; readonly ask: bigint }>()
  private readonly bases = new Map<string, { readonly at: number; readonly basis: bigint }[]>()
  readonly premiums: {
    readonly symbol: string
    readonly at: number
    readonly premium: bigint
    readonly mark: bigint
  }[] = []
  private since = { seq: 0n, ms: 0 }

  constructor(stand: ContractsStand, contracts: readonly Contract[], seed: number) {
    this.stand = stand
    this.rng = seededRng(seed, 'contracts')
    this.market = new Market(contracts)
    this.prices = new Prices(this.market, () => this.now())
    this.follower = new Follower(this.market, this.prices, this.counts)
    this.line = faultyLine(stand.app.services.sql)
  }

  now(): number {
    return this.stand.app.services.clock.now()
  }

  count(what: string): void {
    this.follower.count(what)
  }

  customerId(number: number): string {
    return this.stand.customerId(number)
  }

  /** Waits for the product, reads what it wrote, and compares. */
  async follow(given: Asked): Promise<void> {
    const asked = this.isFailing ? { ...given, isLoose: true } : given
    await this.settled()
    const written = await readWritten(this.stand.app.services.sql, this.since)
    const at = this.now()
    const last = written.entries.at(-1)
    this.since = { seq: last?.seq ?? this.since.seq, ms: at }
    this.follower.follow(written, asked)
    this.prices.lookAtAll()
    compareAll(this.follower, written, asked)
    if (asked.isLoose === true) this.loosen()
    else for (const symbol of symbols) compareBook(this.follower, symbol, this.levels(symbol))
  }

  private async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), settleMaxMs)
    })
    const isDone = await Promise.race([this.stand.settle().then(() => true), late])
    clearTimeout(timer)
    if (!isDone) throw new Found('liveness', `desk and engine do not come to rest in ${settleMaxMs} ms`)
  }

  /** The venue's book, as quantity by side and price. */
  private levels(symbol: string): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>()
    const book = this.stand.venue.book(symbol)
    for (const [side, name] of [
      [buySide, 'buy'],
      [sellSide, 'sell'],
    ] as const) {
      book.walkOrders(side, (_, __, price, remaining) => {
        const key = `${name} ${price}`
        sums.set(key, (sums.get(key) ?? 0n) + BigInt(remaining))
        return true
      })
    }
    return sums
  }

  /** After a death or a failure nobody knows what of the market was met: the model's books begin with what is there. */
  private loosen(): void {
    for (const symbol of symbols) {
      const book = this.follower.book(symbol)
      const orders = [...this.market.customers.values()].flatMap(({ orders: own }) => [...own.values()])
      const order = [...this.follower.known.keys()]
      book.resting = orders
        .filter((one) => one.symbol === symbol)
        .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map(({ id, customer, side, worst, quantity, filled }) => ({
          id,
          owner: customer,
          side,
          price: worst,
          left: quantity - filled,
        }))
      const own = book.levels()
      for (const [key, quantity] of this.levels(symbol)) {
        const [side, price = '0'] = key.split(' ')
        const left = quantity - (own.get(key) ?? 0n)
        if (left > 0n)
          book.resting.push({
            id: `market ${key}`,
            owner: undefined,
            side: side === 'sell' ? 'sell' : 'buy',
            price: BigInt(price),
            left,
          })
      }
      const last = this.stand.contracts.world.lastOf(symbol)
      if (last !== undefined && last !== this.prices.lastOf(symbol)) this.prices.print(symbol, last)
    }
  }

  /** Nobody of the market offers anything in a contract any more. */
  withdraw(symbol: string): void {
    const book = this.stand.venue.book(symbol)
    const gone: number[] = []
    for (const side of [buySide, sellSide] as const)
      book.walkOrders(side, (no, owner) => {
        if (owner === 0) gone.push(no)
        return true
      })
    const events = new BookEvents()
    for (const no of gone) book.cancel(no, events)
    const own = this.follower.book(symbol)
    own.resting = own.resting.filter(({ owner }) => owner !== undefined)
  }

  /** Quotes of the market around a price: `depth` USDT a level. */
  ladder(symbol: string, depth: number, of: { readonly sides?: readonly Side[]; readonly around?: bigint } = {}) {
    const { tick, lot, priceScale, quantityScale } = this.market.contract(symbol)
    const around = of.around ?? this.value.get(symbol) ?? 1n
    const quotes: { symbol: string; side: Side; price: bigint; quantity: bigint }[] = []
    for (const bps of [5n, 40n, 150n]) {
      for (const side of of.sides ?? (['buy', 'sell'] as const)) {
        const raw = (around * (side === 'buy' ? 10_000n - bps : 10_000n + bps)) / 10_000n
        const price = side === 'buy' ? (raw / tick) * tick : (raw / tick + 1n) * tick
        const units = (BigInt(depth) * 10n ** BigInt(priceScale + quantityScale)) / price
        const quantity = (units / lot + 1n) * lot
        if (price > 0n) quotes.push({ symbol, side, price, quantity })
      }
    }
    return quotes
  }

  async quote(quotes: NonNullable<Asked['quotes']>): Promise<void> {
    for (const { symbol, side, price, quantity } of quotes)
      this.stand.venue.quote(symbol, side, Number(price), Number(quantity))
    await this.follow({ tickets: [], quotes })
  }

  /** The index of a coin, a print at it, and a look. */
  async move(symbol: string, units: bigint): Promise<void> {
    const { priceScale } = this.market.contract(symbol)
    this.index.set(symbol, units)
    this.value.set(symbol, units)
    this.outSince.delete(symbol)
    this.prices.print(symbol, units)
    const done = this.stand.price(symbol, Number(units) / 10 ** priceScale)
    this.takeMarks()
    await Promise.race([done, this.settled()])
    await this.follow({ tickets: [] })
  }

  /** One look at everything, as timers have it. */
  async tick(ms: number): Promise<void> {
    this.stand.app.services.clock.advanceMs(ms)
    this.stand.contracts.look()
    this.takeMarks()
    this.stand.contracts.engine.retry()
    await this.follow({ tickets: [] })
  }

  /** Takes the marks over, each the median of what it is made of. */
  takeMarks(): void {
    for (const symbol of symbols) {
      const mark = this.stand.contracts.world.marks.of(symbol)
      const index = this.index.get(symbol)
      const what = `mark of ${symbol}`
      if (mark === undefined) {
        if (
          index !== undefined &&
          this.prices.lastOf(symbol) !== undefined &&
          this.stand.contracts.world.lastOf(symbol) !== undefined
        )
          throw new Found('mark', `${symbol} has an index and a last price, and no mark`)
        this.prices.mark(symbol, undefined)
        continue
      }
      const { funded, basis, last, price } = mark.mark
      const sorted = [funded, basis, last].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      this.follower.same('mark', what, price, sorted[1])
      if (index !== undefined && mark.at === this.now()) {
        this.follower.same(
          'mark',
          `index and last of the ${what}`,
          `${mark.index.price} ${last}`,
          `${index} ${this.prices.lastOf(symbol)}`,
        )
        this.follower.same('mark', `basis of the ${what}`, basis - index, this.basisOf(symbol, index))
        const share = 1_000_000_000n * 28_800_000n
        const exact = index * mark.fundingRate * BigInt(mark.nextFundingAt - mark.at)
        if (funded - index !== down(exact, share) && funded - index !== up(exact, share))
          throw new Found(
            'mark',
            `${what} is made of ${funded} by funding, of an index of ${index} at ${mark.fundingRate}`,
          )
      }
      const since = this.outSince.get(symbol)
      if (since !== undefined && this.now() - since > 20_000)
        throw new Found('mark', `${symbol} has had no index for twenty seconds, and has a mark`)
      this.prices.mark(symbol, price)
    }
  }

  /** The mean distance of the book's middle from the index over the looks of thirty seconds. */
  private basisOf(symbol: string, index: bigint): bigint {
    const recent = (this.bases.get(symbol) ?? []).filter(({ at }) => this.now() - at <= 30_000)
    const best = this.shown.get(symbol)
    if (best !== undefined) recent.push({ at: this.now(), basis: down(best.bid + best.ask, 2n) - index })
    this.bases.set(symbol, recent)
    if (recent.length === 0) return 0n
    return toZero(
      recent.reduce((sum, { basis }) => sum + basis, 0n),
      BigInt(recent.length),
    )
  }

  /** Another process over the same database; what it had not written is gone. */
  async another(how: 'restart' | 'kill', isEngineFirst: boolean): Promise<void> {
    this.line.disarm()
    this.stand = how === 'restart' ? await this.stand.restart(this.line.sql) : await this.stand.kill(this.line.sql)
    this.prices.forget()
    this.follower.forgetLooks()
    this.shown.clear()
    this.bases.clear()
    this.count(how === 'restart' ? 'restarts' : 'kills')
    if (isEngineFirst) await this.stand.contracts.engine.start()
    await this.follow({ tickets: [], isLoose: true })
    for (const symbol of symbols)
      if (this.index.get(symbol) !== undefined) await this.move(symbol, this.value.get(symbol) ?? 1n)
    if (!isEngineFirst) await this.stand.contracts.engine.start()
    await this.tick(1_000)
  }
}

/** The contracts as everybody may read them. */
async function publishedContracts(stand: ContractsStand): Promise<readonly Contract[]> {
  const { json } = await stand.as(1, '/order/multiple', {})
  const { rows } = json.data as { rows: readonly PublishedContract[] }
  return rows
    .filter(({ symbol }) => symbols.some((one) => one === symbol))
    .map((row) => ({
      symbol: row.symbol,
      priceScale: row.priceScale,
      quantityScale: row.quantityScale,
      tick: unitsOf(row.tick, row.priceScale),
      lot: unitsOf(row.lot, row.quantityScale),
      brackets: row.tiers.map(({ upTo, initialRate, maintenanceRate }) => ({
        upTo: upTo === undefined ? undefined : unitsOf(upTo, 12),
        initialPpm: unitsOf(initialRate, 6),
        maintenancePpm: unitsOf(maintenanceRate, 6),
      })),
      makerBps: BigInt(row.fees.makerBps),
      takerBps: BigInt(row.fees.takerBps),
      vatBps: BigInt(row.fees.vatBps),
      liquidationBps: BigInt(row.fees.liquidationBps),
    }))
}

interface PublishedContract {
  readonly symbol: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly tick: string
  readonly lot: string
  readonly tiers: readonly { readonly upTo?: string; readonly initialRate: string; readonly maintenanceRate: string }[]
  readonly fees: {
    readonly makerBps: number
    readonly takerBps: number
    readonly vatBps: number
    readonly liquidationBps: number
  }
}

async function begin(seed: number): Promise<World> {
  const stand = await contractsStand()
  const world = new World(stand, await publishedContracts(stand), seed)
  world.stand = await stand.restart(world.line.sql)
  const { rng } = world
  for (let number = 1; number <= customersCount; number += 1) {
    world.market.customer(world.customerId(number))
    const right = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' }
    if (number !== unaskedCustomer) await world.stand.as(number, '/suitability/answer', right)
    const whole = pick(rng, [300, 1_000, 3_000, 10_000, 40_000, 150_000])
    await world.stand.fund(number, whole)
    await world.follow({
      tickets: [],
      grant: { customer: world.customerId(number), minor: BigInt(whole) * 1_000_000n },
    })
  }
  for (const symbol of symbols)
    await world.move(symbol, unitsOf(begins[symbol], world.market.contract(symbol).priceScale))
  await world.stand.contracts.engine.start()
  return world
}

/** What the product logged last of errors. */
function lastErrors({ stand }: World): readonly string[] {
  return stand.app.services.log.lines
    .filter(({ level }) => level === 'error' || level === 'warn')
    .slice(-4)
    .map(({ message, fields }) => {
      const { error } = fields as { error?: unknown }
      return `  ${message}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : JSON.stringify(fields)}`
    })
}

async function runWorld(seed: number, steps: number, isWritten: boolean): Promise<ModelRun> {
  const world = await begin(seed)
  const findings: ModelFinding[] = []
  try {
    for (let step = 1; step <= steps; step += 1) {
      world.counts.steps = step
      const words = await takeStep(world)
      if (isWritten) world.lines.push(`${step} ${words}`)
    }
    await finishAll(world)
  } catch (error) {
    if (!(error instanceof Found)) throw error
    findings.push({ step: world.counts.steps ?? 0, rule: error.rule, what: error.message })
    if (isWritten) world.lines.push(...lastErrors(world))
  }
  await world.stand.close().catch(() => undefined)
  return { seed, steps, figures: world.counts, findings, lines: world.lines }
}

/** Perpetual contracts beside their rules. */
export const contractsModel: SecondModel = {
  name: 'contracts',
  run: ({ seed, steps, lines }) => runWorld(seed, steps, lines),
}
