import { present, reject } from '@bolsillo/kernel'
import { entryPreimage } from '@bolsillo/ledger/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import { feeScheduleOf } from '@bolsillo/trading/domain'
import { receipt } from '../contract.ts'
import type { StocksPorts } from './ports.ts'
import { tradedInstrument, writeFill, writeOrder, writeRules, writeSchedule } from './trading-rows.ts'

/** What is needed to check an order on one's own device: schedule, fills, and the journal entries as they were hashed. */
export function readReceipt({ trading, ledger }: StocksPorts): Handler {
  return onRead(receipt, async ({ orderId }, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const life = await trading.findOrder(db, customerId, orderId)
    if (life === undefined) return reject(tradingRejections.orderUnknown, { field: 'orderId' })
    const { order, fills, events } = life
    const instrument = tradedInstrument(order.instrumentId)
    const ids = new Set([...events.flatMap(({ entryId }) => entryId ?? []), ...fills.map(({ entryId }) => entryId)])
    const [chained, head] = await Promise.all([ledger.entries(db, [...ids]), ledger.head(db)])
    return {
      order: writeOrder(order),
      fills: fills.map(writeFill),
      fees: writeSchedule(feeScheduleOf(order.feeSchedule), instrument),
      rules: writeRules(instrument),
      entries: chained.map(({ entry, hash, previousHash }) => ({
        seq: entry.seq.toString(),
        entryId: entry.id,
        canonical: entryPreimage(previousHash, entry),
        previousHash,
        hash,
      })),
      head: { seq: head.seq.toString(), hash: head.hash },
    }
  })
}
