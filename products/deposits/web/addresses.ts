import { href } from '@bolsillo/web-kit'

// The paths of the specification's pages, and the addresses of what they show.

export const hubPath = '/pages/recharge/recharge'
export const channelsPath = '/pages/recharge/rechargeChannel'
export const bankPath = '/pages/recharge/bankRecharge'
export const offlinePath = '/pages/recharge/offlineRecharge'
export const cryptoPath = '/pages/recharge/cryptoRecharge'
export const coinPath = '/pages/recharge/coinRecharge'
export const coinsPath = '/pages/recharge/coinRechargeList'
export const recordsPath = '/pages/recharge/rechargeRecord'
export const cryptoRecordsPath = '/pages/recharge/cryptoRecord'
export const identityPath = '/pages/user/kyc'
export const ownLimitsPath = '/pages/user/limits'

/** One deposit. */
export function depositAt(depositId: string): string {
  return href(recordsPath, { depositId })
}

/** The page that explains a balance by its entries. */
export function assetsAt(asset: string): string {
  return href('/pages/user/assets', { asset })
}
