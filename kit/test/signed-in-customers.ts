import { createHash, randomBytes } from 'node:crypto'
import { type Id, idsFrom, type Rng, systemClock } from '@bolsillo/kernel'
import { type Sql, type Tx, transaction } from '@bolsillo/server-kit'

/** A customer of a load or race test: signed in, and authorized to order without the trade password. */
export interface SignedInCustomer {
  readonly customerId: Id<'cus'>
  readonly token: string
}

/** How many rows a statement writes. */
const rowsAtOnce = 2000

/**
 * Signs customers in by inserting the rows that registering, signing in and authorizing orders would leave: thousands
 * of real sign-ups would take minutes of hashing and puzzles, and these tests are about orders. The customers have no
 * money. `label` keeps the accounts of several calls on one database apart; `lifeMs` is the life of their sessions.
 */
export async function signInCustomers(
  owner: Sql,
  count: number,
  { label, rng, lifeMs = 3_600_000 }: { readonly label: string; readonly rng: Rng; readonly lifeMs?: number },
): Promise<readonly SignedInCustomer[]> {
  const ids = idsFrom(systemClock, rng)
  const now = systemClock.now()
  const made = Array.from({ length: count }, () => ({
    customerId: ids.next('cus'),
    sessionId: ids.next('ses'),
    token: randomBytes(32).toString('base64url'),
  }))
  for (let from = 0; from < count; from += rowsAtOnce) {
    const part = made.slice(from, from + rowsAtOnce)
    const customers = part.map(({ customerId }) => customerId)
    const sessions = part.map(({ sessionId }) => sessionId)
    const hashes = part.map(({ token }) => createHash('sha256').update(token).digest('hex'))
    const sign = async (tx: Tx): Promise<void> => {
      await tx`
        insert into customer (id, display_number, email, password_hash, language, invite_code, disclaimer_agreed_at,
          privacy_agreed_at, created_at)
        select id, taken.most + place, ${label} || taken.most + place || '@bolsillo.example', 'none', 'es-ES',
          ${label} || taken.most + place, ${now}, ${now}, ${now}
        from unnest(${customers}::text[]) with ordinality as row (id, place), (
          select greatest(20000000, coalesce(max(display_number) filter (where display_number < 60000000), 0)) as most
          from customer) as taken`
      await tx`
        insert into pin (customer_id, kind, hash, set_at)
        select id, 'trade', 'none', ${now} from unnest(${customers}::text[]) as id`
      await tx`
        insert into customer_session (id, customer_id, token_hash, device, address, restricted, created_at, last_seen_at,
          expires_at)
        select session, customer, decode(hash, 'hex'), ${label}, '127.0.0.1', false, ${now}, ${now}, ${now + lifeMs}
        from unnest(${sessions}::text[], ${customers}::text[], ${hashes}::text[]) as row (session, customer, hash)`
      await tx`
        insert into trade_authorisation (session_id, customer_id, authorised_at, until_at)
        select session, customer, ${now}, ${now + lifeMs}
        from unnest(${sessions}::text[], ${customers}::text[]) as row (session, customer)`
    }
    await transaction(owner, sign, { cause: 'job:sign-in-customers' })
  }
  return made.map(({ customerId, token }) => ({ customerId, token }))
}
