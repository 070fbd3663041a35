import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Owner } from '../../domain/index.ts'

/** A question that a second factor answers once. */
interface StoredChallenge {
  readonly id: Id<'chl'>
  readonly owner: Owner
  readonly action: string
  readonly purposeHash: Buffer
  readonly nonce: string
  readonly origin: string | undefined
  readonly tries: number
  readonly expiresAt: Instant
}

export async function insertChallenge(
  tx: Tx,
  challenge: Omit<StoredChallenge, 'tries'> & { readonly at: Instant },
): Promise<void> {
  await tx`
    insert into factor_challenge (id, owner, action, purpose_hash, nonce, origin, created_at, expires_at)
    values (${challenge.id}, ${challenge.owner}, ${challenge.action}, ${challenge.purposeHash}, ${challenge.nonce},
      ${challenge.origin ?? null}, ${challenge.at}, ${challenge.expiresAt})`
}

/** Takes one of the tries of a challenge. @returns undefined when there is none to take. */
export async function takeChallengeTry(
  tx: Tx,
  query: { readonly id: Id<'chl'>; readonly owner: Owner; readonly now: Instant; readonly triesMax: number },
): Promise<StoredChallenge | undefined> {
  const [row] = await tx<
    {
      id: string
      owner: Owner
      action: string
      purpose_hash: Buffer
      nonce: string
      origin: string | null
      tries: number
      expires_at: bigint
    }[]
  >`
    update factor_challenge set tries = tries + 1
    where id = ${query.id} and owner = ${query.owner} and used_at is null and expires_at > ${query.now}
      and tries < ${query.triesMax}
    returning *`
  if (row === undefined) return undefined
  return {
    id: idOf('chl', row.id),
    owner: row.owner,
    action: row.action,
    purposeHash: row.purpose_hash,
    nonce: row.nonce,
    origin: row.origin ?? undefined,
    tries: row.tries,
    expiresAt: instant(Number(row.expires_at)),
  }
}

export async function useChallenge(tx: Tx, id: Id<'chl'>, at: Instant): Promise<void> {
  await tx`update factor_challenge set used_at = ${at} where id = ${id}`
}

export async function removeOldChallenges(db: Db, before: Instant): Promise<void> {
  await db`delete from factor_challenge where expires_at < ${before}`
}
