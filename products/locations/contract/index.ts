import { defineCall, field, z } from '@bolsillo/contract'
import { placeAccess, placeKinds, placeServices } from '../domain/place.ts'
import { locationRejections as r } from './rejections.ts'

export { locationRejections } from './rejections.ts'

const headShape = {
  id: z.string(),
  kind: z.enum(placeKinds),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
  /** Degrees, north and east above zero. */
  latitude: z.number(),
  longitude: z.number(),
  services: z.array(z.enum(placeServices)),
  /** By the clock of the server, in the zone of the place. */
  isOpen: z.boolean(),
  /** When it closes, or opens next; left out when neither comes within eight days. */
  changesAt: z.optional(field.at),
  /** The zone in which its hours are meant. */
  zone: z.string(),
}
const place = z.object(headShape)
export type PlaceRow = z.output<typeof place>

/** Places of the firm. All that match are one answer: the position of a visitor is never sent, so that phones sort them. */
export const listPlaces = defineCall({
  name: 'list-places',
  method: 'GET',
  path: '/index/location',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({
    country: field.optional(z.string('wrong-type').check(z.regex(/^[A-Z]{2}$/, 'malformed'))),
    region: field.optional(field.text(1, 80)),
  }),
  reply: z.object({
    rows: z.array(place),
    /** Where there are places at all, whatever was asked for. */
    regions: z.array(z.object({ country: z.string(), region: z.string(), count: z.number() })),
  }),
  rejections: [],
  summary: 'Branches and cash points that are published, by country and region, with what is open now.',
})

const openTimes = z.array(z.object({ from: z.number(), to: z.number() }))

export const readPlace = defineCall({
  name: 'read-place',
  method: 'GET',
  path: '/index/location/info',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({ id: field.id('loc') }),
  reply: z.object({
    ...headShape,
    phone: z.string(),
    access: z.array(z.enum(placeAccess)),
    /** It has closed for good. */
    isClosed: z.boolean(),
    /** Minutes of the day it opens and closes, Monday first; a day without any is closed. */
    hours: z.array(openTimes),
    /** Days to come it is closed whatever the weekday. */
    closedOn: z.array(z.string()),
    /** Today, where the place is. */
    today: z.string(),
    /** When this version was published. */
    publishedAt: field.at,
  }),
  rejections: [r.placeUnknown],
  summary: 'One place: its hours, address, services and how to get in.',
})

export const calls = [listPlaces, readPlace] as const
