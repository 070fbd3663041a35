import { hash as digest } from 'node:crypto'
import { assert, type Id, type Instant, instant, present } from '@bolsillo/kernel'
import { appendOutbox, nextTurn, type OutboxEvent, type Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type AccountParts,
  accountParts,
  available,
  type Balance,
  type ChainHead,
  entryPreimage,
  entryProblems,
  type JournalEntry,
  type RecordedEntry,
  type RecordedPosting,
  sameContent,
} from '../domain/index.ts'
import { append, type HashedEntry, type WrittenOut, writeOut } from './append-store.ts'
import type { Hold, PostOptions, PostOutcome } from './ledger.ts'
import { findEntries, findHolds, findKnownEntries, type LockedBalance, lockHead } from './ledger-store.ts'

/** The most entries one call takes: a batch of the desk with room to spare. */
export const entriesMax = 4096

/** Topic of the outbox events that tell which customers' balances one call changed: `{ customers: { cus_…: [accounts] } }`. */
export const balanceChangedTopic = 'ledger.balance-changed'

/** SHA-256 of a text, 64 hex digits. */
export const sha256 = (text: string): string => digest('sha256', text, 'hex')

/** What came of it, and the rows of the accounts it moved. */
export interface Posted {
  readonly outcome: PostOutcome
  readonly balances: readonly LockedBalance[]
}

/** What is locked, or about to be: asked for, perhaps not yet answered. Without a head it is taken behind the rows. */
export interface Locks {
  readonly rows: Promise<ReadonlyMap<AccountId, LockedBalance>>
  readonly head: Promise<ChainHead> | undefined
}

/** Entries worked out to the last digit and hash, as they stand if what they follow is what was assumed. */
export interface PreparedPosting {
  readonly entries: readonly JournalEntry[]
  /** The head they follow, and what accounts have before them: those they move, at least. */
  readonly after: ChainHead
  readonly assumed: ReadonlyMap<AccountId, Balance>
  readonly written: Written
}

/** Recorded entries with all that is sent to the database of them. */
interface Written {
  readonly out: WrittenOut
  readonly head: ChainHead
  /** What the accounts they move have afterwards. */
  readonly moved: ReadonlyMap<AccountId, Balance>
  readonly events: readonly OutboxEvent[]
  readonly at: Instant
}

/** Entries worked out between two turns of the event loop: a millisecond or so. */
const preparedInTurn = 32

/** Works entries out before anything is locked. @returns undefined when that cannot be known. See `Ledger.prepare`. */
export async function prepareEntries(
  entries: readonly JournalEntry[],
  assumed: ReadonlyMap<AccountId, Balance>,
  after: ChainHead,
): Promise<PreparedPosting | undefined> {
  if (entries.some(({ postings }) => postings.some(({ account }) => !assumed.has(account)))) return undefined
  assert(entries.length <= entriesMax, `more than ${entriesMax} entries at once`)
  const once = entriesOnce(entries, new Map())
  if (once.length < entries.length) return undefined
  const books = openBooks(assumed, undefined)
  const hashed: HashedEntry[] = []
  let head = after
  for (const [at, entry] of once.entries()) {
    if (at % preparedInTurn === preparedInTurn - 1) await nextTurn()
    assertSound(entry)
    const next = chainOn(head, entry, books)
    if (next.kind === 'insufficient') return undefined
    hashed.push(next.hashed)
    head = next.head
  }
  await nextTurn()
  return { entries, after, assumed, written: write(after, hashed, head, books) }
}

/** Whether the head and the accounts that are moved are what was assumed. */
function stillFits(
  { after, assumed, written }: PreparedPosting,
  head: ChainHead,
  locked: ReadonlyMap<AccountId, LockedBalance>,
): boolean {
  if (head.seq !== after.seq || head.hash !== after.hash) return false
  for (const account of written.moved.keys()) {
    const [before, now] = [assumed.get(account), locked.get(account)]
    if (before === undefined || now === undefined) return false
    if (before.posted !== now.posted || before.held !== now.held) return false
  }
  return true
}

/** See `Ledger.post`. */
export async function postEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  locks: Locks,
  { numbered = () => undefined, areNew = false, prepared }: PostOptions = {},
): Promise<Posted> {
  if (entries.length === 0) {
    numbered([])
    return { outcome: { kind: 'posted', seqs: [] }, balances: [] }
  }
  assert(entries.length <= entriesMax, `more than ${entriesMax} entries at once`)
  if (prepared === undefined) for (const entry of entries) assertSound(entry)
  else assert(prepared.entries === entries && areNew, 'what was prepared is what is posted')
  // Balances first, then the head: everybody takes them in this order. What is known of the entries and holds is read
  // after both locks, so it is what the last writer left.
  const locked = await locks.rows
  const [before, known, holds] = await Promise.all([
    locks.head ?? lockHead(tx),
    areNew ? new Map<string, bigint>() : findKnownEntries(tx, idsOf(entries)),
    areNew ? undefined : findHolds(tx, holdsOf(entries)),
  ])
  if (prepared !== undefined && stillFits(prepared, before, locked)) {
    const seqs = entries.map((_, place) => before.seq + BigInt(place) + 1n)
    return await send(tx, prepared.written, locked, seqs, numbered)
  }
  if (known.size > 0) await assertSameContent(tx, entries, [...known.keys()])
  const books = openBooks(locked, holds)
  const hashed: HashedEntry[] = []
  let head = before
  for (const entry of entriesOnce(entries, known)) {
    const next = chainOn(head, entry, books)
    if (next.kind === 'insufficient') return { outcome: next, balances: [] }
    hashed.push(next.hashed)
    head = next.head
  }
  const numberOf = new Map([...known, ...hashed.map(({ entry: { id, seq } }) => [id, seq] as const)])
  const seqs = entries.map(({ id }) => present(numberOf.get(id), `number of ${id}`))
  if (hashed.length === 0) {
    numbered(seqs)
    return { outcome: { kind: 'posted', seqs }, balances: [] }
  }
  return await send(tx, write(before, hashed, head, books), locked, seqs, numbered)
}

/** Sends what was written out, tells the numbers, and waits for it. */
async function send(
  tx: Tx,
  { out, head, moved, events, at }: Written,
  locked: ReadonlyMap<AccountId, LockedBalance>,
  seqs: readonly bigint[],
  numbered: NonNullable<PostOptions['numbered']>,
): Promise<Posted> {
  const numberOf = (account: AccountId): number =>
    present(locked.get(account), `locked balance of ${account}`).accountNo
  const writing = Promise.all([append(tx, out, numberOf), appendOutbox(tx, events, at)])
  // Should `numbered` throw, nobody waits for the writing any more; its failure is that of the whole transaction.
  writing.catch(() => undefined)
  numbered(seqs, head)
  await writing
  const balances = [...moved].map(([account, balance]) => ({ account, accountNo: numberOf(account), ...balance }))
  return { outcome: { kind: 'posted', seqs }, balances }
}

function assertSound(entry: JournalEntry): void {
  const problems = entryProblems(entry)
  assert(problems.length === 0, `entry ${entry.id} (${entry.kind}): ${problems.join('; ')}`)
}

/** The entry as it will stand in the journal behind this head, or why it does not fit. */
function chainOn(
  { seq, hash }: ChainHead,
  entry: JournalEntry,
  books: Books,
):
  | { readonly kind: 'chained'; readonly hashed: HashedEntry; readonly head: ChainHead }
  | Extract<PostOutcome, { kind: 'insufficient' }> {
  const outcome = books.apply(entry, seq + 1n)
  if (outcome.kind === 'insufficient') return outcome
  const head = { seq: seq + 1n, hash: sha256(entryPreimage(hash, outcome.entry)) }
  return { kind: 'chained', hashed: { entry: outcome.entry, hash: head.hash }, head }
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

function write(before: ChainHead, hashed: readonly HashedEntry[], head: ChainHead, books: Books): Written {
  const moved = new Map<AccountId, Balance>()
  for (const { entry } of hashed)
    for (const { account } of entry.postings) if (!moved.has(account)) moved.set(account, books.balance(account))
  return {
    out: writeOut(before, hashed, moved),
    head,
    moved,
    events: balanceEvents([...moved.keys()], books),
    at: instant(hashed.at(-1)?.entry.at ?? 0),
  }
}

/**
 * One event for all customers whose balances changed, naming their accounts. Who hears it reads them: it may come
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

interface LockedRow {
  readonly parts: AccountParts
  posted: bigint
  held: bigint
}

/** What an account can still bear; below zero it is overdrawn. */
function roomOf(row: LockedRow): bigint {
  return row.parts.side === 'credit' ? available(row) : -row.posted
}

/**
 * The locked balances and holds in memory, moved entry by entry. Without holds what is drawn on one that was opened before
 * is left to the database to compare.
 */
function openBooks(locked: ReadonlyMap<AccountId, Balance>, holds: readonly Hold[] | undefined): Books {
  const rows = new Map<AccountId, LockedRow>()
  const open = new Map<string, { account: AccountId; remaining: bigint }>(holds?.map((hold) => [hold.id, { ...hold }]))
  const rowOf = (account: AccountId): LockedRow => {
    const opened = rows.get(account)
    if (opened !== undefined) return opened
    const { posted, held } = present(locked.get(account), `locked balance of ${account}`)
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
