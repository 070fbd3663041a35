import { createHmac } from 'node:crypto'
import { sameBytes } from '@bolsillo/factors/server'
import type { MessageFate, MessageOutcome, MessageProblem, ReceiptCall } from '@bolsillo/identity/server'
import type { PhoneProvider } from './config.ts'
import { basicLogin, type Dialect, fieldOf, outcomeOfStatus, type Sending, unknownRefusal } from './dialect.ts'

/** The Messages resource of Twilio's API of 2010-04-01: forms in, JSON out, calls back signed with the account's token. */
export const twilio: Dialect = { request, outcome, fate }

function request(provider: PhoneProvider, sending: Sending) {
  const { content } = sending
  const form = new URLSearchParams({
    StatusCallback: sending.receiptUrl,
    ValidityPeriod: String(sending.secondsLeft),
  })
  if (content.channel === 'sms') {
    form.set('To', sending.to)
    form.set(/^MG[0-9a-f]{32}$/.test(provider.from) ? 'MessagingServiceSid' : 'From', provider.from)
    form.set('Body', content.text)
  } else {
    form.set('To', `whatsapp:${sending.to}`)
    form.set('From', `whatsapp:${provider.whatsapp?.from ?? ''}`)
    form.set('ContentSid', content.template)
    form.set('ContentVariables', JSON.stringify({ 1: content.value }))
  }
  return {
    path: `/2010-04-01/Accounts/${encodeURIComponent(provider.user)}/Messages.json`,
    headers: { authorization: basicLogin(provider), 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
}

const ofAddress: ReadonlySet<number> = new Set([21211, 21214, 21217, 21265, 21408, 21608, 21610, 21612, 21614, 63003])
const ofSender: ReadonlySet<number> = new Set([21212, 21603, 21606, 21611, 21659, 21660, 21701, 21703, 21705, 63007])
const ofContent: ReadonlySet<number> = new Set([21602, 21605, 21617, 21619, 21655, 21656])

function outcome(status: number, body: unknown): MessageOutcome {
  const byStatus = status === 404 ? undefined : outcomeOfStatus(status)
  if (byStatus !== undefined) return byStatus
  if (status < 300) {
    // Another program that answers 200 has taken no message.
    return typeof fieldOf(body, 'sid') === 'string' ? { kind: 'sent' } : { kind: 'down', problem: 'unreachable' }
  }
  const code = Number(fieldOf(body, 'code'))
  const refused = (problem: MessageProblem): MessageOutcome => ({ kind: 'refused', problem })
  if (ofAddress.has(code)) return refused('address-refused')
  if (ofContent.has(code)) return refused('content-refused')
  if (ofSender.has(code)) return { kind: 'down', problem: 'sender-refused' }
  if (code === 20003 || code === 20005 || status === 404) return { kind: 'down', problem: 'credentials-refused' }
  return unknownRefusal
}

const fates: Readonly<Record<string, MessageFate>> = {
  accepted: 'taken',
  scheduled: 'taken',
  queued: 'taken',
  sending: 'taken',
  sent: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
}

/**
 * Twilio signs the whole address and every field, sorted by name. Our message's id is in the address. There is no time in
 * it: what is stale is found by the message (`rails/outbox`).
 */
function fate(provider: PhoneProvider, { url, headers, bytes }: ReceiptCall & { readonly url: string }) {
  const form = [...new URLSearchParams(Buffer.from(bytes).toString('utf8'))]
  const names = form.map(([name]) => name)
  if (new Set(names).size !== names.length) return undefined
  const expected = twilioSignature(provider.signatureSecret, url, form)
  if (!sameBytes(Buffer.from(headers['x-twilio-signature'] ?? '', 'base64'), expected)) return undefined
  const values = Object.fromEntries(form)
  const isOurs = values.AccountSid === provider.user
  const status = values.MessageStatus ?? ''
  return isOurs && Object.hasOwn(fates, status) ? fates[status] : undefined
}

/** What Twilio puts, in base64, into `X-Twilio-Signature`: HMAC-SHA1 with the account's token. */
export function twilioSignature(secret: string, url: string, form: readonly (readonly [string, string])[]): Buffer {
  const byName = form.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHmac('sha1', secret)
    .update(url + byName.map((pair) => pair.join('')).join(''), 'utf8')
    .digest()
}
