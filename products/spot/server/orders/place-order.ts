import { type Rejection, reject } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import type { Instrument } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { assetProducts } from '@bolsillo/trading/domain'
import { ordersReply, type PlacingProduct, placeForm, symbolProblem, writeOrder } from '@bolsillo/trading/server'
import { add, list, spotRejections } from '../../contract/index.ts'
import { scheduleOf } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinVat } from '../settings.ts'

/** How orders of coins are taken: they follow the fees of the customer's tier of today. */
const coinOrders: PlacingProduct<SpotDeps> = {
  product: assetProducts.spot,
  find: (deps, symbol) => {
    const instrument = coinOf(deps, symbol)
    if (instrument === undefined) return unknownCoin(symbol)
    return instrument.listed ? instrument : reject(spotRejections.coinUnlisted, { field: 'symbol' })
  },
  scheduleOf: async ({ tiers, settings }, { scale }, { db, customer, now }) => {
    const { tier } = await tiers.of(db, customer.customerId, now)
    return scheduleOf(tier, scale.quote.code, BigInt(settings.get(coinVat)))
  },
  ownsNone: async ({ ledger }, { asset }, { db, customer }) => {
    const account = customerAccount(customer.customerId, 'coin', asset.code)
    const posted = (await ledger.balances(db, [account])).get(account)?.posted ?? 0n
    if (posted > 0n) return undefined
    return reject(spotRejections.nothingToSell, { field: 'quantity', values: { coin: asset.code } })
  },
}

/** Places an order for coins. */
export const placeCoinOrder = useCase(add, (request, context, deps: SpotDeps) =>
  placeForm(coinOrders, deps, request, context),
)

/** The customer's orders, newest first. */
export const listOrders = useCase(
  list,
  async ({ symbol, ...asked }, context, { trading }: SpotDeps) =>
    symbolProblem(symbol) ??
    ordersReply(trading, context, asked, symbol === undefined ? undefined : [symbol], writeOrder),
)

/** The market of a coin; undefined for what is no coin. */
export function coinOf({ instruments }: Pick<SpotDeps, 'instruments'>, symbol: string): Instrument | undefined {
  return instruments.find(({ id, kind }) => id === symbol && kind === 'coin')
}

/** Refuses a symbol that is no coin's. */
export function unknownCoin(symbol: string): Rejection {
  return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
}
