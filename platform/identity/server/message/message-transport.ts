import type { OutgoingMessage } from './message-rail.ts'

/** How messages reach people. */
export type MessageChannel = 'email' | 'sms' | 'whatsapp'

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
export type TransportMessage = Pick<
  OutgoingMessage,
  'id' | 'to' | 'kind' | 'language' | 'title' | 'text' | 'code' | 'at'
>

/** One way out. `send` ends within a bounded time, whatever the other side does, and never logs what it sends. */
export interface MessageTransport {
  readonly channel: MessageChannel
  /** Whether it has a way to say this; left out, it says everything that its channel is for. */
  readonly takes?: (message: Pick<OutgoingMessage, 'kind' | 'language' | 'code'>) => boolean
  readonly send: (message: TransportMessage) => Promise<MessageOutcome>
}
