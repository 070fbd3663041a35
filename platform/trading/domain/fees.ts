import { assert, divide, type Money, minOf, money, type TradeDate, tradeDate } from '@bolsillo/kernel'
import type { OrderSide } from './order.ts'

/** What a trade costs, from a day on. Published; an order keeps the name of the schedule it was taken under. */
export interface FeeSchedule {
  readonly id: string
  /** `MX`, `US`: where the instrument is listed. */
  readonly country: string
  readonly currency: string
  readonly effectiveFrom: TradeDate
  /** Commission in basis points of what an order's fills come to; of those that took from the book, where `makerBps` is given. */
  readonly feeBps: bigint
  /** The same for fills of an order that waited in the book; never more than `feeBps`, which it is when left out. */
  readonly makerBps?: bigint
  /** The least an order's commission is, minor units; charged with its first fill. A sale never costs more than it brings. */
  readonly feeMin: bigint
  /** VAT on the commission, basis points. Its own line on every statement. */
  readonly vatBps: bigint
}

const whole = 10_000n

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

// A tiered schedule is all in its name, so that what an order cost can be computed again whatever the tiers are by then.
const tieredName = /^tier-([A-Z]{3,5})-(\d{1,4})-(\d{1,4})-(\d{1,4})$/
const tiered = new Map<string, FeeSchedule>()
const tieredMax = 10_000

/** The schedule of a tier: what takes from the book and what waits in it cost, and VAT, in basis points. */
export function tieredSchedule(
  currency: string,
  { takerBps, makerBps, vatBps }: Readonly<Record<'takerBps' | 'makerBps' | 'vatBps', bigint>>,
): FeeSchedule {
  return feeScheduleOf(`tier-${currency}-${takerBps}-${makerBps}-${vatBps}`)
}

function readTiered(id: string): FeeSchedule | undefined {
  const [, currency = '', taker = '', maker = '', vat = ''] = tieredName.exec(id) ?? []
  if (currency === '') return undefined
  const [feeBps, makerBps] = [BigInt(taker), BigInt(maker)]
  assert(makerBps <= feeBps && feeBps < whole, `${id} is no schedule of fees`)
  const effectiveFrom = tradeDate('2026-01-01')
  return { id, country: 'XX', currency, effectiveFrom, feeBps, makerBps, feeMin: 0n, vatBps: BigInt(vat) }
}

/** The schedule of a name. Asserts that it exists: orders keep only names that do. */
export function feeScheduleOf(id: string): FeeSchedule {
  const known = tiered.get(id)
  if (known !== undefined) return known
  const read = id.startsWith('tier-') ? readTiered(id) : undefined
  if (read !== undefined) {
    if (tiered.size >= tieredMax) tiered.clear()
    tiered.set(id, read)
    return read
  }
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

/**
 * What fills of an order that come to `amount` cost: commission = max(amount × feeBps, minimum), VAT = commission ×
 * vatBps, both rounded down, so never against the customer. `takerMinor` of it was taken from the book, the rest waited. A sale's commission and VAT never exceed what it brings.
 * Ticket, desk, statement and tests all ask here.
 */
export function costOf(
  side: OrderSide,
  amount: Money,
  schedule: FeeSchedule,
  takerMinor: bigint = amount.minor,
): TradeCost {
  assert(amount.minor >= 0n && takerMinor >= 0n && takerMinor <= amount.minor, 'the cost of an amount ≥ 0')
  assert(amount.asset.code === schedule.currency, `${schedule.id} charges in ${schedule.currency}`)
  const { fee, vat } = chargesOf(side, amount.minor, takerMinor, schedule)
  const total = side === 'buy' ? amount.minor + fee + vat : amount.minor - fee - vat
  return {
    amount,
    fee: money(fee, amount.asset),
    vat: money(vat, amount.asset),
    total: money(total, amount.asset),
  }
}

function chargesOf(
  side: OrderSide,
  amount: bigint,
  taken: bigint,
  { feeBps, makerBps = feeBps, feeMin, vatBps }: FeeSchedule,
) {
  if (amount === 0n) return { fee: 0n, vat: 0n }
  const share = divide(taken * feeBps + (amount - taken) * makerBps, whole, 'down')
  const wanted = share > feeMin ? share : feeMin
  const fee = side === 'buy' ? wanted : minOf(wanted, divide(amount * whole, whole + vatBps, 'down'))
  return { fee, vat: divide(fee * vatBps, whole, 'down') }
}

/** Commission and VAT, minor units. */
export interface Charges {
  readonly fee: bigint
  readonly vat: bigint
}

/**
 * What is charged in all for fills that come to `due.amount`, when `before` was charged for those before: what is due.
 * Of a sale as much of it as the last fill brings, so that nobody has less after a fill than before; the rest is charged
 * with a later one that brings enough. Desk, receipts and tests all ask here.
 */
export function chargedAfter(
  side: OrderSide,
  due: TradeCost,
  before: Charges & { readonly amount: bigint },
  { vatBps }: FeeSchedule,
): Charges {
  if (side === 'buy') return { fee: due.fee.minor, vat: due.vat.minor }
  const room = due.amount.minor - before.amount + before.fee + before.vat
  // The largest commission that with its VAT, rounded down, is within the room.
  const most = divide((room + 1n) * whole - 1n, whole + vatBps, 'down')
  const fee = minOf(due.fee.minor, most)
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
