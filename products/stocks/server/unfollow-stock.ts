import { present, reject } from '@bolsillo/kernel'
import { deleteFollow } from '@bolsillo/market/server'
import { type Handler, onWrite } from '@bolsillo/server-kit'
import { stocksRejections, unfollow } from '../contract.ts'
import { shownInstrumentOf } from './market-rows.ts'

/** Takes an instrument from what the customer follows. What is not followed stays so. */
export function unfollowStock(): Handler {
  return onWrite(unfollow, async ({ symbol }, { tx, customer }) => {
    if (shownInstrumentOf(symbol) === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    await deleteFollow(tx, present(customer, 'the session of a customer call').customerId, symbol)
    return { symbol, followed: false }
  })
}
