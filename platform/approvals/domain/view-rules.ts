import { defineSetting, type Setting } from '@bolsillo/settings/domain'
import { agreedLookDays } from './counted-days.ts'

/** How many customers' data one person of the staff may look at within an hour, at the most: no setting goes beyond. */
const viewedCustomersCeiling = 100

export const approvalsSettings = {
  viewsPerHour: defineSetting({
    key: 'approvals.views-per-operator-hour-max',
    type: 'whole',
    standard: 60,
    min: 1,
    max: viewedCustomersCeiling,
    purpose:
      'Customers whose data one staff member may view within an hour; from three quarters on the others are notified, and any further view is refused.',
    publicName: 'staffViewsPerHour',
  }),
} as const satisfies Readonly<Record<string, Setting>>

const dayMs = 86_400_000

/** A case that is over can be read again for so long: mistakes are found then. Later it takes two people. */
export const caseReadableMs = 30 * dayMs

/** For so long two people open a look at a customer about whom there is no case. */
export const agreedLookMs = agreedLookDays * dayMs

/** Why two people may open a look at a customer about whom there is no case. */
export const lookReasons = [
  'court-order',
  'official-list',
  'legal-duty',
  'account-stolen',
  'owner-request',
  'complaint',
  'audit',
] as const

/** The share of an hour's views from which on the other staff are notified. */
const alarmShare = { of: 4n, at: 3n }

/** Whether the other staff are notified when so many customers were viewed within an hour. */
export function isAlarming(customers: number, most: number): boolean {
  return BigInt(customers) * alarmShare.of >= BigInt(most) * alarmShare.at
}
