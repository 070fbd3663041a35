import { describe, expect, it } from 'vitest'
import { binance } from '../protocols/binance.ts'
import { kraken } from '../protocols/kraken.ts'
import type { BookNews, Protocol, StreamNews } from '../protocols/protocol.ts'
import { binanceMarkets, krakenMarkets } from '../testing/coins.ts'
import type { Faults } from '../testing/faulty-exchange.ts'
import { type FollowOptions, ordeal } from '../testing/followed-feed.ts'
import { binanceWire, krakenWire } from '../testing/wire-formats.ts'

const exchanges = [
  { protocol: binance, format: binanceWire, markets: binanceMarkets },
  { protocol: kraken, format: krakenWire, markets: krakenMarkets },
]
const seeds = Array.from({ length: 6 }, (_, i) => i + 1)

const troubles: readonly (readonly [string, Partial<Faults>])[] = [
  ['nothing wrong', {}],
  ['messages lost', { lost: 60 }],
  ['messages told twice', { twice: 150 }],
  ['messages told late and out of order', { late: 120 }],
  ['messages that cannot be read', { garbled: 40 }],
  ['connections cut', { cut: 15 }],
  ['silence without an end', { mute: 4 }],
  ['whole books that are old, late, or refused', { lost: 40, oldBook: 500, failedAnswer: 300 }],
  ['all of it', { lost: 20, twice: 40, late: 40, garbled: 15, cut: 8, mute: 2, oldBook: 200, failedAnswer: 150 }],
]

describe.each(exchanges)('prices of $protocol.id', (exchange) => {
  const happened = new Set<string>()
  const onCounts = (counts: Readonly<Record<string, number>>): void => {
    for (const what of Object.keys(counts)) happened.add(what)
  }

  it.each(troubles)('are the exchange’s whenever they are published, and in the end, after %s', async (_, faults) => {
    for (const seed of seeds) {
      expect(await ordeal({ ...exchange, seed, onCounts }, faults), `seed ${seed}`).toEqual([])
    }
  })

  it('lose levels that are no more, even where nothing told that they are missing', async () => {
    for (const seed of seeds) {
      const ghosts = { ghost: 60 }
      const hasGhosts = !exchange.protocol.cutsToDepth
      const wrong = await ordeal({ ...exchange, seed, hasGhosts, onCounts }, ghosts)
      expect(wrong, `seed ${seed}`).toEqual([])
    }
  })

  it('went through every kind of trouble', () => {
    const common = ['connected', 'lost', 'refused', 'malformed', 'trade-duplicate', 'before-whole', 'rest-failed']
    const own =
      exchange.protocol.wholeBook === 'asked'
        ? ['gap', 'reordered', 'duplicate', 'too-old', 'verified', 'ghosts']
        : ['checksum']
    expect([...happened]).toEqual(expect.arrayContaining([...common, ...own]))
  })
})

describe('whole books that are cut off before they end', () => {
  it('are published as far as they are known, and again before they are too thin', async () => {
    const shallow: Protocol = { ...binance, depth: 12 }
    const happened: Record<string, number>[] = []
    for (const seed of seeds) {
      const options = { ...exchanges[0], protocol: shallow, format: binanceWire, markets: binanceMarkets, seed }
      const onCounts = (counts: Readonly<Record<string, number>>) => void happened.push({ ...counts })
      expect(await ordeal({ ...options, reaches: 'part', onCounts }, { lost: 10 }), `seed ${seed}`).toEqual([])
    }
    expect(happened.some(({ thin = 0 }) => thin > 0)).toBe(true)
  })
})

const [spot, checksummed] = exchanges as [(typeof exchanges)[0], (typeof exchanges)[0]]

/** A protocol that understands books otherwise than it should. */
function misread(protocol: Protocol, change: (news: BookNews) => BookNews): Protocol {
  return {
    ...protocol,
    read: (message) => protocol.read(message).map((news): StreamNews => (news.kind === 'book' ? change(news) : news)),
    readWholeBook: (answer, market) => change(protocol.readWholeBook(answer, market)),
  }
}

/** Counts prints by their arrival instead of by their number. */
function uncounted(protocol: Protocol): Protocol {
  let id = 0
  return {
    ...protocol,
    read: (message) =>
      protocol.read(message).map((news): StreamNews => {
        if (news.kind !== 'tape') return news
        return {
          ...news,
          trades: news.trades.map((trade) => {
            id += 1
            return { ...trade, id }
          }),
        }
      }),
  }
}

const planted: readonly (readonly [string, Partial<FollowOptions>, Partial<Faults>])[] = [
  [
    'gaps are ignored',
    { protocol: misread(binance, (news) => (news.whole ? news : { ...news, first: 0 })) },
    { lost: 60 },
  ],
  [
    'changes are taken in the order they come',
    { protocol: misread(binance, (news) => (news.whole ? news : { ...news, previous: 0 })) },
    { late: 120 },
  ],
  [
    'any whole book is good',
    { protocol: misread(binance, (news) => (news.whole ? { ...news, last: (news.last ?? 0) + 1_000 } : news)) },
    { lost: 40, oldBook: 500 },
  ],
  ['ghosts survive a whole book', { forgetsReset: true }, { lost: 60 }],
  ['prints are published as they come', { protocol: uncounted(binance) }, { twice: 150 }],
]
const plantedInChecksums: typeof planted = [
  ['the checksum is not looked at', { protocol: misread(kraken, ({ checksum: _, ...news }) => news) }, { lost: 60 }],
  ['the book is not cut to its depth', { protocol: { ...kraken, depth: 1_000 } }, {}],
  ['ghosts survive a whole book', { forgetsReset: true }, { lost: 60 }],
]

describe('a planted fault is found:', () => {
  it.each(planted)('%s', async (_, other, faults) => {
    const found = await Promise.all(seeds.slice(0, 3).map((seed) => ordeal({ ...spot, ...other, seed }, faults)))
    expect(found.filter((wrong) => wrong.length > 0)).not.toEqual([])
  })
  it.each(plantedInChecksums)('%s', async (_, other, faults) => {
    const found = await Promise.all(seeds.slice(0, 3).map((seed) => ordeal({ ...checksummed, ...other, seed }, faults)))
    expect(found.filter((wrong) => wrong.length > 0)).not.toEqual([])
  })
})
