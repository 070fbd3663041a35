import { Book, type Incoming, type Meeting } from './book.ts'
import { giveMoney, moveMoney } from './compare.ts'
import {
  checkAsked,
  checkAskedEnough,
  checkClosing,
  checkFired,
  checkFundingEnd,
  checkFundingShort,
  checkPayment,
  checkStep,
  checkUnplaced,
  type HandingOver,
  handingOver,
  type Prices,
  subjectKey,
} from './legal.ts'
import { type Effect, type Exit, type Market, nothing, type Order } from './market.ts'
import { abs, down, isUnder, type Side, up } from './model.ts'
import { checkTicket, readOrder } from './order-reading.ts'
import { type Asked, Found, type Moved, type Ticket } from './tickets.ts'
import { unitsOf } from './units.ts'
import type { EntryRow, FillRow, OrderRow, StepRow, Written } from './world-store.ts'

/** Market orders slip at most so far from the last price. */
const slippageBps = 200n

/** Carries what the product wrote over to the model, entry by entry, and compares each. */
export class Follower {
  readonly market: Market
  readonly prices: Prices
  readonly books = new Map<string, Book>()
  readonly known = new Map<string, Order>()
  readonly positionOf = new Map<string, { readonly customer: string; readonly symbol: string }>()
  readonly counts: Record<string, number>
  /** Accounts that were below maintenance at some moment of the step: `customer cross`, `customer symbol`. */
  readonly wasUnder = new Set<string>()
  /** Exits that were set at some moment of the step: `customer symbol kind`. */
  readonly wasSet = new Map<string, Exit>()
  /** Exits that an order of the step was placed for: `customer symbol kind`. */
  readonly tried = new Set<string>()
  /** Margin step and smallness of positions, `customer symbol`, as they were compared last. */
  readonly sizes = new Map<string, { readonly step: number; readonly isDust: boolean }>()
  private readonly vain = new Map<string, number>()
  private readonly handing = new Map<string, HandingOver>()
  private waiting: OrderRow[] = []
  private expected = new Map<string, Meeting[]>()
  private written: Written | undefined
  private asked: Asked = { tickets: [] }
  private tickets: Ticket[] = []
  private transfers: Moved[] = []

  constructor(market: Market, prices: Prices, counts: Record<string, number>) {
    this.market = market
    this.prices = prices
    this.counts = counts
  }

  book(symbol: string): Book {
    const known = this.books.get(symbol) ?? new Book()
    this.books.set(symbol, known)
    return known
  }

  readonly count = (what: string, by = 1): void => {
    this.counts[what] = (this.counts[what] ?? 0) + by
  }

  readonly same = (rule: string, what: string, product: unknown, model: unknown): void => {
    this.count('comparisons')
    if (product !== model) throw new Found(rule, `${what}: the product has ${product}, the rules ${model}`)
  }

  follow(written: Written, asked: Asked): void {
    this.written = written
    this.asked = asked
    this.tickets = [...asked.tickets]
    this.transfers = [...(asked.transfers ?? [])]
    this.expected = new Map()
    this.wasUnder.clear()
    this.wasSet.clear()
    this.tried.clear()
    this.note()
    for (const { position_id, customer_id, symbol } of written.positions)
      this.positionOf.set(position_id, { customer: customer_id, symbol })
    this.waiting = written.orders.filter(({ order_id }) => !this.known.has(order_id))
    this.leaveQuietly(written)
    for (const quote of asked.quotes ?? []) this.quoted(quote)
    for (const entry of written.entries) {
      this.enter(entry)
      this.note()
    }
    for (const row of [...this.waiting]) this.arrive(row)
    this.leaveQuietly(written)
    for (const { customer, minor } of this.transfers)
      throw new Found('transfer', `${minor} of ${customer} was answered as moved, and is not`)
    if (asked.isLoose !== true)
      for (const [id, left] of this.expected)
        if (left.length > 0)
          throw new Found(
            'matching',
            `${id} should have met ${left.map(({ maker, price, quantity }) => `${maker.id} ${quantity} at ${price}`)}`,
          )
  }

  private note(): void {
    this.prices.lookAtAll()
    for (const customer of this.market.customers.values()) {
      for (const position of customer.positions.values()) {
        for (const exit of position.exits) this.wasSet.set(`${customer.id} ${position.symbol} ${exit.kind}`, exit)
        const found = this.market.account(customer, position, this.prices.markOf)
        if (found !== undefined && isUnder(found.account)) this.wasUnder.add(subjectKey(customer.id, position))
      }
    }
  }

  /** Orders that ended without an entry: what closes reserves nothing. */
  private leaveQuietly({ orders, fills }: Written): void {
    for (const row of orders) {
      const order = this.known.get(row.order_id)
      if (row.ended_at === null || order === undefined || order.held > 0n) continue
      if (!this.market.customer(order.customer).orders.has(order.id)) continue
      if (order.filled < row.filled_quantity && fills.some(({ order_id }) => order_id === order.id)) continue
      this.ended(row, order)
      this.market.customer(order.customer).orders.delete(order.id)
      this.book(order.symbol).remove(order.id)
    }
  }

  /** An order ends for a reason that is there. */
  private ended(row: OrderRow, order: Order): void {
    if (row.end_reason === 'funding-due')
      checkFundingEnd(this.market.customer(order.customer), order, this.written?.payments ?? [])
    if (row.end_reason !== 'liquidation') return
    const key = subjectKey(order.customer, order)
    const positions = [...this.market.customer(order.customer).positions.values()]
    const isOfIts = positions.some((one) => one.liquidation !== undefined && subjectKey(order.customer, one) === key)
    // What a process saw that died since is not known here.
    if (!isOfIts && !this.wasUnder.has(key) && this.asked.isLoose !== true)
      throw new Found('order', `${order.id} (${order.mode}) was ended by a liquidation it has no part in`)
  }

  private quoted({ symbol, side, price, quantity }: NonNullable<Asked['quotes']>[number]): void {
    const id = `quote ${this.counts.steps} ${side} ${price} ${this.expected.size}`
    const met = this.meet(symbol, {
      ...{ id, side, quantity, owner: undefined, worst: price },
      ...{ rests: true, whole: false, postOnly: false },
    })
    for (const one of met) this.prices.print(symbol, one.price)
    this.expected.set(
      id,
      met.filter(({ maker }) => maker.owner !== undefined),
    )
  }

  private enter(entry: EntryRow): void {
    const id = entry.reference.split(':')[1] ?? ''
    const { kind } = entry
    if (kind === 'contract-order-hold') this.compare(entry, this.orderOf(id), (order) => this.market.hold(order))
    else if (kind === 'contract-order-release') {
      const row = this.written?.orders.find(({ order_id }) => order_id === id)
      this.compare(entry, this.orderOf(id), (order) => {
        if (row !== undefined) this.ended(row, order)
        this.book(order.symbol).remove(order.id)
        return this.market.release(order)
      })
    } else if (kind === 'contract-deleveraging') this.handedOver(entry, id)
    else if (kind === 'contract-margin') this.marginMoved(entry, id)
    else if (kind === 'contract-funding') this.funded(entry, id)
    else if (kind === 'purse-transfer') moveMoney(this, entry, this.transfers)
    else if (kind.startsWith('contract-')) this.filled(entry)
    else giveMoney(this, entry, this.asked.grants ?? [])
  }

  /** Whom somebody meets who comes; nobody, and nothing rests, while the contract is halted. */
  private meet(symbol: string, incoming: Incoming): readonly Meeting[] {
    return this.market.halted.has(symbol) ? [] : this.book(symbol).add(incoming)
  }

  /** The order of an entry, which has come by now. */
  private orderOf(id: string): Order {
    const row = this.waiting.find(({ order_id }) => order_id === id)
    if (row !== undefined)
      for (const one of this.waiting.filter(({ priority }) => priority <= row.priority)) this.arrive(one)
    const order = this.known.get(id)
    if (order === undefined) throw new Found('order', `${id} is booked, and is nowhere`)
    return order
  }

  private filled(entry: EntryRow): void {
    const fills = this.written?.fills ?? []
    const fill = fills.find(({ entry_id }) => entry_id === entry.id)
    if (fill === undefined) throw new Found('fill', `${entry.kind} ${entry.id} has no fill`)
    const symbol = entry.details.instrument ?? ''
    const others = fills.filter((one) => one.sequence === fill.sequence && one !== fill)
    const counter = others.find((one) => this.symbolOf(one.order_id) === symbol)
    // The report of whoever waited comes first: whoever came has come by now.
    if (fill.liquidity === 'maker' && counter !== undefined) this.orderOf(counter.order_id)
    const order = this.orderOf(fill.order_id)
    if (fill.liquidity === 'taker' || counter === undefined) this.met(order, fill, counter)
    // What the market came for was printed when it came.
    if (fill.liquidity === 'taker' || counter !== undefined) this.prices.print(symbol, fill.price)
    const isWorse = order.side === 'buy' ? fill.price > order.worst : fill.price < order.worst
    if (isWorse) throw new Found('limit', `${order.id} filled at ${fill.price}, beyond ${order.worst}`)
    this.count('fills')
    if (order.rates !== undefined) this.count('fills at other rates')
    const effect = this.compare(entry, order, () =>
      this.market.fill(order, fill.price, fill.quantity, fill.liquidity === 'taker', {
        at: this.prices.now(),
        mark: this.prices.markOf(order.symbol),
      }),
    )
    if (effect.short > 0n && order.cause !== 'liquidation')
      throw new Found(
        'whose money',
        `${order.cause} ${order.id} (${order.side} ${fill.quantity} ${symbol} at ${fill.price}, ${order.mode}, ${order.reduceOnly ? 'closes' : 'opens'}, ${fill.liquidity}, worst ${order.worst}, mark ${this.prices.markOf(symbol)}) closed ${effect.short} beyond bankruptcy, which others paid`,
      )
  }

  private symbolOf(orderId: string): string | undefined {
    const row = this.written?.orders.find(({ order_id }) => order_id === orderId)
    return row?.instrument_id ?? this.known.get(orderId)?.symbol
  }

  /** A fill is one the model's own book has, in its place. */
  private met(order: Order, fill: FillRow, counter: FillRow | undefined): void {
    if (this.asked.isLoose === true) return
    const id = fill.liquidity === 'taker' ? order.id : this.quoteThatMet(order, fill)
    const next = this.expected.get(id)?.shift()
    const wanted =
      next === undefined
        ? 'nobody'
        : `${next.quantity} at ${next.price} of ${next.maker.owner === undefined ? 'the market' : next.maker.id}`
    const maker = fill.liquidity === 'taker' ? (counter?.order_id ?? 'the market') : order.id
    this.same('matching', `${fill.liquidity} ${order.id}`, `${fill.quantity} at ${fill.price} of ${maker}`, wanted)
  }

  private quoteThatMet(order: Order, fill: FillRow): string {
    for (const [id, left] of this.expected)
      if (id.startsWith('quote') && left[0]?.maker.id === order.id && left[0].quantity === fill.quantity) return id
    return ''
  }

  /** Looks in a row at which nobody took the step of an account's liquidation; of this process. */
  vainLooks(subject: string): number {
    if (this.asked.isLoose === true) return Number.POSITIVE_INFINITY
    return this.vain.get(subject) ?? 0
  }

  /** The process that was patient is gone. */
  readonly forgetLooks = (): void => this.vain.clear()

  private handedOver(entry: EntryRow, positionId: string): void {
    const found = this.positionOf.get(positionId)
    if (found === undefined) throw new Found('deleveraging', `${positionId} is nowhere`)
    const { symbol } = found
    const customer = this.market.customer(found.customer)
    const contract = this.market.contract(symbol)
    const price = unitsOf(entry.details.price, contract.priceScale)
    const quantity = unitsOf(entry.details.quantity, contract.quantityScale)
    const steps = (this.written?.steps ?? []).filter(({ kind }) => kind === 'deleveraging')
    const step = steps.find((one) => one.position_id === positionId)
    const isVictim = step !== undefined
    const handing = this.begunFor(steps, symbol, price)
    this.same('deleveraging', `price of ${found.customer} in ${symbol}`, price, handing?.prices.get(symbol))
    if (isVictim) {
      this.same(
        'deleveraging',
        `quantity of ${found.customer} in ${symbol}`,
        quantity,
        abs(customer.positions.get(symbol)?.size ?? 0n),
      )
      this.count('deleveragings')
      if (handing !== undefined) checkAskedEnough(this, handing, customer, symbol)
    } else {
      checkAsked(this, customer, symbol)
      handing?.asked.push({ symbol, quantity })
    }
    this.compare(entry, { customer: found.customer }, () =>
      this.market.handOver(customer, symbol, { price, quantity, isVictim }, this.prices.now()),
    )
  }

  /** The handing over an entry is of: one that has begun, or one that begins with it. */
  private begunFor(steps: readonly StepRow[], symbol: string, price: bigint): HandingOver | undefined {
    for (const { liquidation_id, customer_id } of steps.filter((one) => one.symbol === symbol)) {
      const known = this.handing.get(liquidation_id)
      const customer = this.market.customer(customer_id)
      const position = customer.positions.get(symbol)
      if (position === undefined) continue
      for (const row of this.waiting.filter((one) => one.customer_id === customer_id && one.terms.includes('.l.')))
        this.arrive(row)
      const begun = known ?? handingOver(this, customer, position)
      if (begun.prices.get(symbol) !== price && steps.length > 1 && known === undefined) continue
      this.handing.set(liquidation_id, begun)
      return begun
    }
    return undefined
  }

  private marginMoved(entry: EntryRow, positionId: string): void {
    const found = this.positionOf.get(positionId)
    const { margin } = this.asked
    if (found === undefined || margin === undefined || margin.customer !== found.customer)
      throw new Found('margin', `margin of ${positionId} moved, and nobody asked for it`)
    this.compare(entry, found, () =>
      this.market.moveMargin(this.market.customer(found.customer), found.symbol, margin.by),
    )
  }

  private funded(entry: EntryRow, positionId: string): void {
    const found = this.positionOf.get(positionId)
    const payment = this.written?.payments.find(({ entry_id }) => entry_id === entry.id)
    if (found === undefined || payment === undefined) throw new Found('funding', `${entry.id} has no payment`)
    const funding = this.prices.funding(found.symbol, Number(payment.at), this.written?.fundings ?? [])
    const size = funding.sizes.get(`${found.customer} ${found.symbol}`) ?? 0n
    this.same('funding', `size of ${found.customer} in ${found.symbol} at the instant`, payment.size, size)
    this.count('comparisons')
    this.count('payments of funding')
    checkPayment(funding, payment, size)
    funding.paid.add(`${found.customer} ${found.symbol}`)
    const customer = this.market.customer(found.customer)
    const { mode } = payment
    const effect = this.compare(entry, found, () =>
      this.market.payFunding(customer, found.symbol, payment.minor, { instant: Number(payment.at), mode }),
    )
    checkFundingShort(customer, effect.short, this.market)
  }

  /** Does what an entry is of in the model, and compares what both say it moved. */
  private compare<Subject extends { readonly customer: string }>(
    entry: EntryRow,
    subject: Subject,
    work: (subject: Subject) => Effect,
  ): Effect {
    const effect = { ...nothing(), ...work(subject) }
    const of = (account: string) => entry.lines.get(account) ?? { posted: 0n, held: 0n }
    const purse = of(`${subject.customer}:contract:USDT`)
    const product = [
      purse.posted,
      purse.held,
      of('house:insurance:USDT').posted,
      of('house:fees:USDT').posted,
      of('house:vat:USDT').posted,
    ]
    if (effect.fund < 0n && (this.counts['endowed funds'] ?? 0) > 0) this.count('paid by an endowed fund')
    const model = [effect.posted, effect.held, effect.fund, effect.fees, effect.vat]
    this.same(
      'entry',
      `${entry.kind} ${entry.reference} (posted held fund fees vat)`,
      product.join(' '),
      model.join(' '),
    )
    return effect
  }

  /** A new order: who asked for it, or which rule; then whom it meets. */
  private arrive(row: OrderRow): void {
    this.waiting = this.waiting.filter((one) => one !== row)
    const order = readOrder(row, this.prices)
    this.known.set(order.id, order)
    this.tried.add(`${order.customer} ${order.symbol} ${order.cause}`)
    // What found nobody leaves no entry: where among the others of its step it came is not known.
    const isUnplaced =
      row.filled_quantity === 0n &&
      row.reduce_only &&
      this.written?.entries.some(({ lines }) => lines.has(`${row.customer_id}:contract:USDT`))
    if (order.cause === 'customer') checkTicket(this, order, this.asked, this.tickets)
    else if (isUnplaced === true) checkUnplaced(this, order)
    else if (order.cause === 'liquidation')
      checkStep(
        this,
        order,
        this.written?.steps.find(({ order_id }) => order_id === order.id),
      )
    else checkFired(this, order)
    if (order.cause === 'liquidation') {
      const key = subjectKey(order.customer, order)
      this.vain.set(key, row.filled_quantity === row.quantity ? 0 : (this.vain.get(key) ?? 0) + 1)
    }
    const closes = order.reduceOnly && order.cause !== 'liquidation' && row.filled_quantity > 0n
    if (closes && this.asked.isLoose !== true) checkClosing(this, order)
    this.market.customer(order.customer).orders.set(order.id, order)
    const met = this.meet(order.symbol, {
      ...{ id: order.id, owner: order.customer, side: order.side, worst: order.worst, quantity: order.quantity },
      ...{ rests: row.time_in_force === 'gtc', whole: row.time_in_force === 'fok', postOnly: row.post_only },
    })
    this.expected.set(order.id, [...met])
    if (row.filled_quantity === 0n && row.ended_at !== null && met.length === 0)
      this.market.customer(order.customer).orders.delete(order.id)
  }

  slipped(symbol: string, side: Side): bigint {
    const last = this.prices.lastOf(symbol) ?? 0n
    const { tick } = this.market.contract(symbol)
    if (side === 'buy') return down(down(last * (10_000n + slippageBps), 10_000n), tick) * tick
    return up(down(last * (10_000n - slippageBps), 10_000n), tick) * tick
  }
}
