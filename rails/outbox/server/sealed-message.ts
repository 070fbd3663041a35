import { addressOf, addressText } from '@bolsillo/identity/domain'
import type { DeviceNotice, MessageKind, OutgoingMessage, TransportMessage } from '@bolsillo/identity/server'
import { type Id, type Instant, idOf, instant, isId } from '@bolsillo/kernel'
import { type Language, languages, type Sealer } from '@bolsillo/server-kit'
import { expiresAt } from '../retry.ts'

/** A message as it was when it was written, whatever its row says now. */
interface OpenedMessage {
  readonly message: TransportMessage
  readonly expiresAt: Instant
}

const aboutOf = (id: string): string => `message-outbox ${id}`

/** Seals what a message says and its address, bound to its id: in another row it does not open. */
export function sealMessage(sealer: Sealer, message: OutgoingMessage | DeviceNotice): Buffer {
  const { to, language, title, text, at } = message
  const content: Sealed = {
    ...{ to: to.kind === 'device' ? to.deviceId : addressText(to), language, title, text, at },
    kind: 'kind' in message ? message.kind : 'notice',
    ...('code' in message && message.code !== undefined ? { code: message.code } : {}),
    ...('path' in message ? { path: message.path, urgent: message.urgent } : {}),
  }
  return sealer.seal(Buffer.from(JSON.stringify(content), 'utf8'), aboutOf(message.id))
}

/** @returns undefined when somebody altered the row or moved it, or the key is another. */
export function openMessage(sealer: Sealer, id: string, sealed: Uint8Array): OpenedMessage | undefined {
  let plain: Buffer
  try {
    plain = sealer.open(sealed, aboutOf(id))
  } catch {
    return undefined
  }
  // Only this room seals under this key, so the shape is the one written above.
  const content = JSON.parse(plain.toString('utf8')) as Sealed
  const message: TransportMessage = {
    id: idOf('msg', id) satisfies Id<'msg'>,
    to: isId('psh', content.to) ? { kind: 'device', deviceId: content.to } : addressOf(content.to),
    // Those sealed before did not say it.
    kind: content.kind ?? 'notice',
    language: languages.find((language) => language === content.language) ?? 'es-ES',
    title: content.title,
    text: content.text,
    at: instant(content.at),
    ...(content.code === undefined ? {} : { code: content.code }),
    ...(content.path === undefined ? {} : { path: content.path, urgent: content.urgent === true }),
  }
  return { message, expiresAt: expiresAt(message) }
}

interface Sealed {
  readonly to: string
  readonly kind?: MessageKind
  readonly language: Language
  readonly title: string
  readonly text: string
  readonly at: number
  readonly code?: string
  /** Of a notice to a device. */
  readonly path?: string
  readonly urgent?: boolean
}
