import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { fileRejections } from '@bolsillo/files/contract'
import { topics } from '../domain/conversation.ts'
import { supportRejections as r } from './rejections.ts'
import { conversationPlace, conversationShape, lineShape, messageField, pictureRequest } from './shapes.ts'

export { supportRejections } from './rejections.ts'

// Whoever may not trade writes to support nevertheless: decision 11 of the specification.
const writing = {
  method: 'POST',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  secrets: ['text'],
  limit: { times: 20, perMs: 60_000 },
} as const

/** Why a picture is not taken, each with its field. */
const ofPictures = [r.supportPictures, fileRejections.fileUnknown, fileRejections.fileUsed] as const

export const listConversations = defineCall({
  name: 'list-conversations',
  method: 'GET',
  path: '/user/support',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  request: z.object(field.pageFields(conversationPlace)),
  reply: field.pageOf(conversationShape),
  rejections: [],
  summary: 'The customer’s conversations with support, the last opened first.',
})

export const readConversation = defineCall({
  name: 'read-conversation',
  method: 'GET',
  path: '/user/support/conversation',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  request: z.object({ id: field.id('cnv') }),
  reply: z.object({ conversation: conversationShape, lines: z.array(lineShape) }),
  rejections: [r.supportUnknown],
  summary: 'A conversation with every line of it.',
})

const aboutField = field.placeLike(/^(?:ord|dep|wdr)_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

export const openConversation = defineCall({
  ...writing,
  name: 'open-conversation',
  path: '/user/support/open',
  request: z.object({
    topic: field.oneOf(topics),
    /** The order, deposit or withdrawal it is about: one of the customer's own. */
    about: field.optional(aboutField),
    text: messageField,
    ...pictureRequest,
  }),
  reply: z.object({ conversation: conversationShape }),
  rejections: [r.supportText, r.supportSecret, r.supportAbout, r.supportOpen, r.supportOften, ...ofPictures],
  summary: 'Opens a conversation with support by its first message.',
})

export const writeMessage = defineCall({
  ...writing,
  name: 'write-message',
  path: '/user/support/write',
  request: z.object({ id: field.id('cnv'), text: messageField, ...pictureRequest }),
  reply: z.object({ conversation: conversationShape }),
  rejections: [
    r.supportText,
    r.supportSecret,
    r.supportUnknown,
    r.supportFull,
    r.supportOpen,
    r.supportOften,
    ...ofPictures,
  ],
  summary: 'Writes a message. In a conversation that was closed it is reopened by it.',
})

export const recordTranscript = defineCall({
  name: 'record-transcript',
  method: 'POST',
  path: '/user/support/transcript',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  limit: { times: 20, perMs: 60_000 },
  request: z.object({ id: field.id('cnv') }),
  reply: z.object({
    /** SHA-256 of the file, which the app makes of the same lines. */
    hash: z.string(),
    /** How many lines it has. */
    lines: z.number(),
  }),
  rejections: [r.supportUnknown],
  summary: 'Records the hash of a conversation’s transcript in the journal, so that the file proves itself later.',
})

/** A conversation of the customer's is otherwise than before. What it says is read by a call. */
export const supportChannel = defineChannel({
  name: 'support',
  audience: 'customer',
  snapshot: z.object({}),
  delta: z.object({ id: z.string() }),
  conflation: 'sequence',
})

export const calls = [listConversations, readConversation, openConversation, writeMessage, recordTranscript] as const
