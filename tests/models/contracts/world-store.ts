import { readAccountNames, readActsSince } from '@bolsillo/checker/journal/acts-since-store'
import type { Sql } from '@bolsillo/server-kit'

// What the product wrote, as the world reads it after every step.

/** An entry of the journal, with what it did to each account it touched. */
export interface EntryRow {
  readonly seq: bigint
  readonly id: string
  readonly kind: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly lines: ReadonlyMap<string, { readonly posted: bigint; readonly held: bigint }>
}

export interface OrderRow {
  readonly order_id: string
  readonly customer_id: string
  readonly instrument_id: string
  readonly side: 'buy' | 'sell'
  readonly time_in_force: 'gtc' | 'ioc' | 'fok' | 'day'
  readonly post_only: boolean
  readonly quantity: bigint
  readonly worst_price: bigint
  readonly limit_price: bigint | null
  readonly filled_quantity: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly held: bigint
  readonly state: string
  readonly ended_at: bigint | null
  readonly end_reason: string | null
  readonly priority: bigint
  readonly reduce_only: boolean
  readonly terms: string
  readonly accepted_at: bigint
}

export interface FillRow {
  readonly order_id: string
  readonly price: bigint
  readonly quantity: bigint
  readonly liquidity: 'maker' | 'taker'
  readonly sequence: bigint
  readonly entry_id: string
}

export interface PositionRow {
  readonly position_id: string
  readonly customer_id: string
  readonly symbol: string
  readonly mode: 'isolated' | 'cross'
  readonly leverage: bigint
  readonly size: bigint
  readonly entry: string
  readonly margin: bigint
  readonly realised: bigint
  readonly funding: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly triggers: readonly {
    readonly kind: 'take-profit' | 'stop-loss'
    readonly price: string
    readonly on: 'mark' | 'last'
  }[]
  readonly liquidation_id: string | null
  readonly closed_at: bigint | null
}

export interface StepRow {
  readonly liquidation_id: string
  readonly number: number
  readonly customer_id: string
  readonly position_id: string
  readonly symbol: string
  readonly mode: 'isolated' | 'cross'
  readonly kind: 'partial' | 'full' | 'deleveraging'
  readonly size: bigint
  readonly quantity: bigint
  readonly worst_price: bigint
  readonly order_id: string | null
}

export interface PaymentRow {
  readonly customer_id: string
  readonly symbol: string
  readonly at: bigint
  readonly size: bigint
  readonly minor: bigint
  readonly entry_id: string | null
  /** Of the position that was held. */
  readonly mode: 'isolated' | 'cross'
}

export interface FundingRow {
  readonly symbol: string
  readonly at: bigint
  readonly rate: bigint
  readonly mark: bigint
  readonly looks: number
}

/** Everything written since a moment, and how what lasts stands now. */
export interface Written {
  readonly entries: readonly EntryRow[]
  /** Open ones, and those that changed. */
  readonly orders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
  /** Open ones, and those that closed since. */
  readonly positions: readonly PositionRow[]
  readonly steps: readonly StepRow[]
  readonly payments: readonly PaymentRow[]
  readonly fundings: readonly FundingRow[]
  readonly balances: ReadonlyMap<string, { readonly posted: bigint; readonly held: bigint }>
}

async function entriesSince(sql: Sql, seq: bigint): Promise<readonly EntryRow[]> {
  const acts = (await readActsSince(sql, seq)).filter(({ postings }) => postings.length > 0)
  const numbers = acts.flatMap(({ postings }) => postings.map(({ account }) => account))
  if (numbers.some((no) => !accountNames.has(no)))
    for (const [no, name] of await readAccountNames(sql)) accountNames.set(no, name)
  return acts.map(({ number, cause, kind, subject, payload, postings }) => {
    const lines = new Map<string, { posted: bigint; held: bigint }>()
    for (const { account: no, posted, held } of postings) {
      const account = accountNames.get(no) ?? ''
      const sum = lines.get(account) ?? { posted: 0n, held: 0n }
      sum.posted += posted
      sum.held += held
      lines.set(account, sum)
    }
    const details = Object.fromEntries([...payload].map(([name, value]) => [name, String(value)]))
    return { seq: number, id: cause, kind, reference: subject, details, lines }
  })
}

const accountNames = new Map<number, string>()

/** Reads what was written after an entry and a moment. */
export async function readWritten(sql: Sql, since: { readonly seq: bigint; readonly ms: number }): Promise<Written> {
  const [entries, orders, fills, positions, steps, payments, fundings, balances] = await Promise.all([
    entriesSince(sql, since.seq),
    sql<OrderRow[]>`
      select order_id, customer_id, instrument_id, side, time_in_force, post_only, quantity, worst_price, limit_price,
        filled_quantity, fee, vat, held, state, ended_at, end_reason, priority, reduce_only, terms, accepted_at
      from trade_order where ended_at is null or updated_at >= ${since.ms} order by priority`,
    sql<FillRow[]>`
      select order_id, price, quantity, liquidity, sequence, entry_id from trade_fill
      where entry_seq > ${since.seq} order by entry_seq`,
    sql<PositionRow[]>`
      select position_id, customer_id, symbol, mode, leverage, size, entry::text as entry, margin, realised, funding, fees,
        vat, triggers, liquidation_id, closed_at
      from contract_position where closed_at is null or closed_at >= ${since.ms} order by position_id`,
    sql<StepRow[]>`
      select liquidation_id, number, customer_id, position_id, symbol, mode, kind, size, quantity, worst_price, order_id
      from contract_liquidation_step where at >= ${since.ms} order by liquidation_id, number`,
    sql<PaymentRow[]>`
      select payment.customer_id, payment.symbol, payment.at, payment.size, payment.minor, payment.entry_id, position.mode
      from contract_funding_payment as payment
        join contract_position as position using (position_id)
        join ledger_filed as entry on entry.id = payment.entry_id where entry.seq > ${since.seq}`,
    sql<FundingRow[]>`select symbol, at, rate, mark, looks from contract_funding`,
    sql<{ id: string; posted: bigint; held: bigint }[]>`
      select account.id, balance.posted, balance.held from ledger_balance as balance
        join ledger_account as account using (account_no)
      where account.purse in ('contract', 'coin') or account.owner_kind = 'house'`,
  ])
  return {
    ...{ entries, orders, fills, positions, steps, payments, fundings },
    balances: new Map(balances.map(({ id, posted, held }) => [id, { posted, held }])),
  }
}

/** Gives orders that rest the commission of another schedule, as if they had been taken before this one was published. */
export async function takeBefore(owner: Sql, orderIds: readonly string[], schedule: string): Promise<void> {
  await owner`update trade_order set fee_schedule = ${schedule} where order_id = any (${[...orderIds]}::text[])`
}

/** Notes a look at a premium, as the look of a minute does. */
export async function insertPremium(
  sql: Sql,
  of: {
    readonly symbol: string
    readonly at: number
    readonly premium: bigint
    readonly mark: bigint
    readonly index: bigint
  },
): Promise<void> {
  await sql`
    insert into contract_premium (symbol, at, premium, mark, index_price)
    values (${of.symbol}, ${of.at}, ${of.premium}, ${of.mark}, ${of.index}) on conflict do nothing`
}
