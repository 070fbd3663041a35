import { ceiling } from './arithmetic.ts'

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
  /** The amount as the other side of the trade has it: always rounded down. */
  readonly floor: bigint
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
  const floor = exact / unit
  const amount = side === 'buy' ? ceiling(exact, unit) : floor
  if (amount === 0n) return { amount, fee: 0n, vat: 0n, floor }
  // What was taken is rounded down, whoever pays for it.
  const took = taken / unit
  const share = (took * schedule.feeBps + (amount - took) * schedule.makerBps) / 10_000n
  const wanted = share < schedule.feeMin ? schedule.feeMin : share
  const most = (amount * 10_000n) / (10_000n + schedule.vatBps)
  const fee = side === 'sell' && wanted > most ? most : wanted
  return { amount, fee, vat: (fee * schedule.vatBps) / 10_000n, floor }
}
