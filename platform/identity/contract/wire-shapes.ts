import { field, operatorRoles, z } from '@bolsillo/contract'

/** Why a one-time code is sent. A code is good for the purpose and the address it was made for, nothing else. */
export const codePurposes = [
  'register',
  'reset-password',
  'trade-password',
  'withdrawal-password',
  'unfreeze',
  'change-email',
  'add-phone',
] as const
export type CodePurpose = (typeof codePurposes)[number]

/** The interface languages, as `languages` of the server has them. */
export const languages = ['es-ES', 'en-US', 'pt-BR'] as const

/** What an account is besides a customer's: one of the demo's, or of somebody who works here (decision 88). */
export const accountTags = ['demo', 'staff'] as const
export type AccountTag = (typeof accountTags)[number]

/**
 * Why something waits for a while: the password was reset, a factor was removed, the owner froze the account. After any of
 * them nothing is traded on credit for a day.
 */
export const coolDownReasons = [
  'password-reset',
  'factor-removed',
  'email-changed',
  'withdrawal-password-changed',
  'frozen-by-owner',
  'trade-password-reset',
  'factor-added',
] as const
/** Those after which only withdrawals to new destinations wait; after all others, every withdrawal does. */
export const newDestinationReasons: readonly (typeof coolDownReasons)[number][] = [
  'trade-password-reset',
  'factor-added',
]
export type CoolDownReason = (typeof coolDownReasons)[number]

/** Identity verification, as the specification shows it. */
export const identityStates = ['none', 'pending', 'succ', 'fail'] as const
export type IdentityState = (typeof identityStates)[number]

/** A phone number or an e-mail address, as typed. Without a `+` a number belongs to `areaCode`. */
export const account = field.text(1, 340)
/** `+52` when left out. */
export const areaCode = field.optional(field.text(1, 6))
export const captcha = field.text(1, 4000)
/**
 * A random text this device made once and keeps (43 characters of base64url). Only its hash is stored. It is how a new
 * device is noticed, and in the practice market how a device finds the messages it asked for.
 */
export const deviceKey = field.optional(field.text(22, 64))

/** Six digits as their owner sees them. */
export const pin = z.object({ set: z.boolean(), triesLeft: z.number(), lockedUntil: z.optional(field.at) })

export const user = z.object({
  /** The number shown to people and given to support; never used to look anything up for a customer. */
  id: z.string(),
  /** Masked: `+52 55 •••• 1907`, `ma•••@correo.mx`. */
  account: z.string(),
  /** 0 is restricted. */
  status: z.union([z.literal(0), z.literal(1)]),
  idStatus: z.enum(identityStates),
})

/** A member of staff, as colleagues see them. */
export const staffMember = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
})
