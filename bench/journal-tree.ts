import { auditPath, consistencyPath, growTree, treeRoot } from '@bolsillo/ledger/server'
import type { Sql } from '@bolsillo/server-kit'
import { type BenchDatabase, benchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'

// What the Merkle tree of the journal costs: making it of a million entries, and leading one of them to its root.

const entriesCount = 1_000_000
const entriesPerBlock = 250
const pathsCount = 200

/** A million hashes as blocks keep them. Nothing else of an entry is a leaf's business. */
async function seed(owner: Sql): Promise<void> {
  await owner.unsafe(`
    set session_replication_role = replica;
    insert into ledger_block (first_seq, last_seq, ids, kinds, recorded_ats, actors, "references", details, hashes,
        places, lines, account_nos, posted, held, hold_ids, posted_after, held_after)
      select min(seq), max(seq), array_agg('ent_' || seq order by seq), array_agg('bench'::text), array_agg(0::bigint),
        array_agg('bench'::text), array_agg('bench'::text), array_agg('{}'::text),
        array_agg(sha256(seq::text::bytea) order by seq),
        array_agg((seq - 1) % ${entriesPerBlock} order by seq), array_agg(0::smallint), array_agg(1), array_agg(0::bigint),
        array_agg(0::bigint), array_agg(null::text), array_agg(0::bigint), array_agg(0::bigint)
      from generate_series(1, ${entriesCount}) as seq group by (seq - 1) / ${entriesPerBlock};
    update ledger_head set seq = ${entriesCount};
    set session_replication_role = default;
  `)
  await owner.unsafe('analyze')
}

async function perPath(make: (at: bigint) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let path = 0; path < pathsCount; path += 1) {
    const at = BigInt(1 + ((path * 7919 * 631) % entriesCount))
    const startMs = performance.now()
    await make(at)
    times.push(performance.now() - startMs)
  }
  return times
}

async function measure({ sql, owner }: BenchDatabase): Promise<readonly Figure[]> {
  await seed(owner)
  const all = BigInt(entriesCount)
  const startMs = performance.now()
  if (!(await growTree(sql, all, entriesCount))) throw new Error('the tree is not whole')
  const microseconds = ((performance.now() - startMs) * 1000) / entriesCount
  const heads = await perPath(async () => {
    await growTree(sql, all)
    if ((await treeRoot(sql, all)) === undefined) throw new Error('there is no root')
  })
  const paths = await perPath(async (at) => {
    if ((await auditPath(sql, at, all))?.length === undefined) throw new Error(`entry ${at} has no path`)
  })
  const extensions = await perPath(async (at) => {
    if ((await consistencyPath(sql, at, all)) === undefined) throw new Error(`${at} has no continuation`)
  })
  return [
    figure('journal-tree', 'µs', [microseconds], { decimals: 2 }),
    figure('journal-tree-head', 'ms', heads, { decimals: 1 }),
    figure('journal-tree-path', 'ms', paths, { decimals: 1 }),
    figure('journal-tree-consistency', 'ms', extensions, { decimals: 1 }),
  ]
}

/** The tree of a journal of a million entries. */
export async function run(): Promise<readonly Figure[]> {
  const database = await benchDatabase(2)
  try {
    return await measure(database)
  } finally {
    await database.close()
  }
}

if (import.meta.main) for (const { values, ...made } of await run()) console.log(JSON.stringify(made))
