import type { HashedEntry } from '../contract/entry-shape.ts'
import type { AccountId } from './account.ts'
import { type Act, CborReader, NotCanonical, readAct } from './acts/index.ts'
import { accountOfAct, entryOfAct } from './entry-act.ts'
import { bytesOfHex } from './journal-tree.ts'

/** SHA-256 as 64 hex digits: the browser's WebCrypto, or Node's in tests. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>

/** One line of an entry: whose account, what it moved and reserved there, and what was there after it; minor units. */
interface EntryLine {
  readonly account: string
  readonly posted: bigint
  readonly held: bigint
  readonly postedAfter: bigint
}

/** What a reader who trusts nobody finds in what was hashed. */
export interface ParsedEntry {
  readonly id: string
  readonly seq: string
  /** Of an entry from before acts. */
  readonly previousHash?: string
  readonly kind: string
  readonly lines: readonly EntryLine[]
  /** The bytes the entry's hash is taken of. */
  readonly preimage: Uint8Array<ArrayBuffer>
  /** The acts that name the accounts of the lines, as they are hashed: as many as the entry came with, and in their order. */
  readonly names: readonly NamingAct[]
}

/** An act that gave an account its number. */
interface NamingAct {
  readonly seq: bigint
  readonly preimage: Uint8Array<ArrayBuffer>
}

/** Reads what an entry's hash is taken of; undefined when it is not there or is no entry. */
export function parseHashedEntry({ act, names, canonical }: HashedEntry): ParsedEntry | undefined {
  // Of two that could say different things, neither is believed.
  if (canonical !== undefined) return act === undefined && names === undefined ? parseText(canonical) : undefined
  return act === undefined ? undefined : parseAct(act, names ?? [])
}

// An entry as an act.

function parseAct(hex: string, names: NonNullable<HashedEntry['names']>): ParsedEntry | undefined {
  const read = readOneAct(hex)
  const named = read === undefined ? undefined : readNames(names, read.act.number)
  if (read === undefined || named === undefined) return undefined
  const accounts = new Set(read.act.postings.map(({ account }) => account))
  if (accounts.size !== named.accounts.size || [...accounts].some((account) => !named.accounts.has(account)))
    return undefined
  const entry = entryOfAct(read.act, (accountNo) => named.accounts.get(accountNo))
  if (entry === undefined) return undefined
  const { id, seq, kind, postings } = entry
  return { id, seq: String(seq), kind, lines: postings, preimage: read.preimage, names: named.acts }
}

/** What accounts are called by their numbers; undefined unless each act names another account, before the entry does. */
function readNames(names: NonNullable<HashedEntry['names']>, before: bigint) {
  const accounts = new Map<number, AccountId>()
  const acts: NamingAct[] = []
  for (const { seq, act: hex } of names) {
    const read = readOneAct(hex)
    const named = read === undefined ? undefined : accountOfAct(read.act)
    if (read === undefined || named === undefined) return undefined
    if (String(read.act.number) !== seq || read.act.number >= before || accounts.has(named.accountNo)) return undefined
    accounts.set(named.accountNo, named.account)
    acts.push({ seq: read.act.number, preimage: read.preimage })
  }
  return new Set(accounts.values()).size === accounts.size ? { accounts, acts } : undefined
}

/** The one act that these bytes are; undefined when they are anything else. */
export function readOneAct(hex: string): { readonly act: Act; readonly preimage: Uint8Array<ArrayBuffer> } | undefined {
  const preimage = bytesOfHex(hex)
  if (preimage === undefined) return undefined
  try {
    const reader = new CborReader(preimage)
    const act = readAct(reader)
    return reader.isAtEnd ? { act, preimage } : undefined
  } catch (error) {
    if (error instanceof NotCanonical) return undefined
    throw error
  }
}

// An entry from before acts.

// Node and browsers have it; the library of the language alone does not name it.
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array<ArrayBuffer> }

function parseText(canonical: string): ParsedEntry | undefined {
  const parsed: unknown = parseJson(canonical)
  if (!Array.isArray(parsed) || parsed[0] !== 'bolsillo.ledger.entry.1' || !Array.isArray(parsed[9])) return undefined
  const lines = parsed[9].map((line: unknown) => {
    const [account, posted, held, , postedAfter] = Array.isArray(line) ? line : []
    return {
      account: stringOf(account),
      posted: unitsOf(posted),
      held: unitsOf(held),
      postedAfter: unitsOf(postedAfter),
    }
  })
  const [seq = '', previousHash = '', id = '', kind = ''] = parsed.slice(1, 5).map(stringOf)
  return { seq, previousHash, id, kind, lines, preimage: new TextEncoder().encode(canonical), names: [] }
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const unitsOf = (value: unknown): bigint => (/^-?\d+$/.test(stringOf(value)) ? BigInt(stringOf(value)) : 0n)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

// What is checked of either.

/** Whether the lines of an entry sum to zero for each asset. */
export function sumsToZero(lines: readonly Pick<EntryLine, 'account' | 'posted'>[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { account, posted } of lines) {
    const asset = account.split(':').slice(2).join(':')
    sums.set(asset, (sums.get(asset) ?? 0n) + posted)
  }
  return lines.length > 0 && [...sums.values()].every((sum) => sum === 0n)
}

/** Whether an entry is the one its hash was taken of, at its place. `hash`: of `parsed.preimage`, taken by the reader. */
export function isAsHashed(entry: HashedEntry, parsed: ParsedEntry, hash: string): boolean {
  const { entryId, seq, previousHash } = entry
  const same = parsed.id === entryId && parsed.seq === seq && parsed.previousHash === previousHash
  return same && hash === entry.hash
}

/** The entries of a receipt, read, and whether each is the one its hash was taken of. */
export async function readHashedEntries(
  shown: readonly HashedEntry[],
  sha256: Sha256,
): Promise<{ readonly entries: readonly (ParsedEntry | undefined)[]; readonly areAsHashed: boolean }> {
  const entries = shown.map(parseHashedEntry)
  const sound = await Promise.all(
    shown.map(async (entry, place) => {
      const parsed = entries[place]
      return parsed !== undefined && isAsHashed(entry, parsed, await sha256(parsed.preimage))
    }),
  )
  return { entries, areAsHashed: sound.every(Boolean) }
}

/** What an entry moved on one account in all; minor units. */
export function movedOn(entry: ParsedEntry, account: string): bigint {
  return entry.lines.filter((line) => line.account === account).reduce((sum, { posted }) => sum + posted, 0n)
}
