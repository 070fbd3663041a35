import { createHash } from 'node:crypto'
import { currencies, present, writeDecimal } from '@bolsillo/kernel'
import type { Language } from '@bolsillo/server-kit'
import { offeringLanguages, stageOf, stateOf } from '../domain/index.ts'
import type { StoredApplication } from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import type { OfferingWithState, StoredOffering } from './offering-store.ts'

/** The decimals of an amount of an offering. */
export const scaleOf = (currency: string): number =>
  present(
    Object.values(currencies).find(({ code }) => code === currency),
    `the currency ${currency}`,
  ).scale

/** SHA-256 over everything two people publish: what an application and the approval name. */
export function hashOf(offering: Omit<StoredOffering, 'sealed'>): string {
  const { id, symbol, currency, price, supply, lot, minimum, cap, rule, words, secretHash } = offering
  const { opensAt, closesAt, paysAt, sellableAt } = offering
  const written = offeringLanguages.map((language) => {
    const { title, prospectus, risks } = words[language]
    return [language, title, prospectus, ...risks]
  })
  const sizes = [price, supply, lot, minimum, cap].map(String)
  const terms = [id, symbol, currency, ...sizes, rule, opensAt, closesAt, paysAt, sellableAt, secretHash, written]
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex')
}

/** In whose words and for what time something is written. */
interface Reader {
  readonly language: Language
  readonly now: number
}

/** An application as its customer reads it. */
export function writeApplication(
  { instruments }: Pick<OfferingsDeps, 'instruments'>,
  offering: OfferingWithState,
  application: StoredApplication,
  { language, now }: Reader,
) {
  const { symbol, currency, price, closesAt, paysAt, sellableAt, closing } = offering
  const { id, offeringId, quantity, held, appliedAt, leftAt, allotted, settledAt, salt, line } = application
  const scale = scaleOf(currency)
  const facts = { isLeft: leftAt !== undefined, isClosed: closing !== undefined, isSettled: settledAt !== undefined }
  const state = stateOf(allotted === undefined ? facts : { ...facts, allotted }, offering, now)
  const paid = allotted === undefined ? undefined : allotted * price
  return {
    ...{ id, offeringId, symbol, currency, state, appliedAt, closesAt, paysAt, sellableAt, salt, line },
    ticker: instruments.find((one) => one.id === symbol)?.ticker ?? symbol,
    title: offering.words[language].title,
    price: writeDecimal(price, scale),
    quantity: String(quantity),
    amount: writeDecimal(held, scale),
    canLeave: state === 'applying',
    ...(leftAt === undefined ? {} : { leftAt }),
    ...(allotted === undefined ? {} : { allotted: String(allotted) }),
    ...(paid === undefined ? {} : { paid: writeDecimal(paid, scale), released: writeDecimal(held - paid, scale) }),
    ...(settledAt === undefined ? {} : { settledAt }),
  }
}

/** An offering as everybody reads it; `own`: the last application of whoever is signed in. */
export function writeOffering(
  deps: Pick<OfferingsDeps, 'instruments'>,
  offering: OfferingWithState,
  reader: Reader,
  own: StoredApplication | undefined,
) {
  const { id, symbol, currency, price, supply, lot, minimum, cap, rule, secretHash } = offering
  const { opensAt, closesAt, paysAt, sellableAt, allotment, closing, isSettled, simulated } = offering
  const { publishedAt, isPractice } = present(offering.publication, 'a published offering')
  const instrument = deps.instruments.find((one) => one.id === symbol)
  const scale = scaleOf(currency)
  return {
    ...{ id, symbol, currency, rule, secretHash, opensAt, closesAt, paysAt, sellableAt, publishedAt, isPractice },
    stage: stageOf(
      offering,
      { isClosed: closing !== undefined, isAllotted: allotment !== undefined, isSettled },
      reader.now,
    ),
    ticker: instrument?.ticker ?? symbol,
    name: instrument?.name ?? symbol,
    title: offering.words[reader.language].title,
    priceDecimals: scale,
    price: writeDecimal(price, scale),
    ...{ supply: String(supply), lot: String(lot), minimum: String(minimum), cap: String(cap) },
    ...(simulated.applications === 0
      ? {}
      : { simulated: { applications: simulated.applications, asked: String(simulated.asked) } }),
    ...writeAllotment(offering),
    ...(own === undefined || own.leftAt !== undefined ? {} : { own: writeApplication(deps, offering, own, reader) }),
  }
}

function writeAllotment({ closing, allotment }: OfferingWithState) {
  if (closing === undefined || allotment === undefined) return {}
  const { allottedAt, secret, publicValue, seed, allotted, closingAct, publicAt } = allotment
  const { applications, asked, root } = closing
  return {
    allotment: {
      ...{ allottedAt, applications, root, secret, publicValue, seed },
      ...{ asked: String(asked), allotted: String(allotted) },
      ...{ closingAct: String(closingAct), publicNumber: String(publicAt) },
    },
  }
}
