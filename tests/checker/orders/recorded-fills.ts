import type { Findings } from '../finding.ts'
import type { FillRow, OrderFile, OrderRow } from './orders-store.ts'

/** I7: each fill is what the act of its order records of it, and only those listed as older are recorded by none. */
export function checkRecordedFills({ steps, fills }: OrderFile, order: OrderRow, findings: Findings): void {
  const recorded = new Map<string, string>()
  for (const { number, at, price, quantity, amount, entryId, fill } of steps) {
    if (fill === undefined) continue
    if (recorded.has(fill.fillId))
      findings.add('I7', `step ${number} of ${order.orderId} records ${fill.fillId} once more`)
    recorded.set(
      fill.fillId,
      textOf({ ...fill, at, price, quantity, amount, entryId, source: fill.source ?? order.venue }),
    )
  }
  for (const fill of fills) {
    const wanted = recorded.get(fill.fillId)
    recorded.delete(fill.fillId)
    if (wanted === undefined && !fill.isBefore)
      findings.add('I7', `${fill.fillId} of ${order.orderId} is recorded by no step`)
    if (wanted !== undefined && wanted !== textOf(fill))
      findings.add('I7', `${fill.fillId} is ${textOf(fill)}, its step records ${wanted}`)
  }
  for (const fillId of recorded.keys())
    findings.add('I7', `${fillId}, which a step of ${order.orderId} records, is not there`)
}

type Values = Partial<Record<keyof FillRow, FillRow[keyof FillRow] | undefined>>

const textOf = (of: Values): string =>
  [
    ...[of.at, of.price, of.quantity, of.amount, of.fee, of.vat, of.liquidity, of.source, of.sequence],
    ...[of.entryId, of.settlesOn, of.sellableAt],
  ].join(' ')
