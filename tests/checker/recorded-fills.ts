import type { Findings } from './finding.ts'
import type { FillRow, OrderFile, OrderRow } from './orders-store.ts'

/** I7: each fill is what the act of its order says of it, and only those of before are said by none. */
export function checkRecordedFills({ steps, fills }: OrderFile, order: OrderRow, findings: Findings): void {
  const said = new Map<string, string>()
  for (const { number, at, price, quantity, amount, entryId, fill } of steps) {
    if (fill === undefined) continue
    if (said.has(fill.fillId)) findings.add('I7', `step ${number} of ${order.orderId} says ${fill.fillId} once more`)
    said.set(fill.fillId, textOf({ ...fill, at, price, quantity, amount, entryId, source: fill.source ?? order.venue }))
  }
  for (const fill of fills) {
    const recorded = said.get(fill.fillId)
    said.delete(fill.fillId)
    if (recorded === undefined && !fill.isBefore)
      findings.add('I7', `${fill.fillId} of ${order.orderId} is said by no step`)
    if (recorded !== undefined && recorded !== textOf(fill))
      findings.add('I7', `${fill.fillId} is ${textOf(fill)}, its step records ${recorded}`)
  }
  for (const fillId of said.keys())
    findings.add('I7', `${fillId}, which a step of ${order.orderId} records, is not there`)
}

type Values = Partial<Record<keyof FillRow, FillRow[keyof FillRow] | undefined>>

const textOf = (of: Values): string =>
  [
    ...[of.at, of.price, of.quantity, of.amount, of.fee, of.vat, of.liquidity, of.source, of.sequence],
    ...[of.entryId, of.settlesOn, of.sellableAt],
  ].join(' ')
