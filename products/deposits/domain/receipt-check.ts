import { decimalUnits } from '@bolsillo/kernel'
import {
  type HashedEntry,
  movedOn,
  type ParsedEntry,
  readHashedEntries,
  type Sha256,
  sumsToZero,
} from '@bolsillo/ledger/domain'
import { payableAsset } from './channel.ts'

/** What a customer's device is given to check a deposit. */
interface DepositReceipt {
  readonly deposit: {
    readonly asset: string
    readonly credited?: string | undefined
    readonly entryId?: string | undefined
    readonly reversal?: { readonly taken: string } | undefined
  }
  /** The customer's own account. */
  readonly account: string
  readonly entries: readonly HashedEntry[]
}

/** The things that are checked, in the order they are shown. */
export const depositChecks = ['credited', 'postings', 'sums', 'hashes'] as const
type DepositCheck = (typeof depositChecks)[number]

/**
 * The names of what does not add up; empty when everything does. What is compared is the entries as they were hashed:
 * that the whole amount delivered was credited to this account, once, without anything taken from it.
 */
export async function failedDepositChecks(receipt: DepositReceipt, sha256: Sha256): Promise<readonly DepositCheck[]> {
  const { entries, areAsHashed } = await readHashedEntries(receipt.entries, sha256)
  const results: Readonly<Record<DepositCheck, boolean>> = {
    credited: isCreditedInFull(receipt, entries),
    postings: isTakenAsSaid(receipt, entries),
    sums: entries.every((entry) => entry !== undefined && sumsToZero(entry.lines)),
    hashes: areAsHashed,
  }
  return depositChecks.filter((check) => !results[check])
}

const unitsOf = (amount: string | undefined, code: string): bigint | undefined => {
  const asset = payableAsset(code)
  return amount === undefined || asset === undefined ? undefined : decimalUnits(amount, asset.scale)
}

/** One entry credits this account, and with exactly what was delivered. */
function isCreditedInFull(
  { deposit, account }: DepositReceipt,
  entries: readonly (ParsedEntry | undefined)[],
): boolean {
  const credits = entries.filter((entry) => entry !== undefined && movedOn(entry, account) > 0n)
  const [credit] = credits
  if (credits.length !== 1 || credit === undefined || credit.id !== deposit.entryId) return false
  return movedOn(credit, account) === unitsOf(deposit.credited, deposit.asset)
}

/** What was taken back of it is what the deposit says. */
function isTakenAsSaid({ deposit, account }: DepositReceipt, entries: readonly (ParsedEntry | undefined)[]): boolean {
  const taken = entries.reduce((sum, entry) => {
    const moved = entry === undefined ? 0n : movedOn(entry, account)
    return moved < 0n ? sum - moved : sum
  }, 0n)
  return taken === (unitsOf(deposit.reversal?.taken, deposit.asset) ?? 0n)
}
