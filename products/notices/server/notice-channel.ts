import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Language, Tx } from '@bolsillo/server-kit'
import type { NoticeChannelName } from '../domain/index.ts'

/** A notice to one customer, in words. */
export interface Notice {
  /** Names what it is about, and always the same of the same. */
  readonly key: string
  readonly customerId: Id<'cus'>
  readonly language: Language
  /** Short, and without amounts of what somebody has: a locked phone shows it. */
  readonly title: string
  readonly text: string
  /** The page of the app that shows more: `/pages/user/record`. */
  readonly path: string
  /** When it happened. */
  readonly at: Instant
  /** It wakes a device that saves power. */
  readonly urgent: boolean
}

/** One way notices reach customers. */
export interface NoticeChannel {
  readonly channel: NoticeChannelName
  /**
   * Queues a notice in the transaction that notes that it is queued. @returns how many messages that is: none when the
   * customer has no address there.
   */
  readonly queue: (tx: Tx, notice: Notice) => Promise<number>
  /** Whether the customer has an address there. Left out: not known before something is queued. */
  readonly reaches?: (db: Db, customerId: Id<'cus'>) => Promise<boolean>
}
