import { type Id, present } from '@bolsillo/kernel'
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
import type { DecidedBatch } from './decide-batch.ts'
import { type TradingChanged, tradingChangedTopic } from './live-views.ts'
import type { Cancelled, Placed } from './trading.ts'
import { insertEvents, insertFills, insertOrders, updateOrders } from './trading-store.ts'

/** An answer that is ready, but goes out only after the commit. */
export type Answer = () => void

/**
 * Writes a decided batch, one statement per table. What does not need the numbers of its entries is sent first, so
 * that PostgreSQL works on it while the entries are hashed. @returns the answers to give once it is durable.
 */
export async function writeBatch(
  tx: Tx,
  ledger: Ledger,
  decided: DecidedBatch,
  had: ReadonlyMap<AccountId, Balance>,
): Promise<readonly Answer[]> {
  const { changes, moment, batch } = decided
  const first = Promise.all([
    insertOrders(tx, changes.created, batch.eventCount),
    updateOrders(tx, changes.changed, batch.eventCount),
    insertEvents(tx, changes.events),
    ...[...changes.facts].map(([product, kept]) => product.save(tx, kept, moment.now)),
    appendOutbox(tx, outboxOf(changes), moment.now),
  ])
  let then: Promise<unknown> = Promise.resolve()
  let answers: readonly Answer[] = []
  const numbered = (seqs: readonly bigint[]): void => {
    if (seqs.length < changes.entries.length) return
    const fills = numberedFills(changes, seqs)
    const outcome = answersOf(decided, fills)
    answers = outcome.answers
    then = Promise.all([insertFills(tx, fills), saveIdempotencyRecords(tx, outcome.records, moment.now)])
    // Awaited below; until then a failure of this transaction is the others' to tell.
    then.catch(() => undefined)
  }
  await Promise.all([first, postAll(tx, ledger, { ...decided, had }, numbered)])
  await then
  return answers
}

/** The most entries the ledger is given at once. */
export const postedMax = 4000

/** Posts entries. Every one must fit: the batch decided on locked balances. `numbered` hears all numbers given so far. */
async function postAll(
  tx: Tx,
  ledger: Ledger,
  { changes: { entries }, prepared, leads, had }: DecidedBatch & { readonly had: ReadonlyMap<AccountId, Balance> },
  numbered: (seqs: readonly bigint[]) => void,
): Promise<void> {
  const seqs: bigint[] = []
  for (let from = 0; from === 0 || from < entries.length; from += postedMax) {
    let isNumbered = false
    const hear = (numbers: readonly bigint[], head?: ChainHead): void => {
      isNumbered = true
      seqs.push(...numbers)
      if (seqs.length === entries.length) leads.head = head
      numbered(seqs)
    }
    const part = entries.length <= postedMax ? entries : entries.slice(from, from + postedMax)
    const posted = await ledger.post(tx, part, { numbered: hear, areNew: true, prepared, had })
    // A ledger may as well tell the numbers only at its end.
    if (posted.kind === 'posted' && !isNumbered) hear(posted.seqs)
    if (posted.kind === 'insufficient')
      throw new Error(`the desk decided beyond ${posted.account}: ${posted.short} short, entry ${posted.entryId}`)
  }
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
