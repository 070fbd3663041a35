import type { BooksRead } from './books-store.ts'

/** A withdrawal as it is stored, with its payment and who decided, if anybody did. */
export interface WithdrawalRow {
  readonly id: string
  readonly account: string
  readonly asset: string
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
  readonly holdId: string
  readonly state: string
  readonly maker: string | undefined
  readonly checker: string | undefined
  readonly payouts: number
  readonly paid: bigint | undefined
  /** `<what> <state>` of each line of its history, in order, with the entry of it. */
  readonly history: readonly { readonly step: string; readonly entryId: string | undefined }[]
}

interface Stored {
  readonly id: string
  readonly customer_id: string
  readonly channel: string
  readonly asset: string
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly net: string
  readonly hold_id: string
  readonly state: string
  readonly maker: string | null
  readonly checker: string | null
  readonly payouts: number
  readonly paid: string | null
  readonly steps: readonly string[]
  readonly entries: readonly string[]
}

const coins = ['BTC', 'ETH', 'USDT']

/** Every withdrawal; none where the database knows of none yet. */
export async function readWithdrawals(read: BooksRead): Promise<readonly WithdrawalRow[]> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('withdrawal') is not null as there`
  if (known?.there !== true) return []
  const rows = await read<Stored[]>`
    select w.id, w.customer_id, w.channel, w.asset, w.amount::text, w.fee::text, w.vat::text, w.net::text, w.hold_id, w.state,
      a.maker, d.decided_by as checker,
      (select count(*)::int from payout p where p.cause = w.id) as payouts,
      (select sum(p.minor)::text from payout p where p.cause = w.id) as paid,
      array(select e.what || ' ' || e.state from withdrawal_event e where e.withdrawal_id = w.id order by e.seq) as steps,
      array(select coalesce(e.entry_id, '') from withdrawal_event e where e.withdrawal_id = w.id order by e.seq) as entries
    from withdrawal w
    left join approval a on a.id = w.approval_id
    left join approval_decision d on d.approval_id = w.approval_id and d.outcome = 'approved'
    order by w.id`
  return rows.map((row) => ({
    id: row.id,
    account: `${row.customer_id}:${coins.includes(row.asset) ? 'coin' : 'stock'}:${row.asset}`,
    asset: row.asset,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    vat: BigInt(row.vat),
    net: BigInt(row.net),
    holdId: row.hold_id,
    state: row.state,
    maker: row.maker ?? undefined,
    checker: row.checker ?? undefined,
    payouts: row.payouts,
    paid: row.paid === null ? undefined : BigInt(row.paid),
    history: row.steps.map((step, index) => ({
      step,
      entryId: row.entries[index] === '' ? undefined : row.entries[index],
    })),
  }))
}
