import { writeDecimal } from '@bolsillo/kernel'
import { type Instrument, priceDecimals, writePrice } from '@bolsillo/market/domain'
import { percentScale, ruleOf } from '../domain/index.ts'
import type { Alert } from './alert-store.ts'

/** An instrument, as far as an alert on it needs it. */
export const writeInstrument = (instrument: Instrument, near: Alert['reference']) => ({
  symbol: instrument.id,
  ticker: instrument.ticker,
  name: instrument.name,
  kind: instrument.kind,
  currency: instrument.currency,
  priceDecimals: priceDecimals(instrument, near),
  volumeUnit: volumeUnit(instrument),
})

/** What a volume of it counts: the coin; of a share nothing, its count is enough. */
export const volumeUnit = ({ id, kind, underlying }: Instrument): string =>
  kind === 'coin' || kind === 'perpetual' ? ((underlying ?? id).split('-')[0] ?? '') : ''

/** What an alert wants, as the wire has it. */
export const writeWanted = ({ kind, wanted }: Pick<Alert, 'kind' | 'wanted'>, { scale }: Instrument): string =>
  writeDecimal(wanted, ruleOf(kind).unit === 'price' ? scale.priceScale : percentScale)

/** An alert, as the wire has it. */
export const writeAlert = (alert: Omit<Alert, 'changeNo'>, instrument: Instrument) => ({
  alertId: alert.id,
  instrument: writeInstrument(instrument, alert.reference),
  kind: alert.kind,
  value: writeWanted(alert, instrument),
  reference: writePrice(alert.reference, instrument),
  armedAt: alert.armedAt,
  ...(alert.fired === undefined
    ? {}
    : {
        fired: {
          by: 'print' as const,
          at: alert.fired.at,
          price: writePrice(alert.fired.price, instrument),
          sequence: alert.fired.sequence,
          source: alert.fired.source,
        },
      }),
})
