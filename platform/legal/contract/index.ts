import { defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import { documentNames } from '../domain/documents.ts'
import { firmFacts } from '../domain/firm.ts'

/** Refusals of this room, in the order they are checked: 34000 to 34099. */
export const legalRejections = {
  documentChanged: { name: 'document-changed', number: 34_001, status: 409, retry: 'final' },
} as const satisfies Readonly<Record<string, RejectionSpec>>

const document = z.enum(documentNames, 'not-allowed')
const fact = z.enum(firmFacts)

/** A version as it is written: the number of the text, and how often the firm changed its facts in it. */
export const writtenVersion = z
  .string('wrong-type')
  .check(z.regex(/^[1-9][0-9]{0,4}\.(0|[1-9][0-9]{0,5})$/, 'malformed'))

/** What is new of a document. */
const news = z.object({
  /** What a newer text changed, in the language asked for. */
  texts: z.array(z.object({ at: field.at, text: z.string() })),
  /** What the firm changed in what it says of itself. */
  facts: z.array(z.object({ at: field.at, fact, label: z.string(), value: z.string() })),
})

export const readDocument = defineCall({
  name: 'read-legal-document',
  method: 'GET',
  path: '/common/document',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({ document }),
  reply: z.object({
    document,
    title: z.string(),
    version: writtenVersion,
    /** Since when this version is in force. */
    at: field.at,
    /** Text, never markup. A line that begins with `- ` is an item of a list. */
    sections: z.array(z.object({ key: z.string(), title: z.string(), lines: z.array(z.string()) })),
    /** SHA-256 of the sections as JSON, 64 hex digits: what an acceptance names. */
    hash: z.string(),
    /** What the firm has not filled in. */
    missing: z.array(z.object({ fact, label: z.string() })),
    /** What changed with each version, oldest first. */
    history: news,
  }),
  rejections: [],
  summary: 'The privacy notice or the risk notice in force: its version, its text, and what each version changed.',
  limit: { times: 120, perMs: 60_000 },
})

export const readFirm = defineCall({
  name: 'read-firm',
  method: 'GET',
  path: '/common/firm',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    practice: z.boolean(),
    /** In the language asked for; `filled` says whether the firm wrote it or has to. */
    facts: z.array(z.object({ fact, label: z.string(), text: z.string(), filled: z.boolean() })),
    missing: z.array(z.object({ fact, label: z.string() })),
  }),
  rejections: [],
  summary:
    'What the firm says of itself: name, address, license, regulator, who holds the money, conflicts, complaints.',
  limit: { times: 120, perMs: 60_000 },
})

export const readAcceptances = defineCall({
  name: 'read-legal-acceptances',
  method: 'GET',
  path: '/user/documents',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    documents: z.array(
      z.object({
        document,
        title: z.string(),
        version: writtenVersion,
        at: field.at,
        /** The newest version this customer accepted; absent when none with a number was. */
        accepted: z.optional(z.object({ version: writtenVersion, at: field.at })),
        /** Empty when the one accepted is in force. */
        news,
      }),
    ),
  }),
  rejections: [],
  summary: 'Which version of each document the customer accepted and when, and what changed since.',
})

export const acceptDocument = defineCall({
  name: 'accept-legal-document',
  method: 'POST',
  path: '/user/documents/accept',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  request: z.object({ document, version: writtenVersion }),
  reply: z.object({ document, version: writtenVersion, at: field.at }),
  rejections: [legalRejections.documentChanged],
  summary: 'Accepts the version in force of a document. Nothing else depends on it.',
})

export const calls = [readDocument, readFirm, readAcceptances, acceptDocument] as const
