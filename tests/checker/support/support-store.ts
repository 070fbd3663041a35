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

/** A picture of a message, and what is in the database where it is kept. */
export interface AttachmentRow {
  readonly id: string
  readonly customerId: string
  readonly no: number
  readonly place: number
  readonly bytes: number
  readonly hash: string
  readonly storedHash: string
  /** Of the picture that is there: whose it is, what for, the hash and length of its bytes; undefined when none is there. */
  readonly kept:
    | { readonly owner: string; readonly purpose: string; readonly hash: string; readonly length: number }
    | undefined
  /** Whether it was taken into use for this conversation. */
  readonly isUsed: boolean
}

/** Every picture of a message, by conversation, line and place; none where the database knows of none yet. */
export async function readAttachments(read: BooksRead): Promise<readonly AttachmentRow[]> {
  if (!(await knowsAttachments(read))) return []
  const rows = await read<
    {
      id: string
      customer_id: string
      no: number
      place: number
      bytes: number
      hash: string
      stored_hash: string
      owner: string | null
      purpose: string | null
      kept_hash: string | null
      kept_length: number | null
      used: boolean
    }[]
  >`
    select conversation_id as id, attachment.customer_id, no, place, attachment.bytes, hash, stored_hash,
      file.customer_id as owner, file.purpose, encode(sha256(body), 'hex') as kept_hash, octet_length(body) as kept_length,
      exists (select from stored_file_use as use
        where use.file_id = attachment.file_id and use.case_id = attachment.conversation_id) as used
    from support_attachment as attachment left join stored_file as file on file.id = attachment.file_id
      left join stored_file_body as kept on kept.file_id = attachment.file_id
    order by conversation_id, no, place`
  return rows.map(({ id, customer_id: customerId, no, place, bytes, hash, stored_hash: storedHash, used, ...file }) => {
    const { owner, purpose, kept_hash: keptHash, kept_length: length } = file
    const isThere = owner !== null && purpose !== null && keptHash !== null && length !== null
    return {
      ...{ id, customerId, no, place, bytes, hash, storedHash, isUsed: used },
      kept: isThere ? { owner, purpose, hash: keptHash, length } : undefined,
    }
  })
}

/** Pictures uploaded for support that were taken into use and are on no line. */
export async function readLostPictures(read: BooksRead): Promise<readonly string[]> {
  if (!(await knowsAttachments(read))) return []
  const rows = await read<{ file_id: string }[]>`
    select file_id from stored_file_use as use join stored_file on id = file_id
    where purpose = 'support' and not exists (select from support_attachment as attachment
      where attachment.file_id = use.file_id and attachment.conversation_id = use.case_id) order by file_id`
  return rows.map(({ file_id }) => file_id)
}

async function knowsAttachments(read: BooksRead): Promise<boolean> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('support_attachment') is not null as there`
  return known?.there === true
}
