import { createHash } from 'node:crypto'
import { idOf, instant, type Rng, seededRng } from '@bolsillo/kernel'
import { createSigner } from '@bolsillo/ledger/server'
import { makeProof, type NumbersOf, saltsOf } from '@bolsillo/proof/server'
import type { Services, Sql } from '@bolsillo/server-kit'
import { testServices } from '@bolsillo/test-kit'
import { type BenchDatabase, benchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'

// How long a proof of liabilities of a million customers takes, from the ledger to what is stored; and what one customer
// of it is given to check.

const customersCount = 1_000_000
const peerCount = 5_000
const at = instant(Date.UTC(2026, 2, 2, 16))
const secret = new Uint8Array(32).fill(7)

/** A million balances as the ledger holds them. Posting each would take the time of another bench. */
async function seed(owner: Sql): Promise<void> {
  await owner.unsafe(`
    set session_replication_role = replica;
    insert into ledger_account (id, owner, owner_kind, purse, asset)
      select owner || ':stock:MXN', owner, 'customer', 'stock', 'MXN'
      from (select 'cus_' || lpad(n::text, 26, '0') as owner from generate_series(1, ${customersCount}) as n) as customer;
    insert into ledger_balance (account_no, side, asset, posted)
      select account_no, 1, asset, account_no::bigint * 7919 from ledger_account;
    update ledger_head set seq = 1;
    create table bench_number (id text primary key, number bigint not null);
    insert into bench_number select owner, 10000000 + account_no from ledger_account;
    grant select on bench_number to bolsillo_app;
    set session_replication_role = default;
  `)
  await owner.unsafe('analyze')
}

const numbersOf: NumbersOf = async (db, ids) => {
  const rows = await db<{ id: string; number: bigint }[]>`
    select id, number from bench_number where id = any (${[...ids]}::text[])`
  return new Map(rows.map(({ id, number }) => [idOf('cus', id), String(number)]))
}

/** The peer: each customer is read, salted, hashed and stored by themselves, then each node above. */
async function oneByOne(sql: Sql, owner: Sql, rng: Rng): Promise<number> {
  await owner.unsafe(`create table if not exists peer_node (level integer, place integer, hash bytea, sum numeric,
    primary key (level, place)); truncate peer_node; grant insert on peer_node to bolsillo_app`)
  const salts = saltsOf(secret, 1, 'MXN')
  const startMs = performance.now()
  let level: { readonly hash: Buffer; readonly sum: bigint }[] = []
  for (let place = 0; place < peerCount; place += 1) {
    const number = 1 + (rng.nextUint32() % customersCount)
    const [row] = await sql<{ posted: bigint }[]>`
      select posted from ledger_balance join ledger_account using (account_no) where account_no = ${number}`
    const sum = row?.posted ?? 0n
    level.push({ hash: salts.leaf(String(10_000_000 + number), sum), sum })
  }
  for (let height = 0; level.length > 0; height += 1) {
    for (const [place, { hash, sum }] of level.entries())
      await sql`insert into peer_node values (${height}, ${place}, ${hash}, ${String(sum)}::numeric)`
    if (level.length === 1) break
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, place) => {
      const [left, right] = [level[2 * place], level[2 * place + 1]]
      const hash = createHash('sha256')
        .update(left?.hash ?? '')
        .update(right?.hash ?? '')
        .digest()
      return { hash, sum: (left?.sum ?? 0n) + (right?.sum ?? 0n) }
    })
  }
  return ((performance.now() - startMs) / peerCount) * (customersCount / 1000)
}

async function measure({ sql, owner }: BenchDatabase): Promise<readonly Figure[]> {
  await seed(owner)
  const services: Services = testServices({ sql })
  const signer = createSigner(new Uint8Array(32).fill(9))
  const startMs = performance.now()
  const made = await makeProof({ services, signer, secret, numbersOf, scaleOf: () => 2 }, undefined, at)
  const seconds = (performance.now() - startMs) / 1000
  const height = Number(/"height":(\d+)/.exec(made?.statement ?? '')?.[1])
  if (!(2 ** height >= customersCount)) throw new Error('the proof does not hold a million customers')
  const step = { hash: 'a'.repeat(64), sum: String(customersCount * customersCount * 7919) }
  const leaf = { asset: 'MXN', balance: step.sum, salt: step.hash, purses: ['stock'], index: customersCount }
  const bytes = JSON.stringify({ ...leaf, path: Array.from({ length: height }, () => step) }).length
  const peer = {
    name: 'each customer read, hashed and stored by itself',
    values: [await oneByOne(sql, owner, seededRng(3))],
  }
  return [figure('proof-build', 's', [seconds], { peer, decimals: 1 }), figure('proof-build-path', 'bytes', [bytes])]
}

/** A proof of a million customers. */
export async function run(): Promise<readonly Figure[]> {
  const database = await benchDatabase(4)
  try {
    return await measure(database)
  } finally {
    await database.close()
  }
}

if (import.meta.main) for (const made of await run()) console.log(JSON.stringify(made))
