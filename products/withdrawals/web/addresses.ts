import { href } from '@bolsillo/web-kit'

// Where the pages of this room are, and those of others it leads to. What a page shows is in its query string.

export const paths = {
  withdraw: '/pages/withdraw/withdraw',
  bank: '/pages/withdraw/bankWithdraw',
  crypto: '/pages/withdraw/cryptoWithdraw',
  origin: '/pages/withdraw/returnOrigin',
  terms: '/pages/withdraw/terms',
  recordIndex: '/pages/withdraw/recordIndex',
  bankRecords: '/pages/withdraw/withdrawRecord',
  cryptoRecords: '/pages/withdraw/cryptoRecord',
  cryptoDetail: '/pages/withdraw/cryptoRecordDetail',
  bankDetail: '/pages/wallet/recordDetail',
  bankList: '/pages/wallet/bankList',
  addBank: '/pages/wallet/addBank',
  addressList: '/pages/wallet/addressList',
  addAddress: '/pages/wallet/addAdress',
  kyc: '/pages/user/kyc',
  factors: '/pages/user/factors',
  withdrawalPassword: '/pages/user/tradePassword?kind=withdrawal',
  assets: '/pages/user/assets',
} as const

/** Cash and coins have pages of their own, as the specification lists them. */
export type Kind = 'cash' | 'coin'

export const formAt = (kind: Kind, query: { destinationId?: string | undefined; asset?: string | undefined } = {}) =>
  href(kind === 'cash' ? paths.bank : paths.crypto, query)
export const recordsAt = (kind: Kind): string => (kind === 'cash' ? paths.bankRecords : paths.cryptoRecords)
export const recordAt = (kind: Kind, withdrawalId: string): string =>
  href(kind === 'cash' ? paths.bankDetail : paths.cryptoDetail, { withdrawalId })
/** Chooses a destination and goes on with the form; `type` 2 is the menu's list. */
export const pickAt = (kind: Kind, asset: string): string =>
  kind === 'cash' ? href(paths.bankList, { type: 1, asset }) : href(paths.addressList, { type: 1, asset })
export const kindOfAsset = (asset: string): Kind =>
  asset === 'MXN' || asset === 'USD' || asset === 'BRL' ? 'cash' : 'coin'
