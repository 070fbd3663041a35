import { assert, divide, type Money, minOf, money, type TradeDate, tradeDate } from '@bolsillo/kernel'
import type { OrderSide } from './order.ts'

/** What a trade costs, from a day on. Published; an order keeps the name of the schedule it was taken under. */
export interface FeeSchedule {
  readonly id: string
  /** `MX`, `US`: where the instrument is listed. */
  readonly country: string
  readonly currency: string
  readonly effectiveFrom: TradeDate
  /** Commission in basis points of what an order's fills come to. */
  readonly feeBps: bigint
  /** The least an order's commission is, minor units; charged with its first fill. A sale never costs more than it brings. */
  readonly feeMin: bigint
  /** VAT on the commission, basis points. Its own line on every statement. */
  readonly vatBps: bigint
}

/** The published schedules. Rows are added, never changed: an order's costs can be computed again for ever. */
export const feeSchedules: readonly FeeSchedule[] = [
  {
    id: 'mx-2024',
    country: 'MX',
    currency: 'MXN',
    effectiveFrom: tradeDate('2024-01-01'),
    feeBps: 25n,
    feeMin: 0n,
    vatBps: 1600n,
  },
  {
    id: 'us-2024',
    country: 'US',
    currency: 'USD',
    effectiveFrom: tradeDate('2024-01-01'),
    feeBps: 25n,
    feeMin: 10n,
    vatBps: 1600n,
  },
]

/** The schedule in force for a market on a day: the latest that has begun. Before the first one, the first. */
export function feeScheduleAt(country: string, date: TradeDate): FeeSchedule {
  const own = feeSchedules.filter((schedule) => schedule.country === country)
  const begun = own.filter((schedule) => schedule.effectiveFrom <= date).at(-1) ?? own[0]
  assert(begun !== undefined, `no fee schedule for ${country}`)
  return begun
}

/** The schedule of a name. Asserts that it exists: orders keep only names that do. */
export function feeScheduleOf(id: string): FeeSchedule {
  const found = feeSchedules.find((schedule) => schedule.id === id)
  assert(found !== undefined, `no fee schedule ${id}`)
  return found
}

/** What an order costs beside its shares. `total`: paid by a buyer, received by a seller. */
export interface TradeCost {
  readonly amount: Money
  readonly fee: Money
  readonly vat: Money
  readonly total: Money
}

const whole = 10_000n

/**
 * What fills of an order that come to `amount` cost: commission = max(amount × feeBps, minimum), VAT = commission ×
 * vatBps, both rounded down, so never against the customer. A sale's commission and VAT never exceed what it brings.
 * Ticket, desk, statement and tests all ask here.
 */
export function costOf(side: OrderSide, amount: Money, schedule: FeeSchedule): TradeCost {
  assert(amount.minor >= 0n, 'the cost of an amount ≥ 0')
  assert(amount.asset.code === schedule.currency, `${schedule.id} charges in ${schedule.currency}`)
  const { fee, vat } = chargesOf(side, amount.minor, schedule)
  const total = side === 'buy' ? amount.minor + fee + vat : amount.minor - fee - vat
  return {
    amount,
    fee: money(fee, amount.asset),
    vat: money(vat, amount.asset),
    total: money(total, amount.asset),
  }
}

function chargesOf(side: OrderSide, amount: bigint, { feeBps, feeMin, vatBps }: FeeSchedule) {
  if (amount === 0n) return { fee: 0n, vat: 0n }
  const share = divide(amount * feeBps, whole, 'down')
  const wanted = share > feeMin ? share : feeMin
  const fee = side === 'buy' ? wanted : minOf(wanted, divide(amount * whole, whole + vatBps, 'down'))
  return { fee, vat: divide(fee * vatBps, whole, 'down') }
}

/** The most a purchase may come to so that with commission and VAT it costs no more than `amount`. Zero when nothing fits. */
export function affordable(amount: Money, schedule: FeeSchedule): Money {
  let low = 0n
  let high = amount.minor
  // costOf is monotone in the amount, so the largest amount that fits is found by halving.
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const fits = costOf('buy', money(middle, amount.asset), schedule).total.minor <= amount.minor
    if (fits) low = middle
    else high = middle - 1n
  }
  return money(low, amount.asset)
}
