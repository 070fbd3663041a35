import { expect, it } from 'vitest'
import type { PlaceDetails } from './place.ts'
import { isCountry, isZone, placeProblem } from './place-problem.ts'

const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const place: PlaceDetails = {
  ...{ kind: 'branch', isClosed: false, name: 'Centro', street: 'Madero 1', city: 'México', region: 'CDMX' },
  ...{ postalCode: '06000', country: 'MX', latitude: 19.4, longitude: -99.1, zone: 'America/Mexico_City', phone: '' },
  ...{ hours: none, closedOn: [], services: [], access: [] },
}

it('takes a place as it is written', () => {
  expect(placeProblem(place)).toBeUndefined()
  expect(placeProblem({ ...place, latitude: 90, longitude: -180 })).toBeUndefined()
})

it.each([
  [{ latitude: 90.1 }, 'latitude', 'coordinates'],
  [{ latitude: -99.1, longitude: 19.4 }, 'latitude', 'coordinates'],
  [{ longitude: 180.1 }, 'longitude', 'coordinates'],
  [{ longitude: Number.NaN }, 'longitude', 'coordinates'],
  [{ country: 'ZZ' }, 'country', 'country'],
  [{ zone: 'America/Nowhere' }, 'zone', 'zone'],
  [{ name: 'Cen\u202etro' }, 'name', 'text'],
  [{ street: 'Madero\u200b1' }, 'street', 'text'],
])('names the field of %o', (change, field, is) => {
  expect(placeProblem({ ...place, ...change })).toEqual({ field, is })
})

it('knows countries and zones with a place in them', () => {
  expect(['MX', 'BR', 'US'].every(isCountry)).toBe(true)
  expect(['mx', 'EU', 'XX', 'QQ', 'MEX'].some(isCountry)).toBe(false)
  expect(['America/Mexico_City', 'America/Argentina/Buenos_Aires', 'Europe/Madrid'].every(isZone)).toBe(true)
  expect(['UTC', 'Etc/GMT+6', '-06:00', 'America/', 'Nowhere/At_All'].some(isZone)).toBe(false)
})
