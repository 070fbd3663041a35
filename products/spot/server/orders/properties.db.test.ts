import { integerBetween, type Rng, seededRng, writeDecimal } from '@bolsillo/kernel'
import { verifyLedger } from '@bolsillo/ledger/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rightPassword, type SpotStand, spotStand } from '../testing/spot-stand.ts'

// Two customers trade with each other and with strangers, in two markets of one coin, with orders of every kind. Whatever
// happens, nothing is made or lost, nobody is below zero, and what is reserved is what open orders reserve.

let stand: SpotStand
beforeAll(async () => {
  stand = await spotStand()
  await stand.fund(1, 'BTC', 100_000_000n)
  await stand.fund(3, 'BTC', 100_000_000n)
  await stand.fund(3, 'USDT', 100_000_000_000n)
  await stand.fund(3, 'MXN', 200_000_00n)
})
afterAll(() => stand.close())

const pick = <Value>(rng: Rng, values: readonly Value[]): Value =>
  values[integerBetween(rng, 0, values.length - 1)] as Value

function randomOrder(rng: Rng): Record<string, unknown> {
  const isPesos = integerBetween(rng, 0, 3) === 0
  const side = pick(rng, ['buy', 'sell'])
  const type = pick(rng, ['market', 'limit', 'limit', 'limit', 'stop', 'stop-limit', 'oco'])
  const away = BigInt(integerBetween(rng, -40, 40))
  const [middle, step, scale] = isPesos ? [169_924_000n, 100_000n, 2] : [9_200_000n, 1_000n, 2]
  const at = (distance: bigint): string => writeDecimal(middle + distance * step, scale)
  const beyond = side === 'buy' ? 45n : -45n
  const hasStop = type.startsWith('stop') || type === 'oco'
  const hasLimit = type === 'limit' || type === 'stop-limit' || type === 'oco'
  const limitAt = type === 'stop-limit' ? beyond * 2n : type === 'oco' ? (side === 'buy' ? -60n : 60n) : away
  return {
    symbol: isPesos ? 'BTC-MXN' : 'BTC-USDT',
    side,
    type,
    quantity: writeDecimal(BigInt(integerBetween(rng, 1, 40)) * 1_000_00n, 8),
    ...(hasLimit ? { limitPrice: at(limitAt) } : {}),
    ...(hasStop ? { stopPrice: at(beyond) } : {}),
    ...(type === 'limit' ? { timeInForce: pick(rng, ['gtc', 'gtc', 'day', 'ioc', 'fok']) } : {}),
    ...(type === 'limit' && side === 'buy' && away < 0n ? { takeProfitPrice: at(70n), stopLossPrice: at(-70n) } : {}),
    tradePassword: rightPassword,
  }
}

async function trade(rng: Rng): Promise<void> {
  const customer = pick(rng, [1, 3])
  const { status, json } = await stand.as(customer, '/coin/order/add', randomOrder(rng))
  if (status >= 500) throw new Error(JSON.stringify(json))
  const placed = json.data as { order?: { orderId: string } } | undefined
  if (placed?.order !== undefined && integerBetween(rng, 0, 3) === 0)
    await stand.as(customer, '/coin/order/close', { orderId: placed.order.orderId })
}

describe('orders for coins of every kind, at random', () => {
  it.each([1, 2, 3])('leave books in which everything follows, seed %i', async (seed) => {
    const rng = seededRng(seed, 'spot properties')
    for (let round = 0; round < 40; round += 1) {
      const price = 9_200_000 + integerBetween(rng, -50, 50) * 1_000
      await stand.rest('BTC-USDT', pick(rng, ['buy', 'sell']), price, integerBetween(rng, 1, 30) * 100_000)
      await Promise.all([trade(rng), trade(rng)])
      await stand.settle()
    }
    const { owner } = stand.app.database
    const below = await owner`
      select account.id from ledger_account as account join ledger_balance as balance using (account_no)
      where account.owner_kind = 'customer' and (balance.posted < 0 or balance.held < 0 or balance.posted < balance.held)`
    expect(below).toEqual([])
    const made = await owner`
      select account.asset from ledger_account as account join ledger_balance as balance using (account_no)
      group by account.asset having sum(balance.posted) <> 0`
    expect(made).toEqual([])
    const reserved = await owner`
      select o.order_id from trade_order as o left join ledger_hold as hold on hold.id = o.hold_id
      where (o.held > 0 and o.held is distinct from hold.remaining) or (o.ended_at is not null and o.held <> 0)`
    expect(reserved).toEqual([])
    const sums = await owner`
      select o.order_id from trade_order as o left join trade_fill as f using (order_id)
      group by o.order_id having o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.fee <> coalesce(sum(f.fee), 0)
        or o.taker_exact <> coalesce(sum(f.price::numeric * f.quantity) filter (where f.liquidity = 'taker'), 0)`
    expect(sums).toEqual([])
    const withThemselves = await owner`
      select a.order_id from trade_fill as a join trade_fill as b
        on a.source = b.source and a.instrument_id = b.instrument_id and a.sequence = b.sequence and a.fill_id < b.fill_id
      where a.customer_id = b.customer_id`
    expect(withThemselves).toEqual([])
    expect(await verifyLedger(owner)).toMatchObject({ ok: true })
    const [fills] = await owner<{ count: number }[]>`select count(*)::integer as count from trade_fill`
    expect(fills?.count).toBeGreaterThan(10 * seed)
  })

  it('are counted: volume by currency, and the tier of the next day', async () => {
    const before = (await stand.as(1, '/coin/order/statistics')).json.data as { tier: { volume: string; tier: number } }
    expect(before.tier).toMatchObject({ volume: '0.000000', tier: 0 })
    stand.app.services.clock.advanceMs(86_400_000)
    const after = (await stand.as(1, '/coin/order/statistics')).json.data as {
      tier: { volume: string; tier: number; takerBps: number; next?: { distance: string; volumeMin: string } }
    }
    expect(Number(after.tier.volume)).toBeGreaterThan(10_000)
    expect(after.tier.takerBps).toBeLessThan(30)
    const { next, volume } = after.tier
    if (next !== undefined) expect(Number(next.distance) + Number(volume)).toBe(Number(next.volumeMin))
    const ticket = (await stand.as(1, '/coin/order/ticket?symbol=BTC-USDT')).json.data as { fees: { id: string } }
    expect(ticket.fees.id).toMatch(/^tier-USDT-(25|20|15|10|6)-/)
  })
})
