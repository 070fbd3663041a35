import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { readTables } from '../journal/rows-store.ts'
import { type PlaceText, readApprovedAlone, readVersions, readWriteRecords, type VersionRow } from './places-store.ts'

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
  const left = new Map<string, string>()
  for (const { actor, subject, digest } of await readWriteRecords(read))
    left.set(`${actor} ${subject} ${digest}`, subject)
  for (const version of await readVersions(read)) {
    const { placeId, number } = version
    if (!left.delete(recordOf(version))) wrong(`${placeId} version ${number} has no record in the audit`)
    for (const what of problemsOf(version)) wrong(`${placeId} version ${number} ${what}`)
  }
  for (const subject of left.values()) wrong(`the audit has a version of ${subject}, and it is not there`)
  for (const id of await readApprovedAlone(read)) wrong(`two people published ${id}, and it is not published`)
}

/** The record that writing a version leaves, its fields in the order of their names. */
function recordOf({ placeId, number, details: { kind }, writtenAt, writtenBy }: VersionRow): string {
  const details = { kind, number: String(number) }
  const record = { action: 'locations.write', actor: writtenBy, at: Number(writtenAt), details, subject: placeId }
  return `${writtenBy} ${placeId} ${sha256(JSON.stringify(record))}`
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
