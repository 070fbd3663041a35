import { reject } from '@bolsillo/kernel'
import { isFollowed } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { writeRules } from '@bolsillo/trading/server'
import { coinTicker, spotRejections } from '../../contract.ts'
import type { CoinShelf } from './coin-rows.ts'

/** One coin or contract whole; and whether the caller follows it. */
export function readTicker(shelf: CoinShelf): Handler {
  return onRead(coinTicker, async ({ symbol }, { customer, db }) => {
    const instrument = shelf.find(symbol)
    if (instrument === undefined) return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    const day = await shelf.day24(instrument)
    const followed = customer !== undefined && (await isFollowed(db, customer.customerId, symbol))
    return { ...shelf.rowOf(instrument, day, followed), rules: writeRules(instrument) }
  })
}
