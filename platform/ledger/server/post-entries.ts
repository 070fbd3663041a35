import { hash as digest } from 'node:crypto'
import { assert, type Id, type Instant, instant, present } from '@bolsillo/kernel'
import { appendOutbox, type OutboxEvent, type Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type AccountParts,
  accountParts,
  available,
  type Balance,
  type ChainHead,
  entryProblems,
  type JournalEntry,
  type NamedAccount,
  type RecordedEntry,
  type RecordedPosting,
  sameContent,
} from '../domain/index.ts'
import { findEntries } from './books/entries-store.ts'
import { appendBlock, type BlockContent, type WrittenBlock, writeBlock } from './journal/append-store.ts'
import type { Hold, PostOptions, PostOutcome } from './ledger.ts'
import { type AccountRow, findHolds, findKnownEntries } from './ledger-store.ts'

/** The most entries one call takes: a batch of the desk with room to spare. */
export const entriesMax = 4096

/** Topic of the outbox events that name which customers' balances one call changed: `{ customers: { cus_…: [accounts] } }`. */
export const balanceChangedTopic = 'ledger.balance-changed'

/** SHA-256 of a text, 64 hex digits. */
export const sha256 = (text: string): string => digest('sha256', text, 'hex')

/** Entries on their way to the database. Nothing is certain before `written`. */
export interface Posted {
  readonly outcome: PostOutcome
  /** What the accounts that moved have afterwards. */
  readonly moved: ReadonlyMap<AccountId, Balance>
  /** Where the journal then ends; undefined when nothing is written. */
  readonly head: ChainHead | undefined
  readonly written: Promise<void>
}

/** What entries are posted on: the head of the journal, locked, and what accounts have at that head. */
interface PostedOn {
  readonly head: Promise<ChainHead>
  readonly rows: () => Promise<ReadonlyMap<AccountId, AccountRow>>
}

/** A block of recorded entries with all that is sent to the database of it. */
interface Written {
  readonly block: WrittenBlock
  /** What the accounts they move have afterwards. */
  readonly moved: ReadonlyMap<AccountId, Balance>
  readonly events: readonly OutboxEvent[]
  readonly at: Instant
}

/** See `Ledger.post`. */
export async function postEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  on: PostedOn,
  { areNew = false, notes = [] }: PostOptions = {},
): Promise<Posted> {
  if (entries.length === 0 && notes.length === 0) {
    return nothingWritten({ kind: 'posted', seqs: [] })
  }
  assert(entries.length <= entriesMax, `more than ${entriesMax} entries at once`)
  for (const entry of entries) assertSound(entry)
  // Sent behind the head, so it is read once that is locked: it is what the last writer left.
  const [before, rows, known, holds] = await Promise.all([
    on.head,
    on.rows(),
    areNew ? new Map<string, bigint>() : findKnownEntries(tx, idsOf(entries)),
    areNew ? undefined : findHolds(tx, holdsOf(entries)),
  ])
  if (known.size > 0) await assertSameContent(tx, entries, [...known.keys()])
  const once = areNew ? entries : entriesOnce(entries, known)
  if (once.length === 0 && notes.length === 0) {
    return nothingWritten({ kind: 'posted', seqs: seqsOf(entries, known) })
  }
  const rowOf = (account: AccountId): AccountRow => present(rows.get(account), `row of ${account}`)
  const named = unnamedOf(once, rowOf)
  const books = openBooks(rows, holds)
  const recorded: RecordedEntry[] = []
  for (const entry of once) {
    const seq = before.seq + BigInt(named.length + recorded.length) + 1n
    const outcome = books.apply(entry, seq)
    if (outcome.kind === 'insufficient') return nothingWritten(outcome)
    recorded.push(outcome.entry)
  }
  const numberOf = (account: AccountId): number => rowOf(account).accountNo
  const { block, moved, events, at } = write({ before, named, recorded, notes, books, numberOf, had: rowOf })
  const written = Promise.all([appendBlock(tx, block), appendOutbox(tx, events, at)]).then(() => undefined)
  // Whoever goes on before it is written waits for it in the end; if nobody does, the whole transaction fails with it.
  written.catch(() => undefined)
  const seqs = areNew
    ? recorded.map(({ seq }) => seq)
    : seqsOf(entries, new Map([...known, ...recorded.map(({ id, seq }) => [id, seq] as const)]))
  return { outcome: { kind: 'posted', seqs }, moved, head: block.head, written }
}

/** Nothing is on its way to the database. */
function nothingWritten(outcome: PostOutcome): Posted {
  return { outcome, moved: new Map(), head: undefined, written: Promise.resolve() }
}

function seqsOf(entries: readonly JournalEntry[], numberOf: ReadonlyMap<string, bigint>): readonly bigint[] {
  return entries.map(({ id }) => present(numberOf.get(id), `number of ${id}`))
}

/** The accounts among those moved that no act has given a number, in the order they are met. */
function unnamedOf(
  entries: readonly JournalEntry[],
  rowOf: (account: AccountId) => AccountRow,
): readonly NamedAccount[] {
  const named = new Map<AccountId, NamedAccount>()
  for (const { postings } of entries)
    for (const { account } of postings) {
      const { isNamed, accountNo } = rowOf(account)
      if (!isNamed) named.set(account, { account, accountNo })
    }
  return [...named.values()]
}

function assertSound(entry: JournalEntry): void {
  const problems = entryProblems(entry)
  assert(problems.length === 0, `entry ${entry.id} (${entry.kind}): ${problems.join('; ')}`)
}

const idsOf = (entries: readonly JournalEntry[]): readonly string[] => entries.map(({ id }) => id)

function holdsOf(entries: readonly JournalEntry[]): readonly string[] {
  const ids = new Set<string>()
  for (const { postings } of entries) for (const { holdId } of postings) if (holdId !== undefined) ids.add(holdId)
  return [...ids]
}

/** The entries not yet in the journal; one that occurs twice in the call counts once. */
function entriesOnce(entries: readonly JournalEntry[], known: ReadonlyMap<string, bigint>): readonly JournalEntry[] {
  const first = new Map<string, JournalEntry>()
  for (const entry of entries) {
    const earlier = first.get(entry.id)
    if (earlier === undefined) first.set(entry.id, entry)
    else assert(sameContent(earlier, entry), `entry ${entry.id} occurs twice with different content`)
  }
  return [...first.values()].filter(({ id }) => !known.has(id))
}

async function assertSameContent(tx: Tx, entries: readonly JournalEntry[], ids: readonly string[]): Promise<void> {
  const stored = new Map<string, JournalEntry>((await findEntries(tx, ids)).map(({ entry }) => [entry.id, entry]))
  for (const entry of entries) {
    const earlier = stored.get(entry.id)
    assert(
      earlier === undefined || sameContent(earlier, entry),
      `entry ${entry.id} is in the journal with other content`,
    )
  }
}

function write({
  recorded,
  books,
  ...content
}: Omit<BlockContent, 'entries' | 'at'> & {
  readonly recorded: readonly RecordedEntry[]
  readonly books: Books
}): Written {
  const at = instant(recorded[0]?.at ?? content.notes?.[0]?.at ?? 0)
  const moved = new Map<AccountId, Balance>()
  for (const { postings } of recorded)
    for (const { account } of postings) if (!moved.has(account)) moved.set(account, books.balance(account))
  return {
    block: writeBlock({ ...content, entries: recorded, at }),
    moved,
    events: balanceEvents([...moved.keys()], books),
    at,
  }
}

/**
 * One event for all customers whose balances changed, naming their accounts. A subscriber reads them: it may come
 * late, or twice.
 */
function balanceEvents(moved: readonly AccountId[], books: Books): OutboxEvent[] {
  const customers: Record<string, AccountId[]> = {}
  for (const account of moved) {
    const { owner, ownerKind } = books.parts(account)
    if (ownerKind !== 'customer') continue
    const own = customers[owner]
    if (own === undefined) customers[owner] = [account]
    else own.push(account)
  }
  const [first] = Object.keys(customers)
  return first === undefined ? [] : [{ topic: balanceChangedTopic, key: first, payload: { customers } }]
}

interface Books {
  readonly parts: (account: AccountId) => AccountParts
  readonly balance: (account: AccountId) => Balance
  /** Applies an entry, or says which account cannot bear it; then nothing of the entry is applied. */
  readonly apply: (
    entry: JournalEntry,
    seq: bigint,
  ) => { readonly kind: 'applied'; readonly entry: RecordedEntry } | Extract<PostOutcome, { kind: 'insufficient' }>
}

interface OpenRow {
  readonly parts: AccountParts
  posted: bigint
  held: bigint
}

/** What an account can still bear; below zero it is overdrawn. */
function roomOf(row: OpenRow): bigint {
  return row.parts.side === 'credit' ? available(row) : -row.posted
}

/**
 * Balances and holds in memory, moved entry by entry. Without holds what is drawn on one that was opened before
 * is left to the database to compare.
 */
function openBooks(before: ReadonlyMap<AccountId, Balance>, holds: readonly Hold[] | undefined): Books {
  const rows = new Map<AccountId, OpenRow>()
  const open = new Map<string, { account: AccountId; remaining: bigint }>(holds?.map((hold) => [hold.id, { ...hold }]))
  const rowOf = (account: AccountId): OpenRow => {
    const opened = rows.get(account)
    if (opened !== undefined) return opened
    const { posted, held } = present(before.get(account), `balance of ${account}`)
    const row = { posted, held, parts: accountParts(account) }
    rows.set(account, row)
    return row
  }
  const moveHold = (account: AccountId, holdId: Id<'hld'>, held: bigint): void => {
    const hold = open.get(holdId)
    if (hold === undefined) {
      if (held < 0n && holds === undefined) return
      assert(held > 0n, `hold ${holdId} is drawn on before it is opened`)
      open.set(holdId, { account, remaining: held })
      return
    }
    assert(held < 0n, `hold ${holdId} is opened twice`)
    assert(hold.account === account, `hold ${holdId} belongs to another account than ${account}`)
    assert(hold.remaining + held >= 0n, `hold ${holdId} has ${hold.remaining} left, ${-held} is drawn`)
    hold.remaining += held
  }
  const apply: Books['apply'] = (entry, seq) => {
    const postings = entry.postings.map((posting): RecordedPosting => {
      const row = rowOf(posting.account)
      row.posted += posting.posted
      row.held += posting.held
      const { account, posted, held, holdId } = posting
      const [postedAfter, heldAfter] = [row.posted, row.held]
      return holdId === undefined
        ? { account, posted, held, postedAfter, heldAfter }
        : { account, posted, held, holdId, postedAfter, heldAfter }
    })
    for (const { account } of entry.postings) {
      const row = rowOf(account)
      const room = roomOf(row)
      if (room >= 0n) continue
      for (const touched of entry.postings) {
        const back = rowOf(touched.account)
        back.posted -= touched.posted
        back.held -= touched.held
      }
      return { kind: 'insufficient', entryId: entry.id, account, available: roomOf(row), short: -room }
    }
    for (const { account, held, holdId } of entry.postings) if (holdId !== undefined) moveHold(account, holdId, held)
    return { kind: 'applied', entry: { ...entry, seq, postings } }
  }
  return {
    parts: (account) => rowOf(account).parts,
    balance: (account) => {
      const { posted, held } = rowOf(account)
      return { posted, held }
    },
    apply,
  }
}
