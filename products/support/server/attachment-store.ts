import { type Id, idOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Conversation } from './conversation-store.ts'

/** A picture of a message: which, and what it is by its bytes (see `FileDigest` of files). */
export interface Attachment {
  readonly fileId: Id<'fil'>
  readonly bytes: number
  readonly hash: string
  readonly storedHash: string
}

/** The pictures of a conversation by the number of their line, in their order. */
export async function findAttachments(db: Db, id: string): Promise<ReadonlyMap<number, readonly Attachment[]>> {
  const rows = await db<{ no: number; file_id: string; bytes: number; hash: string; stored_hash: string }[]>`
    select no, file_id, bytes, hash, stored_hash from support_attachment where conversation_id = ${id} order by no, place`
  const all = rows.map(({ no, file_id, bytes, hash, stored_hash }) => ({
    no,
    attachment: { fileId: idOf('fil', file_id), bytes, hash, storedHash: stored_hash },
  }))
  const byLine = Map.groupBy(all, ({ no }) => no)
  return new Map([...byLine].map(([no, those]) => [no, those.map(({ attachment }) => attachment)]))
}

/** Keeps the pictures of a line for good. */
export async function insertAttachments(
  tx: Tx,
  { id, customerId }: Pick<Conversation, 'id' | 'customerId'>,
  no: number,
  attachments: readonly Attachment[],
): Promise<void> {
  for (const [index, { fileId, bytes, hash, storedHash }] of attachments.entries()) {
    await tx`
      insert into support_attachment (conversation_id, customer_id, no, place, file_id, bytes, hash, stored_hash)
      values (${id}, ${customerId}, ${no}, ${index + 1}, ${fileId}, ${bytes}, ${hash}, ${storedHash})`
  }
}
