// The rules of linear perpetuals, from what is published of them: sizes and prices are whole units of a contract, sums are
// exact in fine units (10^-12 USDT) until they are booked in minor units (10^-6). Nothing here is fast, and nothing here
// comes from the product.

export type Side = 'buy' | 'sell'
export type Mode = 'isolated' | 'cross'

/** A step of a margin table: its rates hold for the part of the notional within it. */
export interface Bracket {
  /** Fine units; undefined: without an end. */
  readonly upTo: bigint | undefined
  readonly initialPpm: bigint
  readonly maintenancePpm: bigint
}

/** A contract as it is published. */
export interface Contract {
  readonly symbol: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly tick: bigint
  readonly lot: bigint
  readonly brackets: readonly Bracket[]
  readonly makerBps: bigint
  readonly takerBps: bigint
  readonly vatBps: bigint
  readonly liquidationBps: bigint
}

export interface Held {
  readonly contract: Contract
  /** Below zero: short. */
  readonly size: bigint
  /** Fine units, with the sign of the size. */
  readonly entry: bigint
  readonly mark: bigint
}

/** Positions that answer for each other, with the money behind them in fine units. */
export interface Account {
  readonly cash: bigint
  readonly held: readonly Held[]
}

export const million = 1_000_000n
/** Fine units of a minor unit. */
export const minorFine = 1_000_000n

export const abs = (value: bigint): bigint => (value < 0n ? -value : value)
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Rounded towards minus infinity. */
export function down(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor
  return rest !== 0n && rest < 0n !== divisor < 0n ? dividend / divisor - 1n : dividend / divisor
}

/** Rounded towards plus infinity. */
export const up = (dividend: bigint, divisor: bigint): bigint => -down(-dividend, divisor)

/** price × size in fine units. */
export function worth({ priceScale, quantityScale }: Contract, price: bigint, size: bigint): bigint {
  return price * size * 10n ** BigInt(12 - priceScale - quantityScale)
}

/** What a notional takes, × million: each bracket's rate on the part within it, as a tax. */
export function required({ brackets }: Contract, notional: bigint, rate: 'initialPpm' | 'maintenancePpm'): bigint {
  let [sum, from] = [0n, 0n]
  for (const bracket of brackets) {
    const to = bracket.upTo === undefined ? notional : least(notional, bracket.upTo)
    if (to > from) sum += (to - from) * bracket[rate]
    from = most(from, to)
  }
  return sum
}

const worthOf = ({ contract, size, mark }: Held): bigint => worth(contract, mark, size)

export function equityOf({ cash, held }: Account): bigint {
  return held.reduce((sum, one) => sum + worthOf(one) - one.entry, cash)
}

/** Of all positions, × million. */
export function marginOf({ held }: Account, rate: 'initialPpm' | 'maintenancePpm'): bigint {
  return held.reduce((sum, one) => sum + required(one.contract, abs(worthOf(one)), rate), 0n)
}

/** Below maintenance; at exactly that it is not. */
export const isUnder = (account: Account): boolean => equityOf(account) * million < marginOf(account, 'maintenancePpm')

/** The account with another mark of one of its positions. */
export function at(account: Account, place: number, mark: bigint): Account {
  return { ...account, held: account.held.map((one, index) => (index === place ? { ...one, mark } : one)) }
}

/**
 * The first mark, in units, at which the account is below maintenance, all other marks as they are: the highest for a
 * long, the lowest for a short. A long only gets safer upwards and a short downwards, so halving finds it.
 */
export function firstUnder(account: Account, place: number): bigint | undefined {
  const own = account.held[place]
  if (own === undefined) return undefined
  const isUnderAt = (mark: bigint): boolean => isUnder(at(account, place, mark))
  if (own.size > 0n) {
    if (!isUnderAt(1n)) return undefined
    let [low, high] = [1n, 2n]
    while (isUnderAt(high)) {
      low = high
      high *= 2n
      // Nothing it could rise to would save it.
      if (high > own.mark * 1_000_000n) return undefined
    }
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (isUnderAt(middle)) low = middle
      else high = middle
    }
    return low
  }
  // Below it at any mark there is: no price is the first.
  if (isUnderAt(1n)) return isUnderAt(0n) ? undefined : 1n
  let [low, high] = [1n, 2n]
  while (!isUnderAt(high)) {
    low = high
    high *= 2n
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isUnderAt(middle)) high = middle
    else low = middle
  }
  return high
}

/** The mark at which the account has nothing, rounded to the side that leaves something; it may be zero or less. */
export function bankruptcyAt(account: Account, place: number, more = 0n): bigint {
  const own = account.held[place]
  if (own === undefined) return 0n
  const perPrice = worth(own.contract, 1n, own.size)
  const rest = equityOf(account) - worthOf(own) + more
  // rest + price × perPrice = 0
  return own.size > 0n ? up(-rest, perPrice) : down(rest, -perPrice)
}

/** Margin a notional takes at a leverage (hundredths), minor units, rounded up. */
export const marginAt = (notional: bigint, leverage: bigint): bigint => up(abs(notional) * 100n, leverage * minorFine)

/** What is lost at a mark by whoever opens at a price; minor units, rounded up, never below zero. */
export function lossAgainst(
  contract: Contract,
  side: Side,
  of: { price: bigint; quantity: bigint; mark: bigint | undefined },
): bigint {
  if (of.mark === undefined) return 0n
  const each = side === 'buy' ? of.price - of.mark : of.mark - of.price
  return each <= 0n ? 0n : up(worth(contract, each, of.quantity), minorFine)
}

/** A taker's commission with its VAT on a notional, minor units, rounded up. */
export function costAtMost({ takerBps, vatBps }: Contract, notional: bigint): bigint {
  return up(abs(notional) * takerBps * (10_000n + vatBps), minorFine * 100_000_000n)
}

/** The highest leverage of a notional, hundredths. */
export function highestLeverage(contract: Contract, notional: bigint): bigint {
  const first = contract.brackets[0]
  if (notional === 0n) return (100n * million) / (first?.initialPpm ?? million)
  return down(100n * million * notional, required(contract, notional, 'initialPpm'))
}

/** Fills of an order so far: exact is Σ price × quantity, of which `taken` from the book. */
export interface Filled {
  readonly exact: bigint
  readonly taken: bigint
}

/** Commission and VAT due on fills of an order: the amount is rounded once for all of it, commission and VAT down. */
export function chargesOf(contract: Contract, side: Side, { exact, taken }: Filled): { fee: bigint; vat: bigint } {
  const scale = 10n ** BigInt(contract.priceScale + contract.quantityScale - 6)
  const amount = side === 'buy' ? up(exact, scale) : down(exact, scale)
  const took = down(taken, scale)
  const fee = down(took * contract.takerBps + (amount - took) * contract.makerBps, 10_000n)
  return { fee, vat: down(fee * contract.vatBps, 10_000n) }
}

/** What a fill closes and opens of a position. Sums in minor units but `entry`, which is fine. */
export interface Folded {
  readonly closed: bigint
  readonly realised: bigint
  readonly freed: bigint
  readonly left: { readonly size: bigint; readonly entry: bigint; readonly margin: bigint } | undefined
  readonly opened: { readonly size: bigint; readonly entry: bigint } | undefined
}

/**
 * A fill against what is open: the closed part takes its share of the entry, its result is rounded down and what that
 * leaves stays in the entry of the rest. `keeps`: a liquidation of a part frees no margin.
 */
export function fold(
  contract: Contract,
  before: { readonly size: bigint; readonly entry: bigint; readonly margin: bigint } | undefined,
  fill: { readonly side: Side; readonly price: bigint; readonly quantity: bigint },
  keeps: boolean,
): Folded {
  const signed = fill.side === 'buy' ? fill.quantity : -fill.quantity
  if (before === undefined || before.size > 0n === signed > 0n) {
    const opened = { size: signed, entry: worth(contract, fill.price, signed) }
    return { closed: 0n, realised: 0n, freed: 0n, left: before, opened }
  }
  const length = abs(before.size)
  const closed = least(length, fill.quantity)
  const value = worth(contract, fill.price, before.size > 0n ? closed : -closed)
  const share = closed === length ? before.entry : (before.entry * closed) / length
  const realised = down(value - share, minorFine)
  const freed = closed === length ? before.margin : keeps ? 0n : (before.margin * closed) / length
  const left =
    closed === length
      ? undefined
      : {
          size: before.size + signed,
          entry: before.entry - value + realised * minorFine,
          margin: before.margin - freed,
        }
  const over = signed > 0n ? fill.quantity - closed : closed - fill.quantity
  const opened = over === 0n ? undefined : { size: over, entry: worth(contract, fill.price, over) }
  return { closed, realised, freed, left, opened }
}

/** Closing costs while a liquidation is under way: commission, VAT and the fund's part, fine units, rounded up. */
export function liquidationCost(contract: Contract, notional: bigint): bigint {
  const { takerBps, vatBps, liquidationBps } = contract
  return up(notional * (takerBps * (10_000n + vatBps) + liquidationBps * 10_000n), 100_000_000n)
}

/** The first of several that has the most. */
const first = (values: readonly bigint[]): number => values.indexOf(values.reduce((a, b) => most(a, b)))

const gained = (one: Held): bigint => worthOf(one) - one.entry
const gainsElsewhere = ({ held }: Account, place: number): boolean =>
  held.some((one, index) => index !== place && gained(one) > 0n)

/**
 * Which position a step closes: the one that must keep most. Where another one gains and closing that one down to its bound
 * could cost more than there is in money, the one that gains most: the fund is not asked while any gain can be taken.
 */
export function legToClose(account: Account, fund: bigint): number {
  const heaviest = first(account.held.map((one) => required(one.contract, abs(worthOf(one)), 'maintenancePpm')))
  if (!gainsElsewhere(account, heaviest)) return heaviest
  const isPayable = stepWorst(account, heaviest, fund) === boundWithFund(account, heaviest, fund)
  return isPayable ? heaviest : first(account.held.map(gained))
}

/** Whether closing so much would leave the rest with 125 % of what it must keep. */
export function isSafeAfter(account: Account, place: number, quantity: bigint): boolean {
  const own = account.held[place]
  if (own === undefined) return false
  const { contract, size, mark } = own
  const rest = worth(contract, mark, abs(size) - quantity)
  const others = account.held
    .filter((_, index) => index !== place)
    .reduce((sum, one) => sum + required(one.contract, abs(worthOf(one)), 'maintenancePpm'), 0n)
  const kept = others + required(contract, rest, 'maintenancePpm')
  const left = equityOf(account) - liquidationCost(contract, worth(contract, mark, quantity))
  return left * million * 100n >= kept * 125n
}

/**
 * How much a step of a liquidation closes: the least that leaves the rest safe, at least a fifth, and all of it when four
 * fifths would not do or when it is small.
 */
export function stepQuantity(account: Account, place: number): bigint {
  const own = account.held[place]
  if (own === undefined) return 0n
  const { contract, mark } = own
  const length = abs(own.size)
  if (worth(contract, mark, length) < 500n * 10n ** 12n) return length
  const lots = length / contract.lot
  const [first, last] = [most(1n, up(lots, 5n)), (lots * 4n) / 5n]
  if (first > last || !isSafeAfter(account, place, last * contract.lot)) return length
  if (isSafeAfter(account, place, first * contract.lot)) return first * contract.lot
  let [low, high] = [first, last]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isSafeAfter(account, place, middle * contract.lot)) high = middle
    else low = middle
  }
  return high * contract.lot
}

/**
 * What leaves the account, with what the fund adds, nothing; the fund adds nothing further than a hundredth from the mark, and
 * nobody is asked further than a tenth from it.
 */
function boundWithFund(account: Account, place: number, fund: bigint): bigint {
  const own = account.held[place]
  if (own === undefined) return 0n
  const [alone, borne] = [bankruptcyAt(account, place, 0n), bankruptcyAt(account, place, fund * minorFine)]
  if (own.size > 0n) {
    const collar = up(own.mark * 99n, 100n)
    return most(most(most(borne, least(alone, collar)), up(own.mark * 9n, 10n)), 1n)
  }
  const collar = down(own.mark * 101n, 100n)
  return most(least(least(borne, most(alone, collar)), down(own.mark * 11n, 10n)), 1n)
}

/** Kept back of the money of an account for what its fills round, minor units. */
const roundingKept = 1_000n

/** The price at which closing all of a position takes all money of its account; at its entry or better it takes nothing. */
function moneyReaches({ cash, held }: Account, place: number): bigint {
  const own = held[place]
  if (own === undefined) return 0n
  const { contract, size, entry } = own
  const isLong = size > 0n
  const perPrice = worth(contract, 1n, size)
  const spare = most(cash - roundingKept * minorFine, 0n)
  const rate = contract.takerBps * (10_000n + contract.vatBps) + contract.liquidationBps * 10_000n
  const divisor = 100_000_000n * perPrice - abs(perPrice) * rate
  const round = isLong ? up : down
  const [paid, entered] = [round((entry - spare) * 100_000_000n, divisor), round(entry, perPrice)]
  return most(isLong ? least(paid, entered) : most(paid, entered), 1n)
}

/** A step fills no worse than its bound, and, while another position gains, no worse than money reaches. */
export function stepWorst(account: Account, place: number, fund: bigint): bigint {
  const bound = boundWithFund(account, place, fund)
  const own = account.held[place]
  if (own === undefined || !gainsElsewhere(account, place)) return bound
  const reach = moneyReaches(account, place)
  return own.size > 0n ? most(bound, reach) : least(bound, reach)
}

/**
 * The prices at which an account that nobody would take is handed over: each position's mark moved by the same part, so that
 * all of them together come to nothing.
 */
export function handOverPrices(account: Account): readonly bigint[] {
  const whole = account.held.reduce((sum, one) => sum + abs(worthOf(one)), 0n)
  const equity = equityOf(account)
  return account.held.map(({ size, mark }) =>
    size > 0n ? most(up(mark * (whole - equity), whole), 1n) : most(down(mark * (whole + equity), whole), 1n),
  )
}

/** How soon a holder is deleveraged: result in parts of the entry, times effective leverage; losers by the quotient. */
export interface Queued {
  readonly id: string
  readonly size: bigint
  /** Fine units. */
  readonly entry: bigint
  readonly value: bigint
  readonly margin: bigint
}

/** Exact comparison of two holders: above zero when `a` is deleveraged before `b`. */
export function beforeInQueue(a: Queued, b: Queued): bigint {
  const parts = (one: Queued) => {
    const result = one.value - one.entry
    const [entered, notional] = [most(abs(one.entry), 1n), abs(one.value)]
    const equity = most(one.margin + result, 1n)
    // Gaining: result / entered × notional / equity. Losing: result / entered ÷ (notional / equity).
    return result >= 0n ? [result * notional, entered * equity] : [result * equity, entered * most(notional, 1n)]
  }
  const [[x = 0n, dx = 1n], [y = 0n, dy = 1n]] = [parts(a), parts(b)]
  return x * dy - y * dx
}

/** Rounded towards zero. */
export const toZero = (dividend: bigint, divisor: bigint): bigint => dividend / divisor

/** How far a contract trades from its index, parts of a billion, rounded towards zero. */
export function premiumOf(index: bigint, best: { readonly bid: bigint; readonly ask: bigint } | undefined): bigint {
  if (best === undefined) return 0n
  return toZero((most(0n, best.bid - index) - most(0n, index - best.ask)) * 1_000_000_000n, index)
}

/** The rate of eight hours: the mean premium, pulled towards 0.01 % of interest by at most 0.05 %, at most 0.75 %. */
export function fundingRateOf(premiums: readonly bigint[]): bigint {
  if (premiums.length === 0) return 0n
  const mean = toZero(
    premiums.reduce((sum, one) => sum + one, 0n),
    BigInt(premiums.length),
  )
  const within = (value: bigint, bound: bigint): bigint => most(-bound, least(bound, value))
  return within(mean + within(100_000n - mean, 500_000n), 7_500_000n)
}
