import { assert } from '@bolsillo/kernel'
import { type CcxtExchange, ccxtNames } from './ccxt-shapes.ts'
import type { ExchangeId } from './exchanges.ts'
import type { Exchange } from './feed/ports.ts'
import { readListedMarkets } from './served-markets.ts'

const tradesAsked = 1_000

/** The REST side of an exchange, through ccxt. */
export function exchangeThrough(ccxt: CcxtExchange, id: ExchangeId): Exchange {
  const names = ccxtNames[id]
  return {
    streamUrl: ccxt.streamUrl,
    listMarkets: async () => readListedMarkets(await ccxt.fetchMarkets()),
    wholeBook: async ({ restId }, depth) => {
      assert(names.wholeBook !== undefined, `${id} tells whole books by its stream`)
      return await ccxt.call(names.wholeBook)({ symbol: restId, limit: depth })
    },
    latestTrades: async ({ restId }) =>
      await ccxt.call(names.trades)(
        id === 'kraken' ? { pair: restId, count: tradesAsked } : { symbol: restId, limit: tradesAsked },
      ),
  }
}
