import { createHash } from 'node:crypto'
import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { writers } from '../contract/operator.ts'
import { locationRejections as r } from '../contract/rejections.ts'
import {
  openTimesText,
  type PlaceDetails,
  type PlaceVersion,
  placeAccess,
  placeProblem,
  placeReasons,
  placeServices,
  weekdays,
} from '../domain/index.ts'
import { findLastPublished, findVersion, insertPublication, lockPlace } from './place-store.ts'

export const publishKindName = 'locations.publish'

/** What is proposed: this version, known by the hash of what it says. */
export function payloadOf({ placeId, number, details }: PlaceVersion): ApprovalPayload {
  const detailsHash = createHash('sha256')
    .update(JSON.stringify(factsOfPlace(details)))
    .digest('hex')
  return { placeId, number: String(number), detailsHash }
}

/** Publishing takes two people; whoever decides reads everything of the place, and what of it was public before. */
export const publishKind: ApprovalKind = {
  name: publishKindName,
  titleKey: 'locations.powers.publish',
  makerRoles: writers,
  checkerRoles: ['compliance', 'admin'],
  reasons: placeReasons,
  facts: factsOf,
  execute: publish,
}

/** Everything a place says, each part under its label; every part is there, so that none can hide by being left out. */
function factsOfPlace(place: PlaceDetails): ReadonlyArray<readonly [string, string]> {
  return [
    ['name', place.name],
    ['kind', place.kind],
    ['isClosed', String(place.isClosed)],
    ['street', place.street],
    ['city', place.city],
    ['region', place.region],
    ['postalCode', place.postalCode],
    ['country', place.country],
    ['latitude', String(place.latitude)],
    ['longitude', String(place.longitude)],
    ['zone', place.zone],
    ['phone', place.phone],
    ...weekdays.map((day) => [day, openTimesText(place.hours[day])] as const),
    ['closedOn', place.closedOn.join(', ')],
    ...placeServices.map((one) => [one, String(place.services.includes(one))] as const),
    ...placeAccess.map((one) => [one, String(place.access.includes(one))] as const),
  ]
}

async function factsOf(db: Db, payload: ApprovalPayload) {
  const placeId = payloadText(payload, 'placeId')
  const version = await findVersion(db, placeId, Number(payload.number))
  if (version === undefined) return []
  const published = await findLastPublished(db, placeId)
  const before = published === 0 ? undefined : await findVersion(db, placeId, published)
  const old = new Map(before === undefined ? [] : factsOfPlace(before.details))
  return [
    factOf('version', String(version.number)),
    ...factsOfPlace(version.details).flatMap(([label, value]) => [
      factOf(label, value),
      ...(old.has(label) && old.get(label) !== value ? [factOf(`before.${label}`, old.get(label) ?? '')] : []),
    ]),
  ]
}

/** What two people decided becomes public, if it is still what they saw and fits the rules of today. */
async function publish(
  tx: Tx,
  { approvalId, payload, now, maker, checker }: ApprovedAct,
): Promise<Rejection | undefined> {
  const placeId = payloadText(payload, 'placeId')
  const number = Number(payload.number)
  await lockPlace(tx, placeId as PlaceVersion['placeId'])
  const version = await findVersion(tx, placeId, number)
  if (version === undefined || payloadOf(version).detailsHash !== payload.detailsHash) return reject(r.placeUnknown)
  // A rule may have come since it was written.
  if (placeProblem(version.details) !== undefined) return reject(r.placeText)
  if (number <= (await findLastPublished(tx, placeId))) return reject(r.placePublished)
  await insertPublication(tx, { approvalId, placeId, number, decidedAt: now, maker, checker })
  return undefined
}
