import { instruments } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { restMs } from './feed.ts'
import { readFeedTime } from './feed-time.ts'
import { namedInstruments, namesOfOtherThings } from './named-instruments.ts'
import { plainWords } from './plain-words.ts'

describe('plain words', () => {
  it.each([
    ['<p>Uno</p><p>dos &amp; <b>tres</b></p>', 'Uno dos & tres'],
    ['a<script>alert(1)</script>b<style>x{}</style>c', 'a b c'],
    ['before<script>alert(1)', 'before'],
    ['&lt;img src=x onerror=alert(1)&gt;after', 'after'],
    ['&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;after', 'after'],
    ['&amp;amp;amp;amp;amp;amp;lt;b&amp;amp;amp;amp;amp;amp;gt;x', '&amp;amp;lt;b&amp;amp;gt;x'],
    ['<\u200Bscript>alert(1)</script>x', 'x'],
    ['<!-- hidden <b> -->seen', 'seen'],
    ['3 < 4 and 5 > 2', '3 < 4 and 5 > 2'],
    ['a\u202Egnp.exe\u200B\u2066b\u00AD', 'agnp.exeb'],
    ['M&eacute;xico &#8212; &#x1F600;&#0;&#1114112;', 'México — 😀'],
    ['z\u0335\u0336\u0337\u0338\u0321\u0322x', 'z\u0335\u0336\u0337x'],
    ['half \ud800 of a character', 'half \ufffd of a character'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
    ['<b', ''],
  ])('of %j are %j', (source, words) => {
    expect(plainWords(source, 200)).toBe(words)
  })

  it('are cut at a word, never within a character', () => {
    expect(plainWords('one two three', 9)).toBe('one two…')
    expect(plainWords('😀'.repeat(10), 8)).toBe('😀😀😀…')
  })

  it('of hostile text take no time that grows with its square', () => {
    const startedAt = performance.now()
    for (const part of ['<', '<script>', '<!--', '&#', '&amp;', '<![CDATA[', '<p ', 'a\u0301\u0301', '< /script>'])
      plainWords(part.repeat(40_000), 600)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })
})

describe('the time of an item', () => {
  it.each([
    ['Sun, 29 Nov 2026 05:00:00 GMT', Date.UTC(2026, 10, 29, 5)],
    ['29 Nov 2026 05:00 -0600', Date.UTC(2026, 10, 29, 11)],
    ['Sun, 29 Nov 2026 05:00:00 EST', Date.UTC(2026, 10, 29, 10)],
    ['2026-11-29T05:00:00Z', Date.UTC(2026, 10, 29, 5)],
    ['2026-11-29T05:00:00.5-06:00', Date.UTC(2026, 10, 29, 11, 0, 0, 500)],
    ['yesterday', undefined],
    ['1', undefined],
    ['2026-11-29', undefined],
    ['2026-13-29T05:00:00Z', undefined],
    ['1950-01-01T00:00:00Z', undefined],
  ])('%j is %j', (text, at) => {
    expect(readFeedTime(text)).toBe(at)
  })
})

describe('what a text is about', () => {
  it.each([
    ['Grupo Bimbo compra una panadería', ['BIMBO.MX']],
    ['grupo bimbo compra una panadería', []],
    ['Bimbo compra una panadería', []],
    ['Grupo Bimbos', []],
    ['Wal-Mart de México y América Móvil', ['WALMEX.MX', 'AMX.MX']],
    ['Coca-Cola FEMSA raises prices', ['KOF.MX']],
    ['Coca-Cola raises prices', ['KO.US']],
    ["McDonald's opens and Microsoft closes", ['MCD.US', 'MSFT.US']],
    ['Apple harvest in Chihuahua', []],
    ['Apple (NASDAQ: AAPL) presents a phone', ['AAPL.US']],
    ['Stellar results of a company', []],
    ['Stellar (XLM) and Bitcoin', ['XLM-USDT', 'BTC-USDT']],
    ['Pepe Aguilar canta', []],
    ['The company (WALMEX) opens', []],
    ['The company (NYSE: WALMEX) opens', []],
    ['The company (BMV: WALMEX) opens', ['WALMEX.MX']],
    ['WALMEX.MX opens', ['WALMEX.MX']],
    ['Pro-Microsoft and Microsoft-like', []],
    ['Bitcoin Cash', ['BCH-USDT']],
    ['Netflix.', ['NFLX.US']],
  ])('%j is about %j', (text, symbols) => {
    expect(namedInstruments(text, instruments)).toEqual(symbols)
  })

  it('is no more than the first five', () => {
    expect(namedInstruments('Cemex, Gruma, Alsea, Volaris, Nemak, Alpek', instruments)).toHaveLength(5)
  })

  it('leaves out no name that is not listed', () => {
    const names = new Set(instruments.map(({ name }) => name))
    expect([...namesOfOtherThings].filter((name) => !names.has(name))).toEqual([])
  })
})

describe('the rest of a feed', () => {
  it('doubles with each failure, keeps what was asked for, and is a day at most', () => {
    const minute = 60_000
    expect([0, 1, 3, 50].map((failures) => restMs(30, failures))).toEqual([
      ...[30 * minute, 60 * minute, 240 * minute, 1440 * minute],
    ])
    expect([restMs(15, 0, 50 * minute), restMs(15, 0, 9e9)]).toEqual([50 * minute, 1440 * minute])
  })
})
