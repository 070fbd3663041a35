import { dayNumber, type Instant, instant, readTradeDate, type TradeDate } from '@bolsillo/kernel'
import { type Problem, type RowReader, readDecimalField, readWholeField, tooFarFrom } from './fields.ts'
import type { DailyRow, FileProblem, IntervalRow, RecordedBar, RecordedFile, RecordedLevel, TradeRow } from './rows.ts'

/*
 * Reads the four shapes of recorded market files. Strict, because fills come from them: the header decides the shape
 * and must match to the letter; one bad row refuses the whole file with its line number. What is a fact however strange
 * (a 7:1 split inside a minute, a locked quote, float dust in a size, an erroneous print as a day's low) is accepted;
 * docs/decisions says where the border runs and why.
 */

const headers = {
  quotedBars: 'time,open,high,low,close,volume,bid,bidSize,ask,askSize',
  bars: 'time,open,high,low,close,volume',
  trades: 'timeMs,tradeId,side,price,quantity',
  daily: 'date,open,high,low,close,volume',
  dailyQuotes: 'date,bidOpen,bidHigh,bidLow,bidClose,askOpen,askHigh,askLow,askClose',
} as const

export const fileBytesMax = 64 * 1024 * 1024
const dayMs = 86_400_000

/** Which folder of a recording a file lies in; it says which headers are expected there. */
export type Folder = 'minute' | 'second' | 'trades' | 'daily'

/**
 * Reads one file's text. `fileName` is the bare name, `AAPL-20140605.csv` (dated) or `AAPL.csv` (daily).
 * @returns the file with every row, or the first problem.
 */
export function parseFile(folder: Folder, fileName: string, text: string): RecordedFile | FileProblem {
  const fail = (line: number, reason: string): FileProblem => ({ file: `${folder}/${fileName}`, line, reason })
  const name = fileName.replace(/\.csv$/, '')
  const shape =
    folder === 'daily' ? /^([A-Z0-9]+(?:-[A-Z0-9]+)?)$/.exec(name) : /^([A-Z0-9]+(?:-[A-Z0-9]+)?)-(\d{8})$/.exec(name)
  if (shape === null) {
    return fail(0, folder === 'daily' ? 'the name must be SYMBOL.csv' : 'the name must be SYMBOL-YYYYMMDD.csv')
  }
  const symbol = shape[1] ?? ''
  const lines = splitLines(text)
  if ('reason' in lines) return fail(lines.line, lines.reason)
  const header = lines.all[0] ?? ''

  if (folder === 'daily') {
    const quotes = header === headers.dailyQuotes
    if (!quotes && header !== headers.daily) return fail(1, wrongHeader(header, [headers.daily, headers.dailyQuotes]))
    const rows = readRows(lines.all, quotes ? dailyQuoteReader() : dailyReader())
    return 'reason' in rows ? fail(rows.line, rows.reason) : { kind: 'daily', name, symbol, rows: rows.rows }
  }
  const day = shape[2] ?? ''
  const date = readTradeDate(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`)
  if (date === undefined) return fail(0, `${day} is not a date`)

  if (folder === 'trades') {
    if (header !== headers.trades) return fail(1, wrongHeader(header, [headers.trades]))
    const rows = readRows(lines.all, tradeReader(date))
    return 'reason' in rows ? fail(rows.line, rows.reason) : { kind: 'trades', name, symbol, date, rows: rows.rows }
  }
  const quoted = header === headers.quotedBars
  if (!quoted && header !== headers.bars) return fail(1, wrongHeader(header, [headers.quotedBars, headers.bars]))
  const intervalMs = folder === 'minute' ? 60_000 : 1000
  const rows = readRows(lines.all, intervalReader(date, intervalMs, quoted))
  if ('reason' in rows) return fail(rows.line, rows.reason)
  return { kind: 'intervals', name, symbol, date, intervalMs, quoted, rows: rows.rows }
}

function wrongHeader(found: string, expected: readonly string[]): string {
  return `the header is "${found.slice(0, 100)}", expected ${expected.map((header) => `"${header}"`).join(' or ')}`
}

interface LineProblem {
  readonly line: number
  readonly reason: string
}

function splitLines(text: string): { readonly all: readonly string[] } | LineProblem {
  if (text.length === 0) return { line: 1, reason: 'the file is empty' }
  if (text.length > fileBytesMax) return { line: 0, reason: `larger than ${fileBytesMax} bytes` }
  const all = text.split('\n')
  const afterLast = all.pop()
  if (afterLast !== '') return { line: all.length + 1, reason: 'the last line is torn: it does not end in a line feed' }
  const carriage = all.findIndex((line) => line.includes('\r'))
  if (carriage >= 0) return { line: carriage + 1, reason: 'the line ends in a carriage return' }
  if (all.length < 2) return { line: 1, reason: 'there are no rows under the header' }
  return { all }
}

function readRows<Row>(
  lines: readonly string[],
  reader: RowReader<Row>,
): { readonly rows: readonly Row[] } | LineProblem {
  const rows: Row[] = []
  for (let i = 1; i < lines.length; i += 1) {
    const cells = (lines[i] ?? '').split(',')
    if (cells.length !== reader.columns) {
      return { line: i + 1, reason: `${cells.length} columns, expected ${reader.columns}` }
    }
    const row = reader.read(cells, i + 1)
    if ('problem' in row) return { line: i + 1, reason: row.problem }
    rows.push(row.row)
  }
  return { rows }
}

function intervalReader(date: TradeDate, intervalMs: number, quoted: boolean): RowReader<IntervalRow> {
  let before: Instant | undefined
  let reference: bigint | undefined
  return {
    columns: quoted ? 10 : 6,
    read: (cells, line) => {
      const time = readTime(cells[0] ?? '', 1000, date)
      if ('problem' in time) return time
      if (time.at % intervalMs !== 0) return { problem: `time ${cells[0]} is not the start of an interval` }
      if (before !== undefined && time.at <= before) return { problem: `time ${cells[0]} is not after the row before` }
      const bar = cells.slice(1, 6).every((cell) => cell === '') ? undefined : readBar(cells.slice(1, 6), ohlcNames)
      if (bar !== undefined && 'problem' in bar) return bar
      const bid = readLevel(cells[6] ?? '', cells[7] ?? '', 'bid')
      if (bid !== undefined && 'problem' in bid) return bid
      const ask = readLevel(cells[8] ?? '', cells[9] ?? '', 'ask')
      if (ask !== undefined && 'problem' in ask) return ask
      if (bar === undefined && bid === undefined && ask === undefined) return { problem: 'the row says nothing' }
      if (bid !== undefined && ask !== undefined && bid.price > ask.price) {
        return { problem: `the quote is crossed: bid ${cells[6]} above ask ${cells[8]}` }
      }
      const prices = [bar?.open, bar?.high, bar?.low, bar?.close, bid?.price, ask?.price]
      const absurd = tooFarFrom(reference, prices)
      if (absurd !== undefined) return { problem: absurd }
      reference = bar?.close ?? bid?.price ?? ask?.price
      before = time.at
      return { row: { line, at: time.at, bar, bid, ask } }
    },
  }
}

function tradeReader(date: TradeDate): RowReader<TradeRow> {
  let before: TradeRow | undefined
  return {
    columns: 5,
    read: (cells, line) => {
      const time = readTime(cells[0] ?? '', 1, date)
      if ('problem' in time) return time
      const tradeId = readWholeField(cells[1] ?? '', 'tradeId')
      if (typeof tradeId !== 'bigint') return tradeId
      if (before !== undefined && time.at < before.at) return { problem: `time ${cells[0]} is before the row above` }
      if (before !== undefined && tradeId <= before.tradeId)
        return { problem: `tradeId ${tradeId} is not above the last` }
      const side = cells[2]
      if (side !== 'buy' && side !== 'sell') return { problem: `side is "${side}", expected buy or sell` }
      const price = readDecimalField(cells[3] ?? '', 'price', 'exact')
      if (typeof price !== 'bigint') return price
      const quantity = readDecimalField(cells[4] ?? '', 'quantity', 'dusty')
      if (typeof quantity !== 'bigint') return quantity
      const absurd = tooFarFrom(before?.price, [price])
      if (absurd !== undefined) return { problem: absurd }
      before = { line, at: time.at, tradeId, side, price, quantity }
      return { row: before }
    },
  }
}

function dailyReader(): RowReader<DailyRow> {
  return datedReader(6, (cells) => readBar(cells.slice(1), ohlcNames))
}

/** Days of a currency pair are recorded as quotes; the bar is their middle, exactly halved (10^-8 holds the half). */
function dailyQuoteReader(): RowReader<DailyRow> {
  return datedReader(9, (cells) => {
    const bid = readBar([...cells.slice(1, 5), ''], ['bidOpen', 'bidHigh', 'bidLow', 'bidClose', ''])
    if ('problem' in bid) return bid
    const ask = readBar([...cells.slice(5, 9), ''], ['askOpen', 'askHigh', 'askLow', 'askClose', ''])
    if ('problem' in ask) return ask
    if (bid.open > ask.open || bid.close > ask.close)
      return { problem: 'the quote is crossed at the open or the close' }
    const middle = (a: bigint, b: bigint): bigint => (a + b) / 2n
    return {
      open: middle(bid.open, ask.open),
      high: middle(bid.high, ask.high),
      low: middle(bid.low, ask.low),
      close: middle(bid.close, ask.close),
      volume: 0n,
    }
  })
}

function datedReader(columns: number, barOf: (cells: readonly string[]) => RecordedBar | Problem): RowReader<DailyRow> {
  let before = ''
  return {
    columns,
    read: (cells, line) => {
      const date = readTradeDate(cells[0] ?? '')
      if (date === undefined) return { problem: `"${cells[0]}" is not a date` }
      if (date <= before) return { problem: `date ${date} is not after the row before` }
      const bar = barOf(cells)
      if ('problem' in bar) return bar
      before = date
      return { row: { line, date, bar } }
    },
  }
}

/** An instant from whole seconds (unitMs 1000) or milliseconds (1), within three days of the file's date. */
function readTime(cell: string, unitMs: number, date: TradeDate): { readonly at: Instant } | Problem {
  const value = readWholeField(cell, 'time')
  if (typeof value !== 'bigint') return value
  const ms = Number(value) * unitMs
  const start = dayNumber(date) * dayMs
  // A recording may run past midnight and over a weekend's end, but not begin on another date than its name says.
  if (ms < start || ms > start + 3 * dayMs) return { problem: `time ${cell} is not near ${date}, the date in the name` }
  return { at: instant(ms) }
}

const ohlcNames = ['open', 'high', 'low', 'close', 'volume'] as const

function readBar(cells: readonly string[], names: readonly string[]): RecordedBar | Problem {
  const values: bigint[] = []
  for (let i = 0; i < 5; i += 1) {
    const name = names[i] ?? ''
    if (name === '') {
      values.push(0n)
      continue
    }
    const value = readDecimalField(cells[i] ?? '', name, i === 4 ? 'dusty' : 'exact')
    if (typeof value !== 'bigint') return value
    values.push(value)
  }
  const [open = 0n, high = 0n, low = 0n, close = 0n, volume = 0n] = values
  if (low > open || low > close || open > high || close > high) {
    return { problem: `open and close must lie between low and high (${cells.slice(0, 4).join(', ')})` }
  }
  return { open, high, low, close, volume }
}

function readLevel(price: string, size: string, name: string): RecordedLevel | Problem | undefined {
  if (price === '' && size === '') return undefined
  const priceUnits = readDecimalField(price, name, 'exact')
  if (typeof priceUnits !== 'bigint') return priceUnits
  const sizeUnits = readDecimalField(size, `${name}Size`, 'dusty')
  if (typeof sizeUnits !== 'bigint') return sizeUnits
  return { price: priceUnits, size: sizeUnits }
}
