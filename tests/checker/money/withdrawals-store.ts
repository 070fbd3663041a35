import type { BooksRead } from '../books-store.ts'

/** A withdrawal as it is stored, with its whole history. */
export interface WithdrawalRow {
  readonly id: string
  readonly account: string
  readonly asset: string
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
  readonly back: bigint
  readonly state: string
  /** What arrived beyond the net and what the customer had. */
  readonly claim: bigint
  /** What its bank returned to the customer after it had arrived, and what of that settled the claim. */
  readonly returned: bigint
  readonly settled: bigint
  readonly holdId: string
  /** `<what> <state>` of each line of its history, in order, with the entry of it. */
  readonly history: readonly { readonly step: string; readonly entryId: string | undefined }[]
}

interface Stored {
  readonly id: string
  readonly customer_id: string
  readonly asset: string
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly net: string
  readonly back: string
  readonly state: string
  readonly claim: string
  readonly returned: string
  readonly settled: string
  readonly hold_id: string
  readonly steps: readonly string[]
  readonly entries: readonly string[]
}

const coins = ['BTC', 'ETH', 'USDT']

/** Every withdrawal; none where the database knows of none yet. */
export async function readWithdrawals(read: BooksRead): Promise<readonly WithdrawalRow[]> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('withdrawal') is not null as there`
  if (known?.there !== true) return []
  const rows = await read<Stored[]>`
    select w.id, w.customer_id, w.asset, w.amount::text, coalesce(w.fee, 0)::text as fee, coalesce(w.vat, 0)::text as vat, coalesce(w.net, 0)::text as net, w.state, w.hold_id, coalesce(w.back, 0)::text as back,
      (select coalesce(sum(back.minor), 0) from payout_return back join payout on payout.id = back.payout_id
        where payout.cause = w.id
          and not exists (select from deposit where deposit.rail_id = back.rail_id and deposit.external_id = back.return_id)
      )::text as returned,
      coalesce(w.claim, 0)::text as claim,
      (select coalesce(sum(back.open_minor + back.written_off_minor), 0)
        from deposit_claim_back back join deposit_claim claim on claim.id = back.claim_id
        where claim.withdrawal_id = w.id
          and not exists (select from deposit where deposit.rail_id = back.rail_id and deposit.external_id = back.return_id)
      )::text as settled,
      array(select e.what || ' ' || e.state from withdrawal_event e where e.withdrawal_id = w.id order by e.seq) as steps,
      array(select coalesce(e.entry_id, '') from withdrawal_event e where e.withdrawal_id = w.id order by e.seq) as entries
    from withdrawal w
    order by w.id`
  return rows.map((row) => ({
    id: row.id,
    account: `${row.customer_id}:${coins.includes(row.asset) ? 'coin' : 'stock'}:${row.asset}`,
    asset: row.asset,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    vat: BigInt(row.vat),
    net: BigInt(row.net),
    back: BigInt(row.back),
    state: row.state,
    claim: BigInt(row.claim),
    returned: BigInt(row.returned),
    settled: BigInt(row.settled),
    holdId: row.hold_id,
    history: row.steps.map((step, index) => ({
      step,
      entryId: row.entries[index] === '' ? undefined : row.entries[index],
    })),
  }))
}
