import { ceiling } from '../arithmetic.ts'

// What a trade costs, from the published schedules alone.

/** A published schedule. */
export interface Schedule {
  /** Commission, hundredths of a per cent. */
  readonly feeBps: bigint
  /** The same for what waited in the book. */
  readonly makerBps: bigint
  /** The least commission of an order, in minor units. */
  readonly feeMin: bigint
  /** VAT on the commission, hundredths of a per cent. */
  readonly vatBps: bigint
  /** What ends the names of the instruments it is for. */
  readonly listed: string
  readonly currency: string
}

const schedules: Readonly<Record<string, Schedule>> = {
  'mx-2024': { feeBps: 25n, makerBps: 25n, feeMin: 0n, vatBps: 1600n, listed: '.MX', currency: 'MXN' },
  'us-2024': { feeBps: 25n, makerBps: 25n, feeMin: 10n, vatBps: 1600n, listed: '.US', currency: 'USD' },
}

/** Digits behind the point of what prices are in. */
const moneyScales: Readonly<Record<string, number>> = { MXN: 2, USD: 2, BRL: 2, USDT: 6, ETH: 8 }

/** The schedule an order must have been taken under; undefined when the one it names is not for its instrument. */
export function scheduleOf(id: string, instrumentId: string, currency: string): Schedule | undefined {
  // A contract on a coin is charged in what the coin is quoted in.
  const market = instrumentId.replace(/-PERP$/, '')
  const found = schedules[id] ?? tierOf(id, market)
  return found !== undefined && market.endsWith(found.listed) && currency === found.currency ? found : undefined
}

/** A tier's schedule is all in its name: currency, what is taken, what waited, VAT. It is for markets of coins. */
function tierOf(id: string, instrumentId: string): Schedule | undefined {
  const [, currency, fee = '', maker = '', vat = ''] = /^tier-([A-Z]+)-(\d+)-(\d+)-(\d+)$/.exec(id) ?? []
  if (currency === undefined || !instrumentId.endsWith(`-${currency}`)) return undefined
  const rates = { feeBps: BigInt(fee), makerBps: BigInt(maker), vatBps: BigInt(vat) }
  return { ...rates, feeMin: 0n, listed: `-${currency}`, currency }
}

/** What an order's fills come to, with commission and VAT; minor units. */
export interface Costs {
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** The amount as the other side of the trade has it: rounded the other way. */
  readonly across: bigint
}

/** What was charged, or what an order's other leg was filled before this one took over. */
export interface Before {
  readonly exact: bigint
  readonly taken: bigint
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly across: bigint
}

/**
 * What one more fill costs: what is due in all, less what was charged. A sale never pays more for a fill than the fill
 * brings: the commission is then the most that fits in with its VAT, and what is missing comes with a later fill.
 */
export function costsAfter(
  side: 'buy' | 'sell',
  before: Before,
  fill: { readonly exact: bigint; readonly taken: bigint; readonly digits: number },
  schedule: Schedule,
): Before {
  const [exact, taken] = [before.exact + fill.exact, before.taken + fill.taken]
  const due = costsOf(side, { exact, taken, digits: fill.digits }, schedule)
  const vatOn = (fee: bigint): bigint => (fee * schedule.vatBps) / 10_000n
  let { fee } = due
  const brought = due.amount - before.amount
  const costs = (): bigint => fee - before.fee + (vatOn(fee) - before.vat)
  while (side === 'sell' && fee > before.fee && costs() > brought) fee -= 1n
  return { exact, taken, amount: due.amount, fee, vat: vatOn(fee), across: due.across }
}

/**
 * The costs of an order whose fills come to `exact` = Σ price × quantity with so many digits behind the point, `taken` of
 * it from the book. A buyer pays the amount rounded up, a seller gets it rounded down; commission and VAT are rounded down, and together never
 * exceed what a sale brings.
 */
export function costsOf(
  side: 'buy' | 'sell',
  { exact, taken, digits }: { readonly exact: bigint; readonly taken: bigint; readonly digits: number },
  schedule: Schedule,
): Costs {
  const unit = 10n ** BigInt(digits - (moneyScales[schedule.currency] ?? 2))
  const [low, high] = [exact / unit, ceiling(exact, unit)]
  const [amount, across] = side === 'buy' ? [high, low] : [low, high]
  if (amount === 0n) return { amount, fee: 0n, vat: 0n, across }
  // What was taken is rounded down, whoever pays for it.
  const took = taken / unit
  const share = (took * schedule.feeBps + (amount - took) * schedule.makerBps) / 10_000n
  const wanted = share < schedule.feeMin ? schedule.feeMin : share
  const most = (amount * 10_000n) / (10_000n + schedule.vatBps)
  const fee = side === 'sell' && wanted > most ? most : wanted
  return { amount, fee, vat: (fee * schedule.vatBps) / 10_000n, across }
}
