import { instant, type Rejection } from '@bolsillo/kernel'
import type { TestAnswer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLimits } from './index.ts'
import { type LimitsStand, limitsStand } from './testing/limits-stand.ts'

const hour = 3_600_000
let stand: LimitsStand
beforeEach(async () => {
  stand = await limitsStand()
  // Noon in Mexico City.
  stand.app.services.clock.moveTo(instant(Date.parse('2026-11-23T18:00:00Z')))
})
afterEach(() => stand.close())

const set = (body: object, customer = 1) =>
  stand.as(customer, '/user/limits/set', { subject: 'loss', period: 'day', ...body })
const nameOf = (answer: TestAnswer): unknown => (answer.json.data as { rejection?: string } | undefined)?.rejection
const opening = async (customer = 1): Promise<Rejection | undefined> => {
  const { sql, clock } = stand.app.services
  return stand.ownLimits.openingRefusal(sql, stand.customerId(customer), clock.now())
}
const later = (hours: number): void => {
  const { clock } = stand.app.services
  clock.moveTo(instant(clock.now() + hours * hour))
}
interface Shown {
  readonly limits: readonly { subject: string; period: string; amount?: string; used?: string; pending?: object }[]
  readonly pauses: readonly { scope: string; until?: number }[]
  readonly held: readonly { amount: string; asset: string }[]
}
const shown = async (customer = 1): Promise<Shown> =>
  (await stand.as(customer, '/user/limits')).json.data as unknown as Shown
const limit = async (subject: string, period: string) =>
  (await shown()).limits.find((one) => one.subject === subject && one.period === period)

describe('a loss limit', () => {
  it('refuses opening once it is reached, by all that was realised, until its day ends', async () => {
    expect((await set({ amount: '500.00' })).status).toBe(200)
    stand.trade({ asset: 'MXN', minor: -900_00n, at: stand.app.services.clock.now() - 24 * hour })
    stand.trade({ asset: 'MXN', minor: -499_99n })
    expect(await opening()).toBeUndefined()
    stand.trade({ asset: 'MXN', minor: 100_00n })
    stand.trade({ asset: 'USDT', minor: -50_00n })
    stand.price('USDT', 20n)
    expect(await opening()).toMatchObject({
      spec: { name: 'own-loss-limit-day' },
      values: { limit: '500.00', lost: '1399.99', until: '24-11-2026 00:00' },
    })
    expect(await limit('loss', 'day')).toMatchObject({ amount: '500.00', used: '1399.99' })
    expect(await opening(3)).toBeUndefined()
    later(12)
    expect(await opening()).toBeUndefined()
  })

  it('names the longest period that is reached, and refuses while a price is missing', async () => {
    await set({ amount: '100.00' })
    await set({ period: 'month', amount: '100.00' })
    stand.trade({ asset: 'MXN', minor: -100_00n })
    expect(await opening()).toMatchObject({
      spec: { name: 'own-loss-limit-month' },
      values: { until: '01-12-2026 00:00' },
    })
    stand.trade({ asset: 'BTC', minor: -1n })
    expect(await opening()).toMatchObject({ spec: { name: 'own-loss-unknown' } })
  })
})

describe('tighter is at once, looser after 24 hours', () => {
  it('and what waits is shown, can be withdrawn, and survives a restart', async () => {
    await set({ amount: '500.00' })
    const looser = await set({ amount: '5000.00' })
    const { clock } = stand.app.services
    expect(looser.json.data).toMatchObject({ effectiveAt: clock.now() + 24 * hour })
    expect(await limit('loss', 'day')).toMatchObject({ amount: '500.00', pending: { amount: '5000.00' } })
    stand.trade({ asset: 'MXN', minor: -600_00n, at: clock.now() + 20 * hour })
    later(24 - 0.001)
    expect(await opening()).toMatchObject({ spec: { name: 'own-loss-limit-day' } })
    // The state is in the database only.
    const { services } = stand.app
    const again = createLimits({
      services,
      ledger: stand.ledger,
      audit: { record: async () => undefined } as never,
      people: { find: async () => undefined, isNameOf: () => true, limits: () => ({}) },
      results: [async () => [{ asset: 'MXN', minor: -600_00n }]],
      pesosOf: (_, minor) => minor,
      scaleOf: () => 2,
    })
    const asked = () => again.ownLimits.openingRefusal(services.sql, stand.customerId(1), clock.now())
    expect(await asked()).toMatchObject({ spec: { name: 'own-loss-limit-day' } })
    later(0.001)
    expect(await asked()).toBeUndefined()
    expect(await limit('loss', 'day')).toMatchObject({ amount: '5000.00' })
  })

  it('is made tighter at once, however often it was changed before', async () => {
    const now = stand.app.services.clock.now()
    await stand.app.database.owner`
      insert into limit_change (customer_id, subject, period, minor, zone, asked_at, effective_at)
      select ${stand.customerId(1)}, 'loss', 'day', 500000 - nth, 'America/Mexico_City', ${now}, ${now}
      from generate_series(1, 1200) as nth`
    expect((await set({ amount: '3000.00' })).status).toBe(200)
    expect(await limit('loss', 'day')).toMatchObject({ amount: '3000.00' })
    await set({ period: 'week', amount: '9000.00' })
    expect(await limit('loss', 'day')).toMatchObject({ amount: '3000.00' })
  })

  it('a withdrawn loosening never comes, a tighter wish overtakes it, and another clock is looser', async () => {
    await set({ amount: '500.00' })
    await set({})
    expect(await limit('loss', 'day')).toMatchObject({ amount: '500.00', pending: {} })
    expect((await stand.as(1, '/user/limits/withdraw', { subject: 'loss', period: 'day' })).status).toBe(200)
    expect(nameOf(await stand.as(1, '/user/limits/withdraw', { subject: 'loss', period: 'day' }))).toBe(
      'own-limit-nothing-pending',
    )
    await set({ amount: '900.00' })
    await set({ amount: '300.00' })
    later(48)
    expect(await limit('loss', 'day')).toEqual(expect.objectContaining({ amount: '300.00' }))
    expect((await limit('loss', 'day'))?.pending).toBeUndefined()
    await set({ amount: '300.00', zone: 'Asia/Tokyo' })
    expect(await limit('loss', 'day')).toMatchObject({ amount: '300.00', pending: { amount: '300.00' } })
  })

  it('of fifty wishes at once the tightest holds until a day has passed, whatever their order', async () => {
    await set({ amount: '500.00' })
    const wishes = Array.from({ length: 25 }, (_, at) => set({ amount: `${100 + ((at * 7) % 25) * 40}.00` }))
    await Promise.all(wishes)
    const after = Number((await limit('loss', 'day'))?.amount)
    expect(after).toBeLessThanOrEqual(500)
    const [row] = await stand.app.database.owner<{ count: number }[]>`
      select count(*)::integer as count from limit_change
      where withdrawn_at is null and effective_at > ${stand.app.services.clock.now()}`
    expect(row?.count).toBeLessThanOrEqual(1)
  })
})

describe('a pause', () => {
  it('refuses opening until it ends, and nothing ends it early', async () => {
    expect((await stand.as(1, '/user/limits/pause', { scope: 'trading', length: 'week' })).status).toBe(200)
    await stand.as(1, '/user/limits/pause', { scope: 'trading', length: 'day' })
    expect(await opening()).toMatchObject({ spec: { name: 'own-pause' }, values: { until: '30-11-2026 12:00' } })
    await expect(stand.app.database.sql`update limit_pause set until_at = 1`).rejects.toThrow(/permission denied/)
    await expect(stand.app.database.sql`delete from limit_pause`).rejects.toThrow(/permission denied/)
    later(7 * 24)
    expect(await opening()).toBeUndefined()
  })

  it('may be for ever', async () => {
    await stand.as(1, '/user/limits/pause', { scope: 'everything', length: 'forever' })
    later(24 * 365 * 50)
    expect(await opening()).toMatchObject({ spec: { name: 'own-pause-for-ever' } })
    expect(await shown()).toMatchObject({ pauses: [{ scope: 'everything' }] })
  })

  it('that began before an order was sent always stops it', async () => {
    for (const customer of [1, 3]) {
      const order = async () => {
        await new Promise((resolve) => setTimeout(resolve, 3))
        return opening(customer)
      }
      const [paused] = await Promise.all([
        stand.as(customer, '/user/limits/pause', { scope: 'trading', length: 'day' }),
        order(),
        order(),
      ])
      expect(paused.status).toBe(200)
      expect(await opening(customer)).toMatchObject({ spec: { name: 'own-pause' } })
    }
  })
})

describe('money that comes in beyond a limit', () => {
  it('of the level is credited, set aside, and lifted a day’s limit at a time', async () => {
    await stand.deposit(1, 900_000_00n)
    expect(await stand.balance(1)).toEqual({ free: 50_000_00n, held: 850_000_00n })
    expect(await shown()).toMatchObject({ held: [{ amount: '850000.00', asset: 'MXN' }] })
    await stand.liftHeld()
    expect(await stand.balance(1)).toEqual({ free: 50_000_00n, held: 850_000_00n })
    later(12)
    await stand.liftHeld()
    await stand.liftHeld()
    expect(await stand.balance(1)).toEqual({ free: 100_000_00n, held: 800_000_00n })
  })

  it('of the customer’s own is set aside across currencies, all of it without a price', async () => {
    await set({ subject: 'pay-in', amount: '1000.00' })
    stand.price('USD', 20n)
    await stand.deposit(1, 30_00n, 'USD')
    expect(await stand.balance(1, 'USD')).toEqual({ free: 30_00n, held: 0n })
    await stand.deposit(1, 500_00n)
    expect(await stand.balance(1)).toEqual({ free: 400_00n, held: 100_00n })
    await stand.deposit(1, 10_00n, 'BRL')
    expect(await stand.balance(1, 'BRL')).toEqual({ free: 0n, held: 10_00n })
    const { sql, clock } = stand.app.services
    const announced = { customerId: stand.customerId(1), asset: 'MXN', minor: 1n, now: clock.now() }
    expect(await stand.ownLimits.payInRefusal(sql, announced)).toMatchObject({
      spec: { name: 'own-limit-pay-in' },
      values: { left: '0.00', until: '24-11-2026 00:00' },
    })
  })

  it('waits for the end of a pause from everything, and can leave meanwhile', async () => {
    await stand.as(1, '/user/limits/pause', { scope: 'everything', length: 'day' })
    await stand.deposit(1, 200_00n)
    expect(await stand.balance(1)).toEqual({ free: 0n, held: 200_00n })
    await stand.withdraw(1, 150_00n, 'withdrawal:one')
    expect(await shown()).toMatchObject({ held: [{ amount: '50.00' }] })
    later(24)
    await stand.liftHeld()
    expect(await stand.balance(1)).toEqual({ free: 50_00n, held: 150_00n })
  })

  it('cannot be freed by a withdrawal that is cancelled', async () => {
    await stand.deposit(1, 60_000_00n)
    await stand.withdraw(1, 55_000_00n, 'withdrawal:one')
    expect(await stand.balance(1)).toEqual({ free: 5_000_00n, held: 55_000_00n })
    await stand.returnPayment(1, 55_000_00n, 'withdrawal:one')
    expect(await stand.balance(1)).toEqual({ free: 50_000_00n, held: 10_000_00n })
  })

  it('is set aside once however many come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => stand.deposit(1, 10_000_00n)))
    expect(await stand.balance(1)).toEqual({ free: 50_000_00n, held: 70_000_00n })
    later(12)
    await Promise.all([stand.liftHeld(), stand.liftHeld(), stand.deposit(1, 10_000_00n)])
    const { free, held } = await stand.balance(1)
    expect([free, free + held]).toEqual([100_000_00n, 130_000_00n])
  })
})

describe('what may come in wrongly', () => {
  it.each([
    ['/set', { subject: 'loss', period: 'day', amount: '0' }, 'own-limit-zero', 'amount'],
    ['/set', { subject: 'loss', period: 'day', amount: '1.005' }, 'own-limit-decimals', 'amount'],
    ['/set', { subject: 'loss', period: 'day', amount: '100000000000.01' }, 'own-limit-above-max', 'amount'],
    ['/set', { subject: 'loss', period: 'day', amount: '-1' }, 'field-invalid', 'amount'],
    ['/set', { subject: 'loss', period: 'year', amount: '1' }, 'field-invalid', 'period'],
    ['/set', { subject: 'win', period: 'day', amount: '1' }, 'field-invalid', 'subject'],
    ['/set', { subject: 'loss', period: 'day', amount: '1', zone: 'Mars/Olympus' }, 'own-limit-zone-unknown', 'zone'],
    ['/set', { subject: 'loss', period: 'day' }, 'own-limit-unchanged', 'amount'],
    ['/pause', { scope: 'trading', length: 'minute' }, 'field-invalid', 'length'],
    ['/pause', { scope: 'all', length: 'day' }, 'field-invalid', 'scope'],
    ['/pause', { scope: 'trading', length: 'day', zone: '../etc' }, 'own-limit-zone-unknown', 'zone'],
    ['/withdraw', { subject: 'loss', period: 'week' }, 'own-limit-nothing-pending', 'period'],
  ])('%s with %o is refused: %s', async (path, body, name, field) => {
    const answer = await stand.as(1, `/user/limits${path}`, body)
    expect([nameOf(answer), (answer.json.data as { field?: string }).field]).toEqual([name, field])
    expect((await stand.app.database.owner`select from limit_change`).length).toBe(0)
  })

  it('is open to a restricted customer too, and each change is in their log', async () => {
    expect((await set({ amount: '5.00' }, 2)).status).toBe(200)
    await set({ amount: '50.00' }, 2)
    await stand.as(2, '/user/limits/withdraw', { subject: 'loss', period: 'day' })
    await stand.as(2, '/user/limits/pause', { scope: 'trading', length: 'day' })
    const rows = await stand.app.database.owner<{ action: string }[]>`
      select action from audit_entry order by seq`
    expect(rows.map(({ action }) => action)).toEqual([
      'kyc.limit-set',
      'kyc.limit-loosen',
      'kyc.limit-withdraw',
      'kyc.pause',
    ])
  })
})
