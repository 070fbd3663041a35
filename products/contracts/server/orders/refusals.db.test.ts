import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'

// What may come in wrongly: each its refusal, naming the field, and nothing changed.

let stand: ContractsStand
let own = ''
let others = ''
let crossed = ''
let ended = ''
const order = { symbol: btc, side: 'buy', type: 'market', quantity: '0.1', tradePassword: rightPassword }

beforeAll(async () => {
  stand = await contractsStand({ unlisted: [eth] })
  await stand.price(btc, 100_000)
  for (const customer of [1, 3, 4]) await stand.fund(customer, 5000)
  for (const customer of [1, 3]) await stand.as(customer, '/suitability/answer', rightAnswers)
  stand.offer(btc, 'sell', 100_000, 50)
  own = await opened(1)
  others = await opened(3)
  await stand.fund(5, 5000)
  await stand.as(5, '/suitability/answer', rightAnswers)
  crossed = await opened(5, { marginMode: 'cross' })
  ended = await opened(4, { leverage: '1', quantity: '0.01' })
  stand.offer(btc, 'buy', 99_990, 0.01)
  await stand.as(4, '/order/close', { positionId: ended })
})
afterAll(() => stand.close())

async function opened(customer: number, body: object = {}): Promise<string> {
  await stand.as(customer, '/order/add', { ...order, leverage: '5', ...body })
  const [row] = await stand.positions(customer)
  if (row === undefined) throw new Error('no position')
  return row.positionId
}

/** Everything that could have changed. */
async function fingerprint(): Promise<string> {
  const { sql } = stand.app.services
  const { hash } = await stand.ledger.head(sql)
  const [rows] = await stand.app.database.owner<{ print: string }[]>`
    select md5(coalesce(string_agg(one::text, '|' order by position_id), '')) || (select count(*) from trade_order) as print
    from contract_position as one`
  return `${hash} ${rows?.print}`
}

interface Wrong {
  readonly what: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly name: string
  readonly field?: string
  readonly customer?: number
}
const add = (what: string, body: object, name: string, field?: string): Wrong => ({
  what,
  path: '/order/add',
  body: { ...order, ...body },
  name,
  ...(field === undefined ? {} : { field }),
})
const at = (what: string, path: string, body: () => object, name: string, field?: string) => ({
  what,
  path,
  body,
  name,
  field,
})

const orders: readonly Wrong[] = [
  add('leverage of nothing', { leverage: '0' }, 'leverage-below-min', 'leverage'),
  add('leverage below one', { leverage: '0.99' }, 'leverage-below-min', 'leverage'),
  add('leverage below zero', { leverage: '-5' }, 'field-invalid', 'leverage'),
  add('leverage of a million', { leverage: '1000000' }, 'leverage-above-max', 'leverage'),
  add('leverage of three decimals', { leverage: '2.555' }, 'contract-decimals-too-many', 'leverage'),
  add('leverage beyond what the size may have', { leverage: '20', quantity: '3' }, 'leverage-above-tier', 'leverage'),
  add('a quantity of nine decimals', { quantity: '0.123456789' }, 'contract-decimals-too-many', 'quantity'),
  add('no quantity', { quantity: '0' }, 'contract-quantity-zero', 'quantity'),
  add('a quantity off the lot', { quantity: '0.1001' }, 'quantity-off-lot', 'quantity'),
  add('a limit off the tick', { type: 'limit', limitPrice: '99000.05' }, 'price-off-tick', 'limitPrice'),
  add('a limit without price', { type: 'limit' }, 'contract-limit-price-missing', 'limitPrice'),
  add('a price at market', { limitPrice: '99000' }, 'contract-limit-price-unexpected', 'limitPrice'),
  add('market that waits', { timeInForce: 'gtc' }, 'contract-time-in-force-unfit', 'timeInForce'),
  add('post-only at market', { postOnly: 'true' }, 'contract-post-only-unfit', 'postOnly'),
  add(
    'exits of what closes',
    { reduceOnly: 'true', side: 'sell', stopLossPrice: '90000' },
    'contract-exits-unfit',
    'stopLossPrice',
  ),
  add(
    'leverage of what closes',
    { reduceOnly: 'true', side: 'sell', leverage: '2' },
    'leverage-unexpected',
    'leverage',
  ),
  add('a profit below a long', { takeProfitPrice: '99000' }, 'contract-take-profit-on-wrong-side', 'takeProfitPrice'),
  add('a loss above a long', { stopLossPrice: '100000' }, 'contract-stop-loss-on-wrong-side', 'stopLossPrice'),
  add('an exit off the tick', { stopLossPrice: '90000.01' }, 'trigger-off-tick', 'stopLossPrice'),
  add('leverage in words', { leverage: 'ten' }, 'field-invalid', 'leverage'),
  add('a quantity below zero', { quantity: '-0.1' }, 'field-invalid', 'quantity'),
  add('a limit of nothing', { type: 'limit', limitPrice: '0' }, 'contract-limit-price-zero', 'limitPrice'),
  add('a profit of nothing', { takeProfitPrice: '0' }, 'trigger-price-zero', 'takeProfitPrice'),
  add('an exit finer than prices', { stopLossPrice: '90000.001' }, 'contract-decimals-too-many', 'stopLossPrice'),
  add(
    'a loss above the limit it would be entered at',
    { type: 'limit', limitPrice: '95000', stopLossPrice: '96000' },
    'contract-stop-loss-on-wrong-side',
    'stopLossPrice',
  ),
  {
    ...add(
      'a profit above a short',
      { side: 'sell', takeProfitPrice: '101000' },
      'contract-take-profit-on-wrong-side',
      'takeProfitPrice',
    ),
    customer: 4,
  },
  add('a contract that is closed', { symbol: eth }, 'contract-unlisted', 'symbol'),
  add('an unknown contract', { symbol: 'GOLD-USDT-PERP' }, 'contract-unknown', 'symbol'),
  add('a coin', { symbol: 'BTC-USDT' }, 'contract-unknown', 'symbol'),
  add('another mode than the position’s', { marginMode: 'cross' }, 'margin-mode-differs', 'marginMode'),
  add('the other side of the position', { side: 'sell' }, 'opposite-position', 'side'),
  add(
    'more closed than is open',
    { side: 'sell', reduceOnly: 'true', quantity: '0.2' },
    'more-than-position',
    'quantity',
  ),
  add('closing on the side it is open', { reduceOnly: 'true' }, 'more-than-position', 'quantity'),
  add('more than the money carries', { leverage: '1' }, 'contract-margin-short', 'quantity'),
  add('no password', { tradePassword: undefined }, 'contract-trade-password-missing', 'tradePassword'),
  add('a wrong password', { tradePassword: '000000' }, 'trade-password-wrong', 'tradePassword'),
  { ...add('leverage before the questions', { leverage: '2' }, 'suitability-missing', 'leverage'), customer: 4 },
]

const acts = [
  at(
    'margin out past what opening takes',
    '/order/add/mgn',
    () => ({ positionId: own, amount: '1900', direction: 'remove' }),
    'margin-removal-above-free',
    'amount',
  ),
  at(
    'margin in beyond free money',
    '/order/add/mgn',
    () => ({ positionId: own, amount: '90000' }),
    'margin-above-available',
    'amount',
  ),
  at('margin of nothing', '/order/add/mgn', () => ({ positionId: own, amount: '0' }), 'margin-amount-zero', 'amount'),
  at(
    'margin of seven decimals',
    '/order/add/mgn',
    () => ({ positionId: own, amount: '1.0000001' }),
    'contract-decimals-too-many',
    'amount',
  ),
  at(
    'another customer’s position, margin',
    '/order/add/mgn',
    () => ({ positionId: others, amount: '1' }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'another customer’s position, closed',
    '/order/close',
    () => ({ positionId: others }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'another customer’s position, at market',
    '/order/liquidate',
    () => ({ positionId: others }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'another customer’s position, profit',
    '/order/set/profit',
    () => ({ positionId: others, price: '110000' }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'more closed than there is',
    '/order/close',
    () => ({ positionId: own, quantity: '0.2' }),
    'more-than-position',
    'quantity',
  ),
  at(
    'a loss above a long',
    '/order/set/loss',
    () => ({ positionId: own, price: '100000' }),
    'contract-stop-loss-on-wrong-side',
    'price',
  ),
  at(
    'a profit below a long',
    '/order/set/profit',
    () => ({ positionId: own, price: '100000' }),
    'contract-take-profit-on-wrong-side',
    'price',
  ),
  at('an exit of nothing', '/order/set/profit', () => ({ positionId: own, price: '0' }), 'trigger-price-zero', 'price'),
  at(
    'an exit off the tick, later',
    '/order/set/loss',
    () => ({ positionId: own, price: '90000.05' }),
    'trigger-off-tick',
    'price',
  ),
  at(
    'an exit finer than prices, later',
    '/order/set/profit',
    () => ({ positionId: own, price: '110000.001' }),
    'contract-decimals-too-many',
    'price',
  ),
  at(
    'another customer’s position, loss',
    '/order/set/loss',
    () => ({ positionId: others, price: '90000' }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'margin of a cross position of somebody else',
    '/order/add/mgn',
    () => ({ positionId: crossed, amount: '1' }),
    'contract-position-unknown',
    'positionId',
  ),
  at(
    'nothing closed',
    '/order/close',
    () => ({ positionId: own, quantity: '0' }),
    'contract-quantity-zero',
    'quantity',
  ),
  at(
    'a part closed off the lot',
    '/order/close',
    () => ({ positionId: own, quantity: '0.0001' }),
    'quantity-off-lot',
    'quantity',
  ),
  at(
    'closed at a limit off the tick',
    '/order/close',
    () => ({ positionId: own, limitPrice: '110000.05' }),
    'price-off-tick',
    'limitPrice',
  ),
  at('no exit to take away', '/order/set/profit', () => ({ positionId: own }), 'trigger-unknown'),
  at(
    'an order id for a position',
    '/order/liquidate',
    () => ({ positionId: 'ord_00000000000000000000000001' }),
    'field-invalid',
    'positionId',
  ),
  at('an unknown contract', '/order/liquidate/all', () => ({ symbol: 'GOLD-USDT-PERP' }), 'contract-unknown', 'symbol'),
]

async function refusal(customer: number, path: string, body: Readonly<Record<string, unknown>>) {
  const before = await fingerprint()
  const { json, status } = await stand.as(customer, path, body)
  const data = json.data as { rejection?: string; field?: string } | undefined
  expect(await fingerprint()).toBe(before)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  return { name: data?.rejection, field: data?.field }
}

describe('what is wrong is refused by name and field, and nothing changes', () => {
  it.each(orders)('$what', async ({ path, body, name, field, customer = 1 }) => {
    expect(await refusal(customer, path, body)).toEqual({ name, field })
  })

  it.each(acts)('$what', async ({ path, body, name, field }) => {
    expect(await refusal(1, path, { ...body() })).toEqual({ name, field })
  })
})

describe('a position that has ended, or answers in cross margin', () => {
  it.each([
    ['/order/close', {}],
    ['/order/liquidate', {}],
    ['/order/add/mgn', { amount: '1' }],
    ['/order/set/profit', { price: '110000' }],
    ['/order/set/loss', { price: '90000' }],
  ])('%s of what is closed is refused', async (path, body) => {
    const refused = await refusal(4, path, { positionId: ended, ...body })
    expect(refused).toEqual({ name: 'contract-position-closed', field: 'positionId' })
  })

  it('has no margin of its own to add to', async () => {
    const refused = await refusal(5, '/order/add/mgn', { positionId: crossed, amount: '1' })
    expect(refused).toEqual({ name: 'cross-has-no-own-margin', field: 'positionId' })
  })
})

describe('a customer who was restricted with a position open', () => {
  const small = { ...order, quantity: '0.01' }
  const sizeOf = async (): Promise<number> => {
    const { rows } = (await stand.asRestricted(6, '/order/list/active')).json.data as { rows: { size: string }[] }
    return Number(rows[0]?.size ?? '0')
  }

  it('opens and adds nothing, and nothing changes', async () => {
    await stand.fund(6, 5000)
    await stand.as(6, '/suitability/answer', rightAnswers)
    await opened(6, { quantity: '0.05' })
    const before = await fingerprint()
    for (const body of [small, { ...small, side: 'sell' }, { ...small, reduceOnly: false }]) {
      const { status, json } = await stand.asRestricted(6, '/order/add', body)
      expect([status, (json.data as { rejection?: string }).rejection]).toEqual([403, 'account-restricted'])
    }
    expect(await fingerprint()).toBe(before)
  })

  it('makes it smaller and closes it, by form and by button', async () => {
    stand.offer(btc, 'buy', 99_990, 0.05)
    const reduced = await stand.asRestricted(6, '/order/add', { ...small, side: 'sell', reduceOnly: true })
    expect([reduced.status, await sizeOf()]).toEqual([200, 0.04])
    const { rows } = (await stand.asRestricted(6, '/order/list/active')).json.data as { rows: { positionId: string }[] }
    const part = { positionId: rows[0]?.positionId, quantity: '0.01' }
    expect([(await stand.asRestricted(6, '/order/close', part)).status, await sizeOf()]).toEqual([200, 0.03])
    expect((await stand.asRestricted(6, '/order/liquidate/all')).status).toBe(200)
    expect(await sizeOf()).toBe(0)
  })
})

describe('the same key', () => {
  it('has one effect', async () => {
    const once = () => stand.as(3, '/order/add/mgn', { positionId: others, amount: '10' }, 'the-same-key-of-margin')
    const [first, second] = await Promise.all([once(), once()])
    const again = await once()
    const done = [first, second, again].filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    const [row] = await stand.app.database.owner<{ count: number }[]>`
      select count(*)::integer as count from contract_booking where what = 'margin' and position_id = ${others}`
    expect(row?.count).toBe(1)
  })
})
