import type { RequestOf } from '@bolsillo/contract'
import { isRejection, type Rejection, readDecimal, reject, writeDecimal } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { randomBytes, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { offeringRejections as r } from '../contract/rejections.ts'
import { secretHashOf } from '../domain/allotment/commitment.ts'
import {
  areSizesFit,
  type OfferingWords,
  offeringWordsProblem,
  readProspectus,
  readRisks,
  risksMost,
  stageOf,
} from '../domain/index.ts'
import { type BookSums, findBooks } from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import { findProposed, insertOffering, type OfferingWithState, type StoredOffering } from './offering-store.ts'
import { payloadOf, publishKindName, refuseTimes } from './publish-offering.ts'
import { placeOf } from './read-offerings.ts'
import { scaleOf } from './write-offering.ts'

const pageSize = 50
const secretBytes = 32

/** What a secret is sealed for: its row and no other. */
export const sealedAbout = (offeringId: string): string => `offering ${offeringId}`

/** Adds the secret of a new offering: its hash is published with it, itself it is opened at the allotment. */
export function withSecret(
  { sealer, services }: Pick<OfferingsDeps, 'sealer' | 'services'>,
  offering: Omit<StoredOffering, 'secretHash' | 'sealed'>,
): StoredOffering {
  const secret = randomBytes(services.rng, secretBytes)
  return { ...offering, secretHash: secretHashOf(secret), sealed: sealer.seal(secret, sealedAbout(offering.id)) }
}

/** See the contract. */
export const proposeOffering = useCase(
  calls.proposeOffering,
  async (request, { tx, now, operator }, deps: OfferingsDeps) => {
    const { symbol, rule, opensAt, closesAt, paysAt, sellableAt, reason } = request
    const instrument = deps.instruments.find(({ id, kind }) => id === symbol && kind === 'stock')
    if (instrument === undefined) return reject(r.offeringSymbol, { field: 'symbol' })
    const terms = termsOf(request, instrument)
    if (isRejection(terms)) return terms
    const words = wordsOf(request)
    const refused = refuseWords(words) ?? refuseTimes({ opensAt, closesAt, paysAt, sellableAt }, now)
    if (refused !== undefined) return refused
    const { operatorId } = operator
    const offering = withSecret(deps, {
      ...{ id: deps.services.ids.next('off'), symbol, currency: instrument.currency, rule, words, ...terms },
      ...{ opensAt, closesAt, paysAt, sellableAt, writtenAt: now, writtenBy: operatorId },
    })
    const details = { symbol, hash: offering.secretHash }
    await deps.audit.record(tx, {
      at: now,
      actor: operatorId,
      action: 'offerings.propose',
      subject: offering.id,
      details,
    })
    await insertOffering(tx, offering)
    const proposal = {
      kind: publishKindName,
      subject: offering.id,
      payload: payloadOf(offering),
      reason,
      by: operator,
      now,
    }
    const outcome = await deps.approvals.propose(tx, proposal)
    return isRejection(outcome) ? outcome : { offeringId: offering.id, approvalId: outcome.approvalId }
  },
)

type Request = RequestOf<typeof calls.proposeOffering>

/** Price and sizes, or why they do not fit each other. */
function termsOf(
  { price, supply, lot, minimum, cap }: Request,
  { currency }: Instrument,
): Pick<StoredOffering, 'price' | 'supply' | 'lot' | 'minimum' | 'cap'> | Rejection {
  const scale = scaleOf(currency)
  const reading = readDecimal(price, scale)
  const priceMax = 10n ** BigInt(6 + scale)
  if (reading.kind !== 'value' || reading.units <= 0n || reading.units > priceMax)
    return reject(r.offeringPrice, { field: 'price', values: { decimals: String(scale) } })
  const sizes = { supply: BigInt(supply), lot: BigInt(lot), minimum: BigInt(minimum), cap: BigInt(cap) }
  if (!areSizesFit(sizes)) return reject(r.offeringSizes, { field: 'supply', values: { lot: String(lot) } })
  return { price: reading.units, ...sizes }
}

function wordsOf(request: Request): OfferingWords {
  const { esTitle, esProspectus, esRisks, enTitle, enProspectus, enRisks, ptTitle, ptProspectus, ptRisks } = request
  const of = (title: string, prospectus: string, risks: string) => ({
    ...{ title, prospectus: readProspectus(prospectus), risks: readRisks(risks) },
  })
  return {
    'es-ES': of(esTitle, esProspectus, esRisks),
    'en-US': of(enTitle, enProspectus, enRisks),
    'pt-BR': of(ptTitle, ptProspectus, ptRisks),
  }
}

const fieldStems = { 'es-ES': 'es', 'en-US': 'en', 'pt-BR': 'pt' } as const

/** Why words cannot be kept, at the field they were typed in. */
function refuseWords(words: OfferingWords): Rejection | undefined {
  const found = offeringWordsProblem(words)
  if (found === undefined) return undefined
  const stem = fieldStems[found.language]
  switch (found.problem) {
    case 'title':
      return reject(r.offeringText, { field: `${stem}Title` })
    case 'prospectus':
      return reject(r.offeringText, { field: `${stem}Prospectus` })
    case 'risks':
      return reject(r.offeringRisks, { field: `${stem}Risks`, values: { most: String(risksMost) } })
  }
}

/** See the contract. */
export const listOfferings = useCase(
  calls.listOfferings,
  async ({ cursor, limit = pageSize }, { db, now }, { approvals }: OfferingsDeps) => {
    const found = await findProposed(db, { limit: limit + 1, after: placeOf(cursor) })
    const page = found.slice(0, limit)
    const ids = page.map(({ id }) => id)
    const books = await findBooks(db, ids)
    const open = new Set<string>()
    for (const { id, publication } of page)
      if (publication === undefined && (await approvals.openAbout(db, publishKindName, id)) !== undefined) open.add(id)
    const nothing = { applications: 0, asked: 0n, held: 0n, left: 0, settled: 0 }
    const rows = page.map((offering) =>
      writeProposed(offering, { now, isProposed: open.has(offering.id), sums: books.get(offering.id) ?? nothing }),
    )
    const last = found.length > limit ? page.at(-1) : undefined
    return last === undefined ? { rows } : { rows, next: `${last.writtenAt}-${last.id}` }
  },
)

function writeProposed(
  offering: OfferingWithState,
  { now, isProposed, sums }: { readonly now: number; readonly isProposed: boolean; readonly sums: BookSums },
) {
  const { id, symbol, currency, price, supply, lot, minimum, cap, rule, words, secretHash } = offering
  const { opensAt, closesAt, paysAt, sellableAt, writtenAt, writtenBy, publication, closing, allotment, isSettled } =
    offering
  const scale = scaleOf(currency)
  const copied = (language: keyof OfferingWords) => ({ ...words[language], risks: [...words[language].risks] })
  const { applications, asked, held, left, settled } = sums
  const book = { applications, asked: String(asked), held: writeDecimal(held, scale), left }
  return {
    ...{
      id,
      symbol,
      currency,
      rule,
      secretHash,
      opensAt,
      closesAt,
      paysAt,
      sellableAt,
      writtenAt,
      writtenBy,
      isProposed,
    },
    price: writeDecimal(price, scale),
    ...{ supply: String(supply), lot: String(lot), minimum: String(minimum), cap: String(cap) },
    words: { 'es-ES': copied('es-ES'), 'en-US': copied('en-US'), 'pt-BR': copied('pt-BR') },
    isPractice: publication?.isPractice === true,
    ...(publication === undefined
      ? {}
      : {
          ...{ publishedAt: publication.publishedAt, book },
          stage: stageOf(
            offering,
            { isClosed: closing !== undefined, isAllotted: allotment !== undefined, isSettled },
            now,
          ),
        }),
    ...(allotment === undefined ? {} : { allotted: String(allotment.allotted), settled }),
  }
}
