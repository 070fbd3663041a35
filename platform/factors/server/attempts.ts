import { type Id, type Instant, instant, type Rejection, reject } from '@bolsillo/kernel'
import { networkOf, type Sql, type Tx, transaction } from '@bolsillo/server-kit'
import { factorRejections } from '../contract/index.ts'
import { type AttemptKind, networkForgetsMs, waitMsAfter } from '../domain/index.ts'
import { type Attempts, clearAttemptsOf, lockAttempts, saveAttempts } from './attempt-store.ts'

/** Who tries what: an account (known or not) from a network. */
export interface AttemptKeys {
  /** `account:…`, of a mark of the address and never the address itself. */
  readonly account: string
  readonly network: string
}

/**
 * The keys of an attempt. A device the account signed in on before has a count of its own, so that a stranger who
 * guesses from elsewhere cannot lock the owner's phone out. Staff have a count for each network they come from, for the
 * same reason: their accounts are known by name to all colleagues and past ones.
 */
export function attemptKeys(options: {
  readonly realm: 'customer' | 'operator' | 'password'
  readonly mark: string
  readonly knownDevice: string | undefined
  readonly address: string
}): AttemptKeys {
  const own = options.knownDevice === undefined ? '' : `:${options.knownDevice.slice(0, 32)}`
  const network = networkOf(options.address)
  const from = options.realm === 'operator' ? `:${network}` : own
  return {
    account: `${options.realm}:${options.mark}${from}`,
    network: `network:${options.realm}:${network}`,
  }
}

const kindOf = (key: string): AttemptKind =>
  key.startsWith('network:') ? 'network' : key.startsWith('operator:') ? 'staff' : 'account'

function afterFailure(row: Attempts, now: Instant): Attempts {
  const forgotten = kindOf(row.key) === 'network' && now - row.lastAt > networkForgetsMs
  const failures = (forgotten ? 0 : row.failures) + 1
  const waitMs = waitMsAfter(kindOf(row.key), failures)
  return { key: row.key, failures, lastAt: now, lockedUntil: waitMs === 0 ? 0 : now + waitMs }
}

/**
 * Takes an attempt before the password is looked at: counts it as failed until `forgiveAttempt`. Attempts made
 * at once are counted one after the other, so a hundred at once are a hundred.
 * @returns the refusal when one of the keys must wait; nothing is counted then, and nothing may be checked.
 */
export async function takeAttempt(sql: Sql, keys: AttemptKeys, now: Instant): Promise<Rejection | undefined> {
  return transaction(sql, (tx) => takeAttemptIn(tx, keys, now))
}

/** The same within a transaction that commits whatever the outcome of the attempt. */
export async function takeAttemptIn(tx: Tx, keys: AttemptKeys, now: Instant): Promise<Rejection | undefined> {
  const rows = await lockAttempts(tx, [keys.account, keys.network])
  const until = Math.max(0, ...rows.map((row) => row.lockedUntil))
  if (until > now) return tooMany(instant(until), now)
  await saveAttempts(
    tx,
    rows.map((row) => afterFailure(row, now)),
  )
  return undefined
}

// An account stopped for good is asked to wait a day, or to reset its password: the text states both.
const minutesShownMax = 1440

/** The refusal of a lock: how long to wait, in whole minutes, rounded up so that nobody comes back too early. */
function tooMany(until: Instant, now: Instant): Rejection {
  const minutes = Math.min(minutesShownMax, Math.ceil((until - now) / 60_000))
  return reject(factorRejections.attemptsTooMany, { values: { minutes: String(minutes), until: String(until) } })
}

/** The attempt was right: the account starts from nought, the network loses the one that was counted. */
export async function forgiveAttempt(tx: Tx, keys: AttemptKeys): Promise<void> {
  const rows = await lockAttempts(tx, [keys.account, keys.network])
  await saveAttempts(
    tx,
    rows.map((row) =>
      kindOf(row.key) !== 'network'
        ? { ...row, failures: 0, lockedUntil: 0 }
        : { ...row, failures: Math.max(0, row.failures - 1), lockedUntil: 0 },
    ),
  )
}

/** The password was reset: every count of the account starts from nought. */
export async function forgetAttempts(tx: Tx, mark: string, customerId: Id<'cus'>): Promise<void> {
  await clearAttemptsOf(tx, `factor:${customerId}`)
  await clearAttemptsOf(tx, `customer:${mark}`)
}
