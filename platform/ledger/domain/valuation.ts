import {
  type Asset,
  type CurrencyCode,
  currencies,
  divide,
  type Instant,
  type Money,
  money,
  powerOfTen,
} from '@bolsillo/kernel'

/** A price of one US dollar in pesos, as an integer count of 10^-scale, and where it is from. */
export interface DollarRate {
  readonly units: bigint
  readonly scale: number
  /** The venue or feed it was read from, and its number there. */
  readonly source: string
  readonly sequence: number
  readonly at: Instant
  /** Older than a live market allows: shown as such. */
  readonly stale: boolean
}

/** What a quantity of shares is worth at the last price. */
export interface Worth {
  readonly money: Money
  readonly stale: boolean
}

/** What the ledger needs to value a customer's balances. Market facts answer it; the ledger knows none. */
export interface Valuation {
  /** The asset of a code, with its scale; undefined when nothing has that code. */
  readonly assetOf: (code: string) => Asset | undefined
  /** Undefined while no price is known. */
  readonly usdMxn: (now: Instant) => DollarRate | undefined
  /** Pesos for a real; undefined (or left out) while no price is known. */
  readonly brlMxn?: (now: Instant) => DollarRate | undefined
  /** The value of `units` (10^-scale of a share) of an asset that is no currency; undefined while no price is known. */
  readonly worthOf: (code: string, units: bigint, now: Instant) => Worth | undefined
}

/** Cash and shares of a customer by currency, in minor units. */
export interface Holdings {
  readonly cash: Readonly<Partial<Record<CurrencyCode, bigint>>>
  readonly shares: Readonly<Partial<Record<CurrencyCode, bigint>>>
}

/** What everything comes to, in pesos and in dollars. */
export interface Total {
  readonly cash: Money
  readonly shares: Money
  readonly all: Money
  /** The same in dollars. */
  readonly inDollars: Money
}

/**
 * Adds everything up in pesos at the rates; each conversion is rounded half to even, for showing only.
 * Undefined when there is something of a currency without a rate: a total that leaves it out would be a lie.
 */
export function totalOf(
  { cash, shares }: Holdings,
  rate: DollarRate | undefined,
  reals?: DollarRate | undefined,
): Total | undefined {
  const rates = { USD: rate, BRL: reals } as const
  const inPesos = (amounts: Holdings['cash']): bigint | undefined => {
    let sum = amounts.MXN ?? 0n
    for (const code of ['USD', 'BRL'] as const) {
      const amount = amounts[code] ?? 0n
      const known = rates[code]
      if (amount !== 0n && known === undefined) return undefined
      if (known !== undefined) sum += pesosFor(amount, known)
    }
    return sum
  }
  const [cashPesos, sharePesos] = [inPesos(cash), inPesos(shares)]
  if (cashPesos === undefined || sharePesos === undefined) return undefined
  const all = cashPesos + sharePesos
  return {
    cash: money(cashPesos, currencies.MXN),
    shares: money(sharePesos, currencies.MXN),
    all: money(all, currencies.MXN),
    inDollars: money(rate === undefined ? 0n : dollarsFor(all, rate), currencies.USD),
  }
}

/** All currencies have the same scale, so the rate is all that stands between them. */
function pesosFor(amount: bigint, rate: DollarRate): bigint {
  return divide(amount * rate.units, powerOfTen(rate.scale), 'half-even')
}

function dollarsFor(pesos: bigint, rate: DollarRate): bigint {
  return rate.units === 0n ? 0n : divide(pesos * powerOfTen(rate.scale), rate.units, 'half-even')
}
