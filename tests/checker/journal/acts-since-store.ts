import { type BooksPool, type BooksRead, readAccounts } from '../books-store.ts'
import { type DecodedAct, decodeActs } from './decode-acts.ts'

// For tests that look at the journal again and again: the views of the database decode every act each time they are asked.

/** The acts numbered above `after`, in order. A block that cannot be read is an error: nothing after it would be true. */
export async function readActsSince(sql: BooksPool | BooksRead, after: bigint): Promise<readonly DecodedAct[]> {
  const blocks = await sql<{ first: string; body: Buffer }[]>`
    select first::text, body from journal_block
    where last > ${after.toString()}::bigint
      and first >= coalesce((select max(first) from journal_block where first <= ${after.toString()}::bigint), 0)
    order by journal_block.first`
  return blocks.flatMap(({ first, body }) => {
    const decoded = decodeActs(body)
    if (!decoded.ok) throw new Error(`block ${first}: ${decoded.problem}`)
    return decoded.acts.filter(({ number }) => number > after)
  })
}

/** The names of all accounts by their numbers. */
export async function readAccountNames(sql: BooksPool | BooksRead): Promise<ReadonlyMap<number, string>> {
  return new Map((await readAccounts(sql)).map(({ no, id }) => [no, id]))
}
