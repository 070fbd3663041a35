import { type Customer, type Effect, type Exit, freeOf, nothing, type Order, type Position } from './market-state.ts'
import {
  type Account,
  abs,
  type Contract,
  chargesOf,
  costAtMost,
  down,
  type Folded,
  fold,
  least,
  lossAgainst,
  type Mode,
  marginAt,
  minorFine,
  most,
  type Side,
  worth,
} from './model.ts'

// What the rules make of a customer's purse, positions and orders when something happens to them. Money is minor units.

export * from './market-state.ts'

/** What a fill is booked on. */
interface Booking {
  readonly customer: Customer
  readonly contract: Contract
  readonly side: Side
  readonly price: bigint
  readonly quantity: bigint
  readonly due: { readonly fee: bigint; readonly vat: bigint }
  /** Released of what the order had on hold. */
  readonly released: bigint
  readonly leverage: bigint
  readonly mode: Mode
  readonly exits: readonly Omit<Exit, 'reached'>[]
  readonly how: 'order' | 'liquidation' | 'handed-over' | 'deleveraged'
  readonly isFirst: boolean
  readonly mark: bigint | undefined
  readonly at: number
}

/** The state of all customers and of the insurance fund, as the rules have it. */
export class Market {
  readonly customers = new Map<string, Customer>()
  readonly contracts: ReadonlyMap<string, Contract>
  /** Contracts in which nobody trades now. */
  readonly halted = new Set<string>()
  fund = 0n
  fees = 0n
  vat = 0n

  constructor(contracts: readonly Contract[]) {
    this.contracts = new Map(contracts.map((one) => [one.symbol, one]))
  }

  contract(symbol: string): Contract {
    const found = this.contracts.get(symbol)
    if (found === undefined) throw new Error(`no contract ${symbol}`)
    return found
  }

  customer(id: string): Customer {
    const nothing = { posted: 0n, held: 0n, outside: 0n }
    const known = this.customers.get(id) ?? { id, ...nothing, positions: new Map(), orders: new Map() }
    this.customers.set(id, known)
    return known
  }

  /** The account a position answers in; undefined while a mark is missing. */
  account(
    customer: Customer,
    position: Pick<Position, 'mode' | 'symbol'>,
    markOf: (symbol: string) => bigint | undefined,
  ): { readonly account: Account; readonly place: number; readonly positions: readonly Position[] } | undefined {
    const positions = [...customer.positions.values()]
      .filter((one) => (position.mode === 'cross' ? one.mode === 'cross' : one.symbol === position.symbol))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    const held = positions.flatMap(({ symbol, size, entry }) => {
      const mark = markOf(symbol)
      return mark === undefined ? [] : [{ contract: this.contract(symbol), size, entry, mark }]
    })
    if (held.length < positions.length) return undefined
    const margin = positions.reduce((sum, one) => sum + one.margin, 0n)
    const cash = (margin + (position.mode === 'cross' ? freeOf(customer) : 0n)) * minorFine
    return {
      account: { cash, held },
      place: positions.findIndex(({ symbol }) => symbol === position.symbol),
      positions,
    }
  }

  /** What is set aside for what is left of an opening order: margin, what it loses against the mark at its worst, charges. */
  need(
    order: Pick<Order, 'symbol' | 'side' | 'worst' | 'reserve' | 'mark' | 'leverage' | 'reduceOnly'>,
    left: bigint,
  ): bigint {
    const { symbol, side, worst, reserve, mark, leverage, reduceOnly } = order
    if (reduceOnly || left <= 0n) return 0n
    const loss = lossAgainst(this.contract(symbol), side, { price: worst, quantity: left, mark })
    const notional = worth(this.contract(symbol), side === 'buy' ? worst : most(worst, reserve), left)
    return marginAt(notional, leverage) + loss + costAtMost(this.contract(symbol), notional)
  }

  hold(order: Order): Effect {
    const customer = this.customer(order.customer)
    order.held = this.need(order, order.quantity - order.filled)
    customer.held += order.held
    return { ...nothing(), held: order.held }
  }

  /** An order has ended: what is set aside for it is free again. */
  release(order: Order): Effect {
    const customer = this.customer(order.customer)
    const { held } = order
    customer.held -= held
    order.held = 0n
    customer.orders.delete(order.id)
    return { ...nothing(), held: -held }
  }

  fill(
    order: Order,
    price: bigint,
    quantity: bigint,
    isTaker: boolean,
    now: { readonly at: number; readonly mark: bigint | undefined },
  ): Effect {
    const contract = this.contract(order.symbol)
    const customer = this.customer(order.customer)
    const charging = { ...contract, ...order.rates }
    const before = chargesOf(charging, order.side, order)
    const isFirst = order.filled === 0n
    order.filled += quantity
    order.exact += price * quantity
    if (isTaker) order.taken += price * quantity
    const after = chargesOf(charging, order.side, order)
    const left = order.quantity - order.filled
    const needed = order.held === 0n ? 0n : this.need(order, left)
    const released = order.held - needed
    order.held = needed
    if (left === 0n) customer.orders.delete(order.id)
    const effect = this.book({
      customer,
      contract,
      side: order.side,
      price,
      quantity,
      due: { fee: after.fee - before.fee, vat: after.vat - before.vat },
      released,
      leverage: order.leverage,
      mode: order.mode,
      exits: order.exits,
      isFirst,
      how: order.cause === 'liquidation' ? 'liquidation' : 'order',
      ...now,
    })
    order.fee += effect.fees
    order.vat += effect.vat
    return effect
  }

  /** A part is closed against another customer at a price, without a fee. */
  handOver(
    customer: Customer,
    symbol: string,
    of: { price: bigint; quantity: bigint; isVictim: boolean },
    at: number,
  ): Effect {
    const position = customer.positions.get(symbol)
    if (position === undefined) throw new Error(`${customer.id} has no position in ${symbol}`)
    return this.book({
      customer,
      contract: this.contract(symbol),
      side: position.size > 0n ? 'sell' : 'buy',
      price: of.price,
      quantity: of.quantity,
      due: { fee: 0n, vat: 0n },
      released: 0n,
      leverage: position.leverage,
      mode: position.mode,
      exits: [],
      isFirst: true,
      how: of.isVictim ? 'handed-over' : 'deleveraged',
      mark: undefined,
      at,
    })
  }

  /**
   * Books a fill. A loss is borne by what the closed part frees, then (cross) by free money, then by the position's own
   * margin, then (cross) by that of the other cross positions; then by the fund, then by the market. Charges come out of
   * what is left, and what is not there is not charged.
   */
  private book(of: Booking): Effect {
    const { customer, contract } = of
    const position = customer.positions.get(contract.symbol)
    const isLiquidation = of.how === 'liquidation' || of.how === 'handed-over'
    const folded = fold(contract, position, of, isLiquidation)
    const isCross = (position?.mode ?? of.mode) === 'cross'
    const others = isCross
      ? [...customer.positions.values()].filter((one) => one.mode === 'cross' && one.symbol !== contract.symbol)
      : []
    let free = freeOf(customer) + of.released
    let pot = folded.freed + most(folded.realised, 0n)
    let own = (position?.margin ?? 0n) - folded.freed
    let loss = most(-folded.realised, 0n)
    const bear = (has: bigint): bigint => {
      const part = least(loss, has)
      loss -= part
      return part
    }
    pot -= bear(pot)
    if (isCross) free -= bear(free)
    own -= bear(own)
    for (const other of others.sort((a, b) => (a.symbol < b.symbol ? -1 : 1))) other.margin -= bear(other.margin)
    const purses = { free, pot, own }
    const charged = this.charge(of, purses, isCross, isLiquidation)
    // What it has lost against the mark the moment it is open is set aside with its margin.
    const lost = { price: of.price, quantity: abs(folded.opened?.size ?? 0n), mark: of.mark }
    const wanted =
      folded.opened === undefined
        ? 0n
        : marginAt(folded.opened.entry, of.leverage) + lossAgainst(contract, of.side, lost)
    const fromPot = least(wanted, purses.pot)
    const margin = purses.own + fromPot + least(wanted - fromPot, purses.free)
    const fundPaid = least(loss, this.fund)
    const effect: Effect = {
      posted: folded.realised + loss - charged.fee - charged.vat - charged.liquidation,
      held: 0n,
      fund: charged.liquidation - fundPaid,
      fees: charged.fee,
      vat: charged.vat,
      short: loss,
    }
    const heldBefore = customer.held
    this.take(of, folded, margin, charged)
    customer.posted += effect.posted
    customer.held =
      [...customer.positions.values()].reduce((sum, one) => sum + one.margin, 0n) + this.heldByOrders(customer)
    effect.held = customer.held - heldBefore
    this.fund += effect.fund
    this.fees += effect.fees
    this.vat += effect.vat
    return effect
  }

  heldByOrders({ orders }: Customer): bigint {
    return [...orders.values()].reduce((sum, one) => sum + one.held, 0n)
  }

  /** Commission and VAT from the proceeds, from free money (never beside an isolated liquidation), and of a liquidation from margin. */
  private charge(
    { contract, due, price, quantity, how }: Booking,
    purses: { free: bigint; pot: bigint; own: bigint },
    isCross: boolean,
    isLiquidation: boolean,
  ): { fee: bigint; vat: bigint; liquidation: bigint } {
    const asksFree = isCross || !isLiquidation
    const pay = (wanted: bigint): bigint => {
      let left = wanted
      const fromPot = least(left, purses.pot)
      purses.pot -= fromPot
      left -= fromPot
      const fromFree = asksFree ? least(left, purses.free) : 0n
      purses.free -= fromFree
      left -= fromFree
      const fromOwn = isLiquidation ? least(left, purses.own) : 0n
      purses.own -= fromOwn
      return wanted - left + fromOwn
    }
    const there = purses.pot + (asksFree ? purses.free : 0n) + (isLiquidation ? purses.own : 0n)
    let { fee, vat } = due
    if (fee + vat > there) {
      fee = (there * 10_000n) / (10_000n + contract.vatBps)
      vat = (fee * contract.vatBps) / 10_000n
    }
    pay(fee + vat)
    const wanted =
      how === 'liquidation' ? down(worth(contract, price, quantity) * contract.liquidationBps, 10_000n * minorFine) : 0n
    return { fee, vat, liquidation: pay(wanted) }
  }

  /** The position after a fill; what turns to the other side is a new one, and each has its share of the charges. */
  private take(of: Booking, folded: Folded, margin: bigint, charged: { fee: bigint; vat: bigint }): void {
    const { customer, contract } = of
    const before = customer.positions.get(contract.symbol)
    const isTurned = before !== undefined && folded.left === undefined && folded.opened !== undefined
    const share = (charge: bigint): bigint => (isTurned ? charge - (charge * folded.closed) / of.quantity : charge)
    if (folded.left === undefined && folded.opened === undefined) {
      customer.positions.delete(contract.symbol)
      return
    }
    const base: Position =
      before === undefined || isTurned
        ? {
            symbol: contract.symbol,
            mode: of.mode,
            leverage: of.leverage,
            ...{ size: 0n, entry: 0n, margin: 0n, realised: 0n, funding: 0n, fees: 0n, vat: 0n },
            exits: [],
            liquidation: undefined,
            openedAt: of.at,
          }
        : before
    base.size = (folded.left?.size ?? 0n) + (folded.opened?.size ?? 0n)
    base.entry = (folded.left?.entry ?? 0n) + (folded.opened?.entry ?? 0n)
    base.margin = margin
    base.realised += isTurned ? 0n : folded.realised
    base.fees += share(charged.fee)
    base.vat += share(charged.vat)
    if (folded.opened !== undefined) {
      base.leverage = of.leverage
      // Exits come with an order once: what was moved or taken away since stays so.
      const exits = of.isFirst || base !== before ? of.exits : []
      const kinds = exits.map(({ kind }) => kind)
      base.exits = [
        ...base.exits.filter(({ kind }) => !kinds.includes(kind)),
        ...exits.map((exit) => ({ ...exit, reached: 'no' as const })),
      ]
    }
    customer.positions.set(contract.symbol, base)
  }

  /** Margin added (above zero) or taken out. */
  moveMargin(customer: Customer, symbol: string, by: bigint): Effect {
    const position = customer.positions.get(symbol)
    if (position === undefined) throw new Error(`${customer.id} has no position in ${symbol}`)
    position.margin += by
    customer.held += by
    return { ...nothing(), held: by }
  }

  /**
   * Funding: paid from free money, then from the position's margin, of a cross position from the margins of the others by
   * symbol, then by the fund; received by margin of its own, or free. `mode`: of the position at the instant.
   */
  payFunding(customer: Customer, symbol: string, minor: bigint, of: { instant: number; mode: Mode }): Effect {
    const found = customer.positions.get(symbol)
    // What has closed since pays out of free money, and is paid into it.
    const position = found !== undefined && found.openedAt <= of.instant ? found : undefined
    const owed = most(-minor, 0n)
    const fromFree = least(owed, freeOf(customer))
    const fromMargin = least(owed - fromFree, position?.margin ?? 0n)
    let short = owed - fromFree - fromMargin
    let fromOthers = 0n
    if (of.mode === 'cross') {
      const others = [...customer.positions.values()].filter((one) => one.mode === 'cross' && one !== position)
      for (const other of others.sort((a, b) => (a.symbol < b.symbol ? -1 : 1))) {
        const part = least(short, other.margin)
        other.margin -= part
        fromOthers += part
        short -= part
      }
    }
    const fundPaid = least(short, this.fund)
    const gained = position?.mode === 'isolated' && minor > 0n ? minor : 0n
    if (position !== undefined) {
      position.margin += gained - fromMargin
      position.funding += minor
    }
    customer.posted += minor + short
    customer.held += gained - fromMargin - fromOthers
    this.fund -= fundPaid
    const held = gained - fromMargin - fromOthers
    return { ...nothing(), posted: minor + short, held, fund: -fundPaid, short }
  }

  /**
   * Whether what an account can spend bears closing a position at a price: its own margin; of a cross position free money and
   * the margins of all of them, less what the others have lost in all. What they gain is no money yet.
   */
  bearsClosing(
    customer: Customer,
    position: Position,
    price: bigint,
    markOf: (symbol: string) => bigint | undefined,
  ): boolean {
    let [money, unrealised] = [position.margin, 0n]
    if (position.mode === 'cross') {
      money += freeOf(customer)
      for (const other of customer.positions.values()) {
        if (other.mode !== 'cross' || other.symbol === position.symbol) continue
        const mark = markOf(other.symbol)
        if (mark === undefined) return false
        money += other.margin
        unrealised += worth(this.contract(other.symbol), mark, other.size) - other.entry
      }
    }
    const result = worth(this.contract(position.symbol), price, position.size) - position.entry
    return money * minorFine + least(unrealised, 0n) + result >= 0n
  }
}

export const lengthOf = ({ size }: Pick<Position, 'size'>): bigint => abs(size)
