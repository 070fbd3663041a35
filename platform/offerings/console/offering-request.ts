import type { RequestInput } from '@bolsillo/contract'
import { readMoment } from '@bolsillo/kernel'
import type { proposeOffering } from '../contract/operator.ts'
import { offeringReasons, type RuleName } from '../domain/offering.ts'

const noText = { title: '', prospectus: '', risks: '' }
const noMoment = { day: '', time: '' }

/** The times of an offering, in their order. */
export const moments = ['opensAt', 'closesAt', 'paysAt', 'sellableAt'] as const
/** The sizes of an offering, in shares. */
export const sizes = ['supply', 'lot', 'minimum', 'cap'] as const

/** A form nobody has filled in. */
export const noForm = {
  symbol: '',
  price: '',
  sizes: { supply: '', lot: '', minimum: '', cap: '' },
  rule: 'pro-rata' as RuleName,
  reason: offeringReasons[0] as (typeof offeringReasons)[number],
  words: { 'es-ES': noText, 'en-US': noText, 'pt-BR': noText },
  times: { opensAt: noMoment, closesAt: noMoment, paysAt: noMoment, sellableAt: noMoment },
}
export type Form = typeof noForm
export type Text = typeof noText
export type Moment = typeof noMoment

/** What is sent of a form, its times read in the zone of the console; undefined while something is missing. */
export function requestOf(form: Form, zone: string): RequestInput<typeof proposeOffering> | undefined {
  const { symbol, price, rule, reason, words, times } = form
  const [opensAt, closesAt, paysAt, sellableAt] = moments.map((moment) =>
    readMoment(times[moment].day, times[moment].time, zone),
  )
  const written = [symbol, price, ...Object.values(form.sizes), ...Object.values(words).flatMap(Object.values<string>)]
  if (written.some((text) => text.trim() === '')) return undefined
  if (opensAt === undefined || closesAt === undefined || paysAt === undefined || sellableAt === undefined) {
    return undefined
  }
  const { 'es-ES': es, 'en-US': en, 'pt-BR': pt } = words
  return {
    ...{ symbol: symbol.trim().toUpperCase(), price, rule, reason, ...form.sizes },
    ...{ opensAt, closesAt, paysAt, sellableAt },
    ...{ esTitle: es.title, esProspectus: es.prospectus, esRisks: es.risks },
    ...{ enTitle: en.title, enProspectus: en.prospectus, enRisks: en.risks },
    ...{ ptTitle: pt.title, ptProspectus: pt.prospectus, ptRisks: pt.risks },
  }
}
