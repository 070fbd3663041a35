import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Language, Tx } from '@bolsillo/server-kit'
import type { Address } from '../../domain/index.ts'
import type { Mail } from '../../messages/mail/es-ES.ts'

/** What a message is about. Each kind has its words in `messages/mail`, but a notice, which brings its own. */
export type MessageKind = keyof Mail | 'notice'

/** A message to one person, in words, ready to go out. */
export interface OutgoingMessage {
  readonly id: Id<'msg'>
  readonly to: Address
  readonly kind: MessageKind
  readonly language: Language
  readonly title: string
  readonly text: string
  /** The one-time code inside the text. A rail must never log it. */
  readonly code?: string
  /** The customer it concerns; absent when the address belongs to nobody yet. */
  readonly customerId?: Id<'cus'>
  /** SHA-256 of the key of the device that asked for it, when one did. */
  readonly deviceHash?: string
  /** Who asked for it: the browser, by the hash of its cookie, and the session, when there was one. A code is shown to no other. */
  readonly asker?: { readonly holder?: string; readonly sessionId?: Id<'ses'> }
  readonly at: Instant
}

/** That a message went out, without what it says. */
export interface SentMessage extends Pick<OutgoingMessage, 'id' | 'to' | 'customerId' | 'at'> {
  readonly hasCode: boolean
}

/**
 * How messages leave. An adapter in `rails/` takes them over inside the transaction that wrote them (a queue of its own,
 * or a table), so that a message exists exactly when its cause does, and delivers afterwards.
 */
export interface MessageRail {
  /** `practice-inbox`. */
  readonly id: string
  /** A simulated rail delivers nowhere. The composition root refuses it outside the practice market. */
  readonly simulated: boolean
  readonly accept: (tx: Tx, message: OutgoingMessage) => Promise<void>
}

/** Reading back what a simulated rail would have sent. Exists in the practice market only. */
export interface PracticeInbox {
  /**
   * Newest first: asked for by this device about an address of nobody, or about one of these customers. Those with a
   * code only if this browser or this session asked for it.
   */
  readonly ofDevice: (
    db: Db,
    query: {
      readonly deviceHash: string
      readonly asker: NonNullable<OutgoingMessage['asker']>
      readonly customerIds: readonly Id<'cus'>[]
      readonly limit: number
    },
  ) => Promise<readonly OutgoingMessage[]>
  /** That messages went out, newest first, before a message id. What they say is not read. */
  readonly all: (db: Db, page: { readonly before?: string; readonly limit: number }) => Promise<readonly SentMessage[]>
}
