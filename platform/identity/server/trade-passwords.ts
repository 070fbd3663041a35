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

interface Options {
  readonly services: Services
  readonly audit: Audit
  readonly hasher: PasswordHasher
  readonly sender: MessageSender
}

/** Checks trade passwords. Tries of one customer wait for each other at the row, so exactly five are possible. */
export function createTradePasswords(options: Options): TradePasswords {
  return {
    isSet: async (db, customerId) => (await findTradePassword(db, customerId)) !== undefined,
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
