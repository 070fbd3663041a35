/** What a conversation is about. */
export const topics = ['order', 'deposit', 'withdrawal', 'identity', 'account', 'other'] as const
export type Topic = (typeof topics)[number]

/** Why staff close a conversation, from a closed list. */
export const closeReasons = ['solved', 'explained', 'no-answer', 'duplicate', 'goes-to-authority'] as const
export type CloseReason = (typeof closeReasons)[number]

/** What happens in a conversation, line by line. */
export const lineKinds = ['message', 'taken', 'closed', 'reopened'] as const
export type LineKind = (typeof lineKinds)[number]

export const conversationStates = ['waiting', 'answered', 'closed'] as const
type ConversationState = (typeof conversationStates)[number]

export const supportLimits = {
  /** Conversations of one customer that are open at a time. */
  open: 3,
  /** UTF-16 units of a message. */
  letters: 2_000,
  /** Messages of one customer within `spanMs`. */
  messages: 60,
  spanMs: 86_400_000,
  /** Pictures of a message, whatever the firm sets. */
  pictures: 3,
  /** Lines of a conversation; the last ones are kept for the close of it. */
  lines: 400,
} as const

/** What the state of a conversation follows from: nothing of it is stored. */
interface Course {
  /** When it was closed; undefined while it is open. */
  readonly closedAt?: number | undefined
  /** The oldest message of the customer that nobody answered. */
  readonly waitsSince?: number | undefined
}

/** The state of a conversation: staff answer, the customer may, or it is over. */
export function stateOf({ closedAt, waitsSince }: Course): ConversationState {
  if (closedAt !== undefined) return 'closed'
  return waitsSince === undefined ? 'answered' : 'waiting'
}

// Marks that turn text round, or that nobody sees: what is read must be what was written.
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const blankLines = /\n{3,}/g

/** A message as it is kept: lines of visible text. Undefined when it is empty, too long or has marks nobody sees. */
export function readMessage(typed: string): string | undefined {
  const text = typed.replaceAll('\r\n', '\n').replaceAll('\t', ' ').normalize('NFC').replace(blankLines, '\n\n').trim()
  if (text === '' || text.length > supportLimits.letters) return undefined
  return invisible.test(text) || loneSurrogate.test(text) ? undefined : text
}
