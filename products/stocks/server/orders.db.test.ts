import { plusMs, priceOf } from '@bolsillo/kernel'
import { type AccountId, customerAccount } from '@bolsillo/ledger/domain'
import { deviceSha256, editedEntry, grantEntry } from '@bolsillo/ledger/fixtures'
import { value as readValue } from '@bolsillo/portfolio/contract'
import { contractProblems, transaction } from '@bolsillo/server-kit'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { formRejections } from '@bolsillo/trading/contract'
import { assetProducts, failedChecks, saleOf } from '@bolsillo/trading/domain'
import { authorisationEvents } from '@bolsillo/trading/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../contract/index.ts'
import { createStocks } from './index.ts'
import { rightPassword, type StocksStand, stocksStand } from './testing/stocks-stand.ts'

let stand: StocksStand
beforeAll(async () => {
  stand = await stocksStand()
})
afterAll(async () => {
  await stand.close()
})

const order = { symbol: 'WALMEX.MX', type: 'market', quantity: '50', tradePassword: rightPassword }
// Said in the words of the desk's room.
const shared = Object.values(formRejections).map(({ name }) => name)
const dayMs = 86_400_000

describe('the contract', () => {
  it('has a text for every refusal, and no path, name or number twice', () => {
    const deps = { tradingOf: (): unknown => ({}) } as unknown as Parameters<typeof createStocks>[0]
    const own = contractProblems([createStocks(deps)]).filter(
      (problem) =>
        !/trading|identity|vip|paused|1[16]0/.test(problem) && !shared.some((name) => problem.includes(name)),
    )
    expect(own).toEqual([])
  })
})

describe('a purchase', () => {
  let orderId = ''

  it('answers its fill, and costs what the schedule says', async () => {
    const { order: bought, fills } = replyOf(contract.buy, await stand.as(1, '/stock/order/buy', order))
    orderId = bought.orderId
    expect(bought).toMatchObject({
      state: 'filled',
      filledAmount: '3100.00',
      averagePrice: '62.00',
      fee: '7.75',
      vat: '1.24',
    })
    expect(fills).toHaveLength(1)
    expect(fills[0]).toMatchObject({ price: '62.00', quantity: '50', source: 'simulated', liquidity: 'taker' })
  })

  it('has a whole life and a measured quality', async () => {
    const { life, quality } = replyOf(contract.order, await stand.as(1, `/stock/order/info?orderId=${orderId}`))
    expect(life.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['received', 'filled', 'settles']))
    expect(life.at(-1)).toMatchObject({ kind: 'settles', done: false })
    expect(quality).toMatchObject({
      midAtReceipt: '61.99',
      effectiveSpreadBps: '3.2',
      slippagePercent: '0.00',
      venue: 'simulated',
    })
  })

  it('can be checked on the customer’s own device, and a changed receipt is found out', async () => {
    const receipt = replyOf(contract.receipt, await stand.as(1, `/stock/order/receipt?orderId=${orderId}`))
    expect(await failedChecks(assetProducts.stock, receipt, deviceSha256)).toEqual([])
    const fill = receipt.fills[0]
    const entry = receipt.entries[0]
    if (fill === undefined || entry === undefined) throw new Error('a receipt has a fill and an entry')
    expect(
      await failedChecks(assetProducts.stock, { ...receipt, fills: [{ ...fill, amount: '3100.01' }] }, deviceSha256),
    ).toEqual(['amounts', 'postings'])
    expect(
      await failedChecks(assetProducts.stock, { ...receipt, fills: [{ ...fill, fee: '7.76' }] }, deviceSha256),
    ).toEqual(['fees', 'postings'])
    expect(
      await failedChecks(assetProducts.stock, { ...receipt, fills: [{ ...fill, vat: '1.23' }] }, deviceSha256),
    ).toEqual(['vat', 'postings'])
    const edited = editedEntry(entry)
    expect(await failedChecks(assetProducts.stock, { ...receipt, entries: [edited] }, deviceSha256)).toEqual([
      'postings',
      'sums',
      'hashes',
    ])
    expect(
      await failedChecks(assetProducts.stock, { ...receipt, entries: [{ ...entry, act: '80' }] }, deviceSha256),
    ).toEqual(['postings', 'sums', 'hashes'])
  })

  it('is owned, locked until the next business day, and counted at its cost', async () => {
    const { rows, currencies } = replyOf(contract.positions, await stand.as(1, '/stock/hold/list'))
    expect(rows[0]).toMatchObject({
      symbol: 'WALMEX.MX',
      quantity: '50',
      sellable: '0',
      locked: '50',
      averageCost: '62.1798',
      cost: '3108.99',
      value: '3099.00',
      unrealised: '-9.99',
      today: '-9.99',
    })
    expect(currencies[0]).toMatchObject({ currency: 'MXN', cash: '96891.01', fees: '7.75', vat: '1.24' })
  })

  it('cannot be sold before it unlocks; the refusal says when', async () => {
    const answer = await stand.as(1, '/stock/order/sell', order)
    expect(outcomeOf(answer)).toBe('409 shares-locked@quantity')
    expect(answer.json.data).toMatchObject({ values: { sellableAt: String(Date.UTC(2026, 2, 3, 14, 30)) } })
  })

  it('can be sold on the next business day, and its result is realised after fees', async () => {
    stand.app.services.clock.advanceMs(dayMs)
    stand.quote('WALMEX.MX', 63_000n, 63_020n)
    // Without the password, as the app sends it after the first: then the desk is the first to look for the key.
    replyOf(contract.authorise, await stand.as(1, '/stock/order/authorise', { tradePassword: rightPassword }))
    const { tradePassword: _, ...unlocked } = order
    const first = await stand.as(1, '/stock/order/sell', unlocked, 'sold-once')
    const { order: sold } = replyOf(contract.sell, first)
    expect(sold).toMatchObject({ state: 'filled', filledAmount: '3150.00', fee: '7.87', vat: '1.25' })
    const statistics = replyOf(contract.statistics, await stand.as(1, '/stock/order/statistics'))
    // 3,150.00 − 7.87 − 1.25 − 3,108.99
    expect(statistics.realised).toMatchObject([{ symbol: 'WALMEX.MX', realised: '31.89' }])
    const receipt = replyOf(contract.order, await stand.as(1, `/stock/order/info?orderId=${sold.orderId}`))
    expect(receipt.sale?.parts).toMatchObject([{ known: '50', cost: [{ currency: 'MXN', amount: '3108.99' }] }])
    expect(saleOf('MXN', receipt.fills, receipt.sale?.parts ?? [])?.result).toBe('31.89')
    expect(outcomeOf(await stand.as(1, '/stock/hold/info?symbol=WALMEX.MX'))).toBe('404 position-unknown@symbol')
    // What the sale brought is there, and said to settle later; when that day has come it is not said any more.
    const { settling } = stand.trading
    const [database, now] = [stand.app.database.sql, stand.app.services.clock.now()]
    const [pending, ...rest] = await settling(database, stand.customerId(1), now)
    expect([rest, pending?.amount.asset.code]).toEqual([[], 'MXN'])
    const money = (text: string): bigint => BigInt(text.replace('.', ''))
    expect(pending?.amount.minor).toBe(money(sold.filledAmount) - money(sold.fee) - money(sold.vat))
    expect(await settling(database, stand.customerId(1), plusMs(now, 7 * dayMs))).toEqual([])
    expect(await settling(database, stand.customerId(3), now)).toEqual([])
    expect(outcomeOf(await stand.as(1, '/stock/order/sell', order))).toBe('409 nothing-to-sell@quantity')
    // The same request again is answered as before, although there is nothing left to sell.
    const again = await stand.as(1, '/stock/order/sell', unlocked, 'sold-once')
    expect([again.status, again.body]).toEqual([200, first.body])
  })
})

describe('an order', () => {
  const resting = { ...order, type: 'limit', limitPrice: '60.00', timeInForce: 'gtc' }

  it('that waits reserves money, and cancelling gives back exactly that', async () => {
    const before = replyOf(contract.ticket, await stand.as(1, '/stock/order/ticket?symbol=WALMEX.MX')).buyingPower
    const { order: open } = replyOf(contract.buy, await stand.as(1, '/stock/order/buy', resting))
    expect(open).toMatchObject({ state: 'open', held: '3008.70' })
    const { order: ended } = replyOf(
      contract.cancel,
      await stand.as(1, '/stock/order/cancel', { orderId: open.orderId }),
    )
    expect(ended).toMatchObject({ state: 'cancelled', endReason: 'customer', held: '0.00' })
    const after = replyOf(contract.ticket, await stand.as(1, '/stock/order/ticket?symbol=WALMEX.MX')).buyingPower
    expect(after).toEqual(before)
    expect(outcomeOf(await stand.as(1, '/stock/order/cancel', { orderId: open.orderId }))).toBe('409 order-ended@')
  })

  it('sent twice with one key is one order', async () => {
    const first = await stand.as(1, '/stock/order/buy', resting, 'same-key-1')
    const again = await stand.as(1, '/stock/order/buy', resting, 'same-key-1')
    expect(again.body).toBe(first.body)
    const other = await stand.as(1, '/stock/order/buy', { ...resting, quantity: '51' }, 'same-key-1')
    expect(other.json.code).toBe(10_011)
  })

  it('of somebody else is not found, whatever is done with it', async () => {
    const { rows } = replyOf(contract.orders, await stand.as(1, '/stock/order/list?filter=open'))
    const orderId = rows[0]?.orderId ?? ''
    expect(outcomeOf(await stand.as(3, `/stock/order/info?orderId=${orderId}`))).toBe('404 no-such-order@orderId')
    expect(outcomeOf(await stand.as(3, `/stock/order/receipt?orderId=${orderId}`))).toBe('404 no-such-order@orderId')
    expect(outcomeOf(await stand.as(3, '/stock/order/cancel', { orderId }))).toMatch(/^404 no-such-order/)
  })

  it('of an OCO is two that name each other', async () => {
    stand.quote('CEMEX.MX', 13_000n, 13_010n)
    replyOf(contract.buy, await stand.as(1, '/stock/order/buy', { ...order, symbol: 'CEMEX.MX', quantity: '100' }))
    stand.app.services.clock.advanceMs(dayMs)
    stand.quote('CEMEX.MX', 13_000n, 13_010n)
    const oco = {
      symbol: 'CEMEX.MX',
      type: 'oco',
      quantity: '100',
      limitPrice: '14.00',
      stopPrice: '12.00',
      tradePassword: rightPassword,
    }
    const { order: limit, twin } = replyOf(contract.sell, await stand.as(1, '/stock/order/sell', oco))
    expect(limit.twinOrderId).toBe(twin?.orderId)
    expect(twin).toMatchObject({ type: 'stop', state: 'pending-trigger', twinOrderId: limit.orderId })
  })
})

describe('the trade password', () => {
  it('is asked for, checked, and covered by an authorisation for some minutes of this session only', async () => {
    const { tradePassword: _, ...without } = order
    expect(outcomeOf(await stand.as(1, '/stock/order/buy', without))).toBe('403 trade-password-missing@tradePassword')
    expect(outcomeOf(await stand.as(1, '/stock/order/buy', { ...order, tradePassword: '000000' }))).toBe(
      '403 trade-password-wrong@tradePassword',
    )
    expect(outcomeOf(await stand.as(1, '/stock/order/authorise', { tradePassword: '000000' }))).toMatch(
      /^403 trade-password-wrong/,
    )
    const { until } = replyOf(
      contract.authorise,
      await stand.as(1, '/stock/order/authorise', { tradePassword: rightPassword }),
    )
    expect(until).toBe(stand.app.services.clock.now() + 15 * 60_000)
    stand.quote('WALMEX.MX', 63_000n, 63_020n)
    expect(replyOf(contract.buy, await stand.as(1, '/stock/order/buy', without)).order.state).toBe('filled')
    expect(outcomeOf(await stand.as(3, '/stock/order/buy', without))).toBe('403 trade-password-missing@tradePassword')
    stand.app.services.clock.advanceMs(15 * 60_000)
    expect(outcomeOf(await stand.as(1, '/stock/order/buy', without))).toBe('403 trade-password-missing@tradePassword')
  })

  it('takes its authorisations with it when it changes', async () => {
    const { tradePassword: _, ...without } = order
    replyOf(contract.authorise, await stand.as(1, '/stock/order/authorise', { tradePassword: rightPassword }))
    const { services } = stand.app
    const forget = authorisationEvents.find(({ topic }) => topic === 'identity.trade-password-changed')
    await forget?.handle(
      { seq: 1n, topic: 'identity.trade-password-changed', key: stand.customerId(1), payload: {} },
      services,
    )
    expect(outcomeOf(await stand.as(1, '/stock/order/buy', without))).toBe('403 trade-password-missing@tradePassword')
  })
})

describe('a US share', () => {
  it('is bought by amount, fee and VAT within it', async () => {
    stand.quote('AAPL.US', 2_299_900n, 2_300_100n)
    const dollars = { symbol: 'AAPL.US', type: 'market', amount: '100.00', tradePassword: rightPassword }
    const { order: bought } = replyOf(contract.buy, await stand.as(1, '/stock/order/buy', dollars))
    const spent = [bought.filledAmount, bought.fee, bought.vat].reduce(
      (sum, text) => sum + Math.round(Number(text) * 100),
      0,
    )
    expect(spent).toBeGreaterThan(99_90)
    expect(spent).toBeLessThanOrEqual(100_00)
  })

  it('needs VIP once the setting that opens it is off', async () => {
    const closed = await stocksStand({ usOpen: false, unmet: 'vip' })
    const answer = await closed.as(1, '/stock/order/buy', {
      symbol: 'AAPL.US',
      type: 'market',
      amount: '100',
      tradePassword: rightPassword,
    })
    expect(outcomeOf(answer)).toBe('403 vip-needed@symbol')
    expect(replyOf(contract.ticket, await closed.as(1, '/stock/order/ticket?symbol=AAPL.US')).vipMissing).toBe(true)
    await closed.close()
  })

  it('waits for a verified identity where the setting asks for one; a sale never asks', async () => {
    const asking = await stocksStand({ unmet: 'identity-before-trading' })
    asking.quote('WALMEX.MX', 61_980n, 62_000n)
    await asking.fund(1, 'stock', 'MXN', 100_000_00n)
    const order = { symbol: 'WALMEX.MX', type: 'market', quantity: '1', tradePassword: rightPassword }
    expect(outcomeOf(await asking.as(1, '/stock/order/buy', order))).toBe('403 identity-needed@')
    // A sale asks for no papers: it is refused for what is missing to it.
    expect(outcomeOf(await asking.as(1, '/stock/order/sell', order))).toBe('409 nothing-to-sell@quantity')
    const ticket = replyOf(contract.ticket, await asking.as(1, '/stock/order/ticket?symbol=WALMEX.MX'))
    expect(ticket.identityMissing).toBe(true)
    await asking.close()
    const usual = replyOf(contract.ticket, await stand.as(1, '/stock/order/ticket?symbol=WALMEX.MX'))
    expect(usual.identityMissing).toBe(false)
  })
})

describe('what is owned over time', () => {
  it('counts a grant as brought in, not as gained', async () => {
    stand.quoteDollar(184_200n, 184_400n)
    const value = replyOf(readValue, await stand.as(1, '/stock/hold/value?range=1w'))
    expect([value.range, value.points[0]?.value]).toEqual(['1w', '0.00'])
    expect(Math.abs(Number(value.change))).toBeLessThan(500)
    expect(Number(value.points.at(-1)?.value)).toBeGreaterThan(190_000)
    expect(Number(value.flow)).toBeGreaterThan(190_000)
    expect(value.points.at(-1)?.result).toBe(value.change)
    for (const { result } of value.points) expect(Math.abs(Number(result))).toBeLessThan(500)
  })

  it('counts every purse: what moves between them changes nothing, and coins count at their price', async () => {
    const { app, ledger, market } = stand
    stand.quoteDollar(184_200n, 184_400n)
    const at = app.services.clock.now()
    const price = { bid: priceOf(18_430n), ask: priceOf(18_430n), last: priceOf(18_430n) }
    market.state.onQuote('USDT-MXN', { sequence: 1, at, source: 'simulated', ...price })
    const [stock, coin] = (['stock', 'coin'] as const).map(
      (purse) => (asset: string) => customerAccount(stand.customerId(1), purse, asset),
    ) as [(asset: string) => AccountId, (asset: string) => AccountId]
    const read = async () => replyOf(readValue, await stand.as(1, '/stock/hold/value?range=1d'))
    const before = await read()
    const move = { ...grantEntry(app.services, coin('USD'), 1_000_00n), kind: 'purse-transfer' }
    const postings = [
      { account: stock('USD'), posted: -1_000_00n, held: 0n },
      { account: coin('USD'), posted: 1_000_00n, held: 0n },
    ]
    await transaction(app.services.sql, (tx) => ledger.post(tx, [{ ...move, postings }]))
    const moved = await read()
    expect([moved.points.at(-1)?.value, moved.flow]).toEqual([before.points.at(-1)?.value, before.flow])
    await transaction(app.services.sql, (tx) => ledger.post(tx, [grantEntry(app.services, coin('USDT'), 100_000_000n)]))
    const given = await read()
    expect(Number(given.flow) - Number(moved.flow)).toBeGreaterThan(0)
    expect(given.change).toBe(moved.change)
  })
})
