import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type Tx, transaction } from '@bolsillo/server-kit'
import { approvalsRejections } from '../contract/index.ts'
import { agreedLookMs, approvalsSettings, caseReadableMs, isAlarming } from '../domain/index.ts'
import type { PersonalDataViews } from './approvals.ts'
import { hasAgreedLook } from './approvals-store.ts'
import type { Declarations } from './declarations.ts'
import { lookKindName } from './looks.ts'
import { countViewed, insertAlarm, insertView, isViewedSince, lockViewsOf, type View } from './view-store.ts'

const hourMs = 3_600_000
const sameLookMs = 10 * 60_000

/** Looks at personal data: each for a case, written into the customer's own log before anything is answered, and counted. */
export function createPersonalDataViews(declared: Declarations): PersonalDataViews {
  const { services } = declared
  const refuseCase = (): Rejection => reject(approvalsRejections.caseUnfit, { field: 'caseId' })
  return {
    viewed: async ({ operator, now }, { endedAt, ...look }) => {
      const { operatorId } = operator
      const view: View = { operatorId, ...look, at: now }
      return await transaction(services.sql, async (tx) => {
        if (isPast(endedAt, now) && !(await mayLookStill(tx, look.customerId, now))) return refuseCase()
        return await note(declared, tx, view)
      })
    },
    isReadable: async (db, { customerId, caseId, operatorId, now }) => {
      const found = await declared.cases.get(prefixOf(caseId))?.find(db, caseId, { operatorId, now })
      if (found?.customerId !== customerId) return false
      return !isPast(found.endedAt, now) || (await mayLookStill(db, customerId, now))
    },
    viewedForCase: async ({ operator, now }, look) => {
      const { operatorId } = operator
      const kind = declared.cases.get(prefixOf(look.caseId))
      return await transaction(services.sql, async (tx) => {
        const found = await kind?.find(tx, look.caseId, { operatorId, now })
        if (found === undefined || found.endedAt !== undefined || found.customerId !== look.customerId) {
          return refuseCase()
        }
        return await note(declared, tx, { operatorId, ...look, at: now })
      })
    },
  }
}

const prefixOf = (caseId: string): string => caseId.split('_')[0] ?? ''

/** Whether a case has been over for so long that it takes two people to read it again. */
function isPast(endedAt: Instant | undefined, now: Instant): boolean {
  return endedAt !== undefined && endedAt + caseReadableMs <= now
}

/** Whether two people agreed within the week that somebody looks at this customer. */
function mayLookStill(db: Db, customerId: Id<'cus'>, now: Instant): Promise<boolean> {
  return hasAgreedLook(db, { kind: lookKindName, customerId, since: now - agreedLookMs })
}

/** Records a view, or rejects one beyond the limit. Close to the limit the other staff are notified, once an hour. */
async function note(
  { services, audit, viewsPerHour }: Declarations,
  tx: Tx,
  view: View,
): Promise<Rejection | undefined> {
  const { operatorId, what, caseId, customerId, at } = view
  const most = viewsPerHour?.() ?? approvalsSettings.viewsPerHour.standard
  await lockViewsOf(tx, operatorId)
  if (await isViewedSince(tx, view, at - sameLookMs)) return undefined
  const { customers, known } = await countViewed(tx, view, at - hourMs)
  const record = (action: string, subject: string, details: Readonly<Record<string, string>>): Promise<void> =>
    audit.record(tx, { at, actor: operatorId, action, subject, details })
  const seen = known ? customers : customers + 1
  if (isAlarming(seen, most) && (await insertAlarm(tx, { operatorId, customers: seen, at }, at - hourMs))) {
    services.log.warn({ who: operatorId, customers: seen }, 'somebody looks at the data of many customers')
    await record('approvals.views-alarm', operatorId, { customers: String(seen), maximum: String(most) })
  }
  if (!known && customers >= most) {
    services.log.warn({ who: operatorId, customers }, 'somebody looks at the data of too many customers')
    await record('approvals.views-stop', operatorId, { customers: String(customers), what, case: caseId })
    return reject(approvalsRejections.viewsTooMany, { values: { most: String(most) } })
  }
  await insertView(tx, view)
  await record('approvals.view', customerId, { what, case: caseId })
  return undefined
}
