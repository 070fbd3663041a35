import type { Audit } from '@bolsillo/audit/server'
import { coreRejections } from '@bolsillo/contract'
import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Services, type Tx, transaction } from '@bolsillo/server-kit'
import { identityRejections } from '../contract.ts'
import { afterWrongTry, tradePasswordTries } from '../domain/index.ts'
import { findCustomer } from './customer-store.ts'
import type { TradePasswords } from './identity.ts'
import type { MessageSender } from './message-sender.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findTradePassword, lockTradePassword, saveTradeTries } from './trade-password-store.ts'

/** How many customers are remembered to have a trade password. */
const knownMax = 100_000

interface Options {
  readonly services: Services
  readonly audit: Audit
  readonly hasher: PasswordHasher
  readonly sender: MessageSender
}

/** Checks trade passwords. Tries of one customer wait for each other at the row, so exactly five are possible. */
export function createTradePasswords(options: Options): TradePasswords {
  // A trade password is changed but never taken away, so having one can be remembered; having none cannot.
  const known = new Set<Id<'cus'>>()
  return {
    isSet: async (db, customerId) => {
      if (known.has(customerId)) return true
      const isSet = (await findTradePassword(db, customerId)) !== undefined
      if (isSet) {
        if (known.size >= knownMax) known.clear()
        known.add(customerId)
      }
      return isSet
    },
    verify: (attempt) => transaction(options.services.sql, (tx) => verifyIn(tx, options, attempt)),
  }
}

async function verifyIn(
  tx: Tx,
  { audit, hasher, sender }: Options,
  { customerId, password, now }: { readonly customerId: Id<'cus'>; readonly password: string; readonly now: Instant },
): Promise<Rejection | undefined> {
  const stored = await lockTradePassword(tx, customerId)
  if (stored === undefined) return reject(coreRejections.tradePasswordNeeded)
  if (stored.lockedUntil !== undefined && stored.lockedUntil > now) return locked(stored.lockedUntil, now)
  // A lock that has run out leaves five fresh tries.
  const failures = stored.lockedUntil === undefined ? stored.failures : 0
  const result = await hasher.verify(password, stored.hash)
  if (result === 'busy') return reject(coreRejections.overloaded)
  if (result === 'right') {
    if (stored.failures > 0) await saveTradeTries(tx, customerId, { failures: 0, lockedUntil: undefined })
    return undefined
  }
  const state = afterWrongTry({ failures }, now)
  await saveTradeTries(tx, customerId, state)
  const { lockedUntil } = state
  const action = lockedUntil === undefined ? 'identity.trade-password-wrong' : 'identity.trade-password-lock'
  const details = { failures: String(state.failures) }
  await audit.record(tx, { at: now, actor: customerId, action, subject: customerId, details })
  if (lockedUntil === undefined) return wrong(tradePasswordTries - state.failures)
  const customer = await findCustomer(tx, customerId)
  if (customer !== undefined) {
    const { address: to, language } = customer
    await sender.send(tx, { to, kind: 'trade-password-locked', language, customerId, at: now })
  }
  return locked(lockedUntil, now)
}

function wrong(triesLeft: number): Rejection {
  return reject(identityRejections.tradePasswordWrong, {
    field: 'tradePassword',
    values: { triesLeft: String(triesLeft) },
  })
}

function locked(until: number, now: Instant): Rejection {
  const hours = String(Math.max(1, Math.ceil((until - now) / 3_600_000)))
  return reject(identityRejections.tradePasswordLocked, {
    field: 'tradePassword',
    values: { hours, until: String(until) },
  })
}
