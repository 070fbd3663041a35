import { href } from '@bolsillo/web-kit'
import { offeringPath, orderPath } from './paths.ts'

// Where links of this room lead. Apart from the paths, which home loads with those of every room.

/** Where money comes in, and where identity is verified. */
export const depositPath = '/pages/recharge/recharge'
export const identityPath = '/pages/user/kyc'

export const offeringAt = (id: string): string => href(offeringPath, { id })
export const orderAt = (id: string): string => href(orderPath, { id })
export const signInAt = (back: string): string => href('/pages/common/login', { back })
