import { refuseDecimal } from '@bolsillo/contract'
import { divide, type Instant, type Price, type Rejection, readDecimal, reject, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, isTradable, writePrice } from '@bolsillo/market/domain'
import type { Tx } from '@bolsillo/server-kit'
import { alertRejections } from '../contract/index.ts'
import {
  type FactKind,
  factKinds,
  factRuleOf,
  isReached,
  type Levels,
  moveBounds,
  type PriceKind,
  percentScale,
  priceKinds,
  rateScales,
  ruleOf,
  timesBounds,
  timesScale,
  usualVolume,
} from '../domain/index.ts'
import type { AlertsDeps } from './deps.ts'
import { wantedScaleOf } from './write-fact-alert.ts'

const { unrecorded, noPrice, decimals, bounds, reached, unfit, noUsual, times, rate } = alertRejections

/** Parts of 10^9 in the last digit of a rate as it is typed. */
const partsPerDigit = 10n ** BigInt(rateScales.recorded - rateScales.typed)

/** The kinds of alerts an instrument can have: nothing is traded of an index, and funding is of contracts. */
export const kindsOf = (instrument: Instrument) => [
  ...priceKinds,
  ...factKinds.filter((kind) =>
    factRuleOf(kind).fact === 'funding' ? instrument.kind === 'perpetual' : isTradable(instrument),
  ),
]

const between = (units: bigint, { min, max }: { readonly min: bigint; readonly max: bigint }): boolean =>
  units >= min && units <= max

/** Reads what a price alert wants: a price in the instrument's own scale, or hundredths of a percent. */
export function readWanted(kind: PriceKind, value: string, { scale }: Instrument): bigint | Rejection {
  const isPrice = ruleOf(kind).unit === 'price'
  const wantedScale = isPrice ? scale.priceScale : percentScale
  const unread = reject(decimals, { field: 'value', values: { decimals: String(wantedScale) } })
  const reading = readDecimal(value, wantedScale)
  if (reading.kind !== 'value') return refuseDecimal('value', reading, unread)
  if (isPrice) return reading.units > 0n ? reading.units : unread
  if (between(reading.units, moveBounds)) return reading.units
  const values = {
    min: writeDecimal(moveBounds.min, percentScale),
    max: writeDecimal(moveBounds.max, percentScale),
  }
  return reject(bounds, { field: 'value', values })
}

/** Reads what an alert on facts wants, in the unit of its kind. */
export function readFactWanted(
  { fundingRates }: AlertsDeps,
  kind: FactKind,
  value: string,
  instrument: Instrument,
): bigint | Rejection {
  const { unit } = factRuleOf(kind)
  const wantedScale = wantedScaleOf(kind, instrument)
  const unread = reject(decimals, { field: 'value', values: { decimals: String(wantedScale) } })
  const reading = readDecimal(value, wantedScale)
  if (reading.kind !== 'value') return refuseDecimal('value', reading, unread)
  const { units } = reading
  if (unit === 'rate') {
    // No rate is ever beyond the cap: such an alert would wait for good.
    const cap = divide(fundingRates.cap, partsPerDigit, 'floor')
    const max = writeDecimal(cap, rateScales.typed).replace(/0+$/, '')
    return between(units, { min: -cap, max: cap }) ? units : reject(rate, { field: 'value', values: { max } })
  }
  if (units <= 0n) return unread
  if (unit === 'quantity' || between(units, timesBounds)) return units
  const values = { min: writeDecimal(timesBounds.min, timesScale), max: writeDecimal(timesBounds.max, timesScale) }
  return reject(times, { field: 'value', values })
}

interface PriceArming {
  readonly levels: Levels
  readonly reference: Price
  readonly armedAt: Instant
}

/** The arming of what a price alert wants, from the last price on. */
export function armPrice(
  { prints, market }: AlertsDeps,
  instrument: Instrument,
  { kind, wanted }: { readonly kind: PriceKind; readonly wanted: bigint },
): PriceArming | Rejection {
  if (!prints.areRecorded) return reject(unrecorded)
  const last = market.quote(instrument.id)?.last
  if (last === undefined) return reject(noPrice, { field: 'symbol' })
  const levels = ruleOf(kind).levelsOf(wanted, last)
  if (isReached(levels, last)) {
    return reject(reached, { field: 'value', values: { price: writePrice(last, instrument) } })
  }
  return { levels, reference: last, armedAt: market.nowOf(instrument.id) }
}

interface FactArming {
  readonly level: bigint
  readonly reference: bigint | undefined
  readonly armedAt: Instant
}

/** The arming of what an alert on facts wants: from the next window, or the next payment of funding on. */
export async function armFact(
  deps: AlertsDeps,
  tx: Tx,
  instrument: Instrument,
  { kind, wanted }: { readonly kind: FactKind; readonly wanted: bigint },
): Promise<FactArming | Rejection> {
  const { prints, market, fundingRates } = deps
  if (!prints.areRecorded) return reject(unrecorded)
  if (!kindsOf(instrument).includes(kind)) return reject(unfit, { field: 'kind' })
  const { fact, unit, levelOf } = factRuleOf(kind)
  const armedAt = market.nowOf(instrument.id)
  if (fact === 'funding') {
    const last = await fundingRates.last(tx, instrument.id)
    return { level: levelOf(wanted, 0n), reference: last?.rate, armedAt }
  }
  const usual = usualVolume(await prints.volumes.usual(tx, instrument.id, armedAt))
  if (unit === 'times' && usual === undefined) return reject(noUsual, { field: 'kind' })
  return { level: levelOf(wanted, usual ?? 0n), reference: usual, armedAt }
}
