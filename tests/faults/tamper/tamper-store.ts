import { hash } from 'node:crypto'
import { type BooksRead, readAccounts, readBlocks } from '@bolsillo/checker/books-store'
import { headOfBlock } from '@bolsillo/checker/journal/check-journal'
import { bytesOfActs } from '@bolsillo/checker/testing/act-edits-store'
import { type Act, type ActPosting, actBytes, readActs } from '@bolsillo/ledger/domain'

// What somebody can do who is the superuser of the database and knows the program: no trigger stops them, no
// constraint, and they can make everything that is derived anew.

const ledgerTables = [
  'ledger_account_kind',
  'ledger_account',
  'ledger_balance',
  'ledger_block',
  'journal_block',
  'ledger_entry_id',
  'ledger_account_block',
  'ledger_account_acts',
  'ledger_entry_ids',
  'ledger_hold',
  'ledger_head',
  'ledger_practice_grant',
  'ledger_tree',
] as const

/** Turns off triggers, foreign keys, checks and unique names of the ledger's tables, for this transaction. */
export async function disarm(tx: BooksRead): Promise<void> {
  await tx`set local session_replication_role = replica`
  const checks = await tx<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype in ('c', 'u') and conrelid::regclass::text = any (${[...ledgerTables]})`
  for (const { table, name } of checks) await tx.unsafe(`alter table ${table} drop constraint ${name}`)
}

/** An act as a forger has it, with the block it is in: by its first number and its head. */
export interface Entry extends Act {
  readonly block: { readonly first: bigint; readonly head: string }
}

/** The acts of the journal in order, and the names of their accounts. */
export async function loadJournal(tx: BooksRead): Promise<{ entries: Entry[]; nameOf: (no: number) => string }> {
  const names = new Map((await readAccounts(tx)).map(({ no, id }) => [no, id]))
  const entries: Entry[] = []
  for await (const { first, head, body } of readBlocks(tx))
    entries.push(...readActs(body).map((act) => ({ ...act, block: { first, head } })))
  return { entries, nameOf: (no) => names.get(no) ?? '' }
}

/**
 * Puts these acts in the place of the journal, numbered anew, with every running balance, balance, hold, look-up and the
 * head mended to fit. `rechain`: every head is recomputed too; else each block keeps the one it had.
 */
export async function replaceJournal(
  tx: BooksRead,
  entries: readonly Entry[],
  options: { readonly rechain: boolean },
): Promise<void> {
  await tx`truncate journal_block, ledger_entry_id, ledger_entry_ids, ledger_account_acts, ledger_hold`
  const forged = fold(entries)
  let head = '0'.repeat(64)
  for (const own of Map.groupBy(forged.acts, ({ block }) => block.first).values()) {
    const [begin] = own
    if (begin === undefined) continue
    const { body, places } = bytesOfActs(own)
    head = options.rechain ? headOfBlock(head, body) : begin.block.head
    await tx`
      insert into journal_block (first, last, head, places, body)
      values (${begin.number.toString()}::bigint, ${(begin.number + BigInt(own.length - 1)).toString()}::bigint,
        decode(${head}, 'hex'), ${places}, ${body})`
    await noteBlock(tx, own)
  }
  await tx`update ledger_head set seq = ${entries.length}, hash = decode(${head}, 'hex'),
    highest_id = (select max(id) from ledger_entry_id)`
  await writeBalances(tx, forged)
  for (const { id, account, opened, remaining, from } of forged.holds.values())
    if (remaining !== 0n)
      await tx`
        insert into ledger_hold (id, account_no, opened, remaining, opened_seq)
        values (${id}, ${account}, ${opened.toString()}::bigint, ${remaining.toString()}::bigint,
          ${from.toString()}::bigint)`
}

interface Balance {
  posted: bigint
  held: bigint
}

interface ForgedHold {
  readonly id: string
  readonly account: number
  readonly opened: bigint
  readonly from: bigint
  remaining: bigint
}

interface Forged {
  readonly acts: readonly Entry[]
  readonly balances: ReadonlyMap<number, Balance>
  readonly holds: ReadonlyMap<string, ForgedHold>
  readonly named: ReadonlyMap<number, bigint>
}

/** Numbers acts and works their running balances out anew, and what follows from them. */
function fold(entries: readonly Entry[]): Forged {
  const balances = new Map<number, Balance>()
  const holds = new Map<string, ForgedHold>()
  const named = new Map<number, bigint>()
  const acts = entries.map((entry, index): Entry => {
    const number = BigInt(index + 1)
    const given = entry.payload.number
    if (entry.kind === 'account' && typeof given === 'bigint') named.set(Number(given), number)
    const postings = entry.postings.map((row): ActPosting => {
      const before = balances.get(row.account) ?? { posted: 0n, held: 0n }
      const after = { posted: before.posted + row.posted, held: before.held + row.held }
      balances.set(row.account, after)
      if (row.holdId !== undefined) moveHold(holds, row.holdId, row, number)
      return { ...row, postedAfter: after.posted, heldAfter: after.held }
    })
    return { ...entry, number, postings }
  })
  return { acts, balances, holds, named }
}

function moveHold(holds: Map<string, ForgedHold>, id: string, { account, held }: ActPosting, number: bigint): void {
  const known = holds.get(id)
  if (known === undefined) holds.set(id, { id, account, opened: held, remaining: held, from: number })
  else known.remaining += held
}

/** The look-ups of a block: where its entries are, and which of them posted where. */
async function noteBlock(tx: BooksRead, acts: readonly Entry[]): Promise<void> {
  const entries = acts.filter(({ kind, cause }) => kind !== 'account' && cause !== '')
  await tx`
    insert into ledger_entry_id (id, seq)
    select * from unnest(${entries.map(({ cause }) => cause)}::text[], ${entries.map(({ number }) => String(number))}::bigint[])`
  const posted = new Map<number, Set<bigint>>()
  for (const { number, postings } of acts)
    for (const { account } of postings) posted.set(account, (posted.get(account) ?? new Set()).add(number))
  for (const [account, own] of posted)
    await tx`
      insert into ledger_account_acts (account_no, last, acts)
      select ${account}::integer, max(number), string_agg(int8send(number), '' order by number)
      from unnest(${[...own].map(String)}::text[]::bigint[]) as number`
}

async function writeBalances(tx: BooksRead, { balances, named }: Forged): Promise<void> {
  await tx`update ledger_balance set posted = 0, held = 0, named_seq = null, recent_acts = ''`
  for (const [no, { posted, held }] of balances)
    await tx`
      update ledger_balance set posted = ${posted.toString()}::bigint, held = ${held.toString()}::bigint
      where account_no = ${no}`
  for (const [no, number] of named)
    await tx`update ledger_balance set named_seq = ${number.toString()}::bigint where account_no = ${no}`
}

/** Makes the stored nodes of the tree anew from the journal as it is now, in SQL of its own: as good as the program's. */
export async function growForgedTree(tx: BooksRead): Promise<void> {
  const { entries } = await loadJournal(tx)
  const hashes = entries.map((act) => hash('sha256', actBytes(act), 'hex'))
  await tx`truncate ledger_tree`
  await tx`
    create temporary table forged on commit drop as
    select 0 as level, place - 1 as place, sha256('\\x00'::bytea || decode(hash, 'hex')) as hash
    from unnest(${hashes}::text[]) with ordinality as leaf (hash, place)`
  for (let level = 1; level <= 8; level += 1)
    await tx`
      insert into forged
      select ${level}, one.place / 2, sha256('\\x01'::bytea || one.hash || other.hash)
      from forged as one join forged as other on other.level = one.level and other.place = one.place + 1
      where one.level = ${level - 1} and one.place % 2 = 0`
  await tx`insert into ledger_tree select level, place, hash from forged where level = 8`
}

/** Keeps a copy of every table of the ledger, as a backup does. */
export async function takeSnapshot(tx: BooksRead): Promise<void> {
  for (const table of ledgerTables) await tx.unsafe(`create temporary table kept_${table} as table ${table}`)
}

/** Puts the copies back. */
export async function restoreSnapshot(tx: BooksRead): Promise<void> {
  await tx.unsafe(`truncate ${ledgerTables.join(', ')} cascade`)
  for (const table of ledgerTables)
    await tx.unsafe(
      `insert into ${table} ${table === 'ledger_account' ? 'overriding system value' : ''} table kept_${table}`,
    )
}
