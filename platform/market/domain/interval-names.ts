// Apart from the calendars that fold candles: the contract, and so every phone, needs the names alone.

/** The intervals of candles, finest first. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const
export type Interval = (typeof intervals)[number]
