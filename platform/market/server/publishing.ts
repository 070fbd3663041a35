import type { Channel } from '@bolsillo/contract'
import type { Instant } from '@bolsillo/kernel'
import type { Publisher } from '@bolsillo/server-kit'
import { bookChannel, bookDepthMax, candleChannel, candleKey, quoteChannel, tradesChannel } from '../contract/index.ts'
import {
  constituentsOf,
  indexLevel,
  intervals,
  quoteNow,
  type SessionState,
  type Side,
  writeCandle,
  writePrice,
  writeQuantity,
  writeTrade,
} from '../domain/index.ts'
import type { CandleReader } from './candle-reader.ts'
import type { LiveInstrument } from './live-instrument.ts'
import { sinceOf } from './market-reads.ts'
import type { LiveMarket } from './market-state.ts'

/** A quote goes out at most this often for one instrument: four a second. */
const quoteEveryMs = 250
const indexEveryMs = 1_000
const statesEveryMs = 1_000

/** Tells readers of the stream what changed. Driven by a timer: nothing here runs in the desk's batch. */
interface Publishing {
  /** Sends what is due. `now` is the machine's time: it paces, and never marks a price. */
  readonly tick: (now: Instant) => void
  /** Sends what an instrument owes its readers, so that a snapshot taken next holds nothing a delta would repeat. */
  readonly settle: (instrumentId: string) => void
  /** Remembers that somebody looks at the candles of a key, which are of this instrument. */
  readonly lookedAt: (instrumentId: string, key: string) => void
}

interface PublishingDeps {
  readonly market: LiveMarket
  readonly reader: CandleReader
  readonly publisher: Publisher
}

/** The sender of one market's news. */
export function createPublishing(options: PublishingDeps): Publishing {
  const { market } = options
  const quotedAt = new Map<string, number>()
  // Keys of candles, by instrument.
  const looked = new Map<string, Set<string>>()
  const { sendBook, sendTrades } = createBookSending(options.publisher)
  const sendQuote = createQuoteSending(options, looked)
  const valueIndices = createIndexValuing(market)
  const checkStates = createStateCheck(market)
  let indexedAt = 0
  let checkedAt = 0

  return {
    tick: (now) => {
      if (now - indexedAt >= indexEveryMs) {
        indexedAt = now
        valueIndices()
      }
      if (now - checkedAt >= statesEveryMs) {
        checkedAt = now
        checkStates()
      }
      for (const live of market.all) {
        sendBook(live)
        sendTrades(live)
        if (!live.unsent.quote || now - (quotedAt.get(live.instrument.id) ?? 0) < quoteEveryMs) continue
        quotedAt.set(live.instrument.id, now)
        sendQuote(live)
      }
    },
    settle: (id) => {
      const live = market.live(id)
      sendBook(live)
      sendTrades(live)
    },
    lookedAt: (instrumentId, key) => {
      const keys = looked.get(instrumentId) ?? new Set()
      looked.set(instrumentId, keys.add(key))
    },
  }
}

function isRead(publisher: Publisher, channel: Channel, key: string): boolean {
  return publisher.watched?.(channel, key) ?? true
}

/** Senders of what changed in a book, and of its prints. */
function createBookSending(publisher: Publisher): {
  readonly sendBook: (live: LiveInstrument) => void
  readonly sendTrades: (live: LiveInstrument) => void
} {
  const sendBook = (live: LiveInstrument): void => {
    const { unsent, instrument, latest } = live
    if (latest === undefined || (unsent.changes.size === 0 && !unsent.reset)) return
    if (!isRead(publisher, bookChannel, instrument.id)) {
      forgetBook(live)
      return
    }
    const changes = unsent.reset ? wholeBook(live) : [...unsent.changes.values()]
    publisher.publish(bookChannel, instrument.id, {
      ...(unsent.reset ? { reset: true } : {}),
      changes: changes.map(([side, price, quantity]): [Side, string, string] => [
        side,
        writePrice(price, instrument),
        writeQuantity(quantity, instrument),
      ]),
      source: latest.source,
      sequence: latest.sequence,
      at: latest.at,
    })
    forgetBook(live)
  }

  const sendTrades = (live: LiveInstrument): void => {
    const { unsent, instrument } = live
    if (unsent.trades.length === 0) return
    const trades = unsent.trades
    unsent.trades = []
    if (!isRead(publisher, tradesChannel, instrument.id)) return
    publisher.publish(tradesChannel, instrument.id, { trades: trades.map((trade) => writeTrade(trade, instrument)) })
  }

  return { sendBook, sendTrades }
}

/** The sender of an instrument's quote, and of its candles as far as somebody looks at them. */
function createQuoteSending(
  { market, reader, publisher }: PublishingDeps,
  looked: ReadonlyMap<string, ReadonlySet<string>>,
): (live: LiveInstrument) => void {
  const sendCandles = ({ instrument }: LiveInstrument): void => {
    const keys = looked.get(instrument.id)
    if (keys === undefined) return
    for (const interval of intervals) {
      const key = candleKey(instrument.id, interval)
      if (!keys.has(key) || !isRead(publisher, candleChannel, key)) continue
      const candles = reader.openCandles(instrument.id, interval)
      if (candles === undefined || candles.length === 0) continue
      publisher.publish(candleChannel, key, {
        candles: candles.map((candle) => writeCandle(candle, instrument)),
        ...sinceOf(market),
      })
    }
  }

  return (live) => {
    const { instrument, unsent } = live
    // Most instruments nobody looks at, most of the time: their books are not sorted for nobody.
    const isQuoteRead = isRead(publisher, quoteChannel, instrument.id)
    if (!isQuoteRead && !looked.has(instrument.id)) {
      unsent.quote = false
      return
    }
    if (market.quote(instrument.id) === undefined) return
    unsent.quote = false
    const quote = isQuoteRead ? quoteNow(instrument, market, market.nowOf(instrument.id)) : undefined
    if (quote !== undefined) publisher.publish(quoteChannel, instrument.id, quote)
    sendCandles(live)
  }
}

/** An index follows its constituents: its value at its own previous close, moved as they moved since theirs. */
function createIndexValuing(market: LiveMarket): () => void {
  const indices = market.all.filter(({ instrument }) => instrument.kind === 'index')
  return () => {
    for (const index of indices) {
      const base = market.day(index.instrument.id)?.previousClose
      if (base === undefined) continue
      let latest = index.latest?.at ?? 0
      let source = ''
      for (const { instrumentId } of constituentsOf(index.instrument.id)) {
        const { latest: of } = market.live(instrumentId)
        if (of === undefined || of.at <= latest) continue
        latest = of.at
        source = of.source
      }
      if (source === '') continue
      const level = indexLevel(index.instrument.id, base, (id) => {
        const day = market.day(id)
        return day === undefined ? undefined : { price: day.last, base: day.previousClose }
      })
      if (level !== undefined) market.onValue(index.instrument.id, level, { source, at: latest as Instant })
    }
  }
}

/** A price that grew stale, or a session that opened, is news although nothing traded. */
function createStateCheck(market: LiveMarket): () => void {
  const states = new Map<string, { readonly stale: boolean; readonly session: SessionState }>()
  return () => {
    for (const live of market.all) {
      const { id } = live.instrument
      const at = market.nowOf(id)
      const state = { stale: market.isStale(id, at), session: market.stateAt(id, at) }
      const before = states.get(id)
      states.set(id, state)
      if (before?.stale !== state.stale || before.session !== state.session) live.unsent.quote = true
    }
  }
}

function forgetBook({ unsent }: LiveInstrument): void {
  unsent.changes.clear()
  unsent.reset = false
}

function wholeBook({ book }: LiveInstrument) {
  const side = (name: 'buy' | 'sell') =>
    book.levels(name, bookDepthMax).map(({ price, quantity }) => [name, price, quantity] as const)
  return [...side('buy'), ...side('sell')]
}
