import { divide, type Instant, type Price, powerOfTen, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import { type Candle, type Instrument, instrumentOf } from '@bolsillo/market/domain'
import { type Recorded, type RecordedBar, recordedScale, type TradeRow } from './recording/rows.ts'

/** The instrument of a file's symbol: `AAPL` is AAPL.US (or AAPL.MX), `BTC-USD` itself, `EUR-USD` the pair EUR/USD. */
export function instrumentOfSymbol(symbol: string): Instrument | undefined {
  return (
    instrumentOf(`${symbol}.US`) ??
    instrumentOf(`${symbol}.MX`) ??
    instrumentOf(symbol) ??
    instrumentOf(symbol.replace('-', '/'))
  )
}

/** A recorded price on the instrument's scale, rounded half to even, which keeps the order of prices. */
export function roundedPrice(recorded: Recorded, instrument: Instrument): Price {
  return priceOf(divide(recorded, powerOfTen(recordedScale - instrument.scale.priceScale), 'half-even'))
}

/** A recorded print as a candle of the moment. */
export function candleOfTrade(start: Instant, row: TradeRow, instrument: Instrument): Candle {
  const price = roundedPrice(row.price, instrument)
  const volume = sizeOf(row.quantity, instrument)
  const turnover = price * volume
  const print = { open: price, high: price, low: price, close: price, volume, turnover, trades: 1 }
  return { start, ...print, generated: undefined }
}

/** A recorded price on the instrument's scale; undefined when it is finer than that (it would not be the recorded one). */
export function exactPrice(recorded: Recorded, instrument: Instrument): Price | undefined {
  const step = powerOfTen(recordedScale - instrument.scale.priceScale)
  return recorded % step === 0n ? priceOf(recorded / step) : undefined
}

/** A recorded size on the instrument's scale, rounded down: nobody is filled with more than was there. */
export function sizeOf(recorded: Recorded, instrument: Instrument): Quantity {
  return quantityOf(recorded / powerOfTen(recordedScale - instrument.scale.quantityScale))
}

/**
 * A recorded bar as a candle. Prints may be finer than the scale of the instrument: they are rounded half to even,
 * which keeps their order. Neither turnover nor the number of trades is recorded: turnover is estimated at the mean of
 * high, low and close, trades are given as 0.
 */
export function candleOfBar(start: Instant, bar: RecordedBar, instrument: Instrument): Candle {
  const rounded = (recorded: Recorded): Price => roundedPrice(recorded, instrument)
  const [high, low, close] = [rounded(bar.high), rounded(bar.low), rounded(bar.close)]
  const volume = sizeOf(bar.volume, instrument)
  const turnover = divide((high + low + close) * volume, 3n, 'half-even')
  return { start, open: rounded(bar.open), high, low, close, volume, turnover, trades: 0, generated: undefined }
}
