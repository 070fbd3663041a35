import { tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { abouts as enUS } from '../messages/companies/en-US.ts'
import { abouts as esES } from '../messages/companies/es-ES.ts'
import { abouts as ptBR } from '../messages/companies/pt-BR.ts'
import { coinFactsOf, factsAsOf, indicesOf, instruments, isOfCoins, listingOf, restDays } from './index.ts'
import { compositions } from './instruments/constituents-data.ts'
import { coinSources, companySources, indexSources, sourcesReadIn, unread } from './instruments/fact-sources.ts'

const tickers = new Set(instruments.map(({ ticker }) => ticker))
const linesMax = 140

describe('what companies and coins are', () => {
  it.each([
    ['es-ES', esES],
    ['en-US', enUS],
    ['pt-BR', ptBR],
  ])('is one short sentence or two in %s for everything listed, and for nothing else', (_language, abouts) => {
    expect(new Set(Object.keys(abouts))).toEqual(tickers)
    expect(
      Object.values(abouts).filter((text) => !/^[\p{L}\d].{15,}\.$/u.test(text) || text.length > linesMax),
    ).toEqual([])
  })

  it('is written in each language, not copied', () => {
    const same = Object.entries(esES).filter(([key, text]) => text === enUS[key as keyof typeof enUS])
    expect(same).toEqual([])
  })

  it('lists every share once, and nothing else', () => {
    const without = instruments.filter((one) => (listingOf(one) === undefined) !== (one.kind !== 'stock'))
    expect(without.map(({ id }) => id)).toEqual([])
    const nasdaq = instruments.filter((one) => indicesOf(one.id).includes('NDX.US'))
    // Every member of the index of one exchange is listed there.
    expect(nasdaq.filter((one) => listingOf(one) !== 'nasdaq').map(({ id }) => id)).toEqual([])
    expect(listingOf({ kind: 'stock', country: 'US', ticker: 'IBM' })).toBe('nyse')
    expect(listingOf({ kind: 'stock', country: 'US', ticker: 'SPY' })).toBe('arca')
  })

  it('knows every coin’s year and its largest number of units, where its rules fix one', () => {
    const coins = new Set(instruments.filter(isOfCoins).map(({ ticker }) => ticker))
    expect([...coins].filter((coin) => coinFactsOf(coin) === undefined)).toEqual([])
    expect(coinFactsOf('BTC')).toEqual({ since: 2009, supply: { max: '21000000' } })
    expect(coinFactsOf('ETH')).toEqual({ since: 2015, supply: 'none' })
    expect(coinFactsOf('constructor')).toBeUndefined()
  })
})

describe('sources of these facts', () => {
  const split = (text: string) => text.split(' ')
  const read = [...companySources, ...indexSources, ...coinSources].flatMap(([, list]) => split(list))

  it('are written for every ticker, or it stands among those nobody has read', () => {
    expect(new Set([...read, ...split(unread)])).toEqual(tickers)
    expect(split(unread).filter((ticker) => read.includes(ticker))).toEqual([])
    expect(sourcesReadIn).toBe('2026-11')
  })

  it('are of the one month the page names, members of indices too', () => {
    expect(new Set(compositions.map(({ asOf }) => asOf))).toEqual(new Set([factsAsOf]))
  })

  it('say in the sentence what has changed since that month', () => {
    expect(listingOf({ kind: 'stock', country: 'US', ticker: 'WMT' })).toBe('nasdaq')
    expect(enUS.WMT).toContain('Nasdaq since December 2025')
    expect(coinFactsOf('DOT')).toEqual({ since: 2020, supply: { max: '2100000000' } })
    expect(enUS.DOT).toContain('since March 2026')
    expect(enUS.ELEKTRA).toContain('September 2025')
    expect(enUS.APT).toContain('February 2026')
  })
})

describe('days without a whole session', () => {
  it('are the holidays and early closes on weekdays, as the exchanges published them', () => {
    expect(restDays('XNYS', tradeDate('2025-11-20'), 45).map(({ date, kind }) => `${date} ${kind}`)).toEqual([
      '2025-11-27 holiday',
      '2025-11-28 short',
      '2025-12-24 short',
      '2025-12-25 holiday',
      '2026-01-01 holiday',
    ])
    // Two whole years: in the second Juneteenth, Independence Day and Christmas fall on weekends.
    expect(restDays('XNYS', tradeDate('2026-01-01'), 730).map(({ date, kind }) => `${date} ${kind}`)).toEqual([
      '2026-01-01 holiday',
      '2026-01-19 holiday',
      '2026-02-16 holiday',
      '2026-04-03 holiday',
      '2026-05-25 holiday',
      '2026-06-19 holiday',
      '2026-07-03 holiday',
      '2026-09-07 holiday',
      '2026-11-26 holiday',
      '2026-11-27 short',
      '2026-12-24 short',
      '2026-12-25 holiday',
      '2027-01-01 holiday',
      '2027-01-18 holiday',
      '2027-02-15 holiday',
      '2027-03-26 holiday',
      '2027-05-31 holiday',
      '2027-06-18 holiday',
      '2027-07-05 holiday',
      '2027-09-06 holiday',
      '2027-11-25 holiday',
      '2027-11-26 short',
      '2027-12-24 holiday',
    ])
    expect(restDays('XMEX', tradeDate('2026-01-01'), 365).map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2026-02-02',
      '2026-03-16',
      '2026-04-02',
      '2026-04-03',
      '2026-05-01',
      '2026-09-16',
      '2026-11-02',
      '2026-11-16',
      '2026-12-25',
    ])
  })

  it('do not exist where a market never rests', () => {
    expect(restDays('24/7', tradeDate('2026-01-01'), 365)).toEqual([])
  })
})
