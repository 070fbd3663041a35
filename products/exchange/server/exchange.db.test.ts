import type { Call, ReplyOf } from '@bolsillo/contract'
import { currencies } from '@bolsillo/kernel'
import { type AccountId, accountId } from '@bolsillo/ledger/domain'
import type { TestAnswer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { exchange, listExchanges, quoteExchange, readExchange, readExchangeReceipt } from '../contract/index.ts'
import { type ExchangeStand, exchangeStand } from './testing/exchange-stand.ts'

const { MXN, USD, BRL } = currencies
let stand: ExchangeStand
beforeAll(async () => {
  stand = await exchangeStand()
})
afterAll(() => stand.close())
beforeEach(() => stand.price({ dollar: 1_847_005n, real: 185_205n }))

function dataOf<C extends Call>(answer: TestAnswer): ReplyOf<C> {
  expect(answer.json.msg === '' ? answer.json : answer.status).toBe(200)
  return answer.json.data as ReplyOf<C>
}
const nameOf = (answer: TestAnswer): unknown => (answer.json.data as { rejection?: string } | undefined)?.rejection
const offerOf = async (wish: Record<string, string>, customer = 1) =>
  dataOf<typeof quoteExchange>(await stand.as(customer, '/user/exchange/quote', wish)).offer

describe('rates', () => {
  it('name every price they are made from, crosses both', async () => {
    const reply = dataOf<typeof readExchange>(await stand.as(1, '/user/exchange/rates'))
    expect(reply.currencies).toEqual(['MXN', 'USD', 'BRL'])
    expect(reply).toMatchObject({ spreadBps: 30, spreadBpsMax: 200, quoteLifeMs: 10_000 })
    expect(reply.rates.map(({ pair, mid, ticks }) => [pair, mid, ticks.map((tick) => tick.pair)])).toEqual([
      ['USD/MXN', '18.47005', ['USD/MXN']],
      ['BRL/MXN', '3.42074561025', ['BRL/USD', 'USD/MXN']],
      ['BRL/USD', '0.185205', ['BRL/USD']],
    ])
  })

  it('leave out a currency without a price', async () => {
    stand.price({ dollar: 1_847_005n })
    const reply = dataOf<typeof readExchange>(await stand.as(1, '/user/exchange/rates'))
    expect(reply.currencies).toEqual(['MXN', 'USD'])
  })
})

describe('an offer', () => {
  it('of the most to give takes only what it brings is worth, says all it is made from, and what the worst other way would bring', async () => {
    const offer = await offerOf({ source: 'MXN', target: 'USD', exact: 'source', amount: '1000.00' })
    expect(offer).toMatchObject({
      source: { asset: 'MXN', amount: '999.82' },
      target: { asset: 'USD', amount: '53.97' },
      fee: '2.99',
      rounding: '0.00',
      spreadBps: 30,
      spreadBpsMax: 200,
      rate: {
        pair: 'USD/MXN',
        mid: '18.47005',
        inverse: '0.05414171',
        ticks: [{ source: 'simulated', sequence: '42' }],
      },
      worst: { via: 'BRL', source: '1000.00', target: '53.81', dearerBy: { asset: 'USD', amount: '0.16' } },
    })
    expect(offer.expiresAt - offer.quotedAt).toBe(10_000)
  })

  it('of an exact target names what it takes', async () => {
    const offer = await offerOf({ source: 'MXN', target: 'BRL', exact: 'target', amount: '100.00' })
    expect(offer).toMatchObject({
      source: { asset: 'MXN', amount: '343.11' },
      target: { asset: 'BRL', amount: '100.00' },
      fee: '1.02',
      rate: { pair: 'BRL/MXN', mid: '3.42074561025' },
    })
    expect(offer.rate.ticks).toHaveLength(2)
  })

  it.each([
    ['the same currency', { source: 'MXN', target: 'MXN', amount: '10.00' }, 'exchange-same'],
    ['less than the least', { source: 'MXN', target: 'USD', amount: '0.99' }, 'exchange-amount'],
    ['more than the most', { source: 'MXN', target: 'USD', amount: '1000000.01' }, 'exchange-amount'],
    ['nothing', { source: 'MXN', target: 'USD', amount: '0' }, 'exchange-amount'],
    ['a tenth of a centavo', { source: 'MXN', target: 'USD', amount: '10.001' }, 'exchange-amount'],
    ['a signed amount', { source: 'MXN', target: 'USD', amount: '-10.00' }, 'field-invalid'],
    ['a currency nobody has', { source: 'MXN', target: 'EUR', amount: '10.00' }, 'field-invalid'],
    ['a coin', { source: 'BTC', target: 'USD', amount: '1.00' }, 'field-invalid'],
    ['a price of its own', { source: 'MXN', target: 'USD', amount: '10.00', mid: '1.00' }, 'field-unknown'],
  ])('is refused for %s, and nothing is kept', async (_what, wish, rejection) => {
    const before = await stand.head()
    const answer = await stand.as(1, '/user/exchange/quote', wish)
    expect([answer.status, nameOf(answer)]).toEqual([400, rejection])
    expect(await stand.head()).toBe(before)
  })

  it.each([
    ['no price', {}],
    ['only an old price', { dollar: 1_847_005n, real: 185_205n, stale: true }],
  ])('is refused while there is %s', async (_what, mids) => {
    stand.price(mids)
    const answer = await stand.as(1, '/user/exchange/quote', { source: 'MXN', target: 'USD', amount: '10.00' })
    expect([answer.status, nameOf(answer)]).toEqual([409, 'exchange-unavailable'])
  })

  it('is refused to a restricted customer', async () => {
    expect((await stand.as(2, '/user/exchange/quote', { source: 'MXN', target: 'USD', amount: '10.00' })).status).toBe(
      403,
    )
  })
})

describe('a conversion', () => {
  it('moves exactly what was offered, shows fee and rounding on accounts of their own, and has a receipt', async () => {
    const [pesos, dollars] = [await stand.free(1, 'stock', MXN), await stand.free(1, 'stock', USD)]
    const [fees, rounding] = [accountId('house', 'fees', 'MXN'), accountId('house', 'rounding', 'MXN')]
    const [earned, rounded] = [await stand.posted(fees), await stand.posted(rounding)]
    const { quoteId } = await offerOf({ source: 'MXN', target: 'USD', exact: 'source', amount: '1000.00' })
    const done = dataOf<typeof exchange>(await stand.as(1, '/user/exchange', { quoteId }))
    const again = dataOf<typeof exchange>(await stand.as(1, '/user/exchange', { quoteId }))
    expect(again).toEqual(done)
    expect(await stand.free(1, 'stock', MXN)).toBe(pesos - 999_82n)
    expect(await stand.free(1, 'stock', USD)).toBe(dollars + 53_97n)
    expect(await stand.posted(fees)).toBe(earned + 2_99n)
    expect(await stand.posted(rounding)).toBe(rounded)
    const receipt = dataOf<typeof readExchangeReceipt>(await stand.as(1, `/user/exchange/info?quoteId=${quoteId}`))
    expect(receipt).toMatchObject({ offer: done.offer, entryId: done.entryId })
    expect(receipt.hash).toMatch(/^[0-9a-f]{64}$/)
    const list = dataOf<typeof listExchanges>(await stand.as(1, '/user/exchange/list'))
    expect(list.rows[0]).toEqual(done)
    expect(nameOf(await stand.as(3, `/user/exchange/info?quoteId=${quoteId}`))).toBe('exchange-unknown')
  })

  it('of a cross keeps both prices in the entry', async () => {
    const { quoteId } = await offerOf({ source: 'USD', target: 'BRL', amount: '20.00' })
    await stand.as(1, '/user/exchange', { quoteId })
    const cross = await offerOf({ source: 'BRL', target: 'MXN', amount: '50.00' })
    const done = dataOf<typeof exchange>(await stand.as(1, '/user/exchange', { quoteId: cross.quoteId }))
    const [chained] = await stand.ledger.entries(stand.app.database.sql, [done.entryId as `ent_${string}`])
    expect(chained?.entry.details).toMatchObject({
      pair: 'BRL/MXN',
      mid: '3.42074561025',
      ticks: 'BRL/USD 0.185205 simulated#42; USD/MXN 18.47005 simulated#42',
    })
  })

  it('expired, of another clock or of somebody else moves nothing', async () => {
    const before = await stand.head()
    const { quoteId } = await offerOf({ source: 'MXN', target: 'USD', amount: '10.00' })
    expect(nameOf(await stand.as(3, '/user/exchange', { quoteId }))).toBe('exchange-unknown')
    stand.app.services.clock.advanceMs(10_001)
    const late = await stand.as(1, '/user/exchange', { quoteId })
    expect([late.status, nameOf(late)]).toEqual([410, 'exchange-expired'])
    expect(await stand.head()).toBe(before)
  })

  it('beyond what is free moves nothing: what is held does not count', async () => {
    await stand.fund(3, 'coin', MXN, 100_00n)
    await stand.hold(3, 'coin', MXN, 60_00n)
    const { quoteId } = await offerOf({ source: 'MXN', target: 'USD', amount: '50.00', purse: 'coin' }, 3)
    const answer = await stand.as(3, '/user/exchange', { quoteId })
    expect([answer.status, nameOf(answer)]).toEqual([409, 'exchange-funds'])
    expect(answer.json.data).toMatchObject({ values: { short: '9.84 MXN', available: '40.00 MXN' } })
  })

  it('of one offer sent fifty times at once happens once', async () => {
    const before = await stand.free(1, 'stock', USD)
    const { quoteId } = await offerOf({ source: 'USD', target: 'MXN', amount: '10.00' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => stand.as(1, '/user/exchange', { quoteId })))
    const entries = new Set(answers.map((answer) => dataOf<typeof exchange>(answer).entryId))
    expect(entries.size).toBe(1)
    expect(await stand.free(1, 'stock', USD)).toBe(before - 10_00n)
  })

  it('of fifty offers that each need sixty per cent happens once', async () => {
    const free = await stand.free(3, 'stock', USD)
    const amount = `${(free * 6n) / 1000n}.00`
    const offers = await Promise.all(
      Array.from({ length: 50 }, () => offerOf({ source: 'USD', target: 'BRL', amount }, 3)),
    )
    const answers = await Promise.all(offers.map(({ quoteId }) => stand.as(3, '/user/exchange', { quoteId })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => nameOf(answer) === 'exchange-funds')).toHaveLength(49)
    expect(await stand.free(3, 'stock', BRL)).toBeGreaterThan(0n)
  })
})

describe('money that a bank holds, and not the market,', () => {
  const [market, bank] = [accountId('venue-simulated', 'custody', 'BRL'), accountId('rail-test-pix', 'custody', 'BRL')]
  const claims = accountId('house', 'claims', 'BRL')
  const post = (kind: string, postings: readonly (readonly [AccountId, bigint])[]) =>
    stand.post({ kind, postings: postings.map(([account, posted]) => ({ account, posted, held: 0n })) })

  it('is converted all the same; what is refused never shows another account’s figure', async () => {
    await stand.fund(1, 'stock', BRL, 1_000_00n)
    const held = -(await stand.posted(market))
    await post('custody-sweep', [
      [market, held],
      [bank, -held],
    ])
    const offer = await offerOf({ source: 'BRL', target: 'MXN', exact: 'source', amount: '1000.00' })
    // Somebody owes us what a bank took back: nobody holds it, though the customer has it.
    const gone = held - 500_00n
    await post('deposit-reversed', [
      [claims, -gone],
      [bank, gone],
    ])
    const refused = await stand.as(1, '/user/exchange', { quoteId: offer.quoteId })
    expect(refused.json).toMatchObject({ code: 23_007, data: { rejection: 'exchange-waits' } })
    expect(refused.body).not.toMatch(/0[.]00|500[.]00/)
    await post('claim-paid', [
      [claims, gone],
      [bank, -gone],
    ])
    const done = dataOf<typeof exchange>(await stand.as(1, '/user/exchange', { quoteId: offer.quoteId }))
    expect(done.offer.quoteId).toBe(offer.quoteId)
    expect(await stand.posted(market)).toBe(0n)
    expect(-(await stand.posted(bank))).toBe(held - 1_000_00n + (await takenByUs(offer)))
  })

  const takenByUs = async (offer: { fee: string; rounding: string }): Promise<bigint> =>
    BigInt(offer.fee.replace('.', '')) + BigInt(offer.rounding.replace('.', ''))
})
