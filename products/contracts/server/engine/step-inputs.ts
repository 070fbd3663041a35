import type { CheckedPosition, LiquidationRecord, MarginAccount } from '../../domain/index.ts'

/** Everything a step was decided on, as it is kept and as the receipt shows it. */
export interface StepInputs {
  readonly cashFine: string
  readonly at: number
  readonly lot: string
  readonly fund: string
  readonly equityFine: string
  readonly maintenanceFine: string
  readonly positions: readonly CheckedPosition[]
  /** The entry of a handing over. Steps written before it was kept have none: theirs is found by its moment. */
  readonly entryId?: string
  /** Marks with what they were made of, as they were published. */
  readonly marks: readonly unknown[]
}

/** The inputs of a step as they are kept. */
export function writeInputs({ step, marks, entryId }: LiquidationRecord): StepInputs {
  const { account } = step
  return {
    cashFine: String(account.cash),
    at: step.at,
    lot: String(step.lot),
    fund: String(step.fund),
    equityFine: String(step.equity),
    maintenanceFine: String(step.maintenance),
    positions: writeAccountPositions(account),
    ...(entryId === undefined ? {} : { entryId }),
    marks,
  }
}

/** Positions as the margin function is given them, in texts. */
export function writeAccountPositions({ positions }: MarginAccount) {
  return positions.map(({ terms, size, entry, mark }) => ({
    symbol: terms.symbol,
    size: String(size),
    entryFine: String(entry),
    mark: String(mark),
    priceScale: terms.priceScale,
    quantityScale: terms.quantityScale,
    tiers: terms.tiers.map(({ upTo, initialPpm, maintenancePpm }) => ({
      ...(upTo === undefined ? {} : { upToFine: String(upTo) }),
      initialPpm: String(initialPpm),
      maintenancePpm: String(maintenancePpm),
    })),
  }))
}
