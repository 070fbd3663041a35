import { type Instant, instant, type Money } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** The account that all payers of a practice market pay from. */
const payerAccount = 'Banco de práctica/0000000077'

/** Notes a transfer in the practice bank's book. @returns its number there. */
export async function insertPracticeTransfer(
  tx: Tx,
  transfer: {
    readonly amount: Money
    readonly reference: string
    readonly payerName: string
    readonly now: Instant
  },
): Promise<bigint> {
  const { amount, reference, payerName, now } = transfer
  const [row] = await tx<{ no: bigint }[]>`
    insert into manual_practice_transfer (asset, minor, reference, payer_name, payer_account, at)
    values (${amount.asset.code}, ${amount.minor}, ${reference}, ${payerName}, ${payerAccount}, ${now}) returning no`
  return row?.no ?? 0n
}

/** What the practice bank received of an asset, oldest first. */
export async function findPracticeTransfers(db: Db, asset: string) {
  const rows = await db<
    { no: bigint; minor: bigint; reference: string; payer_name: string; payer_account: string; at: bigint }[]
  >`
    select no, minor, reference, payer_name, payer_account, at from manual_practice_transfer
    where asset = ${asset} order by no`
  return rows.map((row) => ({
    no: row.no,
    minor: row.minor,
    reference: row.reference,
    payerName: row.payer_name,
    payerAccount: row.payer_account,
    at: instant(Number(row.at)),
  }))
}
