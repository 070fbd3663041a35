import { hash } from 'node:crypto'
import { present } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import {
  type AccountId,
  accountParts,
  type Balance,
  type ChainHead,
  entryPreimage,
  type JournalEntry,
  type RecordedEntry,
} from '../../domain/index.ts'
import { readHead } from '../ledger-store.ts'

/**
 * Writes a block as versions before acts did: arrays of equal length, each entry with the hash of the one before. `owner`
 * owns the database: nobody else can. The entries must fit; holds are opened or closed whole.
 */
export async function writeOldBlock(owner: Sql, entries: readonly JournalEntry[]): Promise<void> {
  await owner.begin(async (tx) => {
    const before = await readHead(tx)
    const names = [...new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)))]
    const rows = await tx<{ id: AccountId; account_no: number; posted: bigint; held: bigint }[]>`
      select id, account_no, posted, held from ledger_accounts(${names}::text[])`
    const numbers = new Map(rows.map(({ id, account_no: number }) => [id, number]))
    const { recorded, balances } = record(
      before,
      entries,
      new Map(rows.map((row) => [row.id, { posted: row.posted, held: row.held }])),
    )
    let head = before
    const hashes = recorded.map((entry) => {
      head = { seq: entry.seq, hash: hash('sha256', entryPreimage(head.hash, entry), 'hex') }
      return `\\x${head.hash}`
    })
    const lines = recorded.flatMap((entry, place) =>
      entry.postings.map((posting, line) => ({ ...posting, place, line })),
    )
    const each = (value: (line: (typeof lines)[number]) => bigint | number | string | null) =>
      lines.map((line) => value(line)?.toString() ?? null)
    await tx`insert into ledger_block values (
      ${before.seq + 1n}, ${head.seq}, ${recorded.map(({ id }) => id)}::text[], ${recorded.map(({ kind }) => kind)}::text[],
      ${recorded.map(({ at }) => String(at))}::text[]::bigint[], ${recorded.map(({ actor }) => actor)}::text[],
      ${recorded.map(({ reference }) => reference)}::text[],
      ${recorded.map(({ details }) => JSON.stringify(details))}::text[], ${hashes}::text[]::bytea[],
      ${each(({ place }) => place)}::text[]::integer[], ${each(({ line }) => line)}::text[]::smallint[],
      ${each(({ account }) => present(numbers.get(account), account))}::text[]::integer[],
      ${each(({ posted }) => posted)}::text[]::bigint[], ${each(({ held }) => held)}::text[]::bigint[],
      ${each(({ holdId }) => holdId ?? null)}::text[], ${each(({ postedAfter }) => postedAfter)}::text[]::bigint[],
      ${each(({ heldAfter }) => heldAfter)}::text[]::bigint[])`
    for (const { id, seq } of recorded) await tx`insert into ledger_entry_id values (${id}, ${seq})`
    for (const [account, { posted, held }] of balances) {
      const number = present(numbers.get(account), account)
      await tx`update ledger_balance set posted = ${posted}, held = ${held} where account_no = ${number}`
      await tx`insert into ledger_account_block (account_no, first_seq) values (${number}, ${before.seq + 1n})`
    }
    for (const { seq, postings } of recorded)
      for (const { account, held, holdId } of postings) {
        const number = present(numbers.get(account), account)
        if (holdId !== undefined && held > 0n)
          await tx`insert into ledger_hold values (${holdId}, ${number}, ${held}, ${held}, ${seq})`
        else if (holdId !== undefined) await tx`delete from ledger_hold where id = ${holdId} and remaining = ${-held}`
      }
    await tx`update ledger_head set seq = ${head.seq}, hash = decode(${head.hash}, 'hex'),
      highest_id = (select max(id) from ledger_entry_id)`
  })
}

function record(
  before: ChainHead,
  entries: readonly JournalEntry[],
  balances: Map<AccountId, Balance>,
): { readonly recorded: readonly RecordedEntry[]; readonly balances: ReadonlyMap<AccountId, Balance> } {
  const recorded = entries.map((entry, at): RecordedEntry => {
    const postings = entry.postings.map((posting) => {
      const { account } = posting
      const { posted, held } = balances.get(account) ?? { posted: 0n, held: 0n }
      const [postedAfter, heldAfter] = [posted + posting.posted, held + posting.held]
      balances.set(account, { posted: postedAfter, held: heldAfter })
      if (accountParts(account).side === 'credit' && postedAfter < heldAfter) throw new Error(`${account} is overdrawn`)
      return { ...posting, postedAfter, heldAfter }
    })
    return { ...entry, seq: before.seq + BigInt(at) + 1n, postings }
  })
  return { recorded, balances }
}
