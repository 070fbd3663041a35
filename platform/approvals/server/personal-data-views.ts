import type { Audit } from '@bolsillo/audit/server'
import { present, type Rejection, reject } from '@bolsillo/kernel'
import { type Services, transaction } from '@bolsillo/server-kit'
import { approvalsRejections } from '../contract.ts'
import type { PersonalDataViews } from './approvals.ts'
import { countViewed, insertView, isViewedSince, lockViewsOf, type View } from './view-store.ts'

/** How many customers' data one person of the staff may look at within an hour. */
export const viewedCustomersMax = 100
const hourMs = 3_600_000
const sameLookMs = 10 * 60_000

/** The log of looks at personal data. */
export function createPersonalDataViews({ services, audit }: { services: Services; audit: Audit }): PersonalDataViews {
  return {
    viewed: async ({ operator, now }, look) => {
      const { operatorId } = present(operator, 'the session of an operator call')
      const view: View = { operatorId, ...look, at: now }
      return await transaction(services.sql, async (tx): Promise<Rejection | undefined> => {
        await lockViewsOf(tx, operatorId)
        if (await isViewedSince(tx, view, now - sameLookMs)) return undefined
        const { customers, known } = await countViewed(tx, view, now - hourMs)
        const { what, caseId } = look
        if (!known && customers >= viewedCustomersMax) {
          services.log.warn({ who: operatorId, customers }, 'somebody looks at the data of too many customers')
          const details = { customers: String(customers), what, case: caseId }
          await audit.record(tx, {
            at: now,
            actor: operatorId,
            action: 'approvals.views-stop',
            subject: operatorId,
            details,
          })
          return reject(approvalsRejections.viewsTooMany, { values: { most: String(viewedCustomersMax) } })
        }
        await insertView(tx, view)
        const details = { what, case: caseId }
        await audit.record(tx, {
          at: now,
          actor: operatorId,
          action: 'approvals.view',
          subject: look.customerId,
          details,
        })
        return undefined
      })
    },
  }
}
