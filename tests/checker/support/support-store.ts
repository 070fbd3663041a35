import type { BooksRead } from '../books-store.ts'

/** A conversation as it was opened. */
export interface ConversationRow {
  readonly id: string
  readonly customerId: string
  readonly topic: string
  readonly about: string | undefined
  readonly openedAt: bigint
}

/** A line of a conversation; what a message says is sealed. */
export interface LineRow {
  readonly id: string
  readonly customerId: string
  readonly no: number
  readonly kind: string
  readonly actor: string
  readonly at: bigint
  readonly hash: string | undefined
  readonly reason: string | undefined
}

/** Every conversation; undefined where the database knows of none yet. */
export async function readConversations(read: BooksRead): Promise<readonly ConversationRow[] | undefined> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('support_line') is not null as there`
  if (known?.there !== true) return undefined
  const rows = await read<
    { id: string; customer_id: string; topic: string; about: string | null; opened_at: string }[]
  >`
    select id, customer_id, topic, about, opened_at::text from support_conversation order by id`
  return rows.map((row) => ({
    ...{ id: row.id, customerId: row.customer_id, topic: row.topic, about: row.about ?? undefined },
    openedAt: BigInt(row.opened_at),
  }))
}

/** Every line, by conversation in its order. */
export async function readLines(read: BooksRead): Promise<readonly LineRow[]> {
  const rows = await read<
    {
      id: string
      customer_id: string
      no: number
      kind: string
      actor: string
      at: string
      hash: string | null
      reason: string | null
    }[]
  >`
    select conversation_id as id, customer_id, no, kind, actor, at::text, hash, reason from support_line
    order by conversation_id, no`
  return rows.map(({ customer_id: customerId, at, hash, reason, ...row }) => ({
    ...{ ...row, customerId, at: BigInt(at), hash: hash ?? undefined, reason: reason ?? undefined },
  }))
}
