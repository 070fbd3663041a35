import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

// By what two accounts of staff are known to be one person: keys, papers, devices.

/** What two accounts have in common. */
export type SharedMark = 'account' | 'authenticator' | 'papers' | 'acceptance' | 'device'

/** What makes two accounts one person, if anything does: the question the database asks of every decision. */
export async function sharedMarkOf(db: Db, one: string, other: string, at: Instant): Promise<SharedMark | undefined> {
  const [row] = await db<{ shared: SharedMark | null }[]>`select staff_one_person(${one}, ${other}, ${at}) as shared`
  return row?.shared ?? undefined
}

/** Whether a key is, or ever was, of another account that still works. */
export async function isKeyOfAnother(
  db: Db,
  key: { readonly publicKey: Buffer; readonly credentialId: string; readonly owner: string },
): Promise<boolean> {
  const [row] = await db<{ is: boolean }[]>`
    select exists (
      select from operator_key join operator on operator.id = operator_id and ended_at is null
      where operator_id <> ${key.owner} and (key_hash = sha256(${key.publicKey}) or credential_id = ${key.credentialId})
    ) as is`
  return row?.is === true
}

/** The passkeys of everybody of the staff at a host: a device that keeps one of them makes no other. */
export async function findStaffPasskeys(
  db: Db,
  host: string,
): Promise<readonly { readonly id: string; readonly transports: readonly string[] }[]> {
  const rows = await db<{ credential_id: string; transports: readonly string[] }[]>`
    select credential_id, transports from passkey join operator on operator.id = owner and ended_at is null
    where host = ${host} order by passkey.created_at desc limit ${staffPasskeysMax}`
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }))
}

const staffPasskeysMax = 200

/** Notes the device somebody of the staff uses. */
export async function noteStaffDevice(
  tx: Tx,
  device: {
    readonly operatorId: Id<'opr'>
    readonly deviceHash: string
    readonly isAcceptance: boolean
    readonly until: Instant
  },
): Promise<void> {
  await tx`
    insert into operator_device (operator_id, device_hash, is_acceptance, counts_until)
    values (${device.operatorId}, ${device.deviceHash}, ${device.isAcceptance}, ${device.until})
    on conflict (operator_id, device_hash) do update
      set is_acceptance = operator_device.is_acceptance or excluded.is_acceptance,
        counts_until = greatest(operator_device.counts_until, excluded.counts_until)`
}

/** Keeps the papers somebody is known by. */
export async function insertStaffPapers(
  tx: Tx,
  papers: { readonly operatorId: Id<'opr'>; readonly marks: readonly Uint8Array[] },
): Promise<void> {
  await tx`
    insert into operator_paper (operator_id, mark)
    select ${papers.operatorId}, decode(mark, 'hex')
    from unnest(${papers.marks.map((mark) => Buffer.from(mark).toString('hex'))}::text[]) as mark`
}

/** Whether a customer account is of somebody of the staff, by its papers: the question the database asks of every decision. */
export async function isOwnAccount(db: Db, operatorId: Id<'opr'>, customerId: string): Promise<boolean> {
  const [row] = await db<{ owns: boolean }[]>`select staff_owns(${operatorId}, ${customerId}) as owns`
  return row?.owns === true
}

/** Whose papers these are among those who work here or are invited. */
export async function findHolderOfPapers(
  db: Db,
  person: { readonly customerId: Id<'cus'>; readonly marks: readonly Uint8Array[] },
  now: Instant,
): Promise<Id<'opr'> | undefined> {
  const marks = person.marks.map((mark) => Buffer.from(mark).toString('hex'))
  const [row] = await db<{ id: string }[]>`
    with standing as (
      select id, person from operator where ended_at is null
      union all
      select operator_id, person from operator_invitation where accepted_at is null and expires_at > ${now}
    )
    select id from standing
    where person = ${person.customerId} or exists (
      select from operator_paper
      where operator_id = id and encode(mark, 'hex') = any (${marks}::text[])
    ) limit 1`
  return row === undefined ? undefined : idOf('opr', row.id)
}
