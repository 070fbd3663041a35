import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 35000 to 35999. */
export const locationRejections = {
  placeUnknown: { name: 'place-unknown', number: 35_000, status: 404, retry: 'final' },
  /** Characters that nobody sees. */
  placeText: { name: 'place-text', number: 35_001, status: 400, retry: 'final' },
  placeCountry: { name: 'place-country', number: 35_002, status: 400, retry: 'final' },
  /** Beyond the poles or around the earth. */
  placeCoordinates: { name: 'place-coordinates', number: 35_003, status: 400, retry: 'final' },
  placeZone: { name: 'place-zone', number: 35_004, status: 400, retry: 'final' },
  placeHours: { name: 'place-hours', number: 35_005, status: 400, retry: 'final' },
  placeDates: { name: 'place-dates', number: 35_006, status: 400, retry: 'final' },
  placeVersions: { name: 'place-versions', number: 35_007, status: 409, retry: 'final' },
  /** As many places as one answer holds. */
  placesFull: { name: 'places-full', number: 35_008, status: 409, retry: 'final' },
  /** Published already, or a later version is. */
  placePublished: { name: 'place-published', number: 35_009, status: 409, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
