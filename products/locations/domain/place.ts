import type { TradeDate } from '@bolsillo/kernel'
import type { OpenTime } from './hours.ts'

/** What a place is: a branch with people, or a point where cash is paid in or out. */
export const placeKinds = ['branch', 'cash-point'] as const
type PlaceKind = (typeof placeKinds)[number]

/** What can be done there. */
export const placeServices = ['cashIn', 'cashOut', 'advice'] as const
type PlaceService = (typeof placeServices)[number]

/** How somebody gets in and around. */
export const placeAccess = ['stepFree', 'accessibleToilet', 'hearingLoop', 'parking'] as const
type PlaceAccess = (typeof placeAccess)[number]

/** Monday first, as ISO 8601 counts. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** What is written of a place. */
export interface PlaceDetails {
  readonly kind: PlaceKind
  /** It has closed for good: it leaves the list, and its own page says so. */
  readonly isClosed: boolean
  readonly name: string
  readonly street: string
  readonly city: string
  readonly region: string
  readonly postalCode: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  /** Degrees, north and east above zero. */
  readonly latitude: number
  readonly longitude: number
  /** Its IANA time zone: its hours are meant in it. */
  readonly zone: string
  readonly phone: string
  readonly hours: Readonly<Record<Weekday, readonly OpenTime[]>>
  /** Days it is closed whatever the weekday. */
  readonly closedOn: readonly TradeDate[]
  readonly services: readonly PlaceService[]
  readonly access: readonly PlaceAccess[]
}

/** A version as somebody wrote it; it never changes. */
export interface PlaceVersion {
  readonly placeId: `loc_${string}`
  readonly number: number
  readonly details: PlaceDetails
  readonly writtenAt: number
  readonly writtenBy: string
}

/** Why a place is published or changed, from a closed list. */
export const placeReasons = ['new-place', 'details-changed', 'correction', 'place-closed'] as const

/** How many places there may be: all of them are one answer. */
export const placesMax = 300
export const versionsMax = 999
export const closedOnMax = 30
