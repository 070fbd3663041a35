/** A page that shows without a step. */
export interface PlainScreen {
  readonly name: string
  readonly path: string
  readonly darkOnce?: boolean
}

/** Money, papers and the customer's own records: pages that show without a step. */
export const money: readonly PlainScreen[] = [
  ...['kyc', 'userInfo', 'factors', 'exchange', 'record', 'activity'].map((page) => `user/${page}`),
  ...['recharge', 'rechargeChannel', 'bankRecharge', 'offlineRecharge', 'cryptoRecharge', 'coinRechargeList'].map(
    (page) => `recharge/${page}`,
  ),
  ...['coinRecharge', 'rechargeRecord', 'bankRecord', 'cryptoRecord'].map((page) => `recharge/${page}`),
  ...['withdraw', 'bankWithdraw', 'cryptoWithdraw', 'withdrawRecord', 'recordIndex', 'cryptoRecord'].map(
    (page) => `withdraw/${page}`,
  ),
  ...['bankList', 'addBank', 'addressList', 'addAdress'].map((page) => `wallet/${page}`),
  ...['index', 'stock', 'cryptoConvert', 'cryptoTransfer', 'exchange'].map((page) => `exchange/${page}`),
  ...['index', 'stockFundsDetail', 'cryptoFundsDetail'].map((page) => `fundsDetail/${page}`),
  'coin/assetsRecord',
].map((page) => ({ name: page.replace('/', '-'), path: `/pages/${page}`, darkOnce: true }))

/** The same ways for somebody who is nobody yet: what comes first is said. */
export const moneyFirst: readonly PlainScreen[] = ['user/kyc', 'recharge/bankRecharge', 'withdraw/bankWithdraw'].map(
  (page) => ({
    name: `first-${page.replace('/', '-')}`,
    path: `/pages/${page}`,
  }),
)
