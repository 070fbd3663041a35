import type { Id, Instant } from '@bolsillo/kernel'
import type { LiquidationStep } from './liquidation/liquidation.ts'
import type { MarginMode, OpenSums } from './position.ts'
import type { Trigger } from './triggers.ts'

/** A position, open or (size 0) just closed. Sums of money are minor units of USDT. */
export interface ContractPosition extends OpenSums {
  readonly positionId: Id<'pos'>
  readonly customerId: Id<'cus'>
  readonly symbol: string
  readonly mode: MarginMode
  /** As last chosen, hundredths. */
  readonly leverage: bigint
  /** The reservation its margin is. */
  readonly holdId: Id<'hld'> | undefined
  /** Results so far, apart from each other. `funding` below zero: paid. */
  readonly realised: bigint
  readonly funding: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly triggers: readonly Trigger[]
  /** The liquidation under way, if one is. */
  readonly liquidationId: Id<'liq'> | undefined
  /** The last instant of funding it was part of. */
  readonly fundedAt: Instant
  readonly openedAt: Instant
  readonly updatedAt: Instant
  readonly closedAt: Instant | undefined
}

/** What was done to a position by one journal entry: every figure of a receipt comes from these. */
export interface Booking {
  readonly kind: 'booking'
  readonly at: Instant
  readonly entryId: Id<'ent'>
  readonly customerId: Id<'cus'>
  readonly positionId: Id<'pos'>
  readonly symbol: string
  readonly what: 'fill' | 'margin' | 'deleveraging' | 'funding-loss'
  readonly orderId: Id<'ord'> | undefined
  readonly liquidationId: Id<'liq'> | undefined
  /** Units, below zero sold; price in units, where there is one. */
  readonly size: bigint
  readonly price: bigint | undefined
  readonly realised: bigint
  /** As charged; what was due beyond it and was not there to be taken is on its own. */
  readonly fee: bigint
  readonly vat: bigint
  readonly feeUncharged: bigint
  readonly vatUncharged: bigint
  readonly liquidationFee: bigint
  readonly fundPaid: bigint
  readonly marketBore: bigint
}

/** The charges of a booking that charges nothing. */
export const noCharges = { fee: 0n, vat: 0n, feeUncharged: 0n, vatUncharged: 0n, liquidationFee: 0n } as const

/** What a position paid or was paid at an instant of funding. */
export interface FundingRecord {
  readonly kind: 'funding'
  readonly at: Instant
  /** None when the payment came to nothing. */
  readonly entryId: Id<'ent'> | undefined
  readonly customerId: Id<'cus'>
  readonly positionId: Id<'pos'>
  readonly symbol: string
  readonly fundedAt: Instant
  /** At the instant. */
  readonly size: bigint
  readonly minor: bigint
  /** The position was closed between the instant and the payment. */
  readonly isLate: boolean
}

/** A step of a liquidation as it was decided. */
export interface LiquidationRecord {
  readonly kind: 'step'
  readonly at: Instant
  readonly liquidationId: Id<'liq'>
  readonly customerId: Id<'cus'>
  readonly positionId: Id<'pos'>
  readonly symbol: string
  readonly mode: MarginMode
  /** Size before the step; what was decided on what. */
  readonly size: bigint
  readonly step: LiquidationStep
  /** How the marks were made, as they were published. */
  readonly marks: readonly unknown[]
  readonly orderId: Id<'ord'> | undefined
  /** Of a handing over, which has no order. */
  readonly entryId: Id<'ent'> | undefined
}

/** A liquidation has ended: the rest of the account is safe. */
export interface LiquidationEnd {
  readonly kind: 'end'
  readonly at: Instant
  readonly liquidationId: Id<'liq'>
  /** Of the first of the positions that are left, by symbol. */
  readonly size: bigint
  /** What is left of each, by position. One that is not named is closed. */
  readonly sizes: Readonly<Record<string, bigint>>
}

export type ContractRecord = Booking | FundingRecord | LiquidationRecord | LiquidationEnd

/**
 * All the desk remembers of a customer's contracts: their positions, because cross positions answer for each other, and
 * what of this moment is still to be written. Closed positions and records of earlier moments are dropped by the next change.
 */
export interface ContractFacts {
  readonly positions: readonly ContractPosition[]
  readonly records: readonly ContractRecord[]
}

export const noContracts: ContractFacts = { positions: [], records: [] }

/** The open position of a contract. */
export function openPosition({ positions }: ContractFacts, symbol: string): ContractPosition | undefined {
  return positions.find((one) => one.symbol === symbol && one.size !== 0n)
}

/** All that is open. */
export function openPositions({ positions }: ContractFacts): readonly ContractPosition[] {
  return positions.filter(({ size }) => size !== 0n)
}

/** Facts with these positions replaced or added, and these records; without what earlier moments left behind. */
export function withChanges(
  facts: ContractFacts,
  now: Instant,
  changed: readonly ContractPosition[],
  records: readonly ContractRecord[],
): ContractFacts {
  const ids = new Set(changed.map(({ positionId }) => positionId))
  const kept = facts.positions.filter(
    ({ positionId, size, closedAt }) => !ids.has(positionId) && (size !== 0n || closedAt === now),
  )
  return { positions: [...kept, ...changed], records: [...facts.records.filter(({ at }) => at === now), ...records] }
}
