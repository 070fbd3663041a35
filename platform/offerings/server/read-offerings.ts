import { type Id, type Instant, type Rejection, reject, writeDecimal, writeMoment } from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import type { CustomerSession, Db, Language } from '@bolsillo/server-kit'
import { offeringRejections as r } from '../contract/rejections.ts'
import { headerText } from '../domain/allotment/file-header.ts'
import { lineText } from '../domain/allotment/write-file.ts'
import { planOf } from '../domain/index.ts'
import { findLines } from './allotment-store.ts'
import { findLastOf, findOwnPage } from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import {
  findComing,
  findOffering,
  findOfferings,
  findOpen,
  findPublished,
  type OfferingWithState,
  type Place,
} from './offering-store.ts'
import { hashOf, scaleOf, writeApplication, writeOffering } from './write-offering.ts'

/** Who reads: in whose words, when, and whose own application is shown. */
export interface Reading {
  readonly db: Db
  readonly now: Instant
  readonly language: Language
  readonly customer: CustomerSession | undefined
}

const pageSize = 20

/** Where a page begins, by its cursor. */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [at, id] = cursor?.split('-') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

/** A page of published offerings, the last to close first. */
export async function readPage(
  deps: OfferingsDeps,
  { cursor, limit = pageSize }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  reading: Reading,
) {
  const found = await findPublished(reading.db, { limit: limit + 1, after: placeOf(cursor) })
  const rows = await writeAll(deps, found.slice(0, limit), reading)
  const last = found.length > limit ? found.at(limit - 1) : undefined
  return last === undefined ? { rows } : { rows, next: `${last.closesAt}-${last.id}` }
}

/** What is to open, the next first. */
export async function readComing(deps: OfferingsDeps, reading: Reading) {
  return { rows: await writeAll(deps, await findComing(reading.db, reading.now), reading) }
}

/** What can be applied to now, the next to close first. */
export async function readOpen(deps: OfferingsDeps, reading: Reading) {
  return { rows: await writeAll(deps, await findOpen(reading.db, reading.now), reading) }
}

async function writeAll(deps: OfferingsDeps, offerings: readonly OfferingWithState[], reading: Reading) {
  const { db, customer } = reading
  const ids = offerings.map(({ id }) => id)
  const own = customer === undefined ? undefined : await findLastOf(db, customer.customerId, ids)
  return offerings.map((offering) => writeOffering(deps, offering, reading, own?.get(offering.id)))
}

/** One offering with its prospectus, and what its form needs of whoever is signed in. */
export async function readOne(deps: OfferingsDeps, id: Id<'off'>, reading: Reading) {
  const { db, now, language, customer } = reading
  const offering = await findOffering(db, id)
  if (offering?.publication === undefined) return reject(r.offeringUnknown, { field: 'id' })
  const [written] = await writeAll(deps, [offering], reading)
  if (written === undefined) return reject(r.offeringUnknown, { field: 'id' })
  const { prospectus, risks } = offering.words[language]
  const reply = { offering: written, prospectus: { text: prospectus, risks: [...risks], hash: hashOf(offering) } }
  if (customer === undefined) return reply
  const account = customerAccount(customer.customerId, 'stock', offering.currency)
  const free = available((await deps.ledger.balances(db, [account])).get(account) ?? emptyBalance)
  const until = await deps.authorisations.find(db, customer.sessionId, now)
  return {
    ...reply,
    available: writeDecimal(free, scaleOf(offering.currency)),
    isPasswordNeeded: until === undefined || until <= now,
  }
}

/** A page of a customer's applications, the last first. */
export async function readOwn(
  deps: OfferingsDeps,
  { cursor, limit = pageSize }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  { customerId, ...reading }: Omit<Reading, 'customer'> & { readonly customerId: Id<'cus'> },
) {
  const found = await findOwnPage(reading.db, customerId, { before: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const offerings = await findOfferings(
    reading.db,
    page.map(({ offeringId }) => offeringId),
  )
  const rows = page.flatMap((application) => {
    const offering = offerings.get(application.offeringId)
    return offering === undefined ? [] : [writeApplication(deps, offering, application, reading)]
  })
  const last = found.length > limit ? page.at(-1) : undefined
  return last === undefined ? { rows } : { rows, next: last.id }
}

/** A page of the published file of an allotment: its header, and lines as they stand in it. */
export async function readLines(
  db: Db,
  { id, cursor, limit }: { readonly id: Id<'off'>; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ header: string; lines: string[]; next?: string } | Rejection> {
  const offering = await findOffering(db, id)
  if (offering?.publication === undefined) return reject(r.offeringUnknown, { field: 'id' })
  const { closing, allotment, closesAt } = offering
  if (closing === undefined || allotment === undefined)
    return reject(r.offeringUnallotted, { field: 'id', values: { at: writeMoment(closesAt) } })
  const { secret, closingAct, publicAt, publicValue, seed, allotted: total } = allotment
  const { root, applications } = closing
  const draw = { secret, closingAct, publicAt, publicValue }
  const header = headerText({ ...draw, plan: planOf(offering), root, seed, applications, total })
  const found = await findLines(db, id, { after: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const lines = page.map(({ line, quantity, allotted }) => lineText({ id: line, tier: 0, quantity, allotted }))
  const last = found.length > limit ? page.at(-1) : undefined
  return last === undefined ? { header, lines } : { header, lines, next: last.line }
}
