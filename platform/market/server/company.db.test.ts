import { outcomeOf, replyOf, type TestApp } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCompany } from '../contract/index.ts'
import { instruments } from '../domain/index.ts'
import { marketApp } from './testing/market-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await marketApp()
})
afterAll(() => app.close())

const asked = (symbol: string, language?: string) =>
  app.ask({
    path: `/ipcf-api/common/company?symbol=${encodeURIComponent(symbol)}`,
    ...(language === undefined ? {} : { headers: { 'accept-language': language } }),
  })
const read = async (symbol: string, language?: string) => replyOf(readCompany, await asked(symbol, language))

describe('GET /common/company', () => {
  it('answers for everything with a price', async () => {
    for (const { id, name } of instruments) expect((await read(id)).name).toBe(name)
  })

  it('says where a share is listed, in which indices it is, and what it does, dated', async () => {
    const facts = await read('AAPL.US')
    expect(facts).toMatchObject({ listing: 'nasdaq', asOf: '2024-12', sector: 'technology' })
    expect(facts.indices.map(({ name }) => name)).toEqual(['S&P 500', 'Nasdaq 100', 'Dow Jones'])
    expect(facts.calendar).toMatchObject({ neverRests: false, hours: 'always' })
    expect(facts.calendar.rests.length).toBeGreaterThan(8)
    expect(facts.coin).toBeUndefined()
  })

  it('says of a coin since when it exists and how many there can be, and of a contract what it follows', async () => {
    expect(await read('BTC-MXN')).toMatchObject({
      coin: { since: 2009, supply: 'fixed', supplyMax: '21000000' },
      indices: [],
      calendar: { neverRests: true, rests: [] },
    })
    const contract = await read('BTC-USDT-PERP')
    expect(contract.underlying?.symbol).toBe('BTC-USDT')
    expect(contract.coin).toBeUndefined()
  })

  it('is written in the language of the caller', async () => {
    const texts = await Promise.all(['es-ES', 'en-US', 'pt-BR'].map(async (one) => (await read('KO.US', one)).about))
    expect(texts).toEqual([
      'Bebidas: Coca-Cola, Sprite, Fanta y otras marcas.',
      'Beverages: Coca-Cola, Sprite, Fanta and other brands.',
      'Bebidas: Coca-Cola, Sprite, Fanta e outras marcas.',
    ])
  })

  it.each(['NADA.MX', '__proto__', '<b>'])(
    'refuses %s, which it does not know, with the name of the field',
    async (symbol) => {
      expect(outcomeOf(await asked(symbol))).toMatch(/^400 .*@symbol$/)
    },
  )
})
