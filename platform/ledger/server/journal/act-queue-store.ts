import { assert } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { WaitingAct } from '../../domain/index.ts'
import { plain } from '../ledger-store.ts'

/** Whether any act waits for its number. */
export async function hasWaitingActs(db: Db): Promise<boolean> {
  const rows = await db`select 1 from act_queue limit 1`
  return rows.length > 0
}

interface Nulled {
  readonly cause: string | null
  readonly commitment: Buffer | null
  readonly payload: string | null
}

/** The acts that wait, in the order they were written in. */
export async function findWaitingActs(tx: Tx, limit?: number): Promise<readonly WaitingAct[]> {
  const rows = await tx<(Omit<WaitingAct, 'cause' | 'commitment' | 'payload'> & Nulled)[]>`
    select place, kind, actor, cause, subject, key, commitment, payload from act_queue order by place limit ${limit ?? null}`
  return rows.map(({ cause, commitment, payload, ...act }) => ({
    ...act,
    cause: cause ?? undefined,
    commitment: commitment ?? undefined,
    payload: payload ?? undefined,
  }))
}

/** Takes acts off the queue that this transaction has appended. */
export async function takeOffQueue(tx: Tx, places: readonly bigint[]): Promise<void> {
  const [row] = await tx<{ count: bigint }[]>`select journal_took(${plain(places)}::bigint[]) as count`
  assert(row?.count === BigInt(places.length), `${places.length} acts were appended, ${row?.count} had waited`)
}
