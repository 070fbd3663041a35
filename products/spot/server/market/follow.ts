import { present, reject } from '@bolsillo/kernel'
import { deleteFollow, followedMax, insertFollow } from '@bolsillo/market/server'
import { type Handler, onWrite } from '@bolsillo/server-kit'
import { coinMarketRejections, followCoin, spotRejections, unfollowCoin } from '../../contract.ts'
import type { CoinShelf } from './coin-rows.ts'

/** Adds a coin or contract to what the customer follows. Following it again changes nothing. */
export function follow(shelf: CoinShelf): Handler {
  return onWrite(followCoin, async ({ symbol }, { tx, customer, now }) => {
    if (shelf.find(symbol) === undefined)
      return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    const { customerId } = present(customer, 'the session of a customer call')
    const followed = await insertFollow(tx, { customerId, symbol, at: now })
    return followed
      ? { symbol, followed }
      : reject(coinMarketRejections.followedFull, { values: { max: String(followedMax) } })
  })
}

/** Takes a coin or contract from what the customer follows. What is not followed stays so. */
export function unfollow(shelf: CoinShelf): Handler {
  return onWrite(unfollowCoin, async ({ symbol }, { tx, customer }) => {
    if (shelf.find(symbol) === undefined)
      return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    await deleteFollow(tx, present(customer, 'the session of a customer call').customerId, symbol)
    return { symbol, followed: false }
  })
}
