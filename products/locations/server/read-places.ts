import { type Instant, reject, wallTime } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { openStateAt, type PlaceDetails, weekdays } from '../domain/index.ts'
import { findPublished } from './place-store.ts'

export const listPlaces = useCase(calls.listPlaces, async ({ country, region }, { db, now }) => {
  const open = (await findPublished(db)).filter(({ details }) => !details.isClosed)
  const rows = open
    .filter(({ details }) => (country ?? details.country) === details.country)
    .filter(({ details }) => (region ?? details.region) === details.region)
    .map(({ placeId, details }) => headOf(placeId, details, now))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  return { rows, regions: regionsOf(open.map(({ details }) => details)) }
})

export const readPlace = useCase(calls.readPlace, async ({ id }, { db, now }) => {
  const [found] = await findPublished(db, id)
  if (found === undefined) return reject(calls.locationRejections.placeUnknown, { field: 'id' })
  const { details, publishedAt } = found
  const today = wallTime(now, details.zone).date
  return {
    ...headOf(id, details, now),
    ...{ phone: details.phone, isClosed: details.isClosed, access: [...details.access] },
    hours: weekdays.map((day) => [...details.hours[day]]),
    closedOn: details.closedOn.filter((day) => day >= today),
    today,
    publishedAt,
  }
})

/** Cities together, and in them by name. */
const sortKey = ({ country, region, city, name, id }: calls.PlaceRow): string =>
  [country, region, city, name, id].join('\u0000')

function headOf(id: string, details: PlaceDetails, now: Instant): calls.PlaceRow {
  const { kind, name, street, city, region, postalCode, country, latitude, longitude, zone, services } = details
  return {
    ...{ id, kind, name, street, city, region, postalCode, country, latitude, longitude, zone },
    services: [...services],
    ...openStateAt(details, now),
  }
}

/** Countries and regions that have places, in order. */
function regionsOf(places: readonly PlaceDetails[]) {
  const counts = new Map<string, { country: string; region: string; count: number }>()
  for (const { country, region } of places) {
    const key = `${country}\u0000${region}`
    counts.set(key, { country, region, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
