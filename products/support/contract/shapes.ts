import { field, z } from '@bolsillo/contract'
import type { PictureField } from '../domain/attachment.ts'
import { closeReasons, conversationStates, lineKinds, supportLimits, topics } from '../domain/conversation.ts'

/** Text as it was typed: normalizing it may make it shorter, so that a little more is taken in. */
export const messageField = field.secret(1, supportLimits.letters * 2)

/** The pictures of a message, each uploaded before with the purpose `support`, in their order. */
export const pictureRequest = {
  picture1: field.optional(field.id('fil')),
  picture2: field.optional(field.id('fil')),
  picture3: field.optional(field.id('fil')),
} as const satisfies Readonly<Record<PictureField, unknown>>

/** A place of a list of conversations: a time and an id. */
export const conversationPlace = field.placeLike(/^[0-9]{1,16}-cnv_[0-9A-Z]{26}$/)

export const conversationShape = z.object({
  id: z.string(),
  topic: z.enum(topics),
  /** `ord_…`, `dep_…` or `wdr_…`, of the same customer. */
  about: z.optional(z.string()),
  openedAt: field.at,
  state: z.enum(conversationStates),
  /** Until when staff should answer; while they have to. */
  dueAt: z.optional(field.at),
  lastAt: field.at,
  closedAt: z.optional(field.at),
  closedFor: z.optional(z.enum(closeReasons)),
})

export const lineShape = z.object({
  no: z.number(),
  kind: z.enum(lineKinds),
  side: z.enum(['customer', 'staff']),
  at: field.at,
  /** Of a message: text only, never markup. */
  text: z.optional(z.string()),
  /** SHA-256 of the message with its salt; the act in the customer's log has the same. */
  hash: z.optional(z.string()),
  salt: z.optional(z.string()),
  /** Pictures the customer attached, in their order; absent where there are none. */
  pictures: z.optional(
    z.array(
      z.object({
        fileId: z.string(),
        /** What it is called in the transcript: made by us. */
        name: z.string(),
        bytes: z.number(),
        /** SHA-256 of the picture as its customer gets it; the act of the line has the same. */
        hash: z.string(),
      }),
    ),
  ),
  /** Why it was closed. */
  reason: z.optional(z.enum(closeReasons)),
})
