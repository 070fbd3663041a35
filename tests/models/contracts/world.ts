import type { ContractsStand } from '@bolsillo/contracts/fixtures'
import { type Rng, seededRng } from '@bolsillo/kernel'
import { BookEvents, buySide, sellSide } from '@bolsillo/trading/domain'
import type { ModelFinding, ModelRun, SecondModel } from '../second-model.ts'
import { begin } from './begin.ts'
import { compareAll, compareBook } from './compare.ts'
import { type FaultyLine, faultyLine } from './faulty-line.ts'
import { Follower } from './follow.ts'
import { Prices } from './legal.ts'
import { Market, type Rates } from './market.ts'
import { type Contract, down, type Side, toZero, up } from './model.ts'
import { checkLook, dueExits, finishAll } from './quiet.ts'
import { takeStep } from './steps.ts'
import { type Asked, Found } from './tickets.ts'
import { readWritten, takeBefore } from './world-store.ts'

/** Opened in any order: their names are not in the order of the alphabet of their sizes. */
export const symbols = ['SOL-USDT-PERP', 'BTC-USDT-PERP', 'DOGE-USDT-PERP', 'ETH-USDT-PERP', 'ADA-USDT-PERP'] as const
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
  /** Holders of one contract beside those who do things. */
  readonly crowd: string[] = []
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
    for (const { side, price, left } of this.inVenue(symbol))
      sums.set(`${side} ${price}`, (sums.get(`${side} ${price}`) ?? 0n) + left)
    return sums
  }

  /** After a death or a failure nobody knows what of the market was met: the model's books begin with what is there. */
  private loosen(): void {
    for (const symbol of symbols) {
      const orders = [...this.market.customers.values()].flatMap(({ orders: own }) => [...own.values()])
      const waiting = orders
        .filter((one) => one.symbol === symbol)
        .map(({ id, customer, side, worst, quantity, filled }) => ({
          ...{ id, owner: customer, side, price: worst },
          left: quantity - filled,
        }))
      this.follower.book(symbol).resting = this.inVenue(symbol).map(({ id, owner, side, price, left }) => {
        if (owner === 0) return { id, owner: undefined, side, price, left }
        const same = waiting.filter((one) => one.side === side && one.price === price)
        const own = same.find((one) => one.left === left) ?? same[0]
        if (own === undefined) throw new Found('book', `${symbol} has ${left} at ${price} (${side}) of nobody's order`)
        waiting.splice(waiting.indexOf(own), 1)
        return own
      })
      const last = this.stand.contracts.world.lastOf(symbol)
      if (last !== undefined && last !== this.prices.lastOf(symbol)) this.prices.print(symbol, last)
    }
  }

  /** What rests in the venue's book, best price first, earliest first. The market's owner is 0. */
  private inVenue(symbol: string) {
    const found: { id: string; owner: number; side: Side; price: bigint; left: bigint }[] = []
    for (const [of, side] of [
      [buySide, 'buy'],
      [sellSide, 'sell'],
    ] as const)
      this.stand.venue.book(symbol).walkOrders(of, (no, owner, price, left) => {
        found.push({ id: `market ${no}`, owner, side, price: BigInt(price), left: BigInt(left) })
        return true
      })
    return found
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

  /** Quotes of the market around a price: `depth` USDT a level; `isOdd`: in parts of a lot. */
  ladder(
    symbol: string,
    depth: number,
    of: { readonly sides?: readonly Side[]; readonly around?: bigint; readonly isOdd?: boolean } = {},
  ) {
    const { tick, lot, priceScale, quantityScale } = this.market.contract(symbol)
    const around = of.around ?? this.value.get(symbol) ?? 1n
    const quotes: { symbol: string; side: Side; price: bigint; quantity: bigint }[] = []
    for (const bps of [5n, 40n, 150n]) {
      for (const side of of.sides ?? (['buy', 'sell'] as const)) {
        const raw = (around * (side === 'buy' ? 10_000n - bps : 10_000n + bps)) / 10_000n
        const price = side === 'buy' ? (raw / tick) * tick : (raw / tick + 1n) * tick
        const units = (BigInt(depth) * 10n ** BigInt(priceScale + quantityScale)) / price
        const quantity = (units / lot) * lot + (of.isOdd === true ? lot / 3n : lot)
        if (price > 0n) quotes.push({ symbol, side, price, quantity })
      }
    }
    return quotes
  }

  async quote(all: NonNullable<Asked['quotes']>): Promise<void> {
    const quotes = all.filter(({ symbol }) => !this.market.halted.has(symbol))
    for (const { symbol, side, price, quantity } of quotes)
      this.stand.venue.quote(symbol, side, Number(price), Number(quantity))
    await this.follow({ tickets: [], quotes })
  }

  /** The index of a coin, a print at it, and a look; and what else is asked for at the same time. */
  async move(symbol: string, units: bigint, beside?: Promise<Asked>): Promise<void> {
    const { priceScale } = this.market.contract(symbol)
    this.index.set(symbol, units)
    this.value.set(symbol, units)
    this.outSince.delete(symbol)
    const isHalted = this.market.halted.has(symbol)
    if (!isHalted) this.prices.print(symbol, units)
    const to = Number(units) / 10 ** priceScale
    const done = isHalted ? this.stand.index(symbol, to) : this.stand.price(symbol, to)
    this.takeMarks()
    await Promise.race([done, this.settled()])
    await this.follow((await beside) ?? { tickets: [] })
  }

  /** The market halts a contract, or lets it trade again. */
  halt(symbol: string, isHalted: boolean): void {
    this.stand.halt(symbol, isHalted)
    if (isHalted) this.market.halted.add(symbol)
    else this.market.halted.delete(symbol)
  }

  /** Other commission is published: what rests and was not filled yet keeps that of before. */
  async publishRates(rates: Rates): Promise<number> {
    const orders = [...this.market.customers.values()].flatMap((customer) => [...customer.orders.values()])
    const resting = orders.filter(({ filled }) => filled === 0n)
    const schedule = `tier-USDT-${rates.takerBps}-${rates.makerBps}-1600`
    const ids = resting.map(({ id }) => id)
    await takeBefore(this.stand.app.database.owner, ids, schedule)
    for (const order of resting) order.rates = rates
    return resting.length
  }

  /** One look at everything, as timers have it: whatever is to be done is at least begun. */
  async tick(ms: number): Promise<void> {
    this.stand.app.services.clock.advanceMs(ms)
    this.stand.contracts.look()
    this.takeMarks()
    this.stand.contracts.engine.retry()
    const due = dueExits(this.market)
    await this.follow({ tickets: [] })
    if (!this.isFailing) checkLook(this, due)
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
    for (const symbol of this.market.halted) this.stand.halt(symbol, true)
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
