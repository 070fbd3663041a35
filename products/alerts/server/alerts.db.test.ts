import { createAuditLog } from '@bolsillo/audit/server'
import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { type Instant, present, seededRng } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../contract/index.ts'
import { alertSettings } from '../domain/index.ts'

const symbol = 'BTC-USDT'
const other = 'ETH-USDT'

let stand: ComposedApp<HandMarket>
let sequence = 0
let keys = 0

beforeEach(async () => {
  sequence = 0
  stand = await composedApp({
    settings: [{ setting: alertSettings.most, value: 5 }],
    market: (services) => stillMarket(services),
  })
  quote(9_000_000n)
  quote(300_000n, other)
})
afterEach(() => stand.close())

/** What the market says now, in memory: an alert is armed from here. */
const quote = (price: bigint, of = symbol): void => stand.chosen.quote(of, price - 10n, price + 10n, price)

/** What is recorded of it. Written as the recorder writes: alerts know nothing else. */
async function print(price: bigint, of = symbol, at: Instant = stand.app.services.clock.now()): Promise<void> {
  sequence += 1
  await stand.app.database.owner`
    insert into market_trade (instrument_id, traded_at, sequence, price, quantity, source)
    values (${of}, ${at}, ${sequence}, ${price}, 1, 'simulated')`
}

const post = (path: string, body: Readonly<Record<string, unknown>>, customer = 1) => {
  keys += 1
  return stand.as(customer, `/user/alert/${path}`, body, `alerts-key-${keys}`)
}
const set = async (kind: string, value: string, of = symbol) =>
  replyOf(calls.setAlert, await post('set', { symbol: of, kind, value })).alertId
const list = async (customer = 1) => replyOf(calls.listAlerts, await stand.as(customer, '/user/alerts')).rows
const pass = () => stand.runJob('alerts.pass')
const acts = async (limit = 100) =>
  await createAuditLog().aboutCustomer(stand.app.services.sql, stand.customerId(1), {
    actions: ['alerts.fire'],
    limit,
  })
const later = () => stand.app.services.clock.advanceMs(1_000)

describe('an alert', () => {
  it('fires once, by the first recorded print at its level, and names it', async () => {
    const alertId = await set('above', '91000')
    later()
    await print(9_099_999n)
    await pass()
    expect((await list())[0]?.fired).toBeUndefined()
    later()
    await print(9_100_000n)
    await print(9_200_000n)
    await pass()
    await pass()
    expect((await list())[0]).toMatchObject({ alertId, fired: { price: '91000.00', sequence: 2, source: 'simulated' } })
    const found = await acts()
    expect(found).toHaveLength(1)
    expect(found[0]?.details).toMatchObject({ alert: alertId, price: '91000.00', print: 'simulated:2' })
  })

  it('does not fire by what was printed before it was set and recorded after', async () => {
    const before = stand.app.services.clock.now()
    later()
    await set('below', '89000')
    await print(8_000_000n, symbol, before)
    await pass()
    expect(await acts()).toHaveLength(0)
    later()
    await print(8_000_000n)
    await pass()
    expect(await acts()).toHaveLength(1)
  })

  it('waits after it fired until it is armed again, and not where the price is already', async () => {
    const alertId = await set('above', '91000')
    later()
    await print(9_100_000n)
    await pass()
    later()
    await print(9_300_000n)
    await pass()
    expect(await acts()).toHaveLength(1)
    quote(9_300_000n)
    expect(outcomeOf(await post('arm', { alertId }))).toBe('409 alert-reached@value')
    quote(9_000_000n)
    expect(outcomeOf(await post('arm', { alertId }))).toBe('200 done@')
    later()
    await print(9_100_000n)
    await pass()
    expect(await acts()).toHaveLength(2)
  })

  it('of a move fires on either side once', async () => {
    await set('move', '5')
    later()
    await print(8_550_000n)
    await print(9_450_000n)
    await pass()
    later()
    await print(9_450_000n)
    await pass()
    expect(await acts()).toHaveLength(1)
    expect((await list())[0]?.fired).toMatchObject({ price: '85500.00' })
  })

  it('that was removed does not fire', async () => {
    const alertId = await set('above', '91000')
    await pass()
    await post('remove', { alertId })
    later()
    await print(9_200_000n)
    await pass()
    expect(await acts()).toHaveLength(0)
  })
})

describe('who sets alerts', () => {
  it('fires by the print that reached it, and once, also where more wait there than a round takes', async () => {
    const alertId = await set('above', '91000')
    await transaction(
      stand.app.services.sql,
      (tx) => tx`
        insert into price_alert (id, customer_id, symbol, kind, wanted, arming, reference, armed_at, above, created_at, change_no)
        select id || n, customer_id, symbol, kind, wanted, arming, reference, armed_at, above, created_at,
          nextval('price_alert_change')
        from price_alert, generate_series(1, 649) as n where id = ${alertId}`,
      { cause: 'job:test' },
    )
    later()
    await print(9_100_000n)
    await print(9_200_000n)
    await pass()
    const fired = await stand.app.database.owner<{ by: string; count: number }[]>`
      select fired_sequence::text as by, count(*)::integer as count from price_alert group by 1`
    expect(fired).toEqual([{ by: '1', count: 650 }])
    expect(await acts(1_000)).toHaveLength(650)
    // Each row names the act of its own alert as its cause, and no other's.
    const causes = await stand.app.database.owner`
      select distinct cause from act_queue where subject = 'price_alert' and cause like 'audit:%'`
    expect(causes.length).toBeGreaterThan(640)
    // A process that stopped before the place moved on compares the same prints again.
    await stand.app.database.owner`update price_alert_place set print_no = 0`
    await pass()
    expect(await acts(1_000)).toHaveLength(650)
  })

  it('sees, arms and removes no other’s', async () => {
    const alertId = await set('above', '91000')
    expect(await list(3)).toEqual([])
    expect(outcomeOf(await post('arm', { alertId }, 3))).toBe('404 alert-unknown@alertId')
    await post('remove', { alertId }, 3)
    expect(await list()).toHaveLength(1)
  })

  it('has as many as the setting says, also when asked for at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        outcomeOf(await post('set', { symbol, kind: 'above', value: String(91_000 + at) })),
      ),
    )
    expect(outcomes.filter((one) => one === '200 done@')).toHaveLength(5)
    expect(outcomes.filter((one) => one === '409 alerts-too-many@')).toHaveLength(3)
  })

  it.each([
    ['above', '91000.001', 'alert-decimals'],
    ['above', '0', 'alert-decimals'],
    ['above', '90000', 'alert-reached'],
    ['below', '95000', 'alert-reached'],
    ['move', '0.09', 'alert-percent-bounds'],
    ['move', '91', 'alert-percent-bounds'],
    ['move', '1.234', 'alert-decimals'],
  ])('is refused %s %s with %s, and the field is named', async (kind, value, refusal) => {
    expect(outcomeOf(await post('set', { symbol, kind, value }))).toMatch(`${refusal}@value`)
  })

  it('cannot set one on what there is not', async () => {
    expect(outcomeOf(await post('set', { symbol: 'NOT-HERE', kind: 'above', value: '1' }))).toMatch(/^400 .*@symbol$/)
  })
})

describe('the owner of the database', () => {
  it('cannot make an alert fire at a price it did not wait for', async () => {
    const alertId = await set('above', '91000')
    const edit = stand.app.database.owner`
      update price_alert set fired_no = 1, fired_at = armed_at + 1, fired_price = 1, fired_sequence = 1, fired_source = 'x'
      where id = ${alertId}`
    await expect(edit).rejects.toThrow(/check/)
  })
})

describe('random worlds with restarts', () => {
  it.each([1, 2, 3, 4])('fire what a plain model fires, once each: world %i', async (seed) => {
    const rng = seededRng(seed, 'alerts')
    const below = (bound: number): number => rng.nextUint32() % bound
    // The plain model: an alert, its level and the moment; every recorded print is compared with each.
    const model = new Map<
      string,
      { readonly of: string; readonly kind: string; readonly level: bigint; fires: number; armed: boolean }
    >()
    for (let step = 0; step < 60; step += 1) {
      later()
      const of = below(2) === 0 ? symbol : other
      const base = of === symbol ? 9_000_000n : 300_000n
      const draw = below(10)
      if (draw < 3 && model.size < 5) {
        const kind = below(2) === 0 ? 'above' : 'below'
        const level = (base * BigInt(kind === 'above' ? 1_005 + below(60) : 935 + below(60))) / 1_000n
        quote(base, of)
        const value = `${level / 100n}.${String(level % 100n).padStart(2, '0')}`
        model.set(await set(kind, value, of), { of, kind, level, fires: 0, armed: true })
      } else if (draw < 4) {
        const [alertId, found] = [...model][below(Math.max(1, model.size))] ?? []
        quote(base, found?.of === of ? of : symbol)
        quote(9_000_000n, symbol)
        quote(300_000n, other)
        if (alertId !== undefined && found !== undefined && !found.armed) {
          await pass()
          expect(outcomeOf(await post('arm', { alertId }))).toBe('200 done@')
          found.armed = true
        }
      } else if (draw < 5) {
        stand = await stand.another()
      } else if (draw < 6) {
        await pass()
      } else {
        const price = (base * BigInt(930 + below(141))) / 1_000n
        await print(price, of)
        for (const one of model.values()) {
          const isAt = one.kind === 'above' ? price >= one.level : price <= one.level
          if (!one.armed || one.of !== of || !isAt) continue
          one.armed = false
          one.fires += 1
        }
      }
    }
    await pass()
    const found = await acts()
    expect(present([...model.values()][0], 'an alert')).toBeDefined()
    for (const [alertId, { fires }] of model) {
      expect(
        found.filter(({ details }) => details.alert === alertId),
        alertId,
      ).toHaveLength(fires)
    }
    expect(found.length).toBeGreaterThan(0)
  })
})
