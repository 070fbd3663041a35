import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { factorRules, type Owner } from '../../domain/index.ts'

// ---- Authenticator apps ----

interface StoredAuthenticator {
  readonly sealedSecret: Buffer
  readonly confirmedAt: Instant | undefined
  readonly lastStep: number
}

interface AuthenticatorRow {
  readonly sealed_secret: Buffer
  readonly confirmed_at: bigint | null
  readonly last_step: bigint
}

const authenticatorOf = (row: AuthenticatorRow): StoredAuthenticator => ({
  sealedSecret: row.sealed_secret,
  confirmedAt: row.confirmed_at === null ? undefined : instant(Number(row.confirmed_at)),
  lastStep: Number(row.last_step),
})

export async function findAuthenticator(db: Db, owner: Owner): Promise<StoredAuthenticator | undefined> {
  const [row] = await db<AuthenticatorRow[]>`select * from authenticator where owner = ${owner}`
  return row === undefined ? undefined : authenticatorOf(row)
}

/** The same, locked: two codes at once are looked at one after the other. */
export async function lockAuthenticator(tx: Tx, owner: Owner): Promise<StoredAuthenticator | undefined> {
  const [row] = await tx<AuthenticatorRow[]>`select * from authenticator where owner = ${owner} for update`
  return row === undefined ? undefined : authenticatorOf(row)
}

/** Keeps a secret that waits for its first code. @returns false when one is confirmed already, which stays. */
export async function savePendingAuthenticator(
  tx: Tx,
  authenticator: { readonly owner: Owner; readonly sealedSecret: Buffer; readonly at: Instant },
): Promise<boolean> {
  const { owner, sealedSecret, at } = authenticator
  const done = await tx`
    insert into authenticator (owner, sealed_secret, created_at) values (${owner}, ${sealedSecret}, ${at})
    on conflict (owner) do update
      set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where authenticator.confirmed_at is null`
  return done.count === 1
}

export async function confirmAuthenticator(tx: Tx, owner: Owner, at: Instant): Promise<void> {
  await tx`update authenticator set confirmed_at = ${at} where owner = ${owner} and confirmed_at is null`
}

/** Uses a time step up. @returns false when it, or a later one, was used before. */
export async function useStep(tx: Tx, owner: Owner, step: number): Promise<boolean> {
  const done = await tx`update authenticator set last_step = ${step} where owner = ${owner} and last_step < ${step}`
  return done.count === 1
}

export async function removeAuthenticator(tx: Tx, owner: Owner): Promise<boolean> {
  const done = await tx`delete from authenticator where owner = ${owner} and confirmed_at is not null`
  return done.count === 1
}

// ---- Passkeys ----

export interface StoredPasskey {
  readonly id: Id<'pky'>
  readonly owner: Owner
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly host: string
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | undefined
}

interface PasskeyRow {
  readonly id: string
  readonly owner: Owner
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly host: string
  readonly transports: readonly string[]
  readonly name: string
  readonly created_at: bigint
  readonly last_used_at: bigint | null
}

const passkeyOf = (row: PasskeyRow): StoredPasskey => ({
  id: idOf('pky', row.id),
  owner: row.owner,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  host: row.host,
  transports: row.transports,
  name: row.name,
  createdAt: instant(Number(row.created_at)),
  lastUsedAt: row.last_used_at === null ? undefined : instant(Number(row.last_used_at)),
})

/** Most passkeys of one owner. */
export const passkeysMax = factorRules.passkeys

export async function findPasskeys(db: Db, owner: Owner): Promise<readonly StoredPasskey[]> {
  const rows = await db<PasskeyRow[]>`
    select * from passkey where owner = ${owner} order by created_at limit ${passkeysMax}`
  return rows.map(passkeyOf)
}

/** The passkey of a credential, of any owner. */
export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  const [row] = await db<PasskeyRow[]>`select * from passkey where credential_id = ${credentialId}`
  return row === undefined ? undefined : passkeyOf(row)
}

/** @returns false when the credential is somebody's already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<StoredPasskey, 'lastUsedAt'> & { readonly model: string },
): Promise<boolean> {
  const done = await tx`
    insert into passkey (id, owner, credential_id, public_key, counter, host, transports, name, created_at, model)
    values (${passkey.id}, ${passkey.owner}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.host}, ${[...passkey.transports]}::text[], ${passkey.name}, ${passkey.createdAt},
      ${passkey.model})
    on conflict do nothing`
  return done.count === 1
}

/**
 * Notes the use of a passkey. Devices that count must count up: of two that say the same number one is a copy.
 * @returns false when the number was seen already, or the passkey was removed meanwhile.
 */
export async function notePasskeyUse(tx: Tx, id: Id<'pky'>, counter: number, at: Instant): Promise<boolean> {
  const done = await tx`
    update passkey set counter = ${counter}, last_used_at = ${at}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  return done.count === 1
}

// ---- Challenges of a sign-in, which name nobody ----

/** Uses one up. @returns false when it was used before. */
export async function spendEntryChallenge(tx: Tx, nonce: string, until: number): Promise<boolean> {
  const done = await tx`
    insert into passkey_entry_used (nonce, until) values (${nonce}, ${until}) on conflict do nothing`
  return done.count === 1
}

export async function removeOldEntryChallenges(db: Db, now: Instant): Promise<void> {
  await db`delete from passkey_entry_used where until < ${now}`
}

export async function renamePasskey(tx: Tx, owner: Owner, id: Id<'pky'>, name: string): Promise<boolean> {
  const done = await tx`update passkey set name = ${name} where id = ${id} and owner = ${owner}`
  return done.count === 1
}

/** @returns its name, or undefined when the owner has no such passkey. */
export async function removePasskey(tx: Tx, owner: Owner, id: Id<'pky'>): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`delete from passkey where id = ${id} and owner = ${owner} returning name`
  return row?.name
}

/** Whether somebody has a second factor: a confirmed app or a passkey. */
export async function hasFactor(db: Db, owner: Owner): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`
    select exists (select 1 from authenticator where owner = ${owner} and confirmed_at is not null)
      or exists (select 1 from passkey where owner = ${owner}) as has`
  return row?.has === true
}

// ---- Recovery codes ----

export async function replaceRecoveryCodes(
  tx: Tx,
  owner: Owner,
  hashes: readonly Buffer[],
  at: Instant,
): Promise<void> {
  await tx`delete from recovery_code where owner = ${owner}`
  await tx`
    insert into recovery_code (owner, code_hash, made_at)
    select ${owner}, decode(hash, 'hex'), ${at}::bigint
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as hash`
}

export async function removeRecoveryCodes(tx: Tx, owner: Owner): Promise<void> {
  await tx`delete from recovery_code where owner = ${owner}`
}

/** Uses a code up. @returns false when there is no such code, or it was used. */
export async function useRecoveryCode(tx: Tx, owner: Owner, hash: Buffer, at: Instant): Promise<boolean> {
  const done = await tx`
    update recovery_code set used_at = ${at} where owner = ${owner} and code_hash = ${hash} and used_at is null`
  return done.count === 1
}

export async function countRecoveryCodes(db: Db, owner: Owner): Promise<number> {
  const [row] = await db<{ left: bigint }[]>`
    select count(*) as left from recovery_code where owner = ${owner} and used_at is null`
  return Number(row?.left ?? 0)
}
