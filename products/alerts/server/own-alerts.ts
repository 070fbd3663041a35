import { refuseDecimal, refuseUnknown } from '@bolsillo/contract'
import { isRejection, type Price, type Rejection, readDecimal, reject, tickAt, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, writePrice } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import {
  type AlertKind,
  alertSettings,
  isReached,
  type Levels,
  moveBounds,
  percentScale,
  ruleOf,
} from '../domain/index.ts'
import { type Alert, deleteAlert, findAlert, findAlerts, lockPlace, saveArmed } from './alert-store.ts'
import type { AlertsDeps } from './deps.ts'
import { writeAlert, writeInstrument } from './write-alert.ts'

const { unknown, unrecorded, noPrice, decimals, bounds, reached, tooMany } = calls.alertRejections

/** See the contract. */
export const listAlerts = useCase(
  calls.listAlerts,
  async ({ symbol }, { db, customer }, { bySymbol, market, settings }: AlertsDeps) => {
    const asked = symbol === undefined ? undefined : bySymbol.get(symbol)
    if (symbol !== undefined && asked === undefined) return refuseUnknown('symbol')
    const all = await findAlerts(db, customer.customerId)
    const rows = all.flatMap((alert) => {
      const instrument = bySymbol.get(alert.symbol)
      const isWanted = symbol === undefined || alert.symbol === symbol
      return instrument === undefined || !isWanted ? [] : [writeAlert(alert, instrument)]
    })
    const last = asked === undefined ? undefined : market.quote(asked.id)?.last
    return {
      rows,
      count: all.length,
      most: settings.get(alertSettings.most),
      ...(asked === undefined || last === undefined ? {} : { now: writeNow(asked, last) }),
    }
  },
)

function writeNow(instrument: Instrument, last: Price) {
  const { priceScale } = instrument.scale
  return {
    instrument: writeInstrument(instrument, last),
    last: writePrice(last, instrument),
    tick: writeDecimal(tickAt(last, instrument.ticks), priceScale),
    priceScale,
  }
}

/** See the contract. */
export const setAlert = useCase(
  calls.setAlert,
  async ({ symbol, kind, value }, { tx, customer, now }, deps: AlertsDeps) => {
    const { bySymbol, settings, services } = deps
    const instrument = bySymbol.get(symbol)
    if (instrument === undefined) return refuseUnknown('symbol')
    // Also what keeps two at once of one customer from being one too many.
    await lockPlace(tx)
    const wanted = readWanted(kind, value, instrument)
    if (isRejection(wanted)) return wanted
    const armed = arm(deps, instrument, { kind, wanted })
    if (isRejection(armed)) return armed
    const most = settings.get(alertSettings.most)
    const own = await findAlerts(tx, customer.customerId)
    if (own.length >= most) return reject(tooMany, { values: { max: String(most) } })
    const alert: Alert = {
      ...{ id: services.ids.next('alr'), customerId: customer.customerId, symbol, kind, wanted },
      ...{ ...armed, arming: 1, createdAt: now, fired: undefined },
    }
    await saveArmed(tx, alert)
    return writeAlert(alert, instrument)
  },
)

/** See the contract. */
export const armAlert = useCase(calls.armAlert, async ({ alertId }, { tx, customer }, deps: AlertsDeps) => {
  await lockPlace(tx)
  const alert = await findAlert(tx, customer.customerId, alertId)
  const instrument = alert && deps.bySymbol.get(alert.symbol)
  if (alert === undefined || instrument === undefined) return reject(unknown, { field: 'alertId' })
  if (alert.fired === undefined) return writeAlert(alert, instrument)
  const armed = arm(deps, instrument, alert)
  if (isRejection(armed)) return armed
  const again: Alert = { ...alert, ...armed, arming: alert.arming + 1, fired: undefined }
  await saveArmed(tx, again)
  return writeAlert(again, instrument)
})

/** See the contract. */
export const removeAlert = useCase(calls.removeAlert, async ({ alertId }, { tx, customer }, _: AlertsDeps) => {
  await deleteAlert(tx, customer.customerId, alertId)
  return {}
})

/** Reads what is wanted: a price in the instrument's own scale, or hundredths of a percent. */
function readWanted(kind: AlertKind, value: string, { scale }: Instrument): bigint | Rejection {
  const isPrice = ruleOf(kind).unit === 'price'
  const wantedScale = isPrice ? scale.priceScale : percentScale
  const unfit = reject(decimals, { field: 'value', values: { decimals: String(wantedScale) } })
  const reading = readDecimal(value, wantedScale)
  if (reading.kind !== 'value') return refuseDecimal('value', reading, unfit)
  if (isPrice) return reading.units > 0n ? reading.units : unfit
  const { min, max } = moveBounds
  if (reading.units >= min && reading.units <= max) return reading.units
  const values = { min: writeDecimal(min, percentScale), max: writeDecimal(max, percentScale) }
  return reject(bounds, { field: 'value', values })
}

/** The arming of what is wanted, from the last price on. */
function arm(
  { prints, market }: AlertsDeps,
  instrument: Instrument,
  { kind, wanted }: Pick<Alert, 'kind' | 'wanted'>,
): (Pick<Alert, 'reference' | 'armedAt'> & { readonly levels: Levels }) | Rejection {
  if (!prints.areRecorded) return reject(unrecorded)
  const last = market.quote(instrument.id)?.last
  if (last === undefined) return reject(noPrice, { field: 'symbol' })
  const levels = ruleOf(kind).levelsOf(wanted, last)
  if (isReached(levels, last)) {
    return reject(reached, { field: 'value', values: { price: writePrice(last, instrument) } })
  }
  return { levels, reference: last, armedAt: market.nowOf(instrument.id) }
}
