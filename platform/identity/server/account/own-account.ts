import { pinState } from '@bolsillo/factors/domain'
import { findPin, hasFactor } from '@bolsillo/factors/server'
import { assert, currencies, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { addressOf, writeAddress } from '../../domain/index.ts'
import { type IdentityDeps, userOf } from '../deps.ts'
import { findCoolDowns } from '../freeze/cool-down-store.ts'
import { coolDownHours } from '../freeze/cool-downs.ts'
import { isKeyOnly } from '../session/key-only-store.ts'
import { endSession, findSessionsOfCustomer } from '../session/session-store.ts'
import { findCustomer } from './customer-store.ts'
import { findAccountTags } from './demo-store.ts'

/** A page of the app. The specification's address of a script is none here: nothing is ever injected. */
const supportPath = '/pages/user/service'

/**
 * Who is signed in. A customer disabled meanwhile is signed out here, as the specification has it; a restricted session
 * they open afterwards stays.
 */
export const loginInfo = useCase(calls.loginInfo, async (_request, context) => {
  const { customerId, sessionId } = context.customer
  const { db, now } = context
  const customer = await findCustomer(db, customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  const sessions = await findSessionsOfCustomer(db, customerId, now)
  const restricted = sessions.find(({ id }) => id === sessionId)?.restricted === true
  if (customer.status === 0 && !restricted) {
    await endSession(db, { customerId, sessionId, at: now, reason: 'disabled' })
  }
  const openAutoApply: 0 | 1 = customer.openAutoApply ? 1 : 0
  return {
    user: userOf(customer),
    openAutoApply,
    serviceSaleSmartly: supportPath,
    restricted,
    tradePasswordSet: (await findPin(db, customerId, 'trade')) !== undefined,
    withdrawalPasswordSet: (await findPin(db, customerId, 'withdrawal')) !== undefined,
    secondFactorSet: await hasFactor(db, customerId),
    language: customer.language,
    tags: [...(await findAccountTags(db, customerId))],
  }
})

/** The customer's own profile. */
export const profile = useCase(calls.profile, async (_request, context, deps: IdentityDeps) => {
  const { customerId } = context.customer
  const customer = await findCustomer(context.db, customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  const { autoApply } = customer
  return {
    user: userOf(customer),
    ...(customer.phone === undefined ? {} : { phone: writeAddress(addressOf(customer.phone)) }),
    ...(customer.email === undefined ? {} : { email: customer.email }),
    language: customer.language,
    ...(customer.nickname === undefined ? {} : { nickname: customer.nickname }),
    autoApply: {
      on: autoApply.on,
      ...(autoApply.capMinor === undefined ? {} : { cap: writeDecimal(autoApply.capMinor, currencies.MXN.scale) }),
    },
    inviteCode: customer.inviteCode,
    createdAt: customer.createdAt,
    tradePassword: pinState(await findPin(context.db, customerId, 'trade'), context.now),
    withdrawalPassword: pinState(await findPin(context.db, customerId, 'withdrawal'), context.now),
    coolDowns: [...(await findCoolDowns(context.db, customerId, context.now))],
    coolDownHours: Number(coolDownHours(deps, 'password-reset')),
    keyOnly: await isKeyOnly(context.db, customerId),
  }
})
