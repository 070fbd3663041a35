import { present, reject } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { type Handler, onWrite } from '@bolsillo/server-kit'
import { follow, stocksRejections } from '../contract.ts'
import { insertFollow } from './watchlist-store.ts'

/** How many instruments a customer may follow. */
export const followedMax = 200

/** Adds an instrument to what the customer follows. Following it again changes nothing. */
export function followStock(): Handler {
  return onWrite(follow, async ({ symbol }, { tx, customer, now }) => {
    if (instrumentOf(symbol) === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    const { customerId } = present(customer, 'the session of a customer call')
    const followed = await insertFollow(tx, { customerId, symbol, at: now, max: followedMax })
    return followed
      ? { symbol, followed }
      : reject(stocksRejections.watchlistFull, { values: { max: String(followedMax) } })
  })
}
