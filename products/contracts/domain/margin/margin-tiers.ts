import { assert, divide } from '@bolsillo/kernel'

// Sums of several contracts must be exact before anything is rounded, so they are counted in fine units: 10^-12 of the
// margin asset. Price scale and quantity scale of a contract come to at most twelve together.

/** Decimals of a fine unit. */
export const fineScale = 12
/** Rates are whole parts of a million: 0.5 % is 5,000. */
export const million = 1_000_000n

/**
 * One step of a contract's margin table. Rates hold for the part of the notional within the step, as tax brackets do, so
 * that what is required never jumps when a position grows by one lot.
 */
export interface MarginTier {
  /** Notional up to which the step reaches, in fine units; undefined: the last step. */
  readonly upTo: bigint | undefined
  readonly initialPpm: bigint
  readonly maintenancePpm: bigint
}

/** What of a contract its sums depend on. */
export interface ContractTerms {
  readonly symbol: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly tiers: readonly MarginTier[]
}

/** Fine units that one unit of price times one unit of quantity is. */
export function fineFactor({ symbol, priceScale, quantityScale }: ContractTerms): bigint {
  const digits = fineScale - priceScale - quantityScale
  assert(digits >= 0, `${symbol} is counted finer than its sums`)
  return 10n ** BigInt(digits)
}

/** price × quantity in fine units, exact; below zero for a short. */
export function worthOf(terms: ContractTerms, price: bigint, size: bigint): bigint {
  return price * size * fineFactor(terms)
}

/** Asserts that a table ascends, ends open, and that each step asks more than the one before and less than everything. */
export function assertTiers({ symbol, tiers }: ContractTerms): void {
  let [from, initial, maintenance] = [0n, 0n, 0n]
  tiers.forEach((tier, at) => {
    const isLast = at === tiers.length - 1
    assert(isLast ? tier.upTo === undefined : (tier.upTo ?? 0n) > from, `steps of ${symbol} ascend, the last is open`)
    assert(tier.maintenancePpm > maintenance && tier.initialPpm > initial, `each step of ${symbol} asks more`)
    assert(tier.maintenancePpm < tier.initialPpm, `${symbol} is opened with more than it is kept with`)
    assert(tier.initialPpm <= million, `${symbol} never asks more than the whole`)
    from = tier.upTo ?? from
    initial = tier.initialPpm
    maintenance = tier.maintenancePpm
  })
  assert(tiers.length > 0, `${symbol} has a margin table`)
}

/** What a step takes off its rate times the whole notional, because the steps below ask less. In fine units × million. */
export function deductionOf(tiers: readonly MarginTier[], at: number, rate: 'initialPpm' | 'maintenancePpm'): bigint {
  let deduction = 0n
  for (let step = 1; step <= at; step += 1) {
    const [below, here] = [tiers[step - 1], tiers[step]]
    assert(below?.upTo !== undefined && here !== undefined, 'a step has one below it')
    deduction += below.upTo * (here[rate] - below[rate])
  }
  return deduction
}

/** The index of the step a notional lies in. A notional at a bound belongs to the step it ends. */
export function tierAt(tiers: readonly MarginTier[], notional: bigint): number {
  const at = tiers.findIndex(({ upTo }) => upTo === undefined || notional <= upTo)
  assert(at >= 0, 'the last step is open')
  return at
}

/** What a notional (≥ 0, fine units) requires, in fine units × million, exact. */
export function requirement(
  tiers: readonly MarginTier[],
  notional: bigint,
  rate: 'initialPpm' | 'maintenancePpm',
): bigint {
  const at = tierAt(tiers, notional)
  const tier = tiers[at]
  assert(tier !== undefined, 'every notional lies in a step')
  return notional * tier[rate] - deductionOf(tiers, at, rate)
}

/** The highest leverage a notional may have, in hundredths, rounded down: 2,000 is 20×. */
export function leverageMax(tiers: readonly MarginTier[], notional: bigint): bigint {
  if (notional === 0n) return (100n * million) / (tiers[0]?.initialPpm ?? million)
  return divide(100n * million * notional, requirement(tiers, notional, 'initialPpm'), 'floor')
}
