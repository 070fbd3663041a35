import type { Id, Instant } from '@bolsillo/kernel'
import type { Language } from '@bolsillo/server-kit'
import type { Address } from '../../domain/index.ts'
import type { OutgoingMessage } from './message-rail.ts'

/** How messages reach people. */
export type MessageChannel = 'email' | 'sms' | 'whatsapp' | 'push'

/** A device of a customer that asked for notices: the rail that reaches devices knows where it is. */
export interface DeviceAddress {
  readonly kind: 'device'
  readonly deviceId: Id<'psh'>
}

/** A notice to one device, in words. It opens a page of the app when its owner touches it. */
export interface DeviceNotice {
  readonly id: Id<'msg'>
  readonly to: DeviceAddress
  /** How staff see the device: the push service that reaches it. */
  readonly shownTo: string
  readonly customerId: Id<'cus'>
  readonly language: Language
  readonly title: string
  readonly text: string
  /** Of the app: `/pages/user/alerts`. */
  readonly path: string
  /** It wakes a device that saves power. */
  readonly urgent: boolean
  readonly at: Instant
}

/** What is wrong, for staff. A closed list: an answer of a provider may hold anything, also the message itself. */
export type MessageProblem =
  | 'unreachable'
  | 'insecure'
  | 'credentials-refused'
  | 'busy'
  | 'no-balance'
  | 'address-refused'
  | 'content-refused'
  | 'sender-refused'
  | 'altered'

/**
 * What a try came to. `later`: the same may be accepted another time. `down`: the channel itself does not work, so other
 * messages need not be tried now either. `refused`: for good.
 */
export type MessageOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'down' | 'refused'; readonly problem: MessageProblem }

/** What a transport is given: what the message says, and nothing about who asked for it. */
export interface TransportMessage
  extends Pick<OutgoingMessage, 'id' | 'kind' | 'language' | 'title' | 'text' | 'code' | 'at'>,
    Partial<Pick<DeviceNotice, 'path' | 'urgent'>> {
  readonly to: Address | DeviceAddress
}

/** One way out. `send` ends within a bounded time, whatever the other side does, and never logs what it sends. */
export interface MessageTransport {
  readonly channel: MessageChannel
  /** Whether it has a way to say this; left out, it says everything that its channel is for. */
  readonly takes?: (message: Pick<OutgoingMessage, 'kind' | 'language' | 'code'>) => boolean
  readonly send: (message: TransportMessage) => Promise<MessageOutcome>
}
