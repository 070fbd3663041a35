import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Language, Tx } from '@bolsillo/server-kit'
import { languages } from '@bolsillo/server-kit'
import type { IdentityState } from '../../contract/index.ts'
import { type Address, addressOf, addressText } from '../../domain/index.ts'

/** A customer as stored, without what only a table of its own knows (trade password, sessions). */
export interface Customer {
  readonly id: Id<'cus'>
  readonly displayNumber: string
  /** Where they sign in and are written to: the phone when there are both. */
  readonly address: Address
  readonly phone: string | undefined
  readonly email: string | undefined
  readonly passwordHash: string
  readonly status: 0 | 1
  readonly identityState: IdentityState
  readonly language: Language
  readonly inviteCode: string
  readonly openAutoApply: boolean
  readonly nickname: string | undefined
  readonly autoApply: { readonly on: boolean; readonly capMinor: bigint | undefined }
  readonly createdAt: Instant
}

interface CustomerRow {
  readonly id: string
  readonly display_number: bigint
  readonly phone: string | null
  readonly email: string | null
  readonly password_hash: string
  readonly status: number
  readonly identity_state: IdentityState
  readonly language: string
  readonly invite_code: string
  readonly open_auto_apply: boolean
  readonly nickname: string | null
  readonly auto_apply: boolean
  readonly auto_apply_cap: bigint | null
  readonly created_at: bigint
}

function customerOf(row: CustomerRow): Customer {
  return {
    id: idOf('cus', row.id),
    displayNumber: String(row.display_number),
    address: addressOf(row.phone ?? row.email ?? ''),
    phone: row.phone ?? undefined,
    email: row.email ?? undefined,
    passwordHash: row.password_hash,
    status: row.status === 0 ? 0 : 1,
    identityState: row.identity_state,
    language: languages.find((language) => language === row.language) ?? 'es-ES',
    inviteCode: row.invite_code,
    openAutoApply: row.open_auto_apply,
    nickname: row.nickname ?? undefined,
    autoApply: { on: row.auto_apply, capMinor: row.auto_apply_cap ?? undefined },
    createdAt: instant(Number(row.created_at)),
  }
}

/** The customer of an address, or undefined. */
export async function findCustomerByAddress(db: Db, address: Address): Promise<Customer | undefined> {
  const text = addressText(address)
  const [row] = await db<CustomerRow[]>`select * from customer where phone = ${text} or email = ${text}`
  return row === undefined ? undefined : customerOf(row)
}

export async function findCustomer(db: Db, id: Id<'cus'>): Promise<Customer | undefined> {
  const [row] = await db<CustomerRow[]>`select * from customer where id = ${id}`
  return row === undefined ? undefined : customerOf(row)
}

/**
 * The customer, locked until the end of the transaction: whoever opens a session or changes a password takes turns, so
 * that nobody gets in with a password that was replaced meanwhile. Rows that only refer to the customer do not wait.
 */
export async function lockCustomer(tx: Tx, id: Id<'cus'>): Promise<Customer | undefined> {
  const [row] = await tx<CustomerRow[]>`select * from customer where id = ${id} for no key update`
  return row === undefined ? undefined : customerOf(row)
}

export async function findCustomerByInviteCode(db: Db, code: string): Promise<Id<'cus'> | undefined> {
  const [row] = await db<{ id: string }[]>`select id from customer where invite_code = ${code} and status = 1`
  return row === undefined ? undefined : idOf('cus', row.id)
}

interface NewCustomer {
  readonly id: Id<'cus'>
  readonly displayNumber: bigint
  readonly address: Address
  readonly passwordHash: string
  readonly language: Language
  readonly inviteCode: string
  readonly invitedBy: Id<'cus'> | undefined
  readonly at: Instant
}

/** @returns false, with nothing written, when the address, the number or the invitation code is somebody's already. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<boolean> {
  const text = addressText(customer.address)
  const [phone, email] = customer.address.kind === 'phone' ? [text, null] : [null, text]
  const done = await tx`
    insert into customer (id, display_number, phone, email, password_hash, language, invite_code, invited_by,
      disclaimer_agreed_at, privacy_agreed_at, created_at)
    values (${customer.id}, ${customer.displayNumber}, ${phone}, ${email}, ${customer.passwordHash},
      ${customer.language}, ${customer.inviteCode}, ${customer.invitedBy ?? null},
      ${customer.at}, ${customer.at}, ${customer.at})
    on conflict do nothing`
  return done.count === 1
}

export async function savePasswordHash(tx: Tx, id: Id<'cus'>, hash: string): Promise<void> {
  await tx`update customer set password_hash = ${hash} where id = ${id}`
}

/** By the number customers are shown by. */
export async function findCustomerByNumber(db: Db, displayNumber: bigint): Promise<Customer | undefined> {
  const [row] = await db<CustomerRow[]>`select * from customer where display_number = ${displayNumber}`
  return row === undefined ? undefined : customerOf(row)
}

export async function saveProfile(
  tx: Tx,
  id: Id<'cus'>,
  profile: { readonly language: Language; readonly nickname: string | undefined },
): Promise<void> {
  await tx`
    update customer set language = ${profile.language}, nickname = ${profile.nickname ?? null} where id = ${id}`
}

export async function saveAutoApply(
  tx: Tx,
  id: Id<'cus'>,
  autoApply: { readonly on: boolean; readonly capMinor: bigint | undefined },
): Promise<void> {
  await tx`
    update customer set auto_apply = ${autoApply.on},
      auto_apply_cap = coalesce(${autoApply.capMinor ?? null}::bigint, auto_apply_cap)
    where id = ${id}`
}

/** Gives a customer another phone or e-mail address. @returns false when it became somebody's meanwhile. */
export async function saveAddress(tx: Tx, id: Id<'cus'>, address: Address): Promise<boolean> {
  const text = addressText(address)
  const done =
    address.kind === 'email'
      ? await tx`
          update customer set email = ${text}
          where id = ${id} and not exists (select 1 from customer other where other.email = ${text})`
      : await tx`
          update customer set phone = ${text}
          where id = ${id} and not exists (select 1 from customer other where other.phone = ${text})`
  return done.count === 1
}

/** Stores the outcome of the check of a customer's papers. */
export async function saveIdentityState(tx: Tx, id: Id<'cus'>, state: IdentityState): Promise<void> {
  await tx`update customer set identity_state = ${state} where id = ${id}`
}

/** Sets a customer's status: 0 restricts. */
export async function saveStatus(tx: Tx, id: Id<'cus'>, status: 0 | 1): Promise<void> {
  await tx`update customer set status = ${status} where id = ${id}`
}

export async function isIdentityVerified(db: Db, id: Id<'cus'>): Promise<boolean> {
  const [row] = await db<{ verified: boolean }[]>`
    select identity_state = 'succ' as verified from customer where id = ${id}`
  return row?.verified === true
}

// ---- Devices ----

/** Whether a customer signed in on a device before. */
export async function isKnownDevice(db: Db, customerId: Id<'cus'>, deviceHash: string): Promise<boolean> {
  const rows = await db`
    select 1 from customer_device where customer_id = ${customerId} and device_hash = ${deviceHash}`
  return rows.length > 0
}

/**
 * Notes that a customer signed in on a device. (A row just inserted has no `xmax`, an updated one has.)
 * @returns whether this one is new to somebody who signed in before: devices may have been forgotten, sessions are kept.
 */
export async function noteDevice(tx: Tx, customerId: Id<'cus'>, deviceHash: string, at: Instant): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean; others: bigint }[]>`
    with before as (
      select (select count(*) from customer_device where customer_id = ${customerId}) + (
        select count(*) from customer_session where customer_id = ${customerId} and created_at < ${at}) as others)
    insert into customer_device (customer_id, device_hash, first_seen_at, last_seen_at)
    values (${customerId}, ${deviceHash}, ${at}, ${at})
    on conflict (customer_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as is_new, (select others from before) as others`
  return row?.is_new === true && row.others > 0n
}

/** Most accounts whose messages one device shows: more is a shared computer, not somebody's phone. */
const accountsPerDeviceMax = 10

/** The customers who signed in on a device, latest first. */
export async function customersOfDevice(db: Db, deviceHash: string): Promise<readonly Id<'cus'>[]> {
  const rows = await db<{ customer_id: string }[]>`
    select customer_id from customer_device where device_hash = ${deviceHash}
    order by last_seen_at desc limit ${accountsPerDeviceMax}`
  return rows.map((row) => idOf('cus', row.customer_id))
}

/** Forgets devices, all of a customer's or one: they will be new at their next sign-in. */
export async function forgetDevices(tx: Tx, customerId: Id<'cus'>, deviceHash?: string): Promise<void> {
  await tx`
    delete from customer_device
    where customer_id = ${customerId} and (${deviceHash ?? null}::text is null or device_hash = ${deviceHash ?? null})`
}
