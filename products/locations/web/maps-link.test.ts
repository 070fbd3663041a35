import { expect, it } from 'vitest'
import { mapsLink } from './maps-link.ts'

const spot = { name: 'Centro & Sur', latitude: 19.4326, longitude: -99.1332 }

it('is the address each device opens its own maps with', () => {
  expect(mapsLink(spot, 'Mozilla/5.0 (Linux; Android 16)')).toBe(
    'geo:19.4326,-99.1332?q=19.4326,-99.1332(Centro%20%26%20Sur)',
  )
  expect(mapsLink(spot, 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)')).toBe(
    'maps:?ll=19.4326,-99.1332&q=Centro%20%26%20Sur',
  )
})
