import { refuseUnknown } from '@bolsillo/contract'
import { type Id, isRejection, type Price, type Rejection, reject, tickAt, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, writePrice } from '@bolsillo/market/domain'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { alertSettings, factRuleOf, isFactKind, rateScales, usualVolume } from '../domain/index.ts'
import { type Alert, deleteAlert, findAlert, findAlerts, lockPlace, saveArmed } from './alert-store.ts'
import { armFact, armPrice, kindsOf, readFactWanted, readWanted } from './arm-alert.ts'
import type { AlertsDeps } from './deps.ts'
import { deleteFactAlert, type FactAlert, findFactAlert, findFactAlerts, saveFactArmed } from './fact-alert-store.ts'
import { writeAlert, writeInstrument } from './write-alert.ts'
import { writeFactAlert } from './write-fact-alert.ts'

const { unknown, tooMany } = calls.alertRejections

type AnyAlert = Alert | FactAlert

const isOfFacts = (alert: AnyAlert): alert is FactAlert => isFactKind(alert.kind)

const writeAny = (alert: AnyAlert, instrument: Instrument) =>
  isOfFacts(alert) ? writeFactAlert(alert, instrument) : writeAlert(alert, instrument)

/** A customer's alerts of all kinds, the newest change first. */
async function findAll(db: Db, customerId: Id<'cus'>): Promise<readonly AnyAlert[]> {
  const all: AnyAlert[] = [...(await findAlerts(db, customerId)), ...(await findFactAlerts(db, customerId))]
  return all.sort((one, other) => (one.changeNo > other.changeNo ? -1 : 1))
}

/** See the contract. */
export const listAlerts = useCase(calls.listAlerts, async ({ symbol }, { db, customer }, deps: AlertsDeps) => {
  const { bySymbol, market, settings } = deps
  const asked = symbol === undefined ? undefined : bySymbol.get(symbol)
  if (symbol !== undefined && asked === undefined) return refuseUnknown('symbol')
  const all = await findAll(db, customer.customerId)
  const rows = all.flatMap((alert) => {
    const instrument = bySymbol.get(alert.symbol)
    const isWanted = symbol === undefined || alert.symbol === symbol
    return instrument === undefined || !isWanted ? [] : [writeAny(alert, instrument)]
  })
  const last = asked === undefined ? undefined : market.quote(asked.id)?.last
  return {
    rows,
    count: all.length,
    most: settings.get(alertSettings.most),
    ...(asked === undefined || last === undefined ? {} : { now: await writeNow(deps, db, asked, last) }),
  }
})

/** What the form of a new alert starts from. */
async function writeNow({ prints, market, fundingRates }: AlertsDeps, db: Db, instrument: Instrument, last: Price) {
  const { priceScale, quantityScale } = instrument.scale
  const kinds = kindsOf(instrument)
  const usual = kinds.includes('surge')
    ? usualVolume(await prints.volumes.usual(db, instrument.id, market.nowOf(instrument.id)))
    : undefined
  const paid = kinds.includes('funding-above') ? await fundingRates.last(db, instrument.id) : undefined
  return {
    instrument: writeInstrument(instrument, last),
    last: writePrice(last, instrument),
    tick: writeDecimal(tickAt(last, instrument.ticks), priceScale),
    ...{ priceScale, quantityScale, kinds },
    ...(usual === undefined ? {} : { usualVolume: writeDecimal(usual, quantityScale) }),
    ...(paid === undefined ? {} : { lastRate: { at: paid.at, rate: writeDecimal(paid.rate, rateScales.recorded) } }),
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
    const { customerId } = customer
    const own = { id: services.ids.next('alr'), customerId, symbol, createdAt: now }
    const made = await makeAlert(deps, tx, instrument, { kind, value, own })
    if (isRejection(made)) return made
    const most = settings.get(alertSettings.most)
    const has = await findAll(tx, customerId)
    if (has.length >= most) return reject(tooMany, { values: { max: String(most) } })
    await saveAny(tx, made)
    return writeAny(made, instrument)
  },
)

/** A new alert, armed. Nothing is stored yet. */
async function makeAlert(
  deps: AlertsDeps,
  tx: Tx,
  instrument: Instrument,
  {
    kind,
    value,
    own,
  }: {
    readonly kind: AnyAlert['kind']
    readonly value: string
    readonly own: Pick<AnyAlert, 'id' | 'customerId' | 'symbol' | 'createdAt'>
  },
): Promise<AnyAlert | Rejection> {
  const fresh = { ...own, arming: 1, fired: undefined, changeNo: 0n }
  if (!isFactKind(kind)) {
    const wanted = readWanted(kind, value, instrument)
    if (isRejection(wanted)) return wanted
    const armed = armPrice(deps, instrument, { kind, wanted })
    return isRejection(armed) ? armed : { ...fresh, kind, wanted, ...armed }
  }
  const wanted = readFactWanted(deps, kind, value, instrument)
  if (isRejection(wanted)) return wanted
  const armed = await armFact(deps, tx, instrument, { kind, wanted })
  const { fact, rises } = factRuleOf(kind)
  return isRejection(armed) ? armed : { ...fresh, kind, fact, rises, wanted, ...armed }
}

const saveAny = (tx: Tx, alert: AnyAlert): Promise<void> =>
  isOfFacts(alert) ? saveFactArmed(tx, alert) : saveArmed(tx, alert)

/** See the contract. */
export const armAlert = useCase(calls.armAlert, async ({ alertId }, { tx, customer }, deps: AlertsDeps) => {
  await lockPlace(tx)
  const { customerId } = customer
  const alert = (await findAlert(tx, customerId, alertId)) ?? (await findFactAlert(tx, customerId, alertId))
  const instrument = alert && deps.bySymbol.get(alert.symbol)
  if (alert === undefined || instrument === undefined) return reject(unknown, { field: 'alertId' })
  if (alert.fired === undefined) return writeAny(alert, instrument)
  const again = await rearmed(deps, tx, instrument, alert)
  if (isRejection(again)) return again
  await saveAny(tx, again)
  return writeAny(again, instrument)
})

/** An alert that fired, armed anew from now on. */
async function rearmed(
  deps: AlertsDeps,
  tx: Tx,
  instrument: Instrument,
  alert: AnyAlert,
): Promise<AnyAlert | Rejection> {
  const next = { arming: alert.arming + 1, fired: undefined }
  if (isOfFacts(alert)) {
    const armed = await armFact(deps, tx, instrument, alert)
    return isRejection(armed) ? armed : { ...alert, ...armed, ...next }
  }
  const armed = armPrice(deps, instrument, alert)
  return isRejection(armed) ? armed : { ...alert, ...armed, ...next }
}

/** See the contract. */
export const removeAlert = useCase(calls.removeAlert, async ({ alertId }, { tx, customer }, _: AlertsDeps) => {
  await deleteAlert(tx, customer.customerId, alertId)
  await deleteFactAlert(tx, customer.customerId, alertId)
  return {}
})
