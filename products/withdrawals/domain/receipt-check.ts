// "Check on this phone": what a withdrawal's receipt must add up to, computed from the entries as they were hashed.

/** A journal entry as the server shows it: the text whose hash was taken, and its place in the chain. */
export interface ReceiptEntry {
  readonly seq: string
  readonly entryId: string
  readonly kind: string
  readonly canonical: string
  readonly previousHash: string
  readonly hash: string
}

/** What a device is given to check a withdrawal. Amounts in minor units as digits. */
export interface WithdrawalReceipt {
  readonly account: string
  readonly state: string
  readonly amountMinor: string
  readonly feeMinor: string
  readonly vatMinor: string
  readonly netMinor: string
  readonly entries: readonly ReceiptEntry[]
}

/** The things that are checked, in the order they are shown. */
export const receiptChecks = ['charges', 'reserved', 'taken', 'returned', 'sums', 'hashes'] as const
export type ReceiptCheck = (typeof receiptChecks)[number]

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export type Sha256 = (text: string) => Promise<string>

interface Line {
  readonly account: string
  readonly posted: bigint
  readonly held: bigint
}

interface ParsedEntry {
  readonly seq: string
  readonly previousHash: string
  readonly id: string
  readonly kind: string
  readonly lines: readonly Line[]
}

/** The names of what does not add up; empty when everything does. */
export async function failedChecks(receipt: WithdrawalReceipt, sha256: Sha256): Promise<readonly ReceiptCheck[]> {
  const entries = receipt.entries.map(({ canonical }) => parseEntry(canonical))
  const hashes = await Promise.all(receipt.entries.map(({ canonical }) => sha256(canonical)))
  const [amount, fee, vat, net] = [receipt.amountMinor, receipt.feeMinor, receipt.vatMinor, receipt.netMinor].map(units)
  const own = (kinds: readonly string[]) => ownOf(receipt.account, entries, kinds)
  const ended = receipt.state !== 'under-review'
  const accepted = receipt.state === 'doing' || receipt.state === 'complete'
  const [asked, left, back] = [
    own(['withdrawal-hold']),
    own(['withdrawal', 'withdrawal-release']),
    own(['withdrawal-return']),
  ]
  const results: Readonly<Record<ReceiptCheck, boolean>> = {
    charges: amount !== undefined && fee !== undefined && vat !== undefined && net === amount - fee - vat,
    reserved: asked.held === amount && asked.posted === 0n && (!ended || left.held === -asked.held),
    // Accepted: the account lost exactly the amount. Else, over all entries together, it lost nothing.
    taken: accepted ? left.posted === -(amount ?? 0n) && back.posted === 0n : true,
    returned: ended && !accepted ? asked.posted + left.posted + back.posted === 0n : true,
    sums: entries.length > 0 && entries.every((entry) => entry !== undefined && sumsToZero(entry.lines)),
    hashes: receipt.entries.every((entry, index) => isChained(entry, entries[index], hashes[index])),
  }
  return receiptChecks.filter((check) => !results[check])
}

const units = (text: string): bigint | undefined => (/^-?[0-9]{1,19}$/.test(text) ? BigInt(text) : undefined)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the text whose hash was taken (`entryPreimage` of the ledger); undefined when it is no such text. */
function parseEntry(canonical: string): ParsedEntry | undefined {
  const parsed: unknown = parseJson(canonical)
  if (!Array.isArray(parsed) || parsed[0] !== 'bolsillo.ledger.entry.1' || !Array.isArray(parsed[9])) return undefined
  const lines = parsed[9].map((line: unknown) => {
    const [account, posted, held] = Array.isArray(line) ? line : []
    return { account: textOf(account), posted: units(textOf(posted)) ?? 0n, held: units(textOf(held)) ?? 0n }
  })
  const [, seq, previousHash, id, kind] = parsed
  return { seq: textOf(seq), previousHash: textOf(previousHash), id: textOf(id), kind: textOf(kind), lines }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What the customer's account went through in entries of these kinds. */
function ownOf(account: string, entries: readonly (ParsedEntry | undefined)[], kinds: readonly string[]) {
  const lines = entries
    .filter((entry) => entry !== undefined && kinds.includes(entry.kind))
    .flatMap((entry) => entry?.lines ?? [])
    .filter((line) => line.account === account)
  return {
    posted: lines.reduce((sum, { posted }) => sum + posted, 0n),
    held: lines.reduce((sum, { held }) => sum + held, 0n),
  }
}

function sumsToZero(lines: readonly Line[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { account, posted } of lines) {
    const asset = account.split(':').slice(2).join(':')
    sums.set(asset, (sums.get(asset) ?? 0n) + posted)
  }
  return lines.length > 0 && [...sums.values()].every((sum) => sum === 0n)
}

function isChained(entry: ReceiptEntry, parsed: ParsedEntry | undefined, hash: string | undefined): boolean {
  if (parsed === undefined) return false
  const same = parsed.id === entry.entryId && parsed.seq === entry.seq && parsed.previousHash === entry.previousHash
  return same && parsed.kind === entry.kind && hash === entry.hash
}
