import { type Handler, onRead } from '@bolsillo/server-kit'
import { fillsReply } from '@bolsillo/trading/server'
import { fills } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

const standardRows = 30

/** The customer's fills, newest first. */
export function listFills({ trading }: StocksPorts): Handler {
  return onRead(fills, ({ symbol, cursor, limit = standardRows }, context) => {
    const instrumentIds = symbol === undefined ? undefined : [symbol]
    return fillsReply(trading, context, { instrumentIds, before: cursor, limit })
  })
}
