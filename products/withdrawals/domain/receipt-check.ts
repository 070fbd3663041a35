import { type HashedEntry, type ParsedEntry, readHashedEntries, type Sha256, sumsToZero } from '@bolsillo/ledger/domain'
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
  /** What came back because less arrived than was to; below zero what more left because more did. */
  readonly backMinor: string
  readonly entries: readonly HashedEntry[]
}

/** The things that are checked, in the order they are shown. */
export const receiptChecks = ['charges', 'reserved', 'account', 'sums', 'hashes'] as const
export type ReceiptCheck = (typeof receiptChecks)[number]

/** The names of what does not add up; empty when everything does. The totals the server sent are not trusted. */
export async function failedChecks(receipt: WithdrawalReceipt, sha256: Sha256): Promise<readonly ReceiptCheck[]> {
  const { entries, areAsHashed } = await readHashedEntries(receipt.entries, sha256)
  const [amount, fee] = [units(receipt.amountMinor), units(receipt.feeMinor)]
  const [vat, net] = [units(receipt.vatMinor), units(receipt.netMinor)]
  const isReturn = (entry: ParsedEntry | undefined): boolean => entry?.kind === 'withdrawal-returned'
  const own = ownOf(
    receipt.account,
    entries.filter((entry) => !isReturn(entry)),
  )
  // What the bank returned after it had arrived is the customer's again, and never more than arrived.
  const back = ownOf(receipt.account, entries.filter(isReturn))
  const difference = /^-?[0-9]{1,19}$/.test(receipt.backMinor) ? BigInt(receipt.backMinor) : 0n
  const { posted, held } = duringState(receipt.state, { amount, net, back: difference }, own.posted)
  const results: Readonly<Record<ReceiptCheck, boolean>> = {
    charges: fee >= 0n && vat >= 0n && net > 0n && amount === fee + vat + net,
    // Reserved once, for the whole amount; on its way the fee still is; and nothing once the withdrawal has ended.
    reserved: own.opened === amount && own.held === held,
    // What left the account is the amount and not a unit more; what did not leave it cost nothing.
    account: own.posted === posted && back.posted >= 0n && back.posted <= arrivedIn(entries),
    sums: entries.every((entry) => entry !== undefined && (isReservation(entry) || sumsToZero(entry.lines))),
    hashes: areAsHashed,
  }
  return receiptChecks.filter((check) => entries.length === 0 || !results[check])
}

/** What arrived, by the entry of the payment: what its rail holds less. */
function arrivedIn(entries: readonly (ParsedEntry | undefined)[]): bigint {
  return entries
    .filter((entry) => entry?.kind === 'withdrawal-paid')
    .flatMap((entry) => entry?.lines ?? [])
    .filter(({ account }) => account.includes(':custody:'))
    .reduce((sum, { posted }) => sum + posted, 0n)
}

/** What a withdrawal has moved on the customer's account, and still reserves there, while it is in a state. */
function duringState(
  state: WithdrawalState,
  { amount, net, back }: { readonly amount: bigint; readonly net: bigint; readonly back: bigint },
  posted: bigint,
): { readonly posted: bigint; readonly held: bigint } {
  if (state === 'under-review') return { posted: 0n, held: amount }
  if (state === 'complete') return { posted: back - amount, held: 0n }
  if (state !== 'doing') return { posted: 0n, held: 0n }
  // Earlier versions took fee and VAT when the withdrawal was accepted.
  return posted === -amount ? { posted: -amount, held: 0n } : { posted: -net, held: amount - net }
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
