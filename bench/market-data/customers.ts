import { createHash, randomBytes } from 'node:crypto'
import { idsFrom, seededRng, systemClock } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'

/** Somebody who may order: signed in, and authorised to order without the trade password. */
export interface SeededCustomer {
  readonly customerId: string
  readonly token: string
}

const lifeMs = 3_600_000

/**
 * Signs customers in by writing what registering, signing in and authorising leave behind: a bench measures orders, and
 * thousands of password hashes would take longer than the run.
 */
export async function seedCustomers(owner: Sql, count: number): Promise<readonly SeededCustomer[]> {
  const ids = idsFrom(systemClock, seededRng(5, `customers of a bench ${process.pid}`))
  const now = systemClock.now()
  const made = Array.from({ length: count }, (_, at) => ({
    at,
    customerId: ids.next('cus') as string,
    sessionId: ids.next('ses') as string,
    token: randomBytes(32).toString('base64url'),
  }))
  await owner`insert into customer ${owner(
    made.map(({ at, customerId }) => ({
      id: customerId,
      display_number: 20_000_000 + at,
      phone: `+5299${String(at).padStart(8, '0')}`,
      password_hash: 'none',
      language: 'es-ES',
      invite_code: `BENCH${at}`,
      disclaimer_agreed_at: now,
      privacy_agreed_at: now,
      created_at: now,
    })),
  )}`
  await owner`insert into pin ${owner(
    made.map(({ customerId }) => ({ customer_id: customerId, kind: 'trade', hash: 'none', set_at: now })),
  )}`
  await owner`insert into customer_session ${owner(
    made.map(({ customerId, sessionId, token }) => ({
      id: sessionId,
      customer_id: customerId,
      token_hash: createHash('sha256').update(token).digest(),
      device: 'bench',
      address: '127.0.0.1',
      restricted: false,
      created_at: now,
      last_seen_at: now,
      expires_at: now + lifeMs,
    })),
  )}`
  await owner`insert into order_authorisation ${owner(
    made.map(({ customerId, sessionId }) => ({
      session_id: sessionId,
      customer_id: customerId,
      authorised_at: now,
      until_at: now + lifeMs,
    })),
  )}`
  return made.map(({ customerId, token }) => ({ customerId, token }))
}
