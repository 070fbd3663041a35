import { type Id, present } from '@bolsillo/kernel'
import type { ChainHead, NewAct } from '@bolsillo/ledger/domain'
import type { Ledger, PostOutcome } from '@bolsillo/ledger/server'
import {
  appendOutbox,
  type IdempotencyRecord,
  type OutboxEvent,
  saveIdempotencyRecords,
  type Tx,
} from '@bolsillo/server-kit'
import { actOfOrder, type Fill, type Order, ownsAsset } from '../../domain/index.ts'
import { type TradingChanged, tradingChangedTopic } from '../live-views.ts'
import { insertFills, insertOrders, updateOrders } from '../rows/trading-store.ts'
import type { Cancelled, Placed } from '../trading.ts'
import type { Batch, BatchChanges } from './batch.ts'
import type { DecidedCommand } from './step.ts'

/** An answer that is ready, but goes out only after the commit. */
export type Answer = () => void

/** A part of a batch, decided. */
export interface DecidedPart {
  readonly decided: readonly DecidedCommand[]
  readonly changes: BatchChanges
}

/** A part whose statements are on their way to PostgreSQL. Nothing is certain before the commit. */
export interface WrittenPart extends DecidedPart {
  /** The answers to give once it is durable. */
  readonly answers: readonly Answer[]
  /** The head of the journal it leads to; undefined when it moved nothing and no order. */
  readonly head: ChainHead | undefined
  readonly written: Promise<unknown>
}

/**
 * Posts a decided part and what it did to orders, and sends the rows that follow, one statement per table. Every entry fits: it
 * was decided on what accounts have. @returns as soon as all of it is sent.
 */
export async function writePart(tx: Tx, ledger: Ledger, batch: Batch, part: DecidedPart): Promise<WrittenPart> {
  const { changes } = part
  const { seqs, head, posted } = await post(tx, ledger, batch, changes)
  keepLastActs(batch, changes, head)
  const fills = numberedFills(changes, seqs)
  const { answers, records } = answersOf(part, fills)
  const progress = {
    stepCount: batch.eventCount,
    lastAct: (orderId: Id<'ord'>) => present(batch.lastAct(orderId), `act of ${orderId}`),
  }
  const written = Promise.all([
    posted,
    ...[...changes.facts].map(([product, kept]) => product.save(tx, kept, batch.now)),
    insertOrders(tx, changes.created, progress),
    updateOrders(tx, changes.changed, progress),
    insertFills(tx, fills),
    saveIdempotencyRecords(tx, records, batch.now),
    appendOutbox(tx, outboxOf(changes), batch.now),
  ])
  // Awaited before the commit; until then a failure of this transaction rejects the first statement that is awaited.
  written.catch(() => undefined)
  return { ...part, answers, head, written }
}

/** The most entries the ledger is given at once. */
const postedMax = 4000

/** Posts entries and the acts of orders behind them. @returns once all have their numbers and are on their way. */
async function post(tx: Tx, ledger: Ledger, batch: Batch, changes: BatchChanges) {
  const { entries } = changes
  const seqs: bigint[] = []
  const posting: Promise<void>[] = []
  let head: ChainHead | undefined
  for (let from = 0; from === 0 || from < entries.length; from += postedMax) {
    const isLast = from + postedMax >= entries.length
    const { promise: numbered, resolve, reject } = Promise.withResolvers<void>()
    const posted = ledger
      .post(tx, entries.slice(from, from + postedMax), {
        areNew: true,
        had: batch.had(),
        notes: isLast ? notesOf(batch, changes) : [],
        numbered: (numbers, next) => {
          seqs.push(...numbers)
          head = next
          resolve()
        },
      })
      .then(assertPosted)
    posted.catch(reject)
    posting.push(posted)
    await numbered
  }
  return { seqs, head, posted: Promise.all(posting) }
}

function assertPosted(outcome: PostOutcome): void {
  if (outcome.kind === 'posted') return
  throw new Error(`the desk decided beyond ${outcome.account}: ${outcome.short} short, entry ${outcome.entryId}`)
}

/** What a part did to each order, as acts, those it made first. */
function notesOf(batch: Batch, { created, changed, events }: BatchChanges): readonly NewAct[] {
  const steps = Map.groupBy(events, ({ orderId }) => orderId)
  const noted = (isNew: boolean) => (order: Order) =>
    actOfOrder(order, steps.get(order.orderId) ?? [], { previous: batch.lastAct(order.orderId), isNew })
  return [...created.map(noted(true)), ...changed.map(noted(false))]
}

/** The acts of orders are the last up to the head. */
function keepLastActs(batch: Batch, { created, changed }: BatchChanges, head: ChainHead | undefined): void {
  const touched = [...created, ...changed]
  const first = (head?.seq ?? 0n) - BigInt(touched.length) + 1n
  for (const [at, { orderId }] of touched.entries()) batch.keepLastAct(orderId, first + BigInt(at))
}

function numberedFills({ entries, fills }: BatchChanges, seqs: readonly bigint[]): readonly Fill[] {
  const seqOf = new Map(entries.map(({ id }, at) => [id, present(seqs[at], `number of ${id}`)]))
  return fills.map((fill) => ({ ...fill, entrySeq: present(seqOf.get(fill.entryId), `number of ${fill.entryId}`) }))
}

/** What each asker is answered, and what is kept of it for a request with the same key. Orders are as the part leaves them. */
function answersOf({ decided, changes }: DecidedPart, fills: readonly Fill[]) {
  const orders = new Map([...changes.created, ...changes.changed].map((order) => [order.orderId, order]))
  const orderOf = (orderId: Id<'ord'>): Order => present(orders.get(orderId), `order ${orderId}`)
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
      const after = orderOf(order.orderId)
      const placed: Placed = {
        kind: 'placed',
        order: after,
        fills: fillsOf.get(order.orderId) ?? [],
        twin: after.twinId === undefined ? undefined : orderOf(after.twinId),
      }
      if (order.claim !== undefined && order.replyOf !== undefined)
        records.push({ claim: order.claim, answer: order.replyOf(placed) })
      return [() => asker.resolve(placed)]
    }
    const { order, asker } = command
    const cancelled: Cancelled = { kind: 'cancelled', order: orderOf(order.orderId) }
    if (order.claim !== undefined && order.replyOf !== undefined)
      records.push({ claim: order.claim, answer: order.replyOf(cancelled) })
    return [() => asker.resolve(cancelled)]
  })
  return { answers, records }
}

/** One event for the whole part: what changed, by customer. */
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
    // Positions that are not assets are published by the room of their product.
    if (!ownsAsset(product)) continue
    for (const { holding } of kept) of(holding.customerId).positions.push(holding.instrumentId)
  }
  const [first] = Object.keys(customers)
  const payload: TradingChanged = { customers }
  return first === undefined ? [] : [{ topic: tradingChangedTopic, key: first, payload }]
}
