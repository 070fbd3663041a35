import type { Audit } from '@bolsillo/audit/server'
import { coreRejections } from '@bolsillo/contract'
import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Services, type Tx, transaction } from '@bolsillo/server-kit'
import { factorRejections as r } from '../contract/index.ts'
import { afterWrongTry, type PinKind, pinTries } from '../domain/index.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { findPin, lockPin, savePinTries } from './pin-store.ts'
import type { PinPasswords } from './proofs.ts'

/** How many customers are remembered to have a PIN. */
const knownMax = 100_000

interface PinDeps {
  readonly services: Services
  readonly audit: Audit
  readonly hasher: PasswordHasher
  /** Six digits were locked by wrong tries: their owner is notified. */
  readonly onPinLocked: (tx: Tx, kind: PinKind, customerId: Id<'cus'>, now: Instant) => Promise<void>
}

const answers = {
  trade: {
    field: 'tradePassword',
    needed: coreRejections.tradePasswordNeeded,
    wrong: r.tradePasswordWrong,
    locked: r.tradePasswordLocked,
  },
  withdrawal: {
    field: 'withdrawalPassword',
    needed: coreRejections.withdrawalPasswordNeeded,
    wrong: r.withdrawalPasswordWrong,
    locked: r.withdrawalPasswordLocked,
  },
} as const

/** Checks six digits of one kind. Tries of one customer wait for each other at the row, so exactly five are possible. */
export function createPins(kind: PinKind, deps: PinDeps): PinPasswords {
  // Six digits are changed but never taken away, so having them can be remembered; having none cannot.
  const known = new Set<Id<'cus'>>()
  return {
    isSet: async (db, customerId) => {
      if (known.has(customerId)) return true
      const isSet = (await findPin(db, customerId, kind)) !== undefined
      if (isSet) {
        if (known.size >= knownMax) known.clear()
        known.add(customerId)
      }
      return isSet
    },
    verify: (attempt) => {
      const { sql, asideSql = sql } = deps.services
      return transaction(asideSql, (tx) => verifyIn(tx, kind, deps, attempt))
    },
  }
}

async function verifyIn(
  tx: Tx,
  kind: PinKind,
  { audit, hasher, onPinLocked }: PinDeps,
  { customerId, password, now }: { readonly customerId: Id<'cus'>; readonly password: string; readonly now: Instant },
): Promise<Rejection | undefined> {
  const stored = await lockPin(tx, customerId, kind)
  if (stored === undefined) return reject(answers[kind].needed)
  if (stored.lockedUntil !== undefined && stored.lockedUntil > now) return locked(kind, stored.lockedUntil, now)
  // A lock that has run out leaves five fresh tries.
  const failures = stored.lockedUntil === undefined ? stored.failures : 0
  const result = await hasher.verify(password, stored.hash)
  if (result === 'busy') return reject(coreRejections.overloaded)
  if (result === 'right') {
    if (stored.failures > 0) await savePinTries(tx, { customerId, kind }, { failures: 0, lockedUntil: undefined })
    return undefined
  }
  const state = afterWrongTry({ failures }, now)
  await savePinTries(tx, { customerId, kind }, state)
  const { lockedUntil } = state
  const action = `identity.${kind}-password-${lockedUntil === undefined ? 'wrong' : 'lock'}`
  const details = { failures: String(state.failures) }
  await audit.record(tx, { at: now, actor: customerId, action, subject: customerId, details })
  if (lockedUntil === undefined) return wrong(kind, pinTries - state.failures)
  await onPinLocked(tx, kind, customerId, now)
  return locked(kind, lockedUntil, now)
}

function wrong(kind: PinKind, triesLeft: number): Rejection {
  const { wrong: spec, field } = answers[kind]
  return reject(spec, { field, values: { triesLeft: String(triesLeft) } })
}

function locked(kind: PinKind, until: number, now: Instant): Rejection {
  const { locked: spec, field } = answers[kind]
  const hours = String(Math.max(1, Math.ceil((until - now) / 3_600_000)))
  return reject(spec, { field, values: { hours, until: String(until) } })
}
