import { type Id, idOf, instant, present } from '@bolsillo/kernel'
import { CborWriter, writeAct } from '@bolsillo/ledger/domain'
import type { Sql, Tx } from '@bolsillo/server-kit'
import { sharesOfEach } from '../desk-world.ts'

// Writes tables as years of operation would leave them, as the owner in a few statements. What the desk reads and
// checks is correct (balances, holds, positions, open orders); the seeded acts are synthetic, so these books do not
// verify.

const cashMinor = 10n ** 12n
const sharesEach = 10_000_000n
const seededAt = Date.UTC(2026, 0, 5, 16)
/** Entries of a seeded block, as in a full batch of the desk; postings of an entry. */
const blockEntries = 256
const entryPostings = 4

/** The id of the n-th seeded customer. */
export function seededCustomer(n: number): Id<'cus'> {
  return idOf('cus', `cus_0${String(n).padStart(25, '0')}`)
}

/** Statements that may take minutes, with triggers and foreign keys off, not waiting for the disk. */
async function inBulk(owner: Sql, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local session_replication_role = replica`
    await tx`set local synchronous_commit = off`
    await work(tx)
  })
}

/** Tables that grow are not vacuumed meanwhile: their owner does it before anything is measured. */
export async function prepareSeeding(owner: Sql): Promise<void> {
  for (const table of [
    'journal_block',
    'ledger_entry_id',
    'ledger_entry_ids',
    'ledger_account_acts',
    'trade_order',
    'order_step',
    'ledger_hold',
  ])
    await owner.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
}

/** Brings the tables into a settled state: fresh statistics, everything on disk. */
export async function settle(owner: Sql): Promise<void> {
  const connection = await owner.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`analyze`
    await connection`checkpoint`
    await connection`reset statement_timeout`
  } finally {
    connection.release()
  }
}

/**
 * Adds customers `from` to `to`, each with money and with as many instruments as a crowd of `to` has. Existing rows
 * stay.
 */
export async function seedCustomers(
  owner: Sql,
  { from, to, instruments }: { readonly from: number; readonly to: number; readonly instruments: number },
): Promise<void> {
  await inBulk(owner, async (tx) => {
    await tx`
      create temporary table wanted on commit drop as
      select 'cus_0' || lpad(n::text, 25, '0') as owner,
        'N' || lpad(((n - 1 + share) % ${instruments}::integer + 1)::text, 4, '0') || '.MX' as share, n
      from generate_series(${from}::integer, ${to}::integer) as n,
        generate_series(0, ${sharesOfEach(to, instruments) - 1}::integer) as share`
    await tx`
      insert into ledger_account (id, owner, owner_kind, purse, asset)
      select distinct on (n) owner || ':stock:MXN', owner, 'customer', 'stock', 'MXN' from wanted order by n
      on conflict (id) do nothing`
    await tx`
      insert into ledger_account (id, owner, owner_kind, purse, asset)
      select owner || ':stock:STK:' || share, owner, 'customer', 'stock', 'STK:' || share from wanted order by n
      on conflict (id) do nothing`
    await tx`
      insert into ledger_account (id, owner, owner_kind, purse, asset)
      select 'venue-simulated:custody:' || asset, 'venue-simulated', 'venue', 'custody', asset
      from (select distinct 'STK:' || share as asset from wanted union select 'MXN') as held order by asset
      on conflict (id) do nothing`
    await tx`
      insert into ledger_balance (account_no, side, asset, posted, named_seq)
      select account_no, case owner_kind when 'customer' then 1 else -1 end, asset,
        case when owner_kind <> 'customer' then 0 when asset = 'MXN' then ${cashMinor}::bigint else ${sharesEach}::bigint end, 1
      from ledger_account order by account_no on conflict (account_no) do nothing`
    await tx`
      insert into position (customer_id, instrument_id, quantity, currency, currency_scale, cost, realised, fees, vat,
        opened_at, updated_at)
      select owner, share, ${sharesEach}::bigint, 'MXN', 2, ${sharesEach * 60n}::bigint, 0, 0, 0, ${seededAt}::bigint, ${seededAt}::bigint
      from wanted order by n on conflict (customer_id, instrument_id) do nothing`
    await tx`
      update ledger_balance as custody set posted = - total.posted
      from (select asset, sum(posted) as posted from ledger_balance where side = 1 group by asset) as total
      where custody.side = -1 and custody.asset = total.asset`
    await tx`analyze ledger_account`
  })
}

/** How many fills there are. */
export async function countFills(owner: Sql): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::integer as count from trade_fill`
  return row?.count ?? 0
}

/**
 * Resting limit orders `from` to `to` with their holds, spread over customers, sides and a thousand prices away from
 * where the desk trades.
 */
export async function seedRestingOrders(
  owner: Sql,
  range: { readonly from: number; readonly to: number; readonly customers: number; readonly instruments: number },
): Promise<void> {
  const { from, to, customers, instruments } = range
  await inBulk(owner, async (tx) => {
    await tx`
      create temporary table wanted on commit drop as
      select n, 'ord_0' || lpad(n::text, 25, '0') as order_id, 'hld_0' || lpad(n::text, 25, '0') as hold_id,
        'cus_0' || lpad((n % ${customers}::integer + 1)::text, 25, '0') as customer_id,
        'N' || lpad((n % ${customers}::integer % ${instruments}::integer + 1)::text, 4, '0') || '.MX' as share,
        (n / ${customers}::integer) % 2 = 0 as buys, 1 + n % 20 as quantity,
        case when (n / ${customers}::integer) % 2 = 0 then 5900 - (n / 7) % 500 else 6100 + (n / 7) % 500 end as price
      from generate_series(${from}::integer, ${to}::integer) as n`
    await tx`alter table wanted add held bigint`
    await tx`update wanted set held = case when buys then price * quantity + price * quantity / 100 + 1 else quantity end`
    await tx`
      insert into trade_order (order_id, customer_id, product, purse, venue, instrument_id, side, type, time_in_force,
        post_only, currency, currency_scale, limit_price, fee_schedule, quote_sequence, received_at, accepted_at, state,
        quantity, worst_price, filled_quantity, filled_exact, filled_amount, fee, vat, hold_id, held, priority, updated_at, step_count)
      select order_id, customer_id, 'stock', 'stock', 'simulated', share, case when buys then 'buy' else 'sell' end,
        'limit', 'gtc', false, 'MXN', 2, price, 'mx-2024', 1, ${seededAt}::bigint, ${seededAt}::bigint, 'open', quantity,
        price, 0, 0, 0, 0, 0, hold_id, held, n, ${seededAt}::bigint, 4
      from wanted order by n`
    await tx`
      insert into order_step (order_id, first, last, steps)
      select order_id, 1, 4, format('received %s - %s - - - -|accepted %s - - - - - -|resting %s %s %s - 1 - -|held %s - - %s - - -',
        ${seededAt}::bigint, quantity, ${seededAt}::bigint, ${seededAt}::bigint, price, quantity, ${seededAt}::bigint, held)
      from wanted order by n`
    await tx`
      insert into ledger_hold (id, account_no, opened, remaining, opened_seq)
      select hold_id, account.account_no, held, held, 1
      from wanted join ledger_account as account
        on account.id = customer_id || ':stock:' || case when buys then 'MXN' else 'STK:' || share end
      order by n`
    await tx`
      update ledger_balance as balance set held = balance.held + opened.held
      from (
        select account.account_no, sum(wanted.held) as held
        from wanted join ledger_account as account
          on account.id = customer_id || ':stock:' || case when buys then 'MXN' else 'STK:' || share end
        group by account.account_no
      ) as opened
      where balance.account_no = opened.account_no`
  })
}

/** So many postings at the end of the journal, in full blocks of seeded customers' trades that move no balance. */
export async function seedPostings(owner: Sql, count: number, customers: number): Promise<void> {
  const blocks = Math.ceil(count / (blockEntries * entryPostings))
  await inBulk(owner, async (tx) => {
    const parties = await tx<Party[]>`
      select cash.account_no as cash, share.account_no as share,
        (select account_no from ledger_account where id = 'venue-simulated:custody:MXN') as cash_custody,
        (select account_no from ledger_account where id = 'venue-simulated:custody:' || share.asset) as share_custody
      from (select * from ledger_account where owner_kind = 'customer' and asset = 'MXN' order by owner limit ${customers}) as cash
      join lateral (select * from ledger_account where owner = cash.owner and asset <> 'MXN' order by id limit 1) as share on true
      order by cash.owner`
    const [head] = await tx<{ seq: bigint }[]>`select seq from ledger_head`
    const first = (head?.seq ?? 0n) + 1n
    const firstOf = (block: number): bigint => first + BigInt(block * blockEntries)
    for (let from = 0; from < blocks; from += blocksAtOnce) {
      const some = Array.from({ length: Math.min(blocksAtOnce, blocks - from) }, (_, at) => from + at)
      await Promise.all(some.map((block) => insertBlock(tx, firstOf(block), partiesOf(block % 100, parties))))
    }
    await tx`
      insert into ledger_entry_id (id, seq)
      select 'ent_0' || lpad(seq::text, 25, '0'), seq from generate_series(${first}::bigint, ${firstOf(blocks) - 1n}::bigint) as seq`
    await tx`update ledger_head set seq = ${firstOf(blocks) - 1n},
      highest_id = (select max(id) from ledger_entry_id)`
  })
}

/** The numbers of a customer's money and share, and of the custody of both. */
interface Party {
  readonly cash: number
  readonly share: number
  readonly cash_custody: number
  readonly share_custody: number
}

const blocksAtOnce = 100

/** Whose trades a block has: one of a hundred choices. */
function partiesOf(variant: number, parties: readonly Party[]): readonly Party[] {
  return Array.from({ length: blockEntries }, (_, place) =>
    present(parties[((variant * blockEntries + place) * 7919) % parties.length], 'a party'),
  )
}

const writer = new CborWriter(2 ** 17)

async function insertBlock(tx: Tx, first: bigint, parties: readonly Party[]): Promise<void> {
  writer.reset()
  const starts = Buffer.alloc(4 * parties.length)
  const acts = new Map<number, bigint[]>()
  for (const [place, party] of parties.entries()) {
    starts.writeUInt32BE(writer.length, 4 * place)
    const accounts = [party.cash, party.cash_custody, party.share, party.share_custody]
    const number = first + BigInt(place)
    for (const account of accounts) acts.set(account, [...(acts.get(account) ?? []), number])
    const none = { posted: 0n, held: 0n, postedAfter: 0n, heldAfter: 0n }
    writeAct(writer, {
      ...{ number, at: instant(seededAt), kind: 'stock-buy', actor: 'desk' },
      cause: `ent_0${String(number).padStart(25, '0')}`,
      subject: 'order:ord_00000000000000000000000001',
      payload: { instrument: 'N0001.MX', quantity: '50' },
      postings: accounts.map((account) => ({ account, ...none })),
    })
  }
  const body = Buffer.from(writer.bytesFrom(0))
  await tx`
    insert into journal_block (first, last, head, places, body)
    values (${first}, ${first + BigInt(parties.length - 1)}, sha256(${String(first)}::bytea), ${starts}, ${body})`
  await tx`
    insert into ledger_account_acts (account_no, last, acts)
    select account_no, max(number), string_agg(int8send(number), '' order by number)
    from unnest(${[...acts.keys()]}::integer[], ${[...acts.values()].map((own) => `{${own.join(',')}}`)}::text[])
      as row (account_no, acts), unnest(acts::bigint[]) as number
    group by account_no`
}

/** Bytes all tables and indexes take. */
export async function databaseBytes(owner: Sql): Promise<number> {
  const [row] = await owner<{ bytes: bigint }[]>`select pg_database_size(current_database()) as bytes`
  return Number(row?.bytes ?? 0n)
}
