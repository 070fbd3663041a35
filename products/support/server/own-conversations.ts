import { createHash } from 'node:crypto'
import { type Id, type Instant, isId, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type Language, type Tx, useCase } from '@bolsillo/server-kit'
import { tradedProducts } from '@bolsillo/trading/domain'
import * as calls from '../contract/index.ts'
import {
  findSensitive,
  readMessage,
  stateOf,
  supportLimits,
  supportSettings,
  type TranscriptLine,
  transcriptText,
} from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import {
  type Conversation,
  countOwn,
  findConversation,
  findConversationsOf,
  insertConversation,
  lockConversation,
  lockConversationsOf,
  type Place,
} from './conversation-store.ts'
import type { SupportDeps } from './deps.ts'
import { addEvent, addMessage, readWrittenLines } from './lines.ts'
import { supportCase } from './support-case.ts'
import { takePictures } from './take-pictures.ts'

const { supportRejections: r } = calls
const pageSize = 20
const hourMs = 3_600_000
const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** Where a page begins, by its cursor. */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [at, id] = cursor?.split('-') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

/** A conversation as its customer reads it. */
export function writeConversation({ settings }: Pick<SupportDeps, 'settings'>, one: Conversation) {
  const { id, topic, about, openedAt, lastAt, waitsSince, closedAt, closedFor } = one
  const state = stateOf(one)
  return {
    ...{ id, topic, openedAt, lastAt, state },
    ...(about === undefined ? {} : { about }),
    ...(state !== 'waiting' || waitsSince === undefined
      ? {}
      : { dueAt: waitsSince + settings.get(supportSettings.answerHours, waitsSince) * hourMs }),
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(closedFor === undefined ? {} : { closedFor }),
  }
}

/** See the contract. */
export const listConversations = useCase(
  calls.listConversations,
  async ({ cursor, limit = pageSize }, { db, customer: { customerId } }, deps: SupportDeps) => {
    const found = await findConversationsOf(db, customerId, { limit: limit + 1, after: placeOf(cursor) })
    const shown = found.slice(0, limit)
    const rows = shown.map((one) => writeConversation(deps, one))
    const last = found.length > limit ? shown.at(-1) : undefined
    return last === undefined ? { rows } : { rows, next: `${last.openedAt}-${last.id}` }
  },
)

/** A customer's own conversation; one of somebody else's is as none. */
async function findOwn(db: Db, customerId: Id<'cus'>, id: string): Promise<Conversation | undefined> {
  const found = await findConversation(db, id)
  return found?.customerId === customerId ? found : undefined
}

/** See the contract. */
export const readConversation = useCase(
  calls.readConversation,
  async ({ id }, { db, customer: { customerId } }, deps: SupportDeps) => {
    const found = await findOwn(db, customerId, id)
    if (found === undefined) return reject(r.supportUnknown, { field: 'id' })
    return { conversation: writeConversation(deps, found), lines: await readWrittenLines(deps, db, found) }
  },
)

/** A message of a customer as it is kept, or why it is not. What looks like a secret is never stored. */
function readOwnMessage(typed: string): string | Rejection {
  const text = readMessage(typed)
  if (text === undefined)
    return reject(r.supportText, { field: 'text', values: { most: String(supportLimits.letters) } })
  return findSensitive(text).length > 0 ? reject(r.supportSecret, { field: 'text' }) : text
}

/** Why a customer may not write now; undefined when they may. */
async function refuseMore(tx: Tx, customerId: Id<'cus'>, now: Instant, opens: boolean): Promise<Rejection | undefined> {
  await lockConversationsOf(tx, customerId)
  const { open, messages } = await countOwn(tx, customerId, now - supportLimits.spanMs)
  if (opens && open >= supportLimits.open)
    return reject(r.supportOpen, { values: { most: String(supportLimits.open) } })
  if (messages < supportLimits.messages) return undefined
  return reject(r.supportOften, { values: { most: String(supportLimits.messages) } })
}

/** Whether an order, a deposit or a withdrawal is this customer's. */
async function isOwn({ tradingOf, isOwnPayment }: SupportDeps, db: Db, customerId: Id<'cus'>, about: string) {
  if (!isId('ord', about)) return await isOwnPayment(db, customerId, about)
  for (const product of tradedProducts) {
    if ((await tradingOf(product).findOrder(db, customerId, about)) !== undefined) return true
  }
  return false
}

/** See the contract. */
export const openConversation = useCase(
  calls.openConversation,
  async ({ topic, about, text: typed, ...named }, { tx, now, customer: { customerId } }, deps: SupportDeps) => {
    const text = readOwnMessage(typed)
    if (typeof text !== 'string') return text
    if (about !== undefined && !(await isOwn(deps, tx, customerId, about)))
      return reject(r.supportAbout, { field: 'about' })
    const refused = await refuseMore(tx, customerId, now, true)
    if (refused !== undefined) return refused
    const one = { id: deps.services.ids.next('cnv'), customerId, topic, about, openedAt: now, closedAt: undefined }
    const pictures = await takePictures(deps, tx, { ...one, now }, named)
    if (isRejection(pictures)) return pictures
    await insertConversation(tx, one)
    const details = { kind: topic, about }
    await supportCase.happened(deps, tx, one, { what: 'open', at: now, actor: customerId, details })
    await addMessage(deps, tx, one, { no: 1, actor: customerId, at: now, text, pictures })
    return { conversation: await written(deps, tx, one.id) }
  },
)

/** See the contract. */
export const writeMessage = useCase(
  calls.writeMessage,
  async ({ id, text: typed, ...named }, { tx, now, customer: { customerId } }, deps: SupportDeps) => {
    const text = readOwnMessage(typed)
    if (typeof text !== 'string') return text
    await lockConversation(tx, id)
    const found = await findOwn(tx, customerId, id)
    if (found === undefined) return reject(r.supportUnknown, { field: 'id' })
    // Of the last lines staff have two: an answer, and the close.
    if (found.lines + 2 > supportLimits.lines - 2) return reject(r.supportFull, { field: 'id' })
    const isClosed = found.closedAt !== undefined
    const refused = await refuseMore(tx, customerId, now, isClosed)
    if (refused !== undefined) return refused
    const pictures = await takePictures(deps, tx, { ...found, now }, named)
    if (isRejection(pictures)) return pictures
    const own = { actor: customerId, at: now }
    const no = found.lines + 1
    if (isClosed) await addEvent(deps, tx, found, { ...own, no, kind: 'reopened', reason: undefined })
    await addMessage(deps, tx, found, { ...own, no: isClosed ? no + 1 : no, text, pictures })
    return { conversation: await written(deps, tx, id) }
  },
)

async function written(deps: SupportDeps, tx: Tx, id: string) {
  const found = await findConversation(tx, id)
  if (found === undefined) throw new Error(`${id} was just written, and is not there`)
  return writeConversation(deps, found)
}

/** The transcript of a conversation, in a language. */
function transcriptOf(one: Conversation, lines: readonly TranscriptLine[], language: Language): string {
  const t = words[language]
  return transcriptText({ ...one, topic: t.topics[one.topic] }, lines, t.transcript)
}

/** See the contract. */
export const recordTranscript = useCase(
  calls.recordTranscript,
  async ({ id }, { tx, now, caller, customer: { customerId } }, deps: SupportDeps) => {
    await lockConversation(tx, id)
    const found = await findOwn(tx, customerId, id)
    if (found === undefined) return reject(r.supportUnknown, { field: 'id' })
    const lines = await readWrittenLines(deps, tx, found)
    const hash = createHash('sha256')
      .update(transcriptOf(found, lines, caller.language))
      .digest('hex')
    const details = { number: String(lines.length), hash }
    await supportCase.happened(deps, tx, found, { what: 'transcript', at: now, actor: customerId, details })
    return { hash, lines: lines.length }
  },
)
