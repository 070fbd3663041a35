import { wordsOf } from '../stage/words.ts'
import { type Decimal, decimal, isDecimal } from './decimals.ts'
import type { Figure, Frame } from './read-figures.ts'

// What the page was sent, as the rules ask for it.

export interface Quote {
  readonly symbol: string
  readonly last: string
  readonly change: string
  readonly changePercent: string
  readonly changeFrom: string
  readonly span: 'close' | 'day24'
  readonly session: string
}

export interface SharePosition {
  readonly symbol: string
  readonly ticker: string
  readonly currency: string
  readonly quantity: string
  readonly cost: string
  readonly value?: string
  readonly averageCost: string
  readonly today?: string
}

export interface ContractPosition {
  readonly positionId: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly size: string
  readonly entryFine: string
  readonly entryPrice: string
  readonly margin: string
  readonly mark?: string
}

export interface ValueReply {
  readonly range: string
  readonly change: string
  readonly changePercent: string
  readonly flow: string
}

/** What a frame's page was sent, the newest of each. */
export interface Facts {
  readonly frame: Frame
  /** Prices are those that show, and not those that were sent. */
  readonly isMoving?: boolean
  /** The newest answer of a call, to any request. */
  readonly reply: <T>(path: string) => T | undefined
  /** All answers of a call, the newest first. */
  readonly replies: <T>(path: string) => readonly T[]
  readonly quote: (symbol: string) => Quote | undefined
  readonly mark: (symbol: string) => string | undefined
  readonly contracts: () => readonly ContractPosition[]
  readonly shares: () => readonly SharePosition[]
  /** The instrument a figure is of: by where its row leads, by its ticker, or by the page. */
  readonly instrumentOf: (figure: Pick<Figure, 'href' | 'row' | 'headings' | 'isOnSheet'>) => string | undefined
}

/** The title of the strip that shows what is owned, on a chart. */
const owned = wordsOf('es-ES').trading.owned.title

interface MarkRow {
  readonly symbol: string
  readonly mark: string
  readonly at: number
}

/** Every object in a reply that has some field. */
export function objectsWith(data: unknown, field: string): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(data)) return data.flatMap((item) => objectsWith(item, field))
  if (typeof data !== 'object' || data === null) return []
  const here = field in data ? [data as Readonly<Record<string, unknown>>] : []
  return [...here, ...Object.values(data).flatMap((value) => objectsWith(value, field))]
}

function quotesOf({ known }: Frame): ReadonlyMap<string, Quote> {
  const quotes = new Map<string, Quote>()
  for (const { data } of known.replies)
    for (const quote of objectsWith(data, 'changeFrom') as unknown as readonly Quote[]) quotes.set(quote.symbol, quote)
  for (const [name, data] of Object.entries(known.frames))
    if (name.startsWith('quote:')) quotes.set((data as Quote).symbol, data as Quote)
  return quotes
}

/** Marks come by the stream and by a call; the newer one counts. */
function marksOf({ known }: Frame): ReadonlyMap<string, MarkRow> {
  const marks = new Map<string, MarkRow>()
  const take = (mark: MarkRow): void => {
    if ((marks.get(mark.symbol)?.at ?? 0) <= mark.at) marks.set(mark.symbol, mark)
  }
  for (const { path, data } of known.replies)
    if (path === '/coin/contract/mark') for (const mark of (data as { rows: MarkRow[] }).rows) take(mark)
  for (const [name, data] of Object.entries(known.frames)) if (name.startsWith('contract-mark:')) take(data as MarkRow)
  return marks
}

/** `WALMEX`, `BTC-PERP`: how rows name an instrument. */
function tickersOf({ known }: Frame): ReadonlyMap<string, string | undefined> {
  // A coin's ticker is that of several markets: it names none.
  const tickers = new Map<string, string | undefined>()
  for (const { data } of known.replies)
    for (const { symbol, ticker } of objectsWith(data, 'ticker'))
      if (typeof symbol === 'string' && typeof ticker === 'string')
        tickers.set(ticker, tickers.has(ticker) && tickers.get(ticker) !== symbol ? undefined : symbol)
  for (const { data } of known.replies)
    for (const { symbol } of objectsWith(data, 'symbol'))
      if (typeof symbol === 'string' && symbol.endsWith('-USDT-PERP'))
        tickers.set(symbol.replace('-USDT-PERP', '-PERP'), symbol)
  return tickers
}

/** @returns the facts of a frame. */
export function factsOf(frame: Frame): Facts {
  const { known } = frame
  const quotes = quotesOf(frame)
  const marks = marksOf(frame)
  const tickers = [...tickersOf(frame)].sort(([a], [b]) => b.length - a.length)
  const newest = [...known.replies].reverse()
  const replies = <T>(path: string): readonly T[] =>
    newest.filter((reply) => reply.path === path).map(({ data }) => data as T)
  const contracts = (): readonly ContractPosition[] => {
    const sent = known.frames['contract-positions:me'] as { positions: readonly ContractPosition[] } | undefined
    return (
      sent?.positions ??
      replies<{ rows: readonly ContractPosition[] }>('/coin/contract/order/list/active')[0]?.rows ??
      []
    )
  }
  const symbolIn = (address: string): string | undefined => /[?&]symbol=([^&]+)/.exec(address)?.[1]
  return {
    frame,
    replies,
    reply: (path) => replies<never>(path)[0],
    quote: (symbol) => quotes.get(symbol),
    mark: (symbol) => marks.get(symbol)?.mark,
    contracts,
    shares: () => replies<{ rows: readonly SharePosition[] }>('/stock/hold/list')[0]?.rows ?? [],
    instrumentOf: ({ href, row, headings, isOnSheet }) => {
      const led = symbolIn(href)
      if (led !== undefined) return decodeURIComponent(led)
      const page = symbolIn(frame.path)
      if (page !== undefined && ((isOnSheet && row === '') || row.includes(owned))) return decodeURIComponent(page)
      const position = contracts().find(({ positionId }) => href.includes(positionId))
      if (position !== undefined) return position.symbol
      for (const text of [row, ...headings])
        for (const [ticker, symbol] of tickers) if (symbol !== undefined && isNamed(text, ticker)) return symbol
      return row === '' && page !== undefined ? decodeURIComponent(page) : undefined
    },
  }
}

/** A ticker is among the first words, after the letters of its monogram or what is done with it. */
function isNamed(text: string, ticker: string): boolean {
  return text.split(' ').slice(0, 3).includes(ticker)
}

/** A decimal of the wire; undefined where there is none. */
export function known(text: string | undefined): Decimal | undefined {
  return isDecimal(text) ? decimal(text) : undefined
}
