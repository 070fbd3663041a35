import { idOf } from '@bolsillo/kernel'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import { contractProblems } from '@bolsillo/server-kit'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { formRejections } from '@bolsillo/trading/contract'
import { assetProducts, failedChecks, netOf, saleOf } from '@bolsillo/trading/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../../contract/index.ts'
import { judgeTicket, ticketFactsOf } from '../../domain/index.ts'
import { rightPassword, type SpotStand, spotStand } from '../testing/spot-stand.ts'

let stand: SpotStand
beforeAll(async () => {
  stand = await spotStand()
})
afterAll(() => stand.close())

// Said in the words of the desk's room.
const shared = Object.values(formRejections).map(({ name }) => name)
const order = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', quantity: '0.10', tradePassword: rightPassword }
const place = async (changes: Record<string, unknown>, customer = 1) =>
  replyOf(contract.add, await stand.as(customer, '/coin/order/add', { ...order, ...changes }))

describe('the contract', () => {
  it('has a text for every refusal, and no path, name or number twice', () => {
    const own = contractProblems([stand.room]).filter(
      (problem) => !/trading|identity|paused|1[16]0/.test(problem) && !shared.some((name) => problem.includes(name)),
    )
    expect(own).toEqual([])
  })
})

describe('a purchase of coins', () => {
  let orderId = ''

  it('pays taker for what it takes and maker for what waits, each fill by its own', async () => {
    await stand.rest('BTC-USDT', 'sell', 9_200_000, 4_000_000)
    const placed = await place({ limitPrice: '92000.00' })
    orderId = placed.order.orderId
    expect(placed.order).toMatchObject({ state: 'partially-filled', filledQuantity: '0.04', timeInForce: 'gtc' })
    // 0.04 × 92,000 = 3,680 USDT; 30 bps of it, and 16 % VAT on that.
    expect(placed.fills).toMatchObject([{ liquidity: 'taker', fee: '11.040000', vat: '1.766400' }])
    await stand.rest('BTC-USDT', 'sell', 9_190_000, 6_000_000)
    const {
      order: after,
      fills,
      quality,
    } = replyOf(contract.query, await stand.as(1, '/coin/order/query', { orderId }))
    expect(after).toMatchObject({ state: 'filled', filledQuantity: '0.1', held: '0.000000' })
    // 0.06 × 92,000 = 5,520 USDT at 20 bps.
    expect(fills[1]).toMatchObject({ liquidity: 'maker', price: '92000.00', fee: '11.040000', vat: '1.766400' })
    expect(quality.venue).toBe('simulated')
  })

  it('has a receipt that can be computed again, and does not pass when a fee is changed', async () => {
    const receipt = replyOf(contract.receipt, await stand.as(1, `/coin/order/receipt?orderId=${orderId}`))
    expect(receipt.fees).toMatchObject({ id: 'tier-USDT-30-20-1600', feeBps: 30, makerBps: 20 })
    expect(await failedChecks(assetProducts.spot, receipt, deviceSha256)).toEqual([])
    const [first, ...others] = receipt.fills
    const dearer = { ...receipt, fills: [{ ...first, fee: '11.040001' }, ...others] } as typeof receipt
    expect(await failedChecks(assetProducts.spot, dearer, deviceSha256)).toContain('fees')
    const swapped = receipt.fills.map((fill) => ({ ...fill, liquidity: 'taker' as const }))
    expect(await failedChecks(assetProducts.spot, { ...receipt, fills: swapped }, deviceSha256)).toContain('fees')
  })

  it('is the very coin a deposit brings: both are sold together, and only what was bought has a result', async () => {
    await stand.fund(1, 'BTC', 10_000_000n)
    const before = replyOf(contract.assets, await stand.as(1, '/coin/assets', {}))
    const btc = before.rows.find(({ asset }) => asset === 'BTC')
    expect(btc).toMatchObject({ total: '0.2', costUnknown: '0.1', costs: [{ symbol: 'BTC-USDT', quantity: '0.1' }] })
    // 9,200 USDT and 25.6128 of commission and VAT for a tenth: 92,256.128 a coin.
    expect(btc?.costs[0]).toMatchObject({ cost: '9225.612800', averageCost: '92256.128' })
    await stand.rest('BTC-USDT', 'buy', 9_300_000, 20_000_000)
    const sold = await place({ side: 'sell', type: 'market', quantity: '0.2' })
    expect(sold.order).toMatchObject({
      state: 'filled',
      filledAmount: '18600.000000',
      fee: '55.800000',
      vat: '8.928000',
    })
    const after = replyOf(contract.statistics, await stand.as(1, '/coin/order/statistics'))
    // Half of what the sale brought, less what the bought tenth cost.
    expect(after.realised).toMatchObject([{ symbol: 'BTC-USDT', realised: '42.023200' }])
    expect((await stand.balance(1, 'BTC')).posted).toBe(0n)
    const { orderId: saleId } = sold.order
    const {
      order: one,
      fills,
      sale,
    } = replyOf(contract.query, await stand.as(1, '/coin/order/query', { orderId: saleId }))
    // The phone comes to the same result, of what each fill had cost.
    expect(sale?.parts).toMatchObject([{ known: '0.1', cost: [{ currency: 'USDT', amount: '9225.612800' }] }])
    expect(saleOf('USDT', fills, sale?.parts ?? [])).toMatchObject({ result: '42.023200', resultPercent: '0.46' })
    expect(netOf(one)).toBe('18535.272000')
    const bought = replyOf(contract.query, await stand.as(1, '/coin/order/query', { orderId }))
    expect(bought.sale).toBeUndefined()
  })
})

describe('orders of every kind', () => {
  it('post-only is cancelled rather than take, and waits where nothing is met', async () => {
    await stand.rest('BTC-USDT', 'sell', 9_250_000, 1_000_000)
    const met = await place({ limitPrice: '92500.00', postOnly: true })
    expect(met.order).toMatchObject({ state: 'cancelled', endReason: 'post-only', postOnly: true })
    const waits = await place({ limitPrice: '92499.99', postOnly: true })
    expect(waits.order.state).toBe('open')
    const closed = replyOf(contract.close, await stand.as(1, '/coin/order/close', { orderId: waits.order.orderId }))
    expect(closed.order).toMatchObject({ state: 'cancelled', held: '0.000000' })
    const again = await stand.as(1, '/coin/order/close', { orderId: waits.order.orderId })
    expect(outcomeOf(again)).toBe('409 order-ended@')
  })

  it('immediate-or-cancel takes what is there, fill-or-kill all or nothing', async () => {
    const some = await place({ limitPrice: '92500.00', timeInForce: 'ioc' })
    expect(some.order).toMatchObject({ state: 'cancelled', filledQuantity: '0.01' })
    const none = await place({ limitPrice: '92500.00', timeInForce: 'fok' })
    expect(none.order).toMatchObject({ state: 'cancelled', endReason: 'fill-or-kill', filledQuantity: '0' })
  })

  it('a customer never trades with themselves: the newer order goes', async () => {
    const waits = await place({ side: 'sell', quantity: '0.005', limitPrice: '92600.00' })
    const met = await place({ quantity: '0.005', limitPrice: '92600.00' })
    expect(met.order).toMatchObject({ state: 'cancelled', endReason: 'self-trade', filledQuantity: '0' })
    const { rows } = replyOf(contract.list, await stand.as(1, '/coin/order/list', { filter: 'open' }))
    expect(rows.map(({ orderId }) => orderId)).toEqual([waits.order.orderId])
    await stand.as(1, '/coin/order/close', { orderId: waits.order.orderId })
  })

  it('an OCO holds its coins once; when the stop is reached the limit goes, and only one of them fills', async () => {
    const { order: limit, twin } = await place({
      side: 'sell',
      type: 'oco',
      quantity: '0.005',
      limitPrice: '95000.00',
      stopPrice: '90000.00',
      stopLimitPrice: '89000.00',
    })
    expect([limit.held, twin?.held, twin?.type]).toEqual(['0.00500000', '0.00000000', 'stop-limit'])
    expect((await stand.balance(1, 'BTC')).held).toBe(500_000n)
    await stand.rest('BTC-USDT', 'buy', 8_995_000, 500_000)
    await stand.rest('BTC-USDT', 'buy', 8_999_000, 1_000)
    await stand.rest('BTC-USDT', 'sell', 8_999_000, 1_000)
    await stand.settle()
    const life = replyOf(contract.query, await stand.as(1, '/coin/order/query', { orderId: twin?.orderId }))
    expect(life.order).toMatchObject({ state: 'filled', averagePrice: '89950.00' })
    expect(life.linked).toMatchObject([{ orderId: limit.orderId, state: 'cancelled', endReason: 'linked-order' }])
    expect((await stand.balance(1, 'BTC')).held).toBe(0n)
  })

  it('an OCO may buy, too, and moving one of its legs moves the pair', async () => {
    const before = await stand.balance(1, 'USDT')
    const { order: limit, twin } = await place({
      type: 'oco',
      quantity: '0.005',
      limitPrice: '88000.00',
      stopPrice: '95000.00',
      stopLimitPrice: '95500.00',
    })
    const { held } = await stand.balance(1, 'USDT')
    // 0.005 at 95,500, the dearer of the two, and the fee of it.
    expect(held - before.held).toBeGreaterThanOrEqual(477_500_000n)
    const form = { orderId: twin?.orderId, stopPrice: '95200.00', tradePassword: rightPassword }
    const moved = replyOf(contract.replace, await stand.as(1, '/coin/order/replace', form))
    expect([moved.order.limitPrice, moved.twin?.stopPrice, moved.twin?.limitPrice]).toEqual([
      '88000.00',
      '95200.00',
      '95500.00',
    ])
    const old = replyOf(contract.query, await stand.as(1, '/coin/order/query', { orderId: limit.orderId }))
    expect(old.order.state).toBe('cancelled')
    expect((await stand.balance(1, 'USDT')).held).toBe(held)
    const refuse = async (fields: Record<string, string | undefined>) =>
      outcomeOf(await stand.as(1, '/coin/order/replace', { tradePassword: rightPassword, ...fields }))
    const { orderId } = moved.order
    expect(await refuse({ orderId })).toBe('422 limit-price-missing@limitPrice')
    expect(await refuse({ orderId, stopPrice: '95300.00' })).toBe('422 stop-price-unexpected@stopPrice')
    expect(await refuse({ orderId, limitPrice: '88000.001' })).toBe('422 decimals-too-many@limitPrice')
    expect(await refuse({ orderId, limitPrice: '96000.00' })).toMatch(/stop-on-wrong-side|outside-collar/)
    expect(await refuse({ orderId: limit.orderId, limitPrice: '88100.00' })).toBe('409 order-ended@')
    expect((await stand.balance(1, 'USDT')).held).toBe(held)
    await stand.as(1, '/coin/order/close', { orderId })
    expect((await stand.balance(1, 'USDT')).held).toBe(before.held)
  })

  it('a rest below every lot may be sold when it is all there is', async () => {
    const { posted } = await stand.balance(1, 'BTC')
    await stand.fund(1, 'BTC', 77n)
    await stand.rest('BTC-USDT', 'buy', 9_000_000, 10_000_000)
    stand.print('BTC-USDT', 9_000_000n)
    const odd = { side: 'sell', type: 'market', quantity: '0.00000076' }
    expect(outcomeOf(await stand.as(1, '/coin/order/add', { ...order, ...odd }))).toBe('422 quantity-off-lot@quantity')
    const all = (posted + 77n).toString().padStart(9, '0')
    const sold = await place({ side: 'sell', type: 'market', quantity: `${all.slice(0, -8)}.${all.slice(-8)}` })
    expect(sold.order.state).toBe('filled')
    expect((await stand.balance(1, 'BTC')).posted).toBe(0n)
    stand.print('BTC-USDT', 9_200_000n)
  })

  it('a market buy spends an amount, commission and VAT within it', async () => {
    await stand.rest('BTC-MXN', 'sell', 170_000_000, 10_000_000)
    const bought = await place({ symbol: 'BTC-MXN', type: 'market', quantity: undefined, amount: '1000.00' })
    const { filledAmount, fee, vat } = bought.order
    expect(Number(filledAmount) + Number(fee) + Number(vat)).toBeLessThanOrEqual(1000)
    expect(bought.order).toMatchObject({ state: 'filled', currency: 'MXN' })
    const { order: kept } = replyOf(
      contract.query,
      await stand.as(1, '/coin/order/query', { orderId: bought.order.orderId }),
    )
    expect(kept.amount).toBe('1000.00')
  })
})

describe('what a customer may see', () => {
  it('is their own: orders, receipts and closing of others are unknown', async () => {
    const { order: theirs } = await place({ limitPrice: '80000.00' })
    for (const path of ['/coin/order/query', '/coin/order/close'])
      expect(outcomeOf(await stand.as(3, path, { orderId: theirs.orderId }))).toMatch(/^404 no-such-order/)
    expect(outcomeOf(await stand.as(3, `/coin/order/receipt?orderId=${theirs.orderId}`))).toMatch(/^404 no-such-order/)
    await stand.as(1, '/coin/order/close', { orderId: theirs.orderId })
  })

  it('a form judges as the server does', async () => {
    const reply = replyOf(contract.ticket, await stand.as(1, '/coin/order/ticket?symbol=BTC-USDT'))
    const facts = ticketFactsOf(reply)
    const wish = { side: 'buy', type: 'limit', quantity: '1', limitPrice: '92000.005' } as const
    const judged = judgeTicket({ ...wish, limitPrice: '99999999' }, facts).problems[0]
    const refused = outcomeOf(
      await stand.as(1, '/coin/order/add', {
        ...wish,
        ...{ symbol: 'BTC-USDT', limitPrice: '99999999', tradePassword: rightPassword },
      }),
    )
    expect(refused).toBe(`422 ${judged?.spec.name}@${judged?.field}`)
    expect(reply).toMatchObject({ open: true, session: 'continuous', tier: { tier: 0, next: { tier: 1 } } })
  })
})

describe('a request that is asked again', () => {
  it('with the same key is one order, also when both come at once', async () => {
    const wish = { ...order, quantity: '0.00100', limitPrice: '81000.00' }
    const both = await Promise.all([1, 2].map(() => stand.as(1, '/coin/order/add', wish, 'the-only-key')))
    const later = await stand.as(1, '/coin/order/add', wish, 'the-only-key')
    const placed = [...both, later].filter(({ status }) => status === 200)
    const ids = new Set(placed.map((answer) => replyOf(contract.add, answer).order.orderId))
    expect(ids.size).toBe(1)
    const { rows } = replyOf(contract.list, await stand.as(1, '/coin/order/list', { filter: 'open' }))
    expect(rows.length).toBe(1)
    await stand.as(1, '/coin/order/close', { orderId: rows[0]?.orderId })
  })

  it('a cancel against a fill ends with exactly one of the two', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { order: waits } = await place({ quantity: '0.00100', limitPrice: '82000.00' })
      const close = stand.as(1, '/coin/order/close', { orderId: waits.orderId })
      await stand.rest('BTC-USDT', 'sell', 8_200_000, 100_000)
      const answer = await close
      await stand.settle()
      const life = await stand.trading.findOrder(
        stand.app.services.sql,
        stand.customerId(1),
        idOf('ord', waits.orderId),
      )
      expect(['filled', 'cancelled']).toContain(life?.order.state)
      expect(answer.status === 200).toBe(life?.order.state === 'cancelled')
      expect(life?.order.held).toBe(0n)
      // What the sale left in the book is taken, so that the next round begins as this one did.
      await stand.rest('BTC-USDT', 'buy', 8_200_000, 100_000)
    }
  })
})
