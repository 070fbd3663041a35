import type { MessageFate } from '@bolsillo/identity/server'
import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'

/**
 * Notes the outcome of a message, each fact once. One that still waits because the answer to its try was lost is then known
 * to have left, and is not sent again. @returns false when it is about no message that was tried since `since`.
 */
export async function noteFate(
  tx: Tx,
  receipt: { readonly messageId: string; readonly fate: MessageFate; readonly at: Instant; readonly since: Instant },
): Promise<boolean> {
  const { messageId, fate, at, since } = receipt
  const found = await tx<{ state: string }[]>`
    select state from message_outbox
    where id = ${messageId} and channel <> 'email' and tries > 0 and coalesce(ended_at, ${at}) >= ${since} for update`
  const message = found[0]
  if (message === undefined) return false
  if (message.state === 'waiting' && fate !== 'undelivered') {
    await tx`
      update message_outbox set state = 'sent', problem = null, sealed = null, ended_at = ${at} where id = ${messageId}`
  }
  if (fate !== 'taken') {
    await tx`
      insert into message_receipt (message_id, fate, received_at) values (${messageId}, ${fate}, ${at})
      on conflict do nothing`
  }
  return true
}

/** Whether WhatsApp did not reach a masked address since a time: then what is next goes by SMS. */
export async function missedOnWhatsapp(tx: Tx, shownTo: string, since: Instant): Promise<boolean> {
  const missed = await tx`
    select 1 from message_outbox as sent
    where channel = 'whatsapp' and shown_to = ${shownTo} and created_at >= ${since}
      and (state in ('refused', 'late') or exists (
        select 1 from message_receipt where message_id = sent.id and fate = 'undelivered'))
    limit 1`
  return missed.length > 0
}
