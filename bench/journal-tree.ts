import { instant } from '@bolsillo/kernel'
import { CborWriter, writeAct } from '@bolsillo/ledger/domain'
import { auditPath, consistencyPath, growTree, treeRoot } from '@bolsillo/ledger/server'
import type { Sql } from '@bolsillo/server-kit'
import { type BenchDatabase, benchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'

// What the Merkle tree of the journal costs: making it of a million entries, and leading one of them to its root.

const entriesCount = 1_000_000
const entriesPerBlock = 250
const pathsCount = 200

/** A million acts as blocks keep them, each as short as acts are. */
async function seed(owner: Sql): Promise<void> {
  const writer = new CborWriter(2 ** 16)
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (let first = 1; first <= entriesCount; first += entriesPerBlock) {
      writer.reset()
      const places = Buffer.alloc(4 * entriesPerBlock)
      for (let place = 0; place < entriesPerBlock; place += 1) {
        places.writeUInt32BE(writer.length, 4 * place)
        const number = BigInt(first + place)
        const named = { number, cause: `ent_0${String(number).padStart(25, '0')}`, subject: 'bench:1', at: instant(0) }
        writeAct(writer, { ...named, kind: 'bench', actor: 'bench', payload: {}, postings: [] })
      }
      await tx`
        insert into journal_block (first, last, head, places, body)
        values (${first}, ${first + entriesPerBlock - 1}, sha256(${String(first)}::bytea), ${places},
          ${Buffer.from(writer.bytesFrom(0))})`
    }
    await tx`update ledger_head set seq = ${entriesCount}`
  })
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
