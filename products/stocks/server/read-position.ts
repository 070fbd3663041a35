import { reject } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { writeFill, writeOrder } from '@bolsillo/trading/server'
import { position, stocksRejections } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { loadHoldings } from './load-holdings.ts'
import { writePosition } from './position-rows.ts'

const ordersMax = 50
const fillsShown = 20

/** One position with its open orders and latest fills. */
export const readPosition = useCase(position, async ({ symbol }, { db, customer, now }, deps: StocksDeps) => {
  const { market, trading } = deps
  const { customerId } = customer
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  const { holdings } = await loadHoldings(deps, db, { customerId, now })
  const held = holdings.find((holding) => holding.instrument.id === symbol)
  if (held === undefined || held.position.quantity === 0n) {
    return reject(stocksRejections.positionUnknown, { field: 'symbol' })
  }
  const only = { instrumentIds: [symbol] }
  const [open, fills] = await Promise.all([
    trading.listOrders(db, customerId, { ...only, filter: 'open', limit: ordersMax }),
    trading.listFills(db, customerId, { ...only, limit: fillsShown }),
  ])
  return {
    position: writePosition(held, market, market.nowOf(symbol)),
    openOrders: open.rows.map(writeOrder),
    fills: fills.rows.map(writeFill),
    practice: deps.services.mode === 'SIM',
  }
})
