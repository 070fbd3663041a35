import { writeDecimal } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { factRuleOf, rateScales, timesScale } from '../domain/index.ts'
import type { FactAlert } from './fact-alert-store.ts'
import { volumeUnit, writeInstrument } from './write-alert.ts'

/** Without the zeros at its end. */
const shortened = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** A quantity of an instrument as an act names it: `12.5 BTC`, of shares `1200`. */
export const sayQuantity = (units: bigint, instrument: Instrument): string =>
  `${shortened(writeDecimal(units, instrument.scale.quantityScale))} ${volumeUnit(instrument)}`.trim()

/** A rate as an act names it: percent, `0.01`. */
export const sayRate = (rate: bigint): string => shortened(writeDecimal(rate, rateScales.recorded))

/** The digits after the point of what a kind counts what is wanted in. */
export const wantedScaleOf = (kind: FactAlert['kind'], { scale }: Instrument): number => {
  const { unit } = factRuleOf(kind)
  if (unit === 'quantity') return scale.quantityScale
  return unit === 'times' ? timesScale : rateScales.typed
}

/** What an alert wants, as the wire has it. */
export const writeFactWanted = ({ kind, wanted }: Pick<FactAlert, 'kind' | 'wanted'>, instrument: Instrument): string =>
  writeDecimal(wanted, wantedScaleOf(kind, instrument))

/** An alert on recorded facts, as the wire has it. */
export const writeFactAlert = (alert: Omit<FactAlert, 'changeNo'>, instrument: Instrument) => {
  const { fired, fact, reference } = alert
  const figure = (units: bigint): string =>
    fact === 'funding' ? writeDecimal(units, rateScales.recorded) : writeDecimal(units, instrument.scale.quantityScale)
  return {
    alertId: alert.id,
    instrument: writeInstrument(instrument, instrument.referencePrice),
    kind: alert.kind,
    value: writeFactWanted(alert, instrument),
    ...(reference === undefined ? {} : { reference: figure(reference) }),
    armedAt: alert.armedAt,
    ...(fired === undefined ? {} : { fired: writeFired(fact, fired, figure(fired.value)) }),
  }
}

function writeFired(fact: FactAlert['fact'], { from, at }: NonNullable<FactAlert['fired']>, figure: string) {
  return fact === 'funding'
    ? { by: 'funding' as const, at, rate: figure }
    : { by: 'volume' as const, from, at, volume: figure }
}
