import { present, reject } from '@bolsillo/kernel'
import { followedMax, insertFollow } from '@bolsillo/market/server'
import { type Handler, onWrite } from '@bolsillo/server-kit'
import { follow, stocksRejections } from '../contract.ts'
import { shownInstrumentOf } from './market-rows.ts'

/** Adds an instrument to what the customer follows. Following it again changes nothing. */
export function followStock(): Handler {
  return onWrite(follow, async ({ symbol }, { tx, customer, now }) => {
    if (shownInstrumentOf(symbol) === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    const { customerId } = present(customer, 'the session of a customer call')
    const followed = await insertFollow(tx, { customerId, symbol, at: now })
    return followed
      ? { symbol, followed }
      : reject(stocksRejections.watchlistFull, { values: { max: String(followedMax) } })
  })
}
