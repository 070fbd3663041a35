import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 37000 to 37999. */
export const locationRejections = {
  placeUnknown: { name: 'place-unknown', number: 37_000, status: 404, retry: 'final' },
  /** Characters that nobody sees. */
  placeText: { name: 'place-text', number: 37_001, status: 400, retry: 'final' },
  placeCountry: { name: 'place-country', number: 37_002, status: 400, retry: 'final' },
  /** Beyond the poles or around the earth. */
  placeCoordinates: { name: 'place-coordinates', number: 37_003, status: 400, retry: 'final' },
  placeZone: { name: 'place-zone', number: 37_004, status: 400, retry: 'final' },
  placeHours: { name: 'place-hours', number: 37_005, status: 400, retry: 'final' },
  placeDates: { name: 'place-dates', number: 37_006, status: 400, retry: 'final' },
  placeVersions: { name: 'place-versions', number: 37_007, status: 409, retry: 'final' },
  /** As many places as one answer holds. */
  placesFull: { name: 'places-full', number: 37_008, status: 409, retry: 'final' },
  /** Published already, or a later version is. */
  placePublished: { name: 'place-published', number: 37_009, status: 409, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
