/** A journal entry exactly as it was hashed, as receipts hand it out. */
export interface CanonicalEntry {
  readonly seq: string
  readonly entryId: string
  /** `entryPreimage`: the text whose SHA-256 is the hash. */
  readonly canonical: string
  readonly previousHash: string
  readonly hash: string
}

/** SHA-256 of a text in UTF-8, as 64 hex digits: the browser's WebCrypto, or Node's in tests. */
export type Sha256 = (text: string) => Promise<string>

/** One line of an entry: whose account, what it moved there, and what it reserved or released; minor units. */
export interface EntryLine {
  readonly account: string
  readonly posted: bigint
  readonly held: bigint
}

/** What a reader who trusts nobody finds in the hashed text. */
export interface ParsedEntry {
  readonly id: string
  readonly seq: string
  readonly previousHash: string
  readonly kind: string
  readonly lines: readonly EntryLine[]
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const unitsOf = (value: unknown): bigint => (/^-?\d+$/.test(stringOf(value)) ? BigInt(stringOf(value)) : 0n)

/** Reads the text whose hash was taken (`entryPreimage`); undefined when it is no such text. */
export function parseCanonicalEntry(canonical: string): ParsedEntry | undefined {
  const parsed: unknown = parseJson(canonical)
  if (!Array.isArray(parsed) || parsed[0] !== 'bolsillo.ledger.entry.1' || !Array.isArray(parsed[9])) return undefined
  const lines = parsed[9].map((line: unknown) => {
    const [account, posted, held] = Array.isArray(line) ? line : []
    return { account: stringOf(account), posted: unitsOf(posted), held: unitsOf(held) }
  })
  const [seq, previousHash, id, kind] = [parsed[1], parsed[2], parsed[3], parsed[4]].map(stringOf)
  return { seq: seq ?? '', previousHash: previousHash ?? '', id: id ?? '', kind: kind ?? '', lines }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether the lines of an entry sum to zero for each asset. */
export function sumsToZero(lines: readonly Omit<EntryLine, 'held'>[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { account, posted } of lines) {
    const asset = account.split(':').slice(2).join(':')
    sums.set(asset, (sums.get(asset) ?? 0n) + posted)
  }
  return lines.length > 0 && [...sums.values()].every((sum) => sum === 0n)
}

/** Whether an entry is the one its hash was taken of, at its place behind the one before. */
export function isChained(entry: CanonicalEntry, parsed: ParsedEntry | undefined, hash: string | undefined): boolean {
  if (parsed === undefined) return false
  const same = parsed.id === entry.entryId && parsed.seq === entry.seq && parsed.previousHash === entry.previousHash
  return same && hash === entry.hash
}

/** What an entry moved on one account in all; minor units. */
export function movedOn(entry: ParsedEntry, account: string): bigint {
  return entry.lines.filter((line) => line.account === account).reduce((sum, { posted }) => sum + posted, 0n)
}
