import { type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** What we owe of an asset and what our books say is held for it, of all accounts; minor units. */
export interface OwedAndHeld {
  readonly asset: string
  readonly owed: bigint
  readonly held: bigint
}

/** Credits of an asset that are halted. */
export interface CreditHalt extends OwedAndHeld {
  readonly haltId: `hlt_${string}`
  readonly since: Instant
}

/** Every asset's balances in sum, in one snapshot: custody on one side, everything else on the other. */
export async function findOwedAndHeld(db: Db): Promise<readonly OwedAndHeld[]> {
  const rows = await db<{ asset: string; owed: string; held: string }[]>`
    /* takes long */ select account.asset,
      coalesce(sum(balance.posted) filter (where account.purse <> 'custody'), 0)::text as owed,
      coalesce(-sum(balance.posted) filter (where account.purse = 'custody'), 0)::text as held
    from ledger_balance as balance join ledger_account as account using (account_no)
    group by account.asset order by account.asset`
  return rows.map(({ asset, owed, held }) => ({ asset, owed: BigInt(owed), held: BigInt(held) }))
}

/** Payments a rail was asked for and that did not end: it may have paid them before we heard of it. */
export async function sumUnderWay(db: Db, railId: string, asset: string): Promise<bigint> {
  const [row] = await db<{ sum: string }[]>`
    select coalesce(sum(payout.minor), 0)::text as sum
    from payout join payout_state state on state.payout_id = payout.id
    where coalesce(state.rail_id, payout.rail_id) = ${railId} and payout.asset = ${asset}
      and state.state in ('instructed', 'sent')`
  return BigInt(row?.sum ?? '0')
}

/** What the bank's latest statements say it holds of an asset, if one was imported. */
export async function findStatedBalance(db: Db, railId: string, asset: string): Promise<bigint | undefined> {
  const [row] = await db<{ sum: string | null }[]>`
    select sum(closing_minor)::text as sum from (
      select distinct on (account) closing_minor from bank_statement
      where rail_id = ${railId} and asset = ${asset} order by account, no desc) as latest`
  const sum = row?.sum ?? null
  return sum === null ? undefined : BigInt(sum)
}

/** Credits that are halted now. */
export async function findHalts(db: Db): Promise<readonly CreditHalt[]> {
  const rows = await db<{ id: CreditHalt['haltId']; asset: string; owed: string; held: string; from_at: bigint }[]>`
    select id, asset, owed_minor::text as owed, held_minor::text as held, from_at from credit_halt halt
    where not exists (select from credit_halt_end ended where ended.halt_id = halt.id) order by from_at, asset`
  return rows.map(({ id, asset, owed, held, from_at }) => ({
    haltId: id,
    asset,
    owed: BigInt(owed),
    held: BigInt(held),
    since: instant(Number(from_at)),
  }))
}

/** The turn of whoever writes a halt or its end. */
export async function lockHalts(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('credit halts', 0))`
}

export async function insertHalt(tx: Tx, halt: CreditHalt): Promise<void> {
  await tx`
    insert into credit_halt (id, asset, owed_minor, held_minor, from_at)
    values (${halt.haltId}, ${halt.asset}, ${halt.owed.toString()}::text::numeric, ${halt.held.toString()}::text::numeric,
      ${halt.since})`
}

export async function insertHaltEnd(tx: Tx, haltId: string, { owed, held }: OwedAndHeld, at: Instant): Promise<void> {
  await tx`
    insert into credit_halt_end (halt_id, owed_minor, held_minor, at)
    values (${haltId}, ${owed.toString()}::text::numeric, ${held.toString()}::text::numeric, ${at})`
}
