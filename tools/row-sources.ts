import { systemClock } from '@bolsillo/kernel'
import { auditRows, type RowSource } from '@bolsillo/ledger/server'
import { tradingRows } from '@bolsillo/trading/server'

/**
 * The tables of rooms that follow from acts, besides the ledger's own: `npm run rebuild` and `npm run ledger:verify`
 * recompute and compare them. A room adds the sources that its server exports.
 */
export const rowSources: readonly RowSource[] = [auditRows, tradingRows(systemClock)]
