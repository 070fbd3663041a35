import type { Id } from '@bolsillo/kernel'
import { type Sql, type Tx, transaction } from '@bolsillo/server-kit'
import type { TestApp } from '@bolsillo/test-kit'

/** A customer of a test, as the database must have them. */
export async function insertCustomer({ database: { owner } }: TestApp, customerId: Id<'cus'>): Promise<void> {
  const number = Number(customerId.slice(-6))
  await owner`
    insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
      privacy_agreed_at, created_at)
    values (${customerId}, ${10_000_000 + number}, ${`+5255${String(55_550_000 + number)}`}, '', 'es-ES',
      ${`I${number}`}, 0, 0, 0)`
}

/** What identity does for this room. */
export async function saveState(tx: Tx, customerId: Id<'cus'>, state: string): Promise<void> {
  await tx`update customer set identity_state = ${state} where id = ${customerId}`
}

/** Makes somebody of the staff a person: one with the papers of a case. */
export async function giveStaffPapers(owner: Sql, operatorId: string, caseId: string): Promise<void> {
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into operator_paper (operator_id, mark) select ${operatorId}, mark from identity_mark where case_id = ${caseId}`
      await tx`
        insert into operator (id, account, name, password_hash, roles, created_at)
        values (${operatorId}, ${operatorId}, 'Ana', '', '{compliance}', 1) on conflict do nothing`
    },
    { cause: 'job:staff-papers' },
  )
}

/** Whose customer account this is among the staff, if anybody's. */
export async function findStaffTag(sql: Sql, customerId: string): Promise<string | undefined> {
  const [row] = await sql<{ operator_id: string }[]>`
    select operator_id from staff_account where customer_id = ${customerId}`
  return row?.operator_id
}

/** A decision about a case by plain SQL. */
export async function stepByHand(
  sql: Sql,
  step: { readonly caseId: string; readonly by: string; readonly to?: 'succ' | 'fail' },
): Promise<void> {
  await sql`
    insert into identity_step (case_id, customer_id, from_state, to_state, actor, at)
    select id, customer_id, 'pending', ${step.to ?? 'fail'}, ${step.by}, submitted_at from identity_case where id = ${step.caseId}`
}

/** Papers of a customer that waited longer than those of everybody else, so many times, one of each of as many accounts. */
export async function crowdQueue(
  owner: Sql,
  like: { readonly caseId: string; readonly times: number; readonly shared: boolean },
): Promise<void> {
  const { caseId, times, shared } = like
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
          privacy_agreed_at, created_at)
        select 'cus_6' || ${Number(shared)} || lpad(place::text, 24, '0'), 20000000 + ${Number(shared)} * 100000 + place,
          '+5255' || 66000000 + ${Number(shared)} * 100000 + place, '', 'es-ES', 'Q' || ${Number(shared)} || place, 0, 0, 0
        from generate_series(1, ${times}::int) as place`
      await tx`
        insert into identity_case (id, customer_id, attempt, country, certificate, level, sealed, front_file, carried,
          submitted_at)
        select 'kyc_6' || ${Number(shared)} || lpad(place::text, 24, '0'),
          'cus_6' || ${Number(shared)} || lpad(place::text, 24, '0'), 1, country, certificate, level, sealed, front_file, '{}', 1
        from identity_case, generate_series(1, ${times}::int) as place where id = ${caseId}`
      if (shared)
        await tx`
          insert into identity_mark (case_id, kind, mark, customer_id)
          select 'kyc_61' || lpad(place::text, 24, '0'), kind, mark, 'cus_61' || lpad(place::text, 24, '0')
          from identity_mark, generate_series(1, ${times}::int) as place where case_id = ${caseId}`
    },
    { cause: 'job:crowd' },
  )
}

/** The outcome of deciding papers of such an account is an error. */
export async function refuseStateOfCrowd(owner: Sql): Promise<void> {
  await owner`alter table customer add constraint crowd check (identity_state <> 'succ' or id not like 'cus\\_6%') not valid`
}

/** Moves papers to verified by plain SQL, with no step. */
export async function verifyByHand(sql: Sql, caseId: string): Promise<void> {
  await sql`update identity_case set state = 'succ', decided_at = submitted_at + 1 where id = ${caseId}`
}

/** Takes the row away that says what kind of market the database is of. */
export async function forgetMode(owner: Sql): Promise<void> {
  await transaction(
    owner,
    async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from installation`
    },
    { cause: 'job:test' },
  )
}

/** A console session of somebody of the staff, who has just used it. */
export async function insertStaffSession(
  owner: Sql,
  session: {
    readonly operatorId: string
    readonly now: number
    readonly roles: readonly string[]
    /** None of the roles counts before: left out, they count at once. */
    readonly powersFrom?: number
  },
): Promise<void> {
  const { operatorId, now, roles, powersFrom } = session
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into operator (id, account, name, password_hash, roles, created_at)
        values (${operatorId}, ${operatorId}, 'Ana', '', ${[...roles]}::text[], 1) on conflict do nothing`
      await tx`
        update operator set roles = ${[...roles]}::text[], powers_from = ${powersFrom ?? 1},
          waiting_roles = ${powersFrom === undefined ? [] : [...roles]}::text[]
        where id = ${operatorId}`
      await tx`
        insert into operator_session (id, operator_id, token_hash, device, address, created_at, last_seen_at, expires_at,
          factor_at)
        values ('ses_00000000000000000000000001', ${operatorId}, ${Buffer.from([1])}, '', '', ${now}, ${now}, ${now + 3_600_000}, ${now})`
    },
    { cause: 'job:staff-session' },
  )
}

export async function removeStaffSessions(owner: Sql): Promise<void> {
  await owner`delete from operator_session`
}

/** Makes the database one of real money, which no program of ours can. */
export async function makeLive(owner: Sql): Promise<void> {
  await transaction(owner, (tx) => tx`update installation set mode = 'LIVE'`, { cause: 'job:test' })
}

/** A proposal about a customer by plain SQL. @returns its id. */
export async function proposeByHand(
  sql: Sql,
  proposal: { readonly number: number; readonly by: string; readonly about: string },
): Promise<string> {
  const id = `apv_${String(proposal.number).padStart(26, '0')}`
  await sql`
    insert into approval (id, kind, subject, customer_id, payload, payload_hash, reason, maker, created_at, expires_at)
    values (${id}, 'sample.act', ${`sample:${id}`}, ${proposal.about}, '{}', encode(sha256('{}'), 'hex'), 'agreed',
      ${proposal.by}, 1000, 3601000)`
  return id
}

/** A decision about such a proposal. */
export async function decideByHand(sql: Sql, decision: { readonly id: string; readonly by: string }): Promise<void> {
  await sql`
    insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
    select id, 'approved', payload_hash, ${decision.by}, 'agreed', 1001 from approval where id = ${decision.id}`
}

/** Ways to take the mark of an account of staff off. */
export const staffTagEdits: readonly ((sql: Sql) => Promise<unknown>)[] = [
  (sql) => sql`delete from staff_account`,
  (sql) => sql`update staff_account set operator_id = 'opr_other'`,
  (sql) => sql`truncate staff_account`,
]

/** Switches a trigger off, to see that it is what holds; `on` again after. */
export async function switchTrigger(owner: Sql, table: string, trigger: string, to: 'on' | 'off'): Promise<void> {
  await owner.unsafe(`alter table ${table} ${to === 'on' ? 'enable' : 'disable'} trigger ${trigger}`)
}
