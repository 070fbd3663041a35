import { type BooksRead, type EntryRow, readAccounts, readJournal } from '@bolsillo/checker/books-store'
import { hashOfEntry, noHash } from '@bolsillo/checker/entry-hash'

// What somebody can do who is the superuser of the database and knows the program: no trigger stands in their way, no
// constraint, and they can make everything that is derived anew.

const ledgerTables = [
  'ledger_account_kind',
  'ledger_account',
  'ledger_balance',
  'ledger_block',
  'ledger_entry_id',
  'ledger_account_block',
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

/** An entry as a forger has it: accounts by number, as they are stored. */
export type Entry = EntryRow

/** The journal and the names of its accounts. */
export async function loadJournal(tx: BooksRead): Promise<{ entries: Entry[]; nameOf: (no: number) => string }> {
  const names = new Map((await readAccounts(tx)).map(({ no, id }) => [no, id]))
  const entries: Entry[] = []
  for await (const page of readJournal(tx)) entries.push(...page.entries)
  return { entries, nameOf: (no) => names.get(no) ?? '' }
}

/**
 * Puts these entries in the place of the journal, numbered anew, with every running balance, balance, hold, look-up and
 * the head mended to fit. `rechain`: every hash is made anew too; else each keeps the one it had.
 */
export async function replaceJournal(
  tx: BooksRead,
  entries: readonly Entry[],
  options: { readonly rechain: boolean; readonly nameOf: (no: number) => string },
): Promise<void> {
  await tx`truncate ledger_block, ledger_entry_id, ledger_account_block, ledger_hold`
  const balances = new Map<number, { posted: bigint; held: bigint }>()
  let previous = noHash
  let last = noHash
  for (const [index, entry] of entries.entries()) {
    const seq = BigInt(index + 1)
    const postings = entry.postings.map((row, line) => {
      const before = balances.get(row.accountNo) ?? { posted: 0n, held: 0n }
      const after = { posted: before.posted + row.posted, held: before.held + row.held }
      balances.set(row.accountNo, after)
      return { ...row, seq, line, postedAfter: after.posted, heldAfter: after.held }
    })
    const mended = { ...entry, seq, postings }
    previous = hashOfEntry(mended, previous, options.nameOf)
    last = options.rechain ? previous : entry.hash
    await insertBlock(tx, { ...mended, hash: last })
  }
  await tx`update ledger_balance set posted = 0, held = 0`
  for (const [no, { posted, held }] of balances)
    await tx`
      update ledger_balance set posted = ${posted.toString()}::bigint, held = ${held.toString()}::bigint
      where account_no = ${no}`
  await tx`update ledger_head set seq = ${entries.length}, hash = decode(${last}, 'hex')`
  await tx`
    insert into ledger_hold (id, account_no, opened, remaining, opened_seq, closed_seq)
    select hold_id, account_no, max(held), sum(held), min(seq), case when sum(held) = 0 then max(seq) end
    from ledger_posting where hold_id is not null group by hold_id, account_no`
  await tx`insert into ledger_entry_id (id, seq) select id, seq from ledger_entry`
  await tx`insert into ledger_account_block (account_no, first_seq) select distinct account_no, seq from ledger_posting`
}

/** Makes the stored nodes of the tree anew from the journal as it is now, in SQL of its own: as good as the program's. */
export async function growForgedTree(tx: BooksRead): Promise<void> {
  await tx`truncate ledger_tree`
  await tx`
    create temporary table forged on commit drop as
    select 0 as level, seq - 1 as place, sha256('\\x00'::bytea || hash) as hash from ledger_entry`
  for (let level = 1; level <= 8; level += 1)
    await tx`
      insert into forged
      select ${level}, one.place / 2, sha256('\\x01'::bytea || one.hash || other.hash)
      from forged as one join forged as other on other.level = one.level and other.place = one.place + 1
      where one.level = ${level - 1} and one.place % 2 = 0`
  await tx`insert into ledger_tree select level, place, hash from forged where level = 8`
}

async function insertBlock(tx: BooksRead, entry: Entry): Promise<void> {
  const { postings } = entry
  const texts = (values: readonly bigint[]): string[] => values.map(String)
  await tx`
    insert into ledger_block (first_seq, last_seq, ids, kinds, recorded_ats, actors, "references", details, hashes,
      places, lines, account_nos, posted, held, hold_ids, posted_after, held_after)
    values (${entry.seq.toString()}::bigint, ${entry.seq.toString()}::bigint, ${[entry.id]}::text[],
      ${[entry.kind]}::text[], ${[entry.at.toString()]}::bigint[], ${[entry.actor]}::text[],
      ${[entry.reference]}::text[], ${[JSON.stringify(entry.details)]}::text[], array[decode(${entry.hash}, 'hex')],
      ${postings.map(() => 0)}::integer[], ${postings.map(({ line }) => line)}::smallint[],
      ${postings.map(({ accountNo }) => accountNo)}::integer[], ${texts(postings.map(({ posted }) => posted))}::bigint[],
      ${texts(postings.map(({ held }) => held))}::bigint[], ${postings.map(({ holdId }) => holdId ?? null)}::text[],
      ${texts(postings.map(({ postedAfter }) => postedAfter))}::bigint[],
      ${texts(postings.map(({ heldAfter }) => heldAfter))}::bigint[])`
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
