import { assert, instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testServices } from '@bolsillo/test-kit'
import {
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  maria,
  mariaPesos,
  moves,
  reserves,
  walmexBuyEntry,
} from '../../../fixtures.ts'
import { createLedger } from '../../create-ledger.ts'
import { growTree } from '../../journal/journal-tree.ts'
import { sealActs } from '../../journal/seal-acts.ts'
import { writeOldBlock } from '../../testing/old-blocks-store.ts'
import { ledgerLists, ledgerTables } from '../ledger-tables.ts'
import { comparedColumns } from '../row-source.ts'

/** A reservation that is left open, of 1000. */
export const openHold = fixtureId('hld', 2)
const [filled, later] = [fixtureId('hld', 1), fixtureId('hld', 3)]

/**
 * An installation made before acts that went on: closed and open holds, a grant, an account only opened, stored nodes, acts of
 * an order and of rows, an account with more acts than its balance keeps, ids that are filed singly and together.
 */
export async function writeBooks(database: TestDatabase): Promise<void> {
  const { sql, owner } = database
  const ledger = createLedger()
  const post = (entry: Parameters<typeof ledger.post>[1][number]) => transaction(sql, (tx) => ledger.post(tx, [entry]))
  const note = {
    at: instant(1_770_000_000_000),
    kind: 'order',
    actor: maria,
    cause: '',
    subject: 'order:ord_x',
    payload: {},
    postings: [],
  }
  const grant = fundingEntry(1, mariaPesos, 1_000_000n)
  await writeOldBlock(owner, [grant, fixtureEntry(2, [reserves(mariaPesos, 312_885n, filled)])])
  await writeOldBlock(owner, [walmexBuyEntry(3, filled)])
  await post(fixtureEntry(4, [reserves(mariaPesos, 1000n, openHold)]))
  await post(fundingEntry(5, jorgePesos, 77n))
  await post(fixtureEntry(6, [reserves(jorgePesos, 7n, later)]))
  await post(fixtureEntry(7, [reserves(jorgePesos, -7n, later)]))
  const granted = fixtureEntry(8, fundingEntry(8, mariaPesos, 5n).postings, { kind: 'practice-grant', actor: maria })
  await post(granted)
  await sql`insert into ledger_practice_grant values (${maria}, ${granted.id}, ${granted.at})`
  for (let from = 100; from < 700; from += 300)
    await transaction(sql, (tx) =>
      ledger.post(
        tx,
        Array.from({ length: 300 }, (_, place) => fundingEntry(from + place, jorgePesos, 1n)),
      ),
    )
  for (let place = 10; place < 30; place += 1)
    await post(fixtureEntry(place, [reserves(mariaPesos, 1n, fixtureId('hld', place))]))
  // Acts that post twice to an account are in its list once, also where they are the last of a row.
  for (let place = 40; place < 60; place += 1)
    await post(fixtureEntry(place, [moves(mariaPesos, -1n), moves(mariaPesos, -1n), moves(jorgePesos, 2n)]))
  await transaction(sql, (tx) => ledger.post(tx, [fundingEntry(31, mariaPesos, 1n)], { notes: [note] }))
  await transaction(sql, (tx) => ledger.post(tx, [], { notes: [note] }))
  await sql`insert into setting_change (key, value, effective_at, changed_at, actor, reason)
    values ('market.hours', '5', 2, 1, ${maria}, 'why')`
  await sealActs(sql, testServices({ sql }).clock)
  await sql`select from ledger_accounts(array['house:rounding:USD'])`
  await storeTree(database)
}

/** Stores the tree of the whole journal. */
export async function storeTree({ owner }: TestDatabase): Promise<void> {
  const { seq } = await createLedger().head(owner)
  assert(await growTree(owner, seq), 'the tree is stored')
}

/** Does what nobody should: as the superuser, with triggers and constraints off. */
export async function tamperWith({ owner }: TestDatabase, statements: string): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statements)
  })
}

/** What rows say: lists by their items, however they are cut. */
export async function rowsIn({ owner }: TestDatabase): Promise<Record<string, Record<string, unknown>[]>> {
  const all: Record<string, Record<string, unknown>[]> = {}
  const read = async (columns: string, from: string, key: readonly string[]) => [
    ...(await owner.unsafe(`select ${columns} from ${from} order by ${key.join(', ')}`)),
  ]
  for (const table of ledgerTables)
    if (comparedColumns(table).length > 0)
      all[table.name] = await read(comparedColumns(table).join(', '), table.name, table.key)
  for (const { name, key, itemsOf } of ledgerLists)
    all[`items of ${name}`] = await read('*', `(${itemsOf((table) => table)}) as item`, key)
  return all
}
