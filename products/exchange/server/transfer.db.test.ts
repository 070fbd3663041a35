import type { ReplyOf } from '@bolsillo/contract'
import { coins, currencies, reject } from '@bolsillo/kernel'
import type { TestAnswer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type quoteExchange, type readTransferable, rejections, type transfer } from '../contract/index.ts'
import { type ExchangeStand, exchangeStand } from './testing/exchange-stand.ts'

const { MXN, USD } = currencies
let stand: ExchangeStand
beforeAll(async () => {
  stand = await exchangeStand()
})
afterAll(() => stand.close())

const nameOf = (answer: TestAnswer): unknown => (answer.json.data as { rejection?: string } | undefined)?.rejection
const move = (wish: Record<string, string>, customer = 1, path = '/user/transfer', key?: string) =>
  stand.as(customer, path, { from: 'stock', to: 'coin', asset: 'MXN', amount: '10.00', ...wish }, key)

describe('a transfer between purses', () => {
  it('is instant, free and one entry, under both paths', async () => {
    const before = await stand.head()
    const first = await move({ amount: '1500.00' })
    expect(first.json.data as ReplyOf<typeof transfer>).toMatchObject({
      amount: '1500.00',
      balances: [
        { purse: 'stock', available: '98500.00', held: '0.00' },
        { purse: 'coin', available: '1500.00', held: '0.00' },
      ],
    })
    await move({ from: 'coin', to: 'contract', asset: 'BTC', amount: '0.25' }, 1, '/coin/transfer')
    expect(await stand.free(1, 'contract', coins.BTC)).toBe(2500_0000n)
    // Each is the first to move something in its purse, which gives the account its number.
    expect(await stand.head()).toBe(before + 4n)
  })

  it('says beforehand what can be moved', async () => {
    const answer = await stand.as(3, '/user/transfer')
    const { assets } = answer.json.data as ReplyOf<typeof readTransferable>
    expect(assets.find(({ asset }) => asset === 'MXN')?.purses).toEqual([
      { purse: 'stock', available: '100000.00', held: '0.00' },
      { purse: 'coin', available: '0.00', held: '0.00' },
      { purse: 'contract', available: '0.00', held: '0.00' },
    ])
    expect(assets.find(({ asset }) => asset === 'BTC')?.purses.map(({ purse }) => purse)).toEqual(['coin', 'contract'])
  })

  it('leaves in a purse what open positions need, and everything while they are liquidated', async () => {
    await stand.fund(1, 'contract', coins.USDT, 100_000_000n)
    const out = (amount: string) => move({ from: 'contract', to: 'coin', asset: 'USDT', amount })
    const shown = async (): Promise<unknown> => {
      const { assets } = (await stand.as(1, '/user/transfer')).json.data as ReplyOf<typeof readTransferable>
      const own = assets.find(({ asset }) => asset === 'USDT')?.purses
      return own?.find(({ purse }) => purse === 'contract')?.available
    }
    const head = await stand.head()
    stand.limit({ kind: 'at-most', minor: 40_000_000n })
    expect(nameOf(await out('40.000001'))).toBe('transfer-needed')
    expect(await shown()).toBe('40.000000')
    stand.limit({ kind: 'liquidation' })
    expect(nameOf(await out('0.000001'))).toBe('transfer-liquidation')
    expect(await shown()).toBe('0.000000')
    stand.limit({ kind: 'unknown' })
    expect(nameOf(await out('0.000001'))).toBe('transfer-unpriced')
    expect(await stand.head()).toBe(head)
    stand.limit({ kind: 'at-most', minor: 40_000_000n })
    expect((await out('40')).status).toBe(200)
    stand.limit(undefined)
    expect((await out('60')).status).toBe(200)
  })

  it.each(['/user/transfer', '/coin/transfer'])(
    'of more than books hold is refused with the most they do, %s',
    async (path) => {
      const head = await stand.head()
      for (const amount of ['92233720368547758.08', '999999999999999999']) {
        const { status, json } = await move({ amount }, 1, path)
        const values = { field: 'amount', problem: 'too-large', maximum: '92233720368547758.07' }
        expect([status, json.data]).toEqual([400, { rejection: 'field-invalid', field: 'amount', values }])
        expect(json.msg).toBe('El campo «amount» no es válido: debe ser como máximo 92,233,720,368,547,758.07.')
      }
      // The most itself is an amount like any other: nobody has it.
      expect(nameOf(await move({ amount: '92233720368547758.07' }, 1, path))).toBe('transfer-funds')
      expect(await stand.head()).toBe(head)
    },
  )

  it('is open to a restricted customer: coins can only be withdrawn from where they came in', async () => {
    await stand.fund(2, 'coin', coins.BTC, 1_000_000n)
    const moved = await move({ from: 'coin', to: 'contract', asset: 'BTC', amount: '0.01' }, 2, '/coin/transfer')
    const back = await move({ from: 'contract', to: 'coin', asset: 'BTC', amount: '0.01' }, 2)
    expect([moved.status, back.status, (await stand.as(2, '/user/transfer')).status]).toEqual([200, 200, 200])
  })

  it.each([
    ['to the same purse', { to: 'stock' }, 400, 'transfer-same'],
    ['of a share', { asset: 'STK:WALMEX.MX' }, 400, 'field-invalid'],
    ['of what nobody has', { asset: 'DOGE' }, 400, 'transfer-asset'],
    [
      'of a coin to where shares are',
      { from: 'coin', to: 'stock', asset: 'BTC', amount: '0.1' },
      400,
      'transfer-asset',
    ],
    ['of nothing', { amount: '0.00' }, 400, 'transfer-amount'],
    ['of less than a centavo', { amount: '0.001' }, 400, 'transfer-amount'],
    ['of a negative amount', { amount: '-5.00' }, 400, 'field-invalid'],
    ['of an amount with an exponent', { amount: '1e3' }, 400, 'field-invalid'],
    ['to a purse that does not exist', { to: 'house' }, 400, 'field-invalid'],
    ['from somebody else', { customerId: 'cus_00000000000000000000000003' }, 400, 'field-unknown'],
    ['of more than there is', { amount: '98500.01' }, 409, 'transfer-funds'],
  ])('%s is refused and moves nothing', async (_what, wish, status, rejection) => {
    const before = await stand.head()
    const answer = await move(wish)
    expect([answer.status, nameOf(answer)]).toEqual([status, rejection])
    expect(await stand.head()).toBe(before)
  })

  it('of what positions answer with is refused in their words, and moves nothing', async () => {
    await stand.fund(1, 'contract', coins.USDT, 5_000_000n)
    const before = await stand.head()
    stand.refuseLeaving(reject(rejections.leverageUnasked, { field: 'amount' }))
    const wish = { from: 'contract', to: 'coin', asset: 'USDT' }
    const [within, beyond] = [await move({ ...wish, amount: '5' }), await move({ ...wish, amount: '6' })]
    stand.refuseLeaving(undefined)
    expect([within.status, nameOf(within), nameOf(beyond)]).toEqual([403, 'suitability-missing', 'transfer-funds'])
    expect([await stand.head(), await stand.free(1, 'contract', coins.USDT)]).toEqual([before, 5_000_000n])
  })

  it('of held money is refused', async () => {
    await stand.hold(3, 'stock', USD, 4_999_00n)
    const answer = await move({ asset: 'USD', amount: '1.01' }, 3)
    expect([nameOf(answer), answer.json.data]).toMatchObject(['transfer-funds', { values: { available: '1.00 USD' } }])
    expect((await move({ asset: 'USD', amount: '1.00' }, 3)).status).toBe(200)
  })

  it('of the whole balance, sent fifty times at once with keys of their own, happens once', async () => {
    const all = `${await stand.free(3, 'stock', MXN)}`.replace(/(..)$/, '.$1')
    const answers = await Promise.all(Array.from({ length: 50 }, () => move({ amount: all }, 3)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => nameOf(answer) === 'transfer-funds')).toHaveLength(49)
    expect([await stand.free(3, 'stock', MXN), await stand.free(3, 'coin', MXN)]).toEqual([0n, 100_000_00n])
  })

  it('sent fifty times at once with one key happens once', async () => {
    const before = await stand.free(1, 'coin', MXN)
    const key = 'the-same-key'
    const answers = await Promise.all(Array.from({ length: 50 }, () => move({}, 1, '/user/transfer', key)))
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await move({}, 1, '/user/transfer', key)).status).toBe(200)
    expect(await stand.free(1, 'coin', MXN)).toBe(before + 10_00n)
  })

  it('to and fro fifty times at once loses nothing and waits in no circle', async () => {
    const total = (await stand.free(1, 'stock', MXN)) + (await stand.free(1, 'coin', MXN))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => move(index % 2 === 0 ? {} : { from: 'coin', to: 'stock' })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await stand.free(1, 'stock', MXN)) + (await stand.free(1, 'coin', MXN))).toBe(total)
  })

  it('of parts round three purses, fifty at once and every key twice, conserves all and has one effect a key', async () => {
    const ring = ['stock', 'coin', 'contract'] as const
    const balances = () => Promise.all(ring.map((purse) => stand.free(3, purse, MXN)))
    const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)
    const [before, head] = [await balances(), await stand.head()]
    // Each asks for a good third of all there is: most of them find too little where they take it from.
    const amount = `${sum(before) / 250n}.00`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const no = index % 25
        const wish = { from: ring[no % 3] ?? 'stock', to: ring[(no + 1) % 3] ?? 'coin', amount }
        return move(wish, 3, '/user/transfer', `round-trip-${no}`)
      }),
    )
    const done = new Map<number, string>()
    for (const [index, answer] of answers.entries()) {
      expect([200, 409], answer.body).toContain(answer.status)
      if (answer.status !== 200) continue
      const { entryId } = answer.json.data as ReplyOf<typeof transfer>
      expect(done.get(index % 25) ?? entryId).toBe(entryId)
      done.set(index % 25, entryId)
    }
    const after = await balances()
    expect(sum(after)).toBe(sum(before))
    expect(after.every((minor) => minor >= 0n)).toBe(true)
    expect(done.size).toBeGreaterThan(0)
    const [{ entries } = {}] = await stand.app.database.owner<{ entries: bigint }[]>`
      select count(*) as entries from ledger_filed where seq > ${head} and starts_with(id, 'ent_')`
    expect(entries).toBe(BigInt(done.size))
    // Nor was any of them below nothing between two entries.
    const [row] = await stand.app.database.owner<{ least: bigint }[]>`
      select min(posted_after - held_after) as least from ledger_posting posting
        join ledger_account account using (account_no) where account.owner_kind = 'customer' and posting.seq > ${head}`
    expect(row?.least).toBeGreaterThanOrEqual(0n)
  })

  it('and a conversion of the same money, fifty at once that each need sixty per cent, happen once in all', async () => {
    const free = await stand.free(1, 'stock', USD)
    const amount = `${(free * 6n) / 1000n}.00`
    const wish = { source: 'USD', target: 'MXN', amount }
    const offers = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const answer = await stand.as(1, '/user/exchange/quote', wish)
        return (answer.json.data as ReplyOf<typeof quoteExchange>).offer.quoteId
      }),
    )
    const answers = await Promise.all(
      offers.flatMap((quoteId) => [stand.as(1, '/user/exchange', { quoteId }), move({ asset: 'USD', amount })]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })
})
