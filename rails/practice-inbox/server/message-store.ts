import { addressOf, addressText } from '@bolsillo/identity/domain'
import type { OutgoingMessage, PracticeInbox, SentMessage } from '@bolsillo/identity/server'
import { idOf, instant } from '@bolsillo/kernel'
import { languages, type Tx } from '@bolsillo/server-kit'

interface Row {
  readonly id: string
  readonly address: string
  readonly kind: OutgoingMessage['kind']
  readonly language: string
  readonly title: string
  readonly text: string
  readonly code: string | null
  readonly customer_id: string | null
  readonly device_hash: string | null
  readonly holder_hash: string | null
  readonly session_id: string | null
  readonly created_at: bigint
}

function messageOf(row: Row): OutgoingMessage {
  const asker = {
    ...(row.holder_hash === null ? {} : { holder: row.holder_hash }),
    ...(row.session_id === null ? {} : { sessionId: idOf('ses', row.session_id) }),
  }
  return {
    id: idOf('msg', row.id),
    to: addressOf(row.address),
    kind: row.kind,
    language: languages.find((language) => language === row.language) ?? 'es-ES',
    title: row.title,
    text: row.text,
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.customer_id === null ? {} : { customerId: idOf('cus', row.customer_id) }),
    ...(row.device_hash === null ? {} : { deviceHash: row.device_hash }),
    ...(Object.keys(asker).length === 0 ? {} : { asker }),
    at: instant(Number(row.created_at)),
  }
}

export async function insertMessage(tx: Tx, message: OutgoingMessage): Promise<void> {
  await tx`
    insert into practice_message (id, address, kind, language, title, text, code, customer_id, device_hash, holder_hash,
      session_id, created_at)
    values (${message.id}, ${addressText(message.to)}, ${message.kind}, ${message.language}, ${message.title},
      ${message.text}, ${message.code ?? null}, ${message.customerId ?? null}, ${message.deviceHash ?? null},
      ${message.asker?.holder ?? null}, ${message.asker?.sessionId ?? null}, ${message.at})`
}

/**
 * Newest first: messages the device requested for an address without an account, and those of its customers. A code
 * is included only for the browser or session that requested it.
 */
export const messagesOfDevice: PracticeInbox['ofDevice'] = async (
  db,
  { deviceHash, asker: { holder = null, sessionId = null }, customerIds, limit },
) => {
  const rows = await db<Row[]>`
    select * from practice_message
    where ((device_hash = ${deviceHash} and customer_id is null) or customer_id = any (${[...customerIds]}::text[]))
      and (code is null or holder_hash = ${holder} or session_id = ${sessionId})
    order by id desc limit ${limit}`
  return rows.map(messageOf)
}

/** Messages sent before a message id, newest first, without their content. */
export const allMessages: PracticeInbox['all'] = async (db, { before, limit }) => {
  const rows = await db<(Pick<Row, 'id' | 'address' | 'customer_id' | 'created_at'> & { has_code: boolean })[]>`
    select id, address, customer_id, created_at, code is not null as has_code from practice_message
    where ${before ?? null}::text is null or id < ${before ?? null}
    order by id desc limit ${limit}`
  return rows.map(
    (row): SentMessage => ({
      id: idOf('msg', row.id),
      to: addressOf(row.address),
      hasCode: row.has_code,
      ...(row.customer_id === null ? {} : { customerId: idOf('cus', row.customer_id) }),
      at: instant(Number(row.created_at)),
    }),
  )
}
