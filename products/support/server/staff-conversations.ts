import { approvalsRejections } from '@bolsillo/approvals/contract'
import { isOwnAccount } from '@bolsillo/identity/server'
import { type Id, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type OfStaff, type Tx, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { supportRejections as r } from '../contract/rejections.ts'
import { findAsks, readMessage, supportLimits } from '../domain/index.ts'
import {
  type Conversation,
  findClosed,
  findConversation,
  findOpen,
  lockConversation,
  placeOfOpen,
} from './conversation-store.ts'
import type { SupportDeps } from './deps.ts'
import { addEvent, addMessage, readWrittenLines } from './lines.ts'
import { placeOf, writeConversation } from './own-conversations.ts'
import { supportCase } from './support-case.ts'

const pageSize = 50

/** See the contract. */
export const listSupport = useCase(
  calls.listSupport,
  async ({ filter, cursor, limit = pageSize }, { db, operator }, deps: SupportDeps) => {
    const page = { limit: limit + 1, after: placeOf(cursor) }
    const found = await (filter === 'open' ? findOpen(db, page) : findClosed(db, page))
    const shown = found.slice(0, limit)
    const rows = []
    for (const one of shown) rows.push(await writeForStaff(deps, db, one, operator.operatorId))
    const last = found.length > limit ? shown.at(-1) : undefined
    if (last === undefined) return { rows }
    return { rows, next: `${filter === 'open' ? placeOfOpen(last) : last.closedAt}-${last.id}` }
  },
)

async function writeForStaff(deps: SupportDeps, db: Db, one: Conversation, me: Id<'opr'>) {
  const customer = await deps.customers.find(db, one.customerId)
  return {
    ...writeConversation(deps, one),
    customer: customer?.displayNumber ?? '',
    ...(one.owner === undefined ? {} : { owner: one.owner === me ? ('me' as const) : ('other' as const) }),
  }
}

/** See the contract. */
export const readSupport = useCase(calls.readSupport, async ({ id }, context, deps: SupportDeps) => {
  const { db, operator } = context
  const found = await findConversation(db, id)
  if (found === undefined) return reject(r.supportUnknown, { field: 'id' })
  const { customerId, closedAt } = found
  const stopped = await deps.views.viewed(context, { customerId, what: 'conversation', caseId: id, endedAt: closedAt })
  if (isRejection(stopped)) return stopped
  const customer = await deps.customers.find(db, customerId)
  return {
    conversation: await writeForStaff(deps, db, found, operator.operatorId),
    lines: await readWrittenLines(deps, db, found),
    ...{ account: customer?.account ?? '', language: customer?.language ?? '' },
  }
})

type Acting = OfStaff<Pick<WriteContext, 'tx' | 'now' | 'operator'>>

/** An open conversation that somebody acts on, under lock; nobody answers themselves. */
async function lockOpen(tx: Tx, id: string, { operatorId }: Acting['operator']): Promise<Conversation | Rejection> {
  await lockConversation(tx, id)
  const found = await findConversation(tx, id)
  if (found === undefined) return reject(r.supportUnknown, { field: 'id' })
  if (await isOwnAccount(tx, operatorId, found.customerId)) return reject(approvalsRejections.ownAccount)
  return found.closedAt === undefined ? found : reject(r.supportClosed, { field: 'id' })
}

async function acted(deps: SupportDeps, { tx, operator }: Acting, id: string) {
  const found = present(await findConversation(tx, id), 'the conversation just changed')
  return { conversation: await writeForStaff(deps, tx, found, operator.operatorId) }
}

/** See the contract. */
export const takeSupport = useCase(calls.takeSupport, async ({ id }, context, deps: SupportDeps) => {
  const { tx, now, operator } = context
  const found = await lockOpen(tx, id, operator)
  if (isRejection(found)) return found
  if (found.owner === operator.operatorId) return reject(r.supportTaken, { field: 'id' })
  // Colleagues who take it from each other leave room for an answer and the close.
  if (found.lines + 1 > supportLimits.lines - 2) return reject(r.supportFull, { field: 'id' })
  const line = { no: found.lines + 1, actor: operator.operatorId, at: now, reason: undefined }
  await addEvent(deps, tx, found, { ...line, kind: 'taken' })
  return await acted(deps, context, id)
})

/** See the contract. */
export const answerSupport = useCase(calls.answerSupport, async ({ id, text: typed }, context, deps: SupportDeps) => {
  const { tx, now, operator } = context
  const text = readMessage(typed)
  if (text === undefined)
    return reject(r.supportText, { field: 'text', values: { most: String(supportLimits.letters) } })
  const found = await lockOpen(tx, id, operator)
  if (isRejection(found)) return found
  const kinds = findAsks(text)
  if (kinds.length > 0) return await stop(deps, context, found, kinds)
  if (found.owner !== operator.operatorId) return reject(r.supportUntaken, { field: 'id' })
  if (found.lines + 1 > supportLimits.lines - 1) return reject(r.supportFull, { field: 'id' })
  await addMessage(deps, tx, found, { no: found.lines + 1, actor: operator.operatorId, at: now, text })
  return await acted(deps, context, id)
})

/** Refuses what would harm a customer. That somebody tried is in the customer's log and in ours, not what they wrote. */
async function stop(
  deps: SupportDeps,
  { aside, now, operator }: OfStaff<WriteContext>,
  found: Conversation,
  kinds: readonly string[],
): Promise<Rejection> {
  const kind = kinds.join(' ')
  deps.services.log.warn({ who: operator.operatorId, case: found.id, kind }, 'a message of staff was stopped')
  await aside((tx) =>
    supportCase.happened(deps, tx, found, { what: 'stop', at: now, actor: operator.operatorId, details: { kind } }),
  )
  return reject(r.supportAsks, { field: 'text' })
}

/** See the contract. */
export const closeSupport = useCase(calls.closeSupport, async ({ id, reason }, context, deps: SupportDeps) => {
  const { tx, now, operator } = context
  const found = await lockOpen(tx, id, operator)
  if (isRejection(found)) return found
  if (found.owner !== operator.operatorId) return reject(r.supportUntaken, { field: 'id' })
  await addEvent(deps, tx, found, { no: found.lines + 1, kind: 'closed', actor: operator.operatorId, at: now, reason })
  return await acted(deps, context, id)
})
