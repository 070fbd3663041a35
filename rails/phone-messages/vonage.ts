import { createHash, createHmac } from 'node:crypto'
import { sameBytes } from '@bolsillo/factors/server'
import type { MessageFate, MessageOutcome, ReceiptCall } from '@bolsillo/identity/server'
import type { Language } from '@bolsillo/server-kit'
import type { PhoneProvider } from './config.ts'
import { basicLogin, type Dialect, fieldOf, outcomeOfStatus, type Sending, unknownRefusal } from './dialect.ts'

/** The Messages API of Vonage, version 1: JSON in and out, calls back with a signed token that names the body's hash. */
export const vonage: Dialect = { request, outcome, fate }

/** How far the time of a call may be from ours, either way. */
const skewMs = 5 * 60_000
/** The shortest the provider allows for SMS. */
const secondsMin = 20

const locales: Readonly<Record<Language, string>> = { 'es-ES': 'es_MX', 'en-US': 'en_US', 'pt-BR': 'pt_BR' }

function request(provider: PhoneProvider, sending: Sending) {
  const { content } = sending
  const message = {
    to: sending.to.replace(/^\+/, ''),
    // The provider keeps it with the message and says it in every call: how we know which of ours it is.
    client_ref: sending.id,
    webhook_url: sending.receiptUrl,
    webhook_version: 'v1',
    ttl: Math.max(secondsMin, sending.secondsLeft),
  }
  const body =
    content.channel === 'sms'
      ? { ...message, channel: 'sms', from: fromOf(provider.from), message_type: 'text', text: content.text }
      : {
          ...message,
          channel: 'whatsapp',
          from: fromOf(provider.whatsapp?.from ?? ''),
          message_type: 'custom',
          custom: templateOf(content),
        }
  return {
    path: '/v1/messages',
    headers: { authorization: basicLogin(provider), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

const fromOf = (from: string): string => from.replace(/^\+/, '')

/** A template as WhatsApp wants it: one value in its text; a code also in the button that copies it. */
function templateOf(content: Extract<Sending['content'], { channel: 'whatsapp' }>) {
  const parameters = [{ type: 'text', text: content.value }]
  return {
    type: 'template',
    template: {
      name: content.template,
      language: { policy: 'deterministic', code: locales[content.language] },
      components: [
        { type: 'body', parameters },
        ...(content.isCode ? [{ type: 'button', sub_type: 'url', index: '0', parameters }] : []),
      ],
    },
  }
}

function outcome(status: number, body: unknown): MessageOutcome {
  const byStatus = outcomeOfStatus(status)
  if (byStatus !== undefined) return byStatus
  if (status < 300) {
    return typeof fieldOf(body, 'message_uuid') === 'string'
      ? { kind: 'sent' }
      : { kind: 'down', problem: 'unreachable' }
  }
  const given: unknown = fieldOf(body, 'invalid_parameters')
  const names = Array.isArray(given) ? given.map((one: unknown) => fieldOf(one, 'name')) : []
  if (names.includes('from')) return { kind: 'down', problem: 'sender-refused' }
  if (names.includes('to')) return { kind: 'refused', problem: 'address-refused' }
  if (names.includes('text')) return { kind: 'refused', problem: 'content-refused' }
  return unknownRefusal
}

const fates: Readonly<Record<string, MessageFate>> = {
  submitted: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  rejected: 'undelivered',
  undeliverable: 'undelivered',
}

function fate(provider: PhoneProvider, call: ReceiptCall & { readonly url: string }): MessageFate | undefined {
  const token = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(call.headers.authorization ?? '')
  const [, head = '', claimed = '', mac = ''] = token ?? []
  const expected = createHmac('sha256', provider.signatureSecret).update(`${head}.${claimed}`).digest()
  if (!sameBytes(Buffer.from(mac, 'base64url'), expected)) return undefined
  const claims = jsonOf(Buffer.from(claimed, 'base64url'))
  const issuedAt = fieldOf(claims, 'iat')
  const isFresh = typeof issuedAt === 'number' && Math.abs(call.now - issuedAt * 1000) <= skewMs
  const isSigned =
    fieldOf(jsonOf(Buffer.from(head, 'base64url')), 'alg') === 'HS256' &&
    fieldOf(claims, 'api_key') === provider.user &&
    fieldOf(claims, 'payload_hash') === createHash('sha256').update(call.bytes).digest('hex')
  const body = isSigned && isFresh ? jsonOf(call.bytes) : undefined
  const status = fieldOf(body, 'status')
  if (fieldOf(body, 'client_ref') !== call.messageId || typeof status !== 'string') return undefined
  return Object.hasOwn(fates, status) ? fates[status] : undefined
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
