import { systemClock } from '@bolsillo/kernel'
import { auditRows, type RowSource } from '@bolsillo/ledger/server'
import { tradingRows } from '@bolsillo/trading/server'

/**
 * What rooms keep that follows from acts, beside the ledger's own tables: `npm run rebuild` and `npm run ledger:verify`
 * rebuild it and compare it. A room adds what its server exports.
 */
export const rowSources: readonly RowSource[] = [auditRows, tradingRows(systemClock)]
