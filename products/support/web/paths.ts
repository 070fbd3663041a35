import { href } from '@bolsillo/web-kit'

export const ownPath = '/pages/user/service'
export const publicPath = '/pages/common/service'
export const ownChatPath = '/pages/user/serviceJs'
export const publicChatPath = '/pages/common/serviceJs'
export const activityPath = '/pages/user/activity'

/** One conversation. */
export const conversationAt = (id: string): string => href(ownPath, { id })
/** The form of a new one. */
export const newAt = (about?: string): string => href(ownPath, { new: '1', about })

/** The page of what a conversation is about; an order's depends on what is traded, and its list has them all. */
export function aboutAt(about: string): string {
  if (about.startsWith('dep_')) return href('/pages/recharge/rechargeRecord', { depositId: about })
  if (about.startsWith('wdr_')) return href('/pages/wallet/recordDetail', { withdrawalId: about })
  return href('/pages/user/orders', {})
}
