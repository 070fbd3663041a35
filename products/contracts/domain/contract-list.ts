import { assert } from '@bolsillo/kernel'
import type { FundingTerms } from './funding/funding.ts'
import type { IndexTerms } from './funding/mark-price.ts'
import { assertTiers, type ContractTerms, fineScale, leverageMax, type MarginTier } from './margin/margin-tiers.ts'

/** How much a coin moves decides how much may be borrowed on it. */
type RiskClass = 'major' | 'large' | 'other'

/** Classes of the coins contracts are made on; a coin not named is `other`. Published with the contract. */
const classes: Readonly<Record<string, RiskClass>> = {
  BTC: 'major',
  ETH: 'major',
  BNB: 'large',
  SOL: 'large',
  XRP: 'large',
  ADA: 'large',
  DOGE: 'large',
  LTC: 'large',
  TRX: 'large',
}

const usdt = (whole: bigint): bigint => whole * 10n ** BigInt(fineScale)
const tier = (upTo: bigint | undefined, initialPpm: bigint): MarginTier => ({
  upTo: upTo === undefined ? undefined : usdt(upTo),
  initialPpm,
  // Half of what opening at the step's highest leverage takes. At a lower leverage far more than half of the margin is
  // lost before close-out begins: 97.5 % at 1× where the step allows 20×. `closeOutLoss` says it for a ticket.
  maintenancePpm: initialPpm / 2n,
})

/**
 * Margin tables. The highest leverage is 20×, 10× or 5×, and falls as the position grows. What is kept is half of the initial
 * margin at the highest leverage, whatever leverage was chosen.
 */
const tables: Readonly<Record<RiskClass, readonly MarginTier[]>> = {
  major: [tier(50_000n, 50_000n), tier(250_000n, 100_000n), tier(1_000_000n, 200_000n), tier(undefined, 500_000n)],
  large: [tier(20_000n, 100_000n), tier(100_000n, 200_000n), tier(400_000n, 400_000n), tier(undefined, 1_000_000n)],
  other: [tier(10_000n, 200_000n), tier(50_000n, 400_000n), tier(undefined, 1_000_000n)],
}

/** Leverages offered as buttons, hundredths; any between 1× and the cap may be typed. */
const offered = [100n, 200n, 300n, 500n, 1000n, 2000n] as const

/** What is asked of an instrument to make a contract of it. */
interface ContractInstrument {
  readonly id: string
  readonly scale: { readonly priceScale: number; readonly quantityScale: number }
}

/** `BTC` of `BTC-USDT-PERP`. */
export function baseOf(symbol: string): string {
  return symbol.split('-')[0] ?? symbol
}

export function riskClassOf(symbol: string): RiskClass {
  return classes[baseOf(symbol)] ?? 'other'
}

const made = new Map<string, ContractTerms>()

/** The terms of a contract: its scales and the margin table of its class. */
export function contractTerms({ id, scale }: ContractInstrument): ContractTerms {
  const known = made.get(id)
  if (known !== undefined) return known
  const { priceScale, quantityScale } = scale
  const terms = { symbol: id, priceScale, quantityScale, tiers: tables[riskClassOf(id)] }
  assertTiers(terms)
  made.set(id, terms)
  return terms
}

/** Leverages to offer for a contract, hundredths, lowest first. */
export function leverageChoices({ tiers }: Pick<ContractTerms, 'tiers'>): readonly bigint[] {
  const highest = leverageMax(tiers, 0n)
  return offered.filter((one) => one <= highest)
}

/** Funding: every eight hours, interest of 0.01 %, at most 0.75 % either way. In force from the first day. */
export const fundingTerms: FundingTerms = { interest: 100_000n, clamp: 500_000n, cap: 7_500_000n, hours: 8 }

/** The index: the median of at least two of three venues, none older than ten seconds nor 3 % off the middle one. */
export const indexTerms: IndexTerms = { staleAfterMs: 10_000, deviationPpm: 30_000n, venuesMin: 2 }

/** Taken from what a liquidation leaves, for the insurance fund: never more than is left. Basis points of the notional. */
export const liquidationFeeBps = 50n

/** The amount a side of the book is asked for when a premium is looked at, USDT in fine units: 500 / initial margin. */
export function impactNotional(terms: ContractTerms): bigint {
  const first = terms.tiers[0]
  assert(first !== undefined, 'a contract has a margin table')
  return (usdt(500n) * 1_000_000n) / first.initialPpm
}
