import type { Instant, TradeDate } from '@bolsillo/kernel'

/** All numbers of a recording are integer counts of 10^-8: finer than any market in it, coarser than float dust. */
export const recordedScale = 8

/** A price, size or volume as recorded, in 10^-8. */
export type Recorded = bigint

/** Open, high, low, close and volume of an interval in which something traded. */
export interface RecordedBar {
  readonly open: Recorded
  readonly high: Recorded
  readonly low: Recorded
  readonly close: Recorded
  readonly volume: Recorded
}

/** One side of a quote. */
export interface RecordedLevel {
  readonly price: Recorded
  readonly size: Recorded
}

/** A row of a minute or second file. `line` is its number in the file, the header being line 1. */
export interface IntervalRow {
  readonly line: number
  /** Start of the interval. */
  readonly at: Instant
  readonly bar: RecordedBar | undefined
  /** As the interval left it; undefined when none was recorded in it. */
  readonly bid: RecordedLevel | undefined
  readonly ask: RecordedLevel | undefined
}

export interface TradeRow {
  readonly line: number
  readonly at: Instant
  readonly tradeId: bigint
  readonly side: 'buy' | 'sell'
  readonly price: Recorded
  readonly quantity: Recorded
}

export interface DailyRow {
  readonly line: number
  readonly date: TradeDate
  /** Volume is 0 in files of quotes, which have none. */
  readonly bar: RecordedBar
}

/** A file that was read whole and found good. */
export type RecordedFile =
  | {
      readonly kind: 'intervals'
      /** File name without `.csv`, `AAPL-20140605`: names the source of every price taken from it. */
      readonly name: string
      readonly symbol: string
      readonly date: TradeDate
      readonly intervalMs: number
      readonly quoted: boolean
      readonly rows: readonly IntervalRow[]
    }
  | {
      readonly kind: 'trades'
      readonly name: string
      readonly symbol: string
      readonly date: TradeDate
      readonly rows: readonly TradeRow[]
    }
  | { readonly kind: 'daily'; readonly name: string; readonly symbol: string; readonly rows: readonly DailyRow[] }

/** Why a file was refused: the first thing found wrong. Line 0 is the file itself (its name, its size). */
export interface FileProblem {
  readonly file: string
  readonly line: number
  readonly reason: string
}

/** A problem as one line of text. */
export function problemText(problem: FileProblem): string {
  return `${problem.file}, line ${problem.line}: ${problem.reason}`
}
