import {
  type CanonicalEntry,
  isChained,
  type ParsedEntry,
  parseCanonicalEntry,
  type Sha256,
  sumsToZero,
} from '@bolsillo/ledger/domain'
import type { WithdrawalState } from './withdrawal.ts'

/** What a device is given to check a withdrawal. Amounts in the asset's smallest units, as digits. */
export interface WithdrawalReceipt {
  /** The customer's account in the books. */
  readonly account: string
  readonly state: WithdrawalState
  readonly amountMinor: string
  readonly feeMinor: string
  readonly vatMinor: string
  readonly netMinor: string
  readonly entries: readonly CanonicalEntry[]
}

/** The things that are checked, in the order they are shown. */
export const receiptChecks = ['charges', 'reserved', 'account', 'sums', 'hashes'] as const
export type ReceiptCheck = (typeof receiptChecks)[number]

/** The names of what does not add up; empty when everything does. The totals the server sent are not trusted. */
export async function failedChecks(receipt: WithdrawalReceipt, sha256: Sha256): Promise<readonly ReceiptCheck[]> {
  const entries = receipt.entries.map(({ canonical }) => parseCanonicalEntry(canonical))
  const hashes = await Promise.all(receipt.entries.map(({ canonical }) => sha256(canonical)))
  const [amount, fee] = [units(receipt.amountMinor), units(receipt.feeMinor)]
  const [vat, net] = [units(receipt.vatMinor), units(receipt.netMinor)]
  const isReturn = (entry: ParsedEntry | undefined): boolean => entry?.kind === 'withdrawal-returned'
  const own = ownOf(
    receipt.account,
    entries.filter((entry) => !isReturn(entry)),
  )
  // What the bank returned after it had arrived is the customer's again, and never more than was paid.
  const back = ownOf(receipt.account, entries.filter(isReturn))
  const isLeft = receipt.state === 'doing' || receipt.state === 'complete'
  const results: Readonly<Record<ReceiptCheck, boolean>> = {
    charges: fee >= 0n && vat >= 0n && net > 0n && amount === fee + vat + net,
    // Reserved once, for the whole amount; and nothing of it once the withdrawal is past its review.
    reserved: own.opened === amount && own.held === (receipt.state === 'under-review' ? amount : 0n),
    // What left the account is the amount and not a unit more; what did not leave it cost nothing.
    account:
      own.posted === (isLeft ? -amount : 0n) &&
      back.posted >= 0n &&
      back.posted <= (receipt.state === 'complete' ? net : 0n),
    sums: entries.every((entry) => entry !== undefined && (isReservation(entry) || sumsToZero(entry.lines))),
    hashes: receipt.entries.every((entry, index) => isChained(entry, entries[index], hashes[index])),
  }
  return receiptChecks.filter((check) => entries.length === 0 || !results[check])
}

const units = (text: string): bigint => (/^[0-9]{1,19}$/.test(text) ? BigInt(text) : -1n)

/** An entry that only reserves or releases moves nothing, so there is nothing to sum. */
function isReservation(entry: ParsedEntry): boolean {
  return entry.lines.length > 0 && entry.lines.every(({ posted }) => posted === 0n)
}

/** What the entries did to the customer's account in all: what they moved, reserved, and still reserve. */
function ownOf(account: string, entries: readonly (ParsedEntry | undefined)[]) {
  const lines = entries.flatMap((entry) => entry?.lines ?? []).filter((line) => line.account === account)
  return {
    posted: lines.reduce((sum, { posted }) => sum + posted, 0n),
    held: lines.reduce((sum, { held }) => sum + held, 0n),
    opened: lines.reduce((sum, { held }) => (held > 0n ? sum + held : sum), 0n),
  }
}
