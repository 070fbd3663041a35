/** The paths of the pages of this room, and of those of others they lead to. */
export const paths = {
  index: '/pages/exchange/index',
  exchange: '/pages/exchange/exchange',
  stock: '/pages/exchange/stock',
  cryptoConvert: '/pages/exchange/cryptoConvert',
  cryptoTransfer: '/pages/exchange/cryptoTransfer',
  own: '/pages/user/exchange',
  record: '/pages/user/record',
  coinMarkets: '/pages/coin/index',
  deposit: '/pages/recharge/offlineRecharge',
} as const
