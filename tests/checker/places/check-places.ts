import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type AuditRecord, followRecords, readApprovedAlone } from '../journal/audit-records.ts'
import { readTables } from '../journal/rows-store.ts'
import { type PlaceText, readVersions, type VersionRow } from './places-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const services = ['cashIn', 'cashOut', 'advice'] as const
const access = ['stepFree', 'accessibleToilet', 'hearingLoop', 'parking'] as const

/**
 * I16 of places, where people carry cash: each version was written by whom it names, by a record of the audit, and a public
 * one says what two people approved.
 */
export async function checkPlaces(read: BooksRead, findings: Findings): Promise<void> {
  // Books of a version before there were places.
  if (!(await readTables(read)).has('location_publication')) return
  const wrong = (what: string): void => findings.add('I16', what)
  const { take, end } = await followRecords(read, ['locations.write'], wrong)
  for (const version of await readVersions(read)) {
    const what = `${version.placeId} version ${version.number}`
    take(what, recordOf(version))
    for (const problem of problemsOf(version)) wrong(`${what} ${problem}`)
  }
  end()
  for (const id of await readApprovedAlone(read, { kind: 'locations.publish', table: 'location_publication' }))
    wrong(`two people published ${id}, and it is not published`)
}

/** The record that writing a version leaves. */
function recordOf({ placeId, number, details: { kind }, writtenAt, writtenBy }: VersionRow): AuditRecord {
  const details = { kind, number: String(number) }
  return { action: 'locations.write', actor: writtenBy, at: writtenAt, details, subject: placeId }
}

/** What of a public version two people did not publish so. */
function problemsOf({ placeId, number, details, publication }: VersionRow): readonly string[] {
  if (publication === undefined) return []
  const { maker, checker, approval } = publication
  if (approval === undefined) return ['was published and approved by nobody']
  const { kind, subject, outcome, payload } = approval
  const isApproved = kind === 'locations.publish' && subject === placeId && outcome === 'approved'
  const isThis = payload.placeId === placeId && payload.number === String(number)
  return [
    ...(isApproved && isThis ? [] : ['was published by an approval of something else']),
    ...(approval.maker === maker && approval.checker === checker ? [] : ['was approved by others than it names']),
    ...(payload.detailsHash === detailsHash(details) ? [] : ['is not what was approved']),
  ]
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** All that a version says as one hash, as approvals have it. */
function detailsHash(place: PlaceText): string {
  const { name, kind, isClosed, street, city, region, postalCode, country, latitude, longitude, zone, phone } = place
  return sha256(
    JSON.stringify([
      ...Object.entries({ name, kind, isClosed: String(isClosed), street, city, region, postalCode, country }),
      ...Object.entries({ latitude: String(latitude), longitude: String(longitude), zone, phone }),
      ...weekdays.map((day) => [
        day,
        (place.hours[day] ?? []).map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(', '),
      ]),
      ['closedOn', place.closedOn.join(', ')],
      ...services.map((one) => [one, String(place.services.includes(one))]),
      ...access.map((one) => [one, String(place.access.includes(one))]),
    ]),
  )
}
