/** Where the pages of this room stand. */
export const paths = {
  record: '/pages/user/record',
  index: '/pages/fundsDetail/index',
  stock: '/pages/fundsDetail/stockFundsDetail',
  crypto: '/pages/fundsDetail/cryptoFundsDetail',
  coins: '/pages/coin/assetsRecord',
  happenings: '/pages/user/happenings',
  activity: '/pages/user/activity',
  /** A page of products/notices: what reaches the customer outside the app. */
  choices: '/pages/user/notices',
  /** A page of products/support, where an answer is read. */
  service: '/pages/user/service',
  /** A page of products/content: what the firm has to say to everybody. */
  firm: '/pages/notice/list',
  /** The positions in contracts, where one that comes near its liquidation is read. */
  contractPositions: '/pages/tabbar/position?family=contract',
} as const
