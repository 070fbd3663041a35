import { createAuditLog } from '@bolsillo/audit/server'
import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { instant, seededRng } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../contract/index.ts'
import { alertSettings } from '../domain/index.ts'

const coin = 'BTC-USDT'
const other = 'ETH-USDT'
const contract = 'BTC-USDT-PERP'
const share = 'WALMEX.MX'
const windowMs = 300_000
const minuteMs = 60_000
const hoursMs = 8 * 3_600_000

let stand: ComposedApp<HandMarket>
let keys = 0

beforeEach(async () => {
  stand = await composedApp({
    settings: [{ setting: alertSettings.most, value: 6 }],
    market: (services) => stillMarket(services),
  })
  for (const [of, price] of [
    [coin, 9_000_000n],
    [other, 300_000n],
    [contract, 9_000_000n],
    [share, 60_000n],
  ] as const)
    stand.chosen.quote(of, price - 10n, price + 10n, price)
  // Half a minute into a window.
  await clockAt(Math.ceil(now() / windowMs) * windowMs + 30_000)
})
afterEach(() => stand.close())

const now = (): number => stand.app.services.clock.now()
const windowAt = (at: number): number => at - (at % windowMs)

/** Moves the clock on, and what is recorded with it, as a recorder does that runs all the time. */
async function clockAt(at: number): Promise<void> {
  stand.app.services.clock.advanceMs(at - now())
  const until = at - (at % minuteMs)
  const { owner } = stand.app.database
  const [row] = await owner<{ no: number }[]>`
    update market_recording set to_at = ${until} where recording_no = 1 returning recording_no as no`
  if (row === undefined) await owner`insert into market_recording (from_at, to_at) values (${until}, ${until})`
}

/** So long into the window after the one it is. */
const nextWindow = (intoMs = 30_000): Promise<void> => clockAt(windowAt(now()) + windowMs + intoMs)

/** What is recorded of a minute. Written as the recorder writes: alerts know nothing else. */
async function traded(volume: bigint, of = coin, at = now()): Promise<void> {
  await stand.app.database.owner`
    insert into market_minute (instrument_id, start_at, open, high, low, close, volume, turnover, trades)
    values (${of}, ${at - (at % minuteMs)}, 1, 1, 1, 1, ${volume}, 1, 1)
    on conflict (instrument_id, start_at) do update set volume = market_minute.volume + excluded.volume`
}

async function funded(at: number, rate: bigint, of = contract): Promise<void> {
  await stand.app.database.owner`
    insert into contract_funding (symbol, at, rate, mark, looks, holders, paid) values (${of}, ${at}, ${rate}, 1, 1, 1, 0)`
}

const post = (path: string, body: Readonly<Record<string, unknown>>, customer = 1) => {
  keys += 1
  return stand.as(customer, `/user/alert/${path}`, body, `facts-key-${keys}`)
}
const set = async (kind: string, value: string, symbol = coin) =>
  replyOf(calls.setAlert, await post('set', { symbol, kind, value })).alertId
const all = async (customer = 1) => replyOf(calls.listAlerts, await stand.as(customer, '/user/alerts'))
const list = async (customer = 1) => (await all(customer)).rows
const pass = () => stand.runJob('alerts.pass')
const actions = ['alerts.fire-volume', 'alerts.fire-funding']
const acts = async (limit = 100) =>
  await createAuditLog().aboutCustomer(stand.app.services.sql, stand.customerId(1), { actions, limit })
const perCoin = 100_000_000n

describe('an alert on volume', () => {
  it('fires once, by the first complete window that began after it was armed, and names it', async () => {
    await traded(5n * perCoin)
    const alertId = await set('volume', '2')
    await traded(50n * perCoin)
    await nextWindow()
    await traded(perCoin)
    await clockAt(now() + minuteMs)
    await traded(perCoin)
    await pass()
    // Of the window it was armed in most was traded before; that of now is not over.
    expect(await acts()).toHaveLength(0)
    const from = windowAt(now())
    await nextWindow()
    await traded(9n * perCoin)
    await pass()
    await nextWindow()
    await pass()
    await pass()
    expect((await list())[0]).toMatchObject({
      ...{ alertId, kind: 'volume', value: '2.00000000' },
      fired: { by: 'volume', from, at: from + windowMs, volume: '2.00000000' },
    })
    const found = await acts()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      action: 'alerts.fire-volume',
      details: {
        ...{ alert: alertId, kind: 'volume', symbol: coin, volume: '2 BTC', comparedWith: '2 BTC' },
        ...{ windowFrom: String(from), windowTo: String(from + windowMs) },
      },
    })
  })

  it('does not fire by a window that is not recorded to its end', async () => {
    await set('volume', '2')
    await nextWindow()
    await traded(2n * perCoin)
    // The clock goes on, and the recorder does not.
    stand.app.services.clock.advanceMs(2 * windowMs)
    await pass()
    expect(await acts()).toHaveLength(0)
    await clockAt(now())
    await pass()
    expect(await acts()).toHaveLength(1)
  })

  it('counts a multiple of what was usual when it was armed, and is refused without a record of that', async () => {
    expect(outcomeOf(await post('set', { symbol: coin, kind: 'surge', value: '3' }))).toBe('409 alert-no-usual@kind')
    for (let window = 0; window < 7; window += 1) {
      await traded(perCoin + (window === 0 ? 1n : 0n))
      await nextWindow()
    }
    const { now: form } = replyOf(calls.listAlerts, await stand.as(1, `/user/alerts?symbol=${coin}`))
    // The mean, rounded up.
    expect(form?.usualVolume).toBe('1.00000001')
    const alertId = await set('surge', '2.5')
    await nextWindow()
    await traded(2n * perCoin)
    await nextWindow()
    await traded(3n * perCoin)
    await nextWindow()
    await pass()
    const found = await acts()
    expect(found.map(({ details }) => details)).toMatchObject([
      { alert: alertId, value: '2.50', usual: '1.00000001 BTC', comparedWith: '2.50000003 BTC', volume: '3 BTC' },
    ])
  })

  it('waits after it fired until it is armed again', async () => {
    const alertId = await set('volume', '100', share)
    const [scale] = await stand.app.database.owner<{ wanted: bigint }[]>`select wanted from fact_alert`
    const hundred = scale?.wanted ?? 0n
    for (let window = 0; window < 3; window += 1) {
      await nextWindow()
      await traded(hundred, share)
    }
    await nextWindow()
    await pass()
    expect((await acts()).map(({ details }) => details.volume)).toEqual(['100'])
    expect(outcomeOf(await post('arm', { alertId }))).toBe('200 done@')
    expect((await list())[0]?.fired).toBeUndefined()
    await nextWindow()
    await traded(hundred, share)
    await nextWindow()
    await pass()
    expect(await acts()).toHaveLength(2)
  })
})

describe('an alert on funding', () => {
  it('fires by the first recorded rate at its level of an instant after it was armed, and names it', async () => {
    await funded(now() - hoursMs, 500_000n)
    const high = await set('funding-above', '0.05', contract)
    const low = await set('funding-below', '-0.05', contract)
    const before = now() - 1_000
    const [first, second] = [now() + hoursMs, now() + 2 * hoursMs]
    // Paid late, of an instant before the arming.
    await funded(before, 900_000n)
    await pass()
    await funded(first, 499_999n)
    await pass()
    expect(await acts()).toHaveLength(0)
    await funded(second, 500_000n)
    await pass()
    await funded(second + hoursMs, -600_000n)
    await pass()
    await pass()
    const rows = await list()
    expect(rows.find(({ alertId }) => alertId === high)).toMatchObject({
      ...{ value: '0.0500', reference: '0.0500000' },
      fired: { by: 'funding', at: second, rate: '0.0500000' },
    })
    expect(rows.find(({ alertId }) => alertId === low)).toMatchObject({
      ...{ value: '-0.0500' },
      fired: { by: 'funding', at: second + hoursMs, rate: '-0.0600000' },
    })
    expect((await acts()).map(({ details }) => `${details.alert} ${details.rate} ${details.fundedAt}`)).toEqual([
      `${low} -0.06 ${second + hoursMs}`,
      `${high} 0.05 ${second}`,
    ])
  })
})

describe('who sets alerts on facts', () => {
  it('has one list and one limit with alerts on prices', async () => {
    await set('above', '91000')
    const last = await set('volume', '3')
    await set('below', '80000')
    await set('funding-above', '0.01', contract)
    expect((await list()).map(({ kind }) => kind)).toEqual(['funding-above', 'below', 'volume', 'above'])
    await set('volume', '4')
    await set('volume', '5')
    expect(outcomeOf(await post('set', { symbol: coin, kind: 'volume', value: '6' }))).toBe('409 alerts-too-many@')
    expect(outcomeOf(await post('set', { symbol: coin, kind: 'above', value: '92000' }))).toBe('409 alerts-too-many@')
    await post('remove', { alertId: last })
    expect(await all()).toMatchObject({ count: 5, most: 6 })
  })

  it('sees, arms and removes no other’s', async () => {
    const alertId = await set('volume', '3')
    expect(await list(3)).toEqual([])
    expect(outcomeOf(await post('arm', { alertId }, 3))).toMatch(/^404 alert-unknown/)
    await post('remove', { alertId }, 3)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    [coin, 'volume', '0', '422 alert-decimals@value'],
    [coin, 'volume', '-1', '422 alert-decimals@value'],
    [coin, 'volume', '1.123456789', '422 alert-decimals@value'],
    [coin, 'above', '-1', '422 alert-decimals@value'],
    [coin, 'surge', '1.09', '422 alert-times-bounds@value'],
    [coin, 'surge', '100.01', '422 alert-times-bounds@value'],
    [contract, 'funding-above', '0.7501', '422 alert-rate-bounds@value'],
    [contract, 'funding-below', '-0.7501', '422 alert-rate-bounds@value'],
    [contract, 'funding-below', '0.00001', '422 alert-decimals@value'],
    [coin, 'funding-above', '0.01', '422 alert-kind-unfit@kind'],
  ])('is refused of %s %s %s: %s', async (symbol, kind, value, refusal) => {
    expect(outcomeOf(await post('set', { symbol, kind, value }))).toBe(refusal)
  })

  it.each([
    [contract, ['above', 'below', 'move', 'volume', 'surge', 'funding-above', 'funding-below']],
    [share, ['above', 'below', 'move', 'volume', 'surge']],
  ])('is offered for %s what it can have', async (symbol, kinds) => {
    const { now: form } = replyOf(calls.listAlerts, await stand.as(1, `/user/alerts?symbol=${symbol}`))
    expect(form?.kinds).toEqual(kinds)
  })

  it('fires each once, also where more wait than a round takes', async () => {
    const alertId = await set('volume', '1')
    await transaction(
      stand.app.services.sql,
      (tx) => tx`
        insert into fact_alert (id, customer_id, symbol, kind, fact, wanted, arming, armed_at, rises, level, created_at, change_no)
        select id || n, customer_id, symbol, kind, fact, wanted, arming, armed_at, rises, level, created_at,
          nextval('price_alert_change')
        from fact_alert, generate_series(1, 649) as n where id = ${alertId}`,
      { cause: 'job:test' },
    )
    await nextWindow()
    const from = windowAt(now())
    await traded(perCoin)
    await nextWindow()
    await traded(perCoin)
    await nextWindow()
    await pass()
    const { owner } = stand.app.database
    const fired = await owner<{ from: string; count: number }[]>`
      select fired_from::text as from, count(*)::integer as count from fact_alert group by 1`
    expect(fired).toEqual([{ from: String(from), count: 650 }])
    expect(await acts(1_000)).toHaveLength(650)
    // A process that stopped before the place moved on compares the same windows again.
    await owner`delete from fact_alert_place`
    await pass()
    expect(await acts(1_000)).toHaveLength(650)
  })
})

describe('the owner of the database', () => {
  it.each([
    ['a volume below its level', 'fired_value = 1'],
    ['a window that began before the arming', 'fired_from = armed_at - 1, fired_at = armed_at + 299999'],
    ['a window of another length', 'fired_at = fired_from + 3600000'],
  ])('cannot make an alert fire by %s', async (_, change) => {
    await set('volume', '2')
    const { owner } = stand.app.database
    const edit = owner.unsafe(`
      update fact_alert set fired_from = armed_at + 1, fired_at = armed_at + 300001, fired_value = level;
      update fact_alert set ${change};`)
    await expect(edit).rejects.toThrow(/check/)
  })
})

interface Modelled {
  readonly kind: 'volume' | 'funding-above' | 'funding-below'
  readonly symbol: string
  readonly level: bigint
  armedAt: number
  armed: boolean
  /** The facts it fired by. */
  readonly fires: number[]
}

/** The plain model: every alert looked at with one fact. */
function compareAll(model: Iterable<Modelled>, symbol: string, from: number, value: bigint, isRate: boolean): void {
  for (const one of model) {
    const isOf = one.symbol === symbol && (one.kind !== 'volume') === isRate
    const isAt = one.kind === 'funding-below' ? value <= one.level : value >= one.level
    if (!one.armed || !isOf || !isAt || one.armedAt >= from) continue
    one.armed = false
    one.fires.push(from)
  }
}

describe('random worlds with restarts', () => {
  it.each([1, 2, 3, 4])('fire what a plain model fires, once each: world %i', async (seed) => {
    const rng = seededRng(seed, 'fact-alerts')
    const below = (bound: number): number => rng.nextUint32() % bound
    const model = new Map<string, Modelled>()
    const volumes = new Map<string, bigint>()
    let fundedAt = now()
    for (let step = 0; step < 70; step += 1) {
      stand.app.services.clock.advanceMs(1_000)
      const draw = below(12)
      const symbol = below(2) === 0 ? coin : other
      if (draw < 3 && model.size < 6) {
        const kind = (['volume', 'funding-above', 'funding-below'] as const)[below(3)] ?? 'volume'
        const of = kind === 'volume' ? symbol : contract
        const wanted = BigInt(1 + below(6))
        const level = kind === 'volume' ? wanted * perCoin : (wanted - 3n) * 100_000n
        const value =
          kind === 'volume' ? String(wanted) : `${wanted < 3n ? '-' : ''}0.0${wanted < 3n ? 3n - wanted : wanted - 3n}`
        model.set(await set(kind, value === '-0.00' ? '0' : value, of), {
          ...{ kind, symbol: of, level, armedAt: now(), armed: true, fires: [] },
        })
      } else if (draw < 4) {
        await pass()
        const fired = [...model].filter(([, { armed }]) => !armed)
        const [alertId, one] = fired[below(Math.max(1, fired.length))] ?? []
        if (alertId === undefined || one === undefined) continue
        expect(outcomeOf(await post('arm', { alertId }))).toBe('200 done@')
        Object.assign(one, { armed: true, armedAt: now() })
      } else if (draw < 5) {
        stand = await stand.another()
        for (const [of, price] of [
          [coin, 9_000_000n],
          [other, 300_000n],
          [contract, 9_000_000n],
        ] as const)
          stand.chosen.quote(of, price - 10n, price + 10n, price)
      } else if (draw < 6) {
        await pass()
      } else if (draw < 8) {
        const rate = BigInt(below(7) - 3) * 100_000n
        fundedAt = Math.max(fundedAt + 1, now())
        await funded(fundedAt, rate)
        compareAll(model.values(), contract, fundedAt, rate, true)
      } else if (draw < 10) {
        const volume = BigInt(1 + below(4)) * perCoin
        await traded(volume, symbol)
        const key = `${symbol} ${windowAt(now())}`
        volumes.set(key, (volumes.get(key) ?? 0n) + volume)
      } else {
        const from = windowAt(now())
        await nextWindow()
        for (const of of [coin, other]) compareAll(model.values(), of, from, volumes.get(`${of} ${from}`) ?? 0n, false)
      }
    }
    // The plain model compares a window as soon as it ends.
    const from = windowAt(now())
    await nextWindow()
    for (const of of [coin, other]) compareAll(model.values(), of, from, volumes.get(`${of} ${from}`) ?? 0n, false)
    await pass()
    const found = await acts(1_000)
    for (const [alertId, { fires }] of model) {
      const own = found.filter(({ details }) => details.alert === alertId)
      const by = own.map(({ details }) => instant(Number(details.windowFrom ?? details.fundedAt)))
      expect(by.reverse(), alertId).toEqual(fires)
    }
    expect(found.length).toBeGreaterThan(0)
  })
})
