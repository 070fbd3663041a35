import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import { type Id, type Instant, idOf, instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type Job, type Tx, transaction } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../contract/index.ts'
import { freeReasons, type RestrictReason, restrictReasons } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ApprovalFact, ApprovalKind, ApprovalPayload, ApprovedAct } from './approvals.ts'
import {
  findOver,
  findStanding,
  insertRestriction,
  insertRestrictionEnd,
  lockRestrictionsOf,
  type StoredRestriction,
} from './restriction-store.ts'

/** What restricting needs of others. */
interface RestrictionParts {
  readonly customers: CustomerRecords
  readonly audit: Audit
}

/** Restricting and freeing, as acts that take two people. */
export function restrictionKinds(parts: RestrictionParts): readonly ApprovalKind[] {
  return [
    {
      name: 'customer.restrict',
      titleKey: 'approvals.powers.restrict',
      makerRoles: ['support', 'compliance'],
      checkerRoles: ['compliance', 'admin'],
      quietUntilDecided: true,
      reasons: restrictReasons,
      facts: async (db, payload) => [
        ...(await customerFacts(parts, db, payload)),
        { labelKey: 'facts.evidence', value: payload.evidence ?? '' },
        { labelKey: 'facts.until', value: payload.until ?? '' },
      ],
      execute: (tx, act) => restrict(parts, tx, act),
    },
    {
      name: 'customer.free',
      titleKey: 'approvals.powers.free',
      makerRoles: ['support', 'compliance', 'admin'],
      checkerRoles: ['compliance', 'admin'],
      reasons: freeReasons,
      facts: async (db, payload) => [
        ...(await customerFacts(parts, db, payload)),
        ...standingFacts(await findStanding(db, customerIdOf(payload))),
        { labelKey: 'facts.evidence', value: payload.evidence ?? '' },
      ],
      execute: (tx, act) => free(parts, tx, act),
    },
  ]
}

const customerIdOf = (payload: ApprovalPayload): Id<'cus'> => idOf('cus', payload.customerId ?? '')

async function customerFacts(
  { customers }: RestrictionParts,
  db: Db,
  payload: ApprovalPayload,
): Promise<readonly ApprovalFact[]> {
  const customer = await customers.find(db, customerIdOf(payload))
  return [
    { labelKey: 'facts.customer', value: customer?.displayNumber ?? '' },
    { labelKey: 'facts.account', value: customer?.account ?? '' },
    { labelKey: 'facts.status', value: customer?.status === 0 ? 'restricted' : 'free' },
  ]
}

function standingFacts(standing: StoredRestriction | undefined): readonly ApprovalFact[] {
  if (standing === undefined) return []
  return [
    { labelKey: 'facts.restrictedFor', value: standing.reason },
    { labelKey: 'facts.restrictedSince', value: String(standing.from) },
    { labelKey: 'facts.until', value: String(standing.until) },
  ]
}

async function restrict(parts: RestrictionParts, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, now, approvalId } = act
  const customerId = customerIdOf(payload)
  await lockRestrictionsOf(tx, customerId)
  const customer = await parts.customers.find(tx, customerId)
  if (customer === undefined) return reject(r.customerUnknown)
  if (customer.status === 0) return reject(r.alreadyRestricted)
  const until = instant(Number(payload.until))
  if (until <= now) return reject(r.untilUnfit)
  await parts.customers.setStatus(tx, customerId, 0, now)
  const reason = payload.reason ?? ''
  const evidence = payload.evidence ?? ''
  await insertRestriction(tx, { approvalId, customerId, reason, evidence, from: now, until })
  await tell(parts, tx, { customerId, now, what: 'restricted', reason, until })
  return undefined
}

async function free(parts: RestrictionParts, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, now, approvalId } = act
  const customerId = customerIdOf(payload)
  await lockRestrictionsOf(tx, customerId)
  const customer = await parts.customers.find(tx, customerId)
  if (customer === undefined) return reject(r.customerUnknown)
  if (customer.status === 1) return reject(r.notRestricted)
  const standing = await findStanding(tx, customerId)
  await parts.customers.setStatus(tx, customerId, 1, now)
  if (standing !== undefined) {
    const reason = payload.reason ?? ''
    await insertRestrictionEnd(tx, { approvalId: standing.approvalId, at: now, reason, by: approvalId })
  }
  await tell(parts, tx, { customerId, now, what: 'freed' })
  return undefined
}

const overPerRun = 100

/** Frees customers whose restriction is over. Nobody has to remember it. */
export function endRestrictionsJob(parts: RestrictionParts): Job {
  return {
    name: 'end-restrictions',
    everyMs: 60_000,
    run: async ({ sql, clock }) => {
      const now = clock.now()
      for (const { customerId } of await findOver(sql, now, overPerRun)) {
        await transaction(sql, async (tx) => {
          await lockRestrictionsOf(tx, customerId)
          const standing = await findStanding(tx, customerId)
          if (standing === undefined || standing.until > now) return
          await insertRestrictionEnd(tx, { approvalId: standing.approvalId, at: now, reason: 'over', by: 'approvals' })
          await parts.customers.setStatus(tx, customerId, 1, now)
          const { approvalId } = standing
          const details = { approval: approvalId }
          await parts.audit.record(tx, {
            at: now,
            actor: 'approvals',
            action: 'approvals.restriction-end',
            subject: customerId,
            details,
          })
          await tell(parts, tx, { customerId, now, what: 'freed' })
        })
      }
    },
  }
}

const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

interface Notice {
  readonly customerId: Id<'cus'>
  readonly now: Instant
  readonly what: 'restricted' | 'freed'
  readonly reason?: string
  readonly until?: Instant
}

/** Tells the customer what happened, why, what they can still do, and when it ends. */
async function tell({ customers }: RestrictionParts, tx: Tx, notice: Notice): Promise<void> {
  const { customerId, now, what, reason, until } = notice
  const named = restrictReasons.find((name) => name === reason)
  const texts = (part: 'title' | 'text'): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(words).map(([language, { notices, reasons }]) => [
        language,
        notices[what][part]
          .replace('{reason}', named === undefined ? '' : reasons[named satisfies RestrictReason])
          .replace('{until}', until === undefined ? '' : dayOf(until)),
      ]),
    )
  const about = what === 'restricted' ? 'identity.restrict' : 'identity.free'
  await customers.notify(tx, { about, customerId, title: texts('title'), text: texts('text'), now })
}

/** The day in the home market, as dates are written: dd-mm-yyyy. */
function dayOf(at: Instant): string {
  const { year, month, day } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('America/Mexico_City')
  return [String(day).padStart(2, '0'), String(month).padStart(2, '0'), String(year)].join('-')
}
