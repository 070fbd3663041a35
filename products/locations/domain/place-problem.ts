import { closedOnMax, type PlaceDetails } from './place.ts'

const degrees = { latitude: 90, longitude: 180 } as const
// Marks that turn the direction of what follows, joiners, characters of private use and unassigned ones.
const unseen = /[\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
const texts = ['name', 'street', 'city', 'region', 'postalCode'] as const

/** What is wrong with a place, and in which field. */
interface PlaceProblem {
  readonly field: string
  readonly is: 'text' | 'coordinates' | 'zone' | 'country' | 'dates'
}

/** The first thing of a place that cannot be published. */
export function placeProblem(place: PlaceDetails): PlaceProblem | undefined {
  for (const field of texts) if (unseen.test(place[field])) return { field, is: 'text' }
  if (!isCountry(place.country)) return { field: 'country', is: 'country' }
  for (const field of ['latitude', 'longitude'] as const) {
    if (!(Math.abs(place[field]) <= degrees[field])) return { field, is: 'coordinates' }
  }
  if (!isZone(place.zone)) return { field: 'zone', is: 'zone' }
  return place.closedOn.length > closedOnMax ? { field: 'closedOn', is: 'dates' } : undefined
}

/** Whether two letters are a country. */
export function isCountry(code: string): boolean {
  return (
    /^[A-Z]{2}$/.test(code) &&
    !/^(?:ZZ|EU|EZ|UN|X[A-Z]|Q[M-Z]|AA)$/.test(code) &&
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
  )
}

/** Whether a name is a time zone with a place in it: `America/Mexico_City`, and not an offset without summer time. */
export function isZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_-]+){1,2}$/.test(name) || name.startsWith('Etc/')) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
