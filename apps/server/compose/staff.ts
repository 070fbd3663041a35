import { approvalsSettings } from '@bolsillo/approvals/domain'
import { createApprovals } from '@bolsillo/approvals/server'
import { contractResultsSince } from '@bolsillo/contracts/server'
import { createFiles } from '@bolsillo/files/server'
import { displayNumbersOf, isStaffSignedIn, operatorNamesOf } from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import { createKyc, createLimits, type VerifiedPeople } from '@bolsillo/kyc/server'
import { pesosOf } from '@bolsillo/portfolio/server'
import { resultsSince } from '@bolsillo/trading/server'
import type { Base } from './base.ts'
import type { BooksAndMarket } from './books.ts'
import { type Composing, replaced } from './composing.ts'

export type Staff = ReturnType<typeof composeStaff>

/** What staff decide about customers: files, approvals, papers and the limits that come of them. */
export function composeStaff(composing: Composing, base: Base, { ledger, prices, valuation }: BooksAndMarket) {
  const { services, instead, late } = composing
  const { audit, settings, identity } = base
  const { room: filesRoom, files } = createFiles({
    services,
    settings,
    audit,
    namesOf: operatorNamesOf,
    isReadable: (...asked) => present(late.views, 'looks are made before any request').isReadable(...asked),
  })
  const { room: approvalsRoom, approvals, views } = composeApprovals(composing, base)
  const results = [resultsSince, contractResultsSince]
  const scaleOf = (asset: string): number => valuation.assetOf(asset)?.scale ?? 0
  const kyc = createKyc(
    replaced(instead.kyc, {
      services,
      settings,
      audit,
      files,
      customers: identity.customers,
      approvals,
      views,
      isStaffSignedIn,
      names: { operators: operatorNamesOf, customers: displayNumbersOf },
      sums: { ledger, results, scaleOf },
    }),
  )
  late.papersOf = kyc.papersOf
  const people: VerifiedPeople = { ...kyc.verifiedPeople, ...instead.people }
  const limits = createLimits(
    replaced(instead.limits, {
      services,
      ledger,
      audit,
      people,
      results,
      pesosOf: (asset, minor, now) => pesosOf(prices, asset, minor, now),
      scaleOf,
    }),
  )
  late.ownLimits = limits.ownLimits
  return { filesRoom, files, approvalsRoom, approvals, views, scaleOf, kyc, people, limits }
}

/** What takes two of the staff, and their own desk. */
function composeApprovals({ services, instead, late }: Composing, { audit, settings, registry, identity }: Base) {
  const made = createApprovals(
    replaced(instead.approvals, {
      services,
      audit,
      namesOf: operatorNamesOf,
      factors: identity.operatorFactors,
      desk: {
        customers: identity.customers,
        staff: identity.staff,
        settings: registry,
        rooms: () => present(late.rooms, 'all rooms are made before any request'),
        papersOf: (...asked) => present(late.papersOf, 'kyc is made before any request')(...asked),
      },
      viewsPerHour: () => settings.get(approvalsSettings.viewsPerHour),
    }),
  )
  late.views = made.views
  return made
}
