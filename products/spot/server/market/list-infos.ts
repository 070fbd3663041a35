import { type Handler, onRead } from '@bolsillo/server-kit'
import { coinInfos } from '../../contract.ts'
import { type CoinShelf, coinProductOf } from './coin-rows.ts'

/** All coins and contracts with their rules, in the order the market lists them. */
export function listInfos(shelf: CoinShelf): Handler {
  return onRead(coinInfos, async ({ product, currency }) => ({
    rows: shelf
      .shown()
      .filter((one) => product === undefined || coinProductOf(one) === product)
      .filter((one) => currency === undefined || one.currency === currency)
      .map(shelf.infoOf),
  }))
}
