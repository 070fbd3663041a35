import { describe, expect, it } from 'vitest'
import { plainWords, searchInstruments } from './search.ts'

const candidates = [
  { id: 'GMEXICOB.MX', ticker: 'GMEXICOB', name: 'Grupo México' },
  { id: 'AMXB.MX', ticker: 'AMXB', name: 'América Móvil' },
  { id: 'AC.MX', ticker: 'AC', name: 'Arca Continental' },
  { id: 'ACN.US', ticker: 'ACN', name: 'Accenture' },
  { id: 'MELI.US', ticker: 'MELI', name: 'Mercado Libre' },
  { id: 'BRK.B.US', ticker: 'BRK.B', name: 'Berkshire Hathaway' },
  { id: 'AAPL.US', ticker: 'AAPL', name: 'Apple' },
  { id: 'WALMEX.MX', ticker: 'WALMEX', name: 'Wal-Mart de México' },
  { id: 'META.US', ticker: 'META', name: 'Meta Platforms' },
  { id: 'BTC-USDT', ticker: 'BTC', name: 'Bitcoin' },
  { id: 'XRP-USDT', ticker: 'XRP', name: 'XRP' },
]
const found = (keyword: string) => searchInstruments(candidates, keyword, 10).map((one) => one.ticker)

describe('search', () => {
  it.each([
    ['ac', ['AC', 'ACN']],
    ['mexico', ['GMEXICOB', 'WALMEX']],
    ['MÉXICO', ['GMEXICOB', 'WALMEX']],
    ['walmart', ['WALMEX']],
    ['aurrera', ['WALMEX']],
    ['facebook', ['META']],
    ['ripple', ['XRP']],
    ['bitcoin', ['BTC']],
    ['aple', ['AAPL']],
    ['appel', ['AAPL']],
    ['applle', ['AAPL']],
    ['bitcion', ['BTC']],
    ['bitcon', ['BTC']],
    ['berkshyre hathaway', ['BRK.B']],
    ['aplle', ['AAPL']],
    ['eplle', []],
    ['apx', []],
    ['america movil', ['AMXB']],
    ['libre mercado', ['MELI']],
    ['brkb', ['BRK.B']],
    ['brk.b', ['BRK.B']],
    ['AC.MX', ['AC']],
    ['nada', []],
    ['...', []],
    ['`; DROP TABLE', []],
  ])('%s finds %j', (keyword, expected) => {
    expect(found(keyword)).toEqual(expected)
  })

  it('forgets accents, case and punctuation', () => {
    expect(plainWords('  Grupo  MÉXICO, S.A.B. ')).toBe('grupo mexico s a b')
  })

  it('gives no more than asked for', () => {
    expect(searchInstruments(candidates, 'a', 2)).toHaveLength(2)
  })
})
