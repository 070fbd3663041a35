import type { RequestOf } from '@bolsillo/contract'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { locationRejections as r } from '../contract/rejections.ts'
import {
  closedOnMax,
  type OpenTime,
  type PlaceDetails,
  placeAccess,
  placeProblem,
  placeServices,
  placesMax,
  readDays,
  readOpenTimes,
  versionsMax,
  type Weekday,
  weekdays,
} from '../domain/index.ts'
import type { LocationsDeps } from './deps.ts'
import {
  countPlaces,
  findLastPublished,
  findVersion,
  findWritten,
  insertPlace,
  insertVersion,
  lockPlace,
} from './place-store.ts'
import { payloadOf, publishKindName } from './publish-place.ts'

const pageSize = 50

export const writePlace = useCase(calls.writePlace, async (request, { tx, now, operator }, deps: LocationsDeps) => {
  const { placeId: known } = request
  const last = known === undefined ? 0 : await lockPlace(tx, known)
  if (known !== undefined && last === 0) return reject(r.placeUnknown, { field: 'placeId' })
  const details = detailsOf(request)
  if (isRejection(details)) return details
  if (last >= versionsMax) return reject(r.placeVersions)
  if (known === undefined && (await countPlaces(tx)) >= placesMax) {
    return reject(r.placesFull, { values: { most: String(placesMax) } })
  }
  const placeId = known ?? deps.services.ids.next('loc')
  const number = last + 1
  const { operatorId } = operator
  const record = { kind: details.kind, number: String(number) }
  await deps.audit.record(tx, {
    at: now,
    actor: operatorId,
    action: 'locations.write',
    subject: placeId,
    details: record,
  })
  if (known === undefined) await insertPlace(tx, placeId)
  await insertVersion(tx, { placeId, number, details, writtenAt: now, writtenBy: operatorId })
  return { placeId, number }
})

export const proposePlace = useCase(
  calls.proposePlace,
  async ({ placeId, number, reason }, { tx, now, operator }, deps: LocationsDeps) => {
    await lockPlace(tx, placeId)
    const version = await findVersion(tx, placeId, number)
    if (version === undefined) return reject(r.placeUnknown, { field: 'placeId' })
    if (number <= (await findLastPublished(tx, placeId))) return reject(r.placePublished, { field: 'number' })
    const outcome = await deps.approvals.propose(tx, {
      ...{ kind: publishKindName, subject: placeId, payload: payloadOf(version), reason, by: operator, now },
    })
    return isRejection(outcome) ? outcome : { approvalId: outcome.approvalId }
  },
)

export const listWrittenPlaces = useCase(
  calls.listWrittenPlaces,
  async ({ cursor, limit = pageSize }, { db }, { approvals }: LocationsDeps) => {
    const [writtenAt, placeId = ''] = cursor?.split('-') ?? []
    const before = writtenAt === undefined ? undefined : { writtenAt: Number(writtenAt), placeId }
    const found = await findWritten(db, { limit: limit + 1, before })
    const last = found.length > limit ? found[limit - 1] : undefined
    const rows: calls.PlaceVersionRow[] = []
    for (const { details, ...version } of found.slice(0, limit)) {
      const open = await approvals.openAbout(db, publishKindName, version.placeId)
      rows.push({ ...version, details: plain(details), isProposed: open?.payload.number === String(version.number) })
    }
    return last === undefined ? { rows } : { rows, next: `${last.writtenAt}-${last.placeId}` }
  },
)

/** The details as a reply has them. */
function plain({ hours, closedOn, services, access, ...rest }: PlaceDetails): calls.PlaceVersionRow['details'] {
  const times = (day: Weekday) => [...hours[day]]
  return {
    ...{ ...rest, closedOn: [...closedOn], services: [...services], access: [...access] },
    hours: {
      ...{ monday: times('monday'), tuesday: times('tuesday'), wednesday: times('wednesday') },
      ...{ thursday: times('thursday'), friday: times('friday'), saturday: times('saturday'), sunday: times('sunday') },
    },
  }
}

/** What was typed as a place, or why it is none, at the field it was typed in. */
function detailsOf(request: RequestOf<typeof calls.writePlace>): PlaceDetails | Rejection {
  const hours = hoursOf(request)
  if (isRejection(hours)) return reject(hours.spec, { field: hours.field ?? 'monday' })
  const closedOn = readDays(request.closedOn ?? '')
  const { kind, isClosed, name, street, city, region, country, zone, postalCode = '', phone = '' } = request
  const details: PlaceDetails = {
    ...{ kind, isClosed, name, street, city, region, country, zone, postalCode, phone, hours },
    ...{ latitude: Number(request.latitude), longitude: Number(request.longitude) },
    closedOn: closedOn ?? [],
    services: placeServices.filter((one) => request[one]),
    access: placeAccess.filter((one) => request[one]),
  }
  const found = placeProblem(details)
  if (found !== undefined) return reject(specs[found.is], { field: found.field, values: { most: String(closedOnMax) } })
  return closedOn === undefined
    ? reject(r.placeDates, { field: 'closedOn', values: { most: String(closedOnMax) } })
    : details
}

const specs = {
  text: r.placeText,
  country: r.placeCountry,
  coordinates: r.placeCoordinates,
  zone: r.placeZone,
  dates: r.placeDates,
} as const

function hoursOf(request: Readonly<Partial<Record<Weekday, string | undefined>>>): PlaceDetails['hours'] | Rejection {
  const hours = new Map<Weekday, readonly OpenTime[]>()
  for (const day of weekdays) {
    const times = readOpenTimes(request[day] ?? '')
    if (times === undefined) return reject(r.placeHours, { field: day })
    hours.set(day, times)
  }
  return Object.fromEntries(hours) as Record<Weekday, readonly OpenTime[]>
}
