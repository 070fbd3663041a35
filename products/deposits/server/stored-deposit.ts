import { type Asset, type Id, type Instant, type Money, money, present } from '@bolsillo/kernel'
import type { ChannelCode, Network, PaymentMethod } from '@bolsillo/payments/domain'
import { type Column, column } from '@bolsillo/server-kit'
import { type ArrivalMark, type DepositStage, type FailReason, type HeldReason, payableAsset } from '../domain/index.ts'

/** A deposit as it is kept. */
export interface StoredDeposit {
  readonly depositId: Id<'dep'>
  readonly customerId?: Id<'cus'> | undefined
  readonly channel?: ChannelCode | undefined
  readonly railId: string
  readonly method: PaymentMethod
  readonly network?: Network | undefined
  readonly asked?: Money | undefined
  readonly asset: Asset
  /** What the rail says was delivered. */
  readonly amount?: Money | undefined
  readonly reversedMinor: bigint
  readonly credited?: Money | undefined
  readonly externalId?: string | undefined
  readonly toldTo?: string | undefined
  readonly from?: { readonly name: string; readonly account: string } | undefined
  readonly transactionHint?: string | undefined
  readonly stage: DepositStage
  readonly heldReason?: HeldReason | undefined
  readonly failReason?: FailReason | undefined
  readonly marks: readonly ArrivalMark[]
  readonly seen: number
  readonly needed: number
  readonly proofFileId?: string | undefined
  readonly entryId?: Id<'ent'> | undefined
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly receivedAt?: Instant | undefined
  readonly endedAt?: Instant | undefined
}

/** Whether people ended it because nothing of it came: nothing was ever booked of it. */
export function isNotFound({ failReason }: Pick<StoredDeposit, 'failReason'>): boolean {
  return failReason === 'payment-not-found'
}

/** One thing that happened to a deposit. */
export interface DepositStep {
  readonly stage: DepositStage
  readonly at: Instant
  readonly actor: string
  readonly reason?: string | undefined
  readonly confirmations?: { readonly seen: number; readonly needed: number } | undefined
}

/** What a bank or network took back. */
export interface StoredReversal {
  readonly railId: string
  readonly reversalId: string
  readonly depositId: Id<'dep'>
  readonly minor: bigint
  readonly taken: bigint
  readonly claimed: bigint
  readonly reason: string
  readonly entryId?: Id<'ent'> | undefined
  readonly at: Instant
}

/** What a claim is of: exactly one of them. */
export interface ClaimCause {
  /** A deposit that was taken back, or sent back with more than was held. */
  readonly depositId?: Id<'dep'> | undefined
  /** A withdrawal of which more arrived than its customer had. */
  readonly withdrawalId?: Id<'wdr'> | undefined
}

/** What is still to be cleared up after a reversal, or after a payment of more than was asked for. */
export interface StoredClaim extends ClaimCause {
  readonly claimId: Id<'clm'>
  readonly customerId?: Id<'cus'> | undefined
  readonly amount: Money
  readonly open: bigint
  readonly reason: string
  readonly openedAt: Instant
}

/** The asset of a code the database returned. */
export function storedAsset(code: string): Asset {
  return present(payableAsset(code), `asset ${code}`)
}

/** An asset in a column. */
export const assetIn = (name: string): Column<Asset> => ({
  names: [name],
  read: (row) => storedAsset(column.text(name).read(row)),
  write: ({ code }) => ({ [name]: code }),
})

/** An amount in two columns: its minor units, and its asset. */
export const amountIn = (minor: string, asset: string): Column<Money> => ({
  names: [minor, asset],
  read: (row) => money(column.whole(minor).read(row), assetIn(asset).read(row)),
  write: (amount) => ({ [minor]: amount.minor, ...assetIn(asset).write(amount.asset) }),
})

/** An amount of the asset that the row has in a column of its own, which another property writes. */
export const amountBeside = (minor: string): Column<Money> => ({
  names: [minor],
  read: amountIn(minor, 'asset').read,
  write: (amount) => ({ [minor]: amount.minor }),
})
