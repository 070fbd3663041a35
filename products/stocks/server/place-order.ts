import { coreRejections } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { assetProducts } from '@bolsillo/trading/domain'
import { ordersReply, type PlacingProduct, placeForm, symbolProblem, writeOrder } from '@bolsillo/trading/server'
import { buy, orders, sell, stocksRejections } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { sharesOf } from './market-rows.ts'
import { isVipMissing } from './read-ticket.ts'

/** How orders of shares are taken: those of some markets are part of VIP. */
const shareOrders: PlacingProduct<StocksDeps> = {
  product: assetProducts.stock,
  find: (_, symbol) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    if (instrument.kind !== 'stock') return reject(stocksRejections.notTradable, { field: 'symbol' })
    return instrument.listed ? instrument : reject(stocksRejections.instrumentUnlisted, { field: 'symbol' })
  },
  refusal: async (deps, instrument, context) =>
    (await isVipMissing(deps, instrument, context.customer.customerId, context))
      ? reject(coreRejections.vipNeeded, { field: 'symbol' })
      : undefined,
  ownsNone: async ({ trading }, { id, ticker }, { db, customer, now }) => {
    const [position] = await trading.positions(db, customer.customerId, { at: now, instrumentIds: [id] })
    return position !== undefined && position.quantity > 0n
      ? undefined
      : reject(stocksRejections.nothingToSell, { field: 'quantity', values: { ticker } })
  },
}

/** Buys shares: market, limit, stop or stop-limit, with exits if wanted. */
export const buyStock = useCase(buy, (request, context, deps: StocksDeps) =>
  placeForm(shareOrders, deps, { ...request, side: 'buy' }, context),
)

/** Sells shares that may be sold now. */
export const sellStock = useCase(sell, (request, context, deps: StocksDeps) =>
  placeForm(shareOrders, deps, { ...request, side: 'sell' }, context),
)

/** The customer's orders, newest first. */
export const listOrders = useCase(
  orders,
  async ({ symbol, stockCountry, ...asked }, context, { trading }: StocksDeps) => {
    const ofMarket = stockCountry === undefined ? undefined : sharesOf(stockCountry).map(({ id }) => id)
    return (
      symbolProblem(symbol) ??
      ordersReply(trading, context, asked, symbol === undefined ? ofMarket : [symbol], writeOrder)
    )
  },
)
