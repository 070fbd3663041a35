import { proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { placeAccess, placeKinds, placeServices } from '../domain/place.ts'
import { locationRejections as r } from './rejections.ts'

/** Who writes and proposes. */
export const writers: readonly OperatorRole[] = ['product', 'compliance', 'admin']
/** Who sees what was written. */
export const readers: readonly OperatorRole[] = ['support', 'compliance', 'product', 'auditor', 'admin']

const openTimes = z.array(z.object({ from: z.number(), to: z.number() }))
const detailsShape = z.object({
  kind: z.enum(placeKinds),
  isClosed: z.boolean(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  zone: z.string(),
  phone: z.string(),
  hours: z.object({
    monday: openTimes,
    tuesday: openTimes,
    wednesday: openTimes,
    thursday: openTimes,
    friday: openTimes,
    saturday: openTimes,
    sunday: openTimes,
  }),
  closedOn: z.array(z.string()),
  services: z.array(z.enum(placeServices)),
  access: z.array(z.enum(placeAccess)),
})
const versionShape = z.object({
  placeId: z.string(),
  number: z.number(),
  details: detailsShape,
  writtenAt: field.at,
  writtenBy: z.string(),
  /** From when on it is public, once two people decided so. */
  publishedAt: z.optional(field.at),
  /** It waits for a second person. */
  isProposed: z.boolean(),
})
export type PlaceVersionRow = z.output<typeof versionShape>

export const listWrittenPlaces = defineCall({
  name: 'list-written-places',
  power: {
    'es-ES': 'Ver las sucursales y puntos de efectivo escritos',
    'en-US': 'See the branches and cash points written',
    'pt-BR': 'Ver as agências e pontos de dinheiro escritos',
  },
  method: 'GET',
  path: '/locations/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object(field.pageFields(field.placeLike(/^[0-9]{1,16}-loc_[0-9a-zA-Z]{1,40}$/))),
  reply: field.pageOf(versionShape),
  rejections: [],
  summary: 'The latest version of every place, the last written first.',
  effect: 'read',
})

/** Degrees as somebody types them, to a tenth of a meter; whether they are on the earth is the domain’s to decide. */
const degrees = z.string('wrong-type').check(z.regex(/^-?[0-9]{1,3}(?:\.[0-9]{1,6})?$/, 'malformed'))
const line = field.text(1, 80)
const times = field.optional(field.text(0, 60))

export const writePlace = defineCall({
  name: 'write-place',
  power: {
    'es-ES': 'Escribir una sucursal o un punto de efectivo; publicarlo necesita a otra persona',
    'en-US': 'Write a branch or a cash point; publishing takes another person',
    'pt-BR': 'Escrever uma agência ou um ponto de dinheiro; publicar precisa de outra pessoa',
  },
  method: 'POST',
  path: '/locations/write',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({
    /** Left out: a new place. */
    placeId: field.optional(field.id('loc')),
    kind: field.oneOf(placeKinds),
    isClosed: field.flag,
    name: line,
    street: field.text(1, 160),
    city: line,
    region: line,
    postalCode: field.optional(field.text(0, 12)),
    country: z.string('wrong-type').check(z.regex(/^[A-Z]{2}$/, 'malformed')),
    latitude: degrees,
    longitude: degrees,
    zone: field.text(1, 40),
    phone: field.optional(z.string('wrong-type').check(z.regex(/^(?:\+[0-9][0-9 ()-]{5,24})?$/, 'malformed'))),
    monday: times,
    tuesday: times,
    wednesday: times,
    thursday: times,
    friday: times,
    saturday: times,
    sunday: times,
    /** Days with commas between them. */
    closedOn: field.optional(field.text(0, 400)),
    cashIn: field.flag,
    cashOut: field.flag,
    advice: field.flag,
    stepFree: field.flag,
    accessibleToilet: field.flag,
    hearingLoop: field.flag,
    parking: field.flag,
  }),
  reply: z.object({ placeId: z.string(), number: z.number() }),
  rejections: [
    r.placeUnknown,
    r.placeText,
    r.placeCountry,
    r.placeCoordinates,
    r.placeZone,
    r.placeHours,
    r.placeDates,
    r.placeVersions,
    r.placesFull,
  ],
  summary: 'Writes a version of a place. Nothing is public by it.',
  effect: 'write',
})

export const proposePlace = defineCall({
  name: 'propose-place',
  power: {
    'es-ES': 'Proponer publicar una sucursal o un punto de efectivo',
    'en-US': 'Propose to publish a branch or a cash point',
    'pt-BR': 'Propor publicar uma agência ou um ponto de dinheiro',
  },
  method: 'POST',
  path: '/locations/propose',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({
    placeId: field.id('loc'),
    number: field.whole(1, 999),
    reason: z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed')),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [r.placeUnknown, r.placePublished, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to publish a version of a place; another person decides.',
  effect: 'write',
})

export const operatorCalls = [listWrittenPlaces, writePlace, proposePlace] as const
