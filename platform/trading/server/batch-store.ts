import { present } from '@bolsillo/kernel'
import type { JournalEntry } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import {
  appendOutbox,
  type IdempotencyRecord,
  type OutboxEvent,
  saveIdempotencyRecords,
  type Tx,
} from '@bolsillo/server-kit'
import type { Fill } from '../domain/index.ts'
import type { BatchChanges } from './batch.ts'
import { addLocks, insertEvents, insertFills, insertOrders, savePositions, updateOrders } from './trading-store.ts'

/** The most entries the ledger is given at once. */
const entriesMax = 2000

/** Posts a batch's entries. Every one must fit: the batch decided on locked balances. @returns the fills, numbered. */
export async function postChanges(tx: Tx, ledger: Ledger, changes: BatchChanges): Promise<readonly Fill[]> {
  const seqs = new Map<string, bigint>()
  for (let from = 0; from < changes.entries.length; from += entriesMax) {
    const part: readonly JournalEntry[] = changes.entries.slice(from, from + entriesMax)
    const outcome = await ledger.post(tx, part)
    if (outcome.kind === 'insufficient')
      throw new Error(`the desk decided beyond ${outcome.account}: ${outcome.short} short, entry ${outcome.entryId}`)
    part.forEach(({ id }, at) => {
      seqs.set(id, present(outcome.seqs[at], `number of ${id}`))
    })
  }
  return changes.fills.map((fill) => ({
    ...fill,
    entrySeq: present(seqs.get(fill.entryId), `number of ${fill.entryId}`),
  }))
}

/** Writes everything else of a batch, one statement per table, sent together. */
export async function writeChanges(
  tx: Tx,
  changes: BatchChanges,
  written: {
    readonly fills: readonly Fill[]
    readonly outbox: readonly OutboxEvent[]
    readonly records: readonly IdempotencyRecord[]
    readonly at: Parameters<typeof appendOutbox>[2]
  },
): Promise<void> {
  await Promise.all([
    insertOrders(tx, changes.created),
    updateOrders(tx, changes.changed),
    insertFills(tx, written.fills),
    insertEvents(tx, changes.events),
    savePositions(tx, changes.positions),
    addLocks(tx, changes.locks),
    appendOutbox(tx, written.outbox, written.at),
    saveIdempotencyRecords(tx, written.records, written.at),
  ])
}
