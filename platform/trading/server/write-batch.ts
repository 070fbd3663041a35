import { assert, type Id, present } from '@bolsillo/kernel'
import type { AccountId, Balance, ChainHead } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import {
  appendOutbox,
  type IdempotencyRecord,
  type OutboxEvent,
  saveIdempotencyRecords,
  type Tx,
} from '@bolsillo/server-kit'
import type { Fill, Order } from '../domain/index.ts'
import type { Batch, BatchChanges } from './batch.ts'
import { type DecidedBatch, touchedOrders } from './decide-batch.ts'
import type { DeskState } from './desk-state.ts'
import { type TradingChanged, tradingChangedTopic } from './live-views.ts'
import type { Cancelled, Placed } from './trading.ts'
import { insertFills, insertOrders, updateOrders } from './trading-store.ts'

/** An answer that is ready, but goes out only after the commit. */
export type Answer = () => void

/**
 * Writes a decided batch, one statement per table. What does not need the numbers of its entries is sent first, so
 * that PostgreSQL works on it while the entries are hashed. @returns the answers to give once it is durable.
 */
export async function writeBatch(tx: Tx, books: WrittenOn, decided: DecidedBatch): Promise<readonly Answer[]> {
  const { changes, moment, batch } = decided
  const first = Promise.all([
    ...[...changes.facts].map(([product, kept]) => product.save(tx, kept, moment.now)),
    appendOutbox(tx, outboxOf(changes), moment.now),
  ])
  let then: Promise<unknown> = Promise.resolve()
  let answers: readonly Answer[] = []
  const numbered = (seqs: readonly bigint[], lastActs: ReadonlyMap<string, bigint>): void => {
    const fills = numberedFills(changes, seqs)
    const outcome = answersOf(decided, fills)
    const progress = {
      stepCount: batch.eventCount,
      lastAct: (orderId: string) => present(lastActs.get(orderId), `act of ${orderId}`),
    }
    answers = outcome.answers
    then = Promise.all([
      insertOrders(tx, changes.created, progress),
      updateOrders(tx, changes.changed, progress),
      insertFills(tx, fills),
      saveIdempotencyRecords(tx, outcome.records, moment.now),
    ])
    // Awaited below; until then a failure of this transaction is the others' to tell.
    then.catch(() => undefined)
  }
  await Promise.all([first, postAll(tx, books, decided, numbered)])
  await then
  return answers
}

/** The most entries the ledger is given at once. */
export const postedMax = 4000

/** What a batch is written on. `had`: what accounts have at the head that is locked. */
export interface WrittenOn {
  readonly ledger: Ledger
  readonly state: DeskState
  readonly had: ReadonlyMap<AccountId, Balance>
}

/**
 * Posts the entries and the acts of orders. Every entry must fit: the batch decided on what accounts have. `numbered` hears
 * the numbers of all entries, and those of the last acts of the orders that were touched, as soon as they are known.
 */
async function postAll(
  tx: Tx,
  { ledger, state, had }: WrittenOn,
  decided: DecidedBatch,
  numbered: (seqs: readonly bigint[], lastActs: ReadonlyMap<string, bigint>) => void,
): Promise<void> {
  const { changes, prepared, leads } = decided
  const { entries } = changes
  const touched = touchedOrders(changes)
  const notes = present(decided.notes, 'what was done to orders')
  const seqs: bigint[] = []
  for (let from = 0; from === 0 || from < entries.length; from += postedMax) {
    const isLast = from + postedMax >= entries.length
    const hear = (numbers: readonly bigint[], head?: ChainHead): void => {
      seqs.push(...numbers)
      if (!isLast) return
      leads.head = head
      const first = (head?.seq ?? 0n) - BigInt(notes.length) + 1n
      const lastActs = new Map(touched.map(({ orderId }, at) => [orderId, first + BigInt(at)]))
      for (const [orderId, act] of lastActs) state.keepLastAct(orderId, act)
      numbered(seqs, lastActs)
    }
    const part = entries.length <= postedMax ? entries : entries.slice(from, from + postedMax)
    const options = { numbered: hear, areNew: true, prepared, had, notes: isLast ? notes : [] }
    const posted = await ledger.post(tx, part, options)
    if (posted.kind === 'insufficient')
      throw new Error(`the desk decided beyond ${posted.account}: ${posted.short} short, entry ${posted.entryId}`)
  }
  assert(seqs.length === entries.length, 'the ledger tells the numbers of what it posts')
}

function numberedFills({ entries, fills }: BatchChanges, seqs: readonly bigint[]): readonly Fill[] {
  const seqOf = new Map(entries.map(({ id }, at) => [id, present(seqs[at], `number of ${id}`)]))
  return fills.map((fill) => ({ ...fill, entrySeq: present(seqOf.get(fill.entryId), `number of ${fill.entryId}`) }))
}

/** What each asker is told, and what is kept of it for whoever asks again with the same key. */
function answersOf({ decided, batch }: DecidedBatch, fills: readonly Fill[]) {
  const fillsOf = Map.groupBy(fills, ({ orderId }) => orderId)
  const records: IdempotencyRecord[] = []
  const answers = decided.flatMap(({ command, refusal }): Answer[] => {
    if (command.kind !== 'place' && command.kind !== 'cancel' && command.kind !== 'act') return []
    if (refusal !== undefined) return [() => command.asker.resolve(refusal)]
    if (command.kind === 'act') {
      const { act, asker } = command
      const answer = act.answer()
      if (act.claim !== undefined && act.replyOf !== undefined)
        records.push({ claim: act.claim, answer: act.replyOf(answer) })
      return [() => asker.resolve(answer)]
    }
    if (command.kind === 'place') {
      const { order, asker } = command
      const placed: Placed = {
        kind: 'placed',
        order: orderIn(batch, order.orderId),
        fills: fillsOf.get(order.orderId) ?? [],
        twin: twinIn(batch, order.orderId),
      }
      if (order.claim !== undefined && order.replyOf !== undefined)
        records.push({ claim: order.claim, answer: order.replyOf(placed) })
      return [() => asker.resolve(placed)]
    }
    const { order, asker } = command
    const cancelled: Cancelled = { kind: 'cancelled', order: orderIn(batch, order.orderId) }
    if (order.claim !== undefined && order.replyOf !== undefined)
      records.push({ claim: order.claim, answer: order.replyOf(cancelled) })
    return [() => asker.resolve(cancelled)]
  })
  return { answers, records }
}

function orderIn(batch: Batch, orderId: Id<'ord'>): Order {
  return present(batch.order(orderId), `order ${orderId}`)
}

function twinIn(batch: Batch, orderId: Id<'ord'>): Order | undefined {
  const { twinId } = orderIn(batch, orderId)
  return twinId === undefined ? undefined : batch.order(twinId)
}

/** One event for the whole batch: what changed, by customer. */
function outboxOf({ created, changed, facts }: BatchChanges): OutboxEvent[] {
  const customers: Record<string, { orders: string[]; positions: string[] }> = {}
  const of = (customerId: string) => {
    const known = customers[customerId] ?? { orders: [], positions: [] }
    customers[customerId] = known
    return known
  }
  for (const order of created) of(order.customerId).orders.push(order.orderId)
  for (const order of changed) of(order.customerId).orders.push(order.orderId)
  for (const [{ product }, kept] of facts) {
    // Positions of contracts are told by their room.
    if (product === 'contract') continue
    for (const { holding } of kept) of(holding.customerId).positions.push(holding.instrumentId)
  }
  const [first] = Object.keys(customers)
  const payload: TradingChanged = { customers }
  return first === undefined ? [] : [{ topic: tradingChangedTopic, key: first, payload }]
}
