import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { rightTradePassword } from '@bolsillo/identity/fixtures'
import { currencies, instant, money } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { growTree, sealActs } from '@bolsillo/ledger/server'
import { instruments } from '@bolsillo/market/domain'
import { createReplay, finish } from '@bolsillo/offerings/domain'
import { type TestAnswer, testCustomer, testSessions } from '@bolsillo/test-kit'
import { createBookVenue } from '@bolsillo/trading/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const minuteMs = 60_000
const turnMs = 120 * minuteMs

let stand: ComposedApp<HandMarket>

beforeAll(async () => {
  const instrumentIds = instruments.flatMap(({ id, kind }) => (kind === 'stock' ? [id] : []))
  stand = await composedApp({
    sessions: testSessions([1, 2, 3, 4].map((number) => testCustomer(number, number === 2 ? 0 : 1))),
    market: (services) =>
      handMarket(services, {
        hours: 'always',
        venue: () => createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds }),
      }),
  })
  // Every other turn of the practice market has a lock-up: one of those.
  if (Math.floor(now() / turnMs) % 2 === 0) advance(turnMs)
  for (const id of instrumentIds) stand.chosen.quote(id, 61_980n, 62_000n)
  for (const customer of [1, 3]) await stand.fund(customer, 'stock', 'MXN', 100_000_00n)
  await makeUp()
})
// The books are verified then.
afterAll(() => stand.close())

const now = (): number => stand.app.services.clock.now()
const advance = (ms: number): void => stand.app.services.clock.advanceMs(ms)
const makeUp = (): Promise<void> => stand.runJob('offerings.practice')
/** What the server does by itself: acts get their numbers, the tree grows, the pass runs. */
async function pass(): Promise<void> {
  for (let each = 0; each < 3; each += 1) {
    await sealActs(stand.app.services.sql, stand.app.services.clock)
    const { seq } = await stand.composition.parts.ledger.head(stand.app.services.sql)
    await growTree(stand.app.services.sql, seq)
    await stand.runJob('offerings.pass')
  }
}
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer
type Data = any
const dataOf = (answer: TestAnswer): Data => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection
const read = async (path: string, customer = 1): Promise<Data> => dataOf(await stand.as(customer, `/stock${path}`))
const infoOf = (id: string, customer = 1): Promise<Data> => read(`/index/new/info?id=${id}`, customer)
async function apply(customer: number, id: string, quantity: number, change: Record<string, unknown> = {}) {
  const { prospectus } = await infoOf(id, customer)
  return stand.as(customer, '/stock/order/new/apply', {
    ...{ id, quantity: String(quantity), prospectus: prospectus.hash, risks: String(prospectus.risks.length) },
    ...{ tradePassword: rightTradePassword, ...change },
  })
}
const leave = (customer: number, applicationId: string) =>
  stand.as(customer, '/stock/order/new/unsubscribe', { applicationId })
const cash = (customer: number) => stand.balance(customer, 'stock', 'MXN')
/** The offering that is open for a whole turn. */
const openOne = async (): Promise<Data> => (await read('/index/new/today')).rows.at(-1)
const ownOf = async (customer: number): Promise<Data> => (await read('/order/new/list', customer)).rows

async function fileOf(id: string): Promise<string> {
  const { header, lines } = await read(`/index/new/allotment?id=${id}`)
  return [header, ...lines].map((line) => `${line}\n`).join('')
}

function replayOf(file: string) {
  const replay = createReplay()
  replay.push(new TextEncoder().encode(file))
  return finish(replay.judge())
}

/** What a server does that stops between the entry of an allotment and its settlement. */
async function payAndStop(customer: number): Promise<void> {
  const [row] = await stand.app.services.sql<Data[]>`
    select own.*, result.allotted, result.entry_id as ends, price, symbol, sellable_at from offering_application as own
      join offering_result as result on result.application_id = own.id join offering on offering.id = own.offering_id
    where own.customer_id = ${stand.customerId(customer)} and result.allotted > 0`
  const paid = await stand.composition.parts.trading.allot({
    ...{
      customerId: row.customer_id,
      instrumentId: row.symbol,
      entryId: row.ends,
      holdId: row.hold_id,
      held: row.held,
    },
    ...{ reference: `application:${row.id}`, quantity: row.allotted, sellableAt: instant(Number(row.sellable_at)) },
    amount: money(BigInt(row.allotted) * BigInt(row.price), currencies.MXN),
  })
  expect(paid).toMatchObject({ at: now() })
}

describe('the practice market', () => {
  it('has an offering that is open and one to come, marked as practice with made-up applicants', async () => {
    const open = await read('/index/new/today')
    expect(open.rows.length).toBeGreaterThan(0)
    for (const row of open.rows) {
      expect(row).toMatchObject({ isPractice: true, stage: 'open' })
      expect(row.simulated.applications).toBeGreaterThan(5)
    }
    expect((await read('/index/new/list/coming')).rows).toMatchObject([{ stage: 'coming' }])
    await makeUp()
    expect((await read('/index/new/list')).rows).toHaveLength(open.rows.length + 1)
  })
})

describe('an application', () => {
  it('is refused with what is allowed, and costs nothing', async () => {
    const { id, minimum, cap, lot } = await openOne()
    const refused = async (quantity: number, change?: Record<string, unknown>) => {
      const { rejection, values } = dataOf(await apply(1, id, quantity, change))
      return { rejection, ...values }
    }
    expect(await refused(Number(minimum) - 1)).toEqual({ rejection: 'offering-below-minimum', least: minimum })
    expect(await refused(Number(cap) + 1)).toEqual({ rejection: 'offering-above-cap', most: cap })
    expect(await refused(Number(minimum) + 1)).toMatchObject({ rejection: 'offering-off-lot', lot, below: minimum })
    expect(await refused(10, { risks: '0' })).toMatchObject({ rejection: 'offering-prospectus' })
    expect(await refused(10, { prospectus: '0'.repeat(64) })).toMatchObject({ rejection: 'offering-prospectus' })
    expect(await refused(10, { tradePassword: '000001' })).toMatchObject({ rejection: 'trade-password-wrong' })
    expect(await refused(10, { tradePassword: undefined })).toMatchObject({ rejection: 'trade-password-missing' })
    const coming = (await read('/index/new/list/coming')).rows[0].id
    expect(refusalOf(await apply(1, coming, 10))).toBe('offering-unopened')
    expect((await cash(1)).held).toBe(0n)
  })

  it('holds exactly price times quantity, once; leaving it releases all', async () => {
    const { id, price } = await openOne()
    const applied = await apply(1, id, 20)
    expect(applied.json.code, applied.body).toBe(0)
    const { application } = dataOf(applied)
    const cost = BigInt(price.replace('.', '')) * 20n
    expect(application).toMatchObject({ state: 'applying', quantity: '20', canLeave: true })
    expect(await cash(1)).toEqual({ posted: 100_000_00n, held: cost })
    expect(dataOf(await apply(1, id, 10))).toMatchObject({ rejection: 'offering-twice', values: { quantity: '20' } })
    expect(refusalOf(await leave(3, application.id))).toBe('application-unknown')
    expect(refusalOf(await apply(2, id, 10))).toBe('account-restricted')
    expect(dataOf(await leave(1, application.id)).application).toMatchObject({ state: 'unsubscribed', canLeave: false })
    expect(await cash(1)).toEqual({ posted: 100_000_00n, held: 0n })
    expect(refusalOf(await leave(1, application.id))).toBe('application-left')
    expect((await infoOf(id)).offering.own).toBeUndefined()
  })

  it('beyond the balance is refused with what there is', async () => {
    const { id } = await openOne()
    const { available } = await infoOf(id, 4)
    expect(available).toBe('0.00')
    expect(dataOf(await apply(4, id, 10))).toMatchObject({
      ...{ rejection: 'offering-insufficient', values: { available: '0.00', currency: 'MXN' } },
    })
    expect(await ownOf(4)).toEqual([])
  })

  it('sent twice at once is one', async () => {
    const { id } = await openOne()
    const answers = await Promise.all([apply(3, id, 10), apply(3, id, 10), apply(3, id, 10)])
    expect(answers.map(({ json }) => json.code === 0).filter(Boolean)).toHaveLength(1)
    expect(await ownOf(3)).toHaveLength(1)
    const [{ id: applicationId }] = await ownOf(3)
    const left = await Promise.all([leave(3, applicationId), leave(3, applicationId)])
    expect(left.map(({ json }) => json.code === 0).filter(Boolean)).toHaveLength(1)
    expect((await cash(3)).held).toBe(0n)
  })
})

describe('the allotment', () => {
  let id = ''

  it('takes what is in time and nothing after it; the clock set back opens nothing again', async () => {
    const one = await openOne()
    id = one.id
    expect(one.sellableAt).toBeGreaterThan(one.paysAt)
    expect((await apply(1, id, 500)).json.code).toBe(0)
    expect((await apply(3, id, 100)).json.code).toBe(0)
    advance(one.closesAt - now())
    const [late, gone] = await Promise.all([apply(4, id, 10), leave(1, (await ownOf(1))[0].id)])
    expect([refusalOf(late), refusalOf(gone)]).toEqual(['offering-closed', 'offering-closed'])
    expect((await ownOf(1))[0].state).toBe('to-be-allocated')
    await stand.runJob('offerings.pass')
    advance(-10 * minuteMs)
    expect(refusalOf(await apply(4, id, 10))).toBe('offering-closed')
    expect(refusalOf(await leave(3, (await ownOf(3))[0].id))).toBe('offering-closed')
    expect((await infoOf(id)).offering.stage).toBe('allotting')
    advance(10 * minuteMs)
  })

  it('is made once of what was committed to, by passes that run side by side, and anybody runs it again', async () => {
    await sealActs(stand.app.services.sql, stand.app.services.clock)
    const { seq } = await stand.composition.parts.ledger.head(stand.app.services.sql)
    await growTree(stand.app.services.sql, seq)
    await Promise.all([stand.runJob('offerings.pass'), stand.runJob('offerings.pass')])
    const { offering } = await infoOf(id)
    expect(offering).toMatchObject({ stage: 'settling', allotment: { allotted: '2000' } })
    const file = await fileOf(id)
    expect(replayOf(file).kind).toBe('equal')
    expect(replayOf(file.replace(/,500,\d+\n/, ',500,0\n')).kind).toBe('changed')
    const [own] = await ownOf(1)
    expect(own).toMatchObject({ state: 'allocated-and-pending-payment' })
    expect(file).toContain(`${own.line},0,500,${own.allotted}`)
    expect(BigInt(own.allotted)).toBeGreaterThan(0n)
  })

  it('is paid by one entry: the shares arrive, the rest is released, and a lock holds until its time', async () => {
    const before = await ownOf(1)
    const { paysAt, sellableAt, price } = (await infoOf(id)).offering
    advance(paysAt - now())
    expect((await ownOf(1))[0].state).toBe('waiting-for-payment')
    await payAndStop(3)
    expect((await ownOf(3))[0].state).toBe('waiting-for-payment')
    await pass()
    await stand.settle()
    const [own] = await ownOf(1)
    expect(own).toMatchObject({ state: 'paid', allotted: before[0].allotted })
    const paid = BigInt(price.replace('.', '')) * BigInt(own.allotted)
    expect(await cash(1)).toEqual({ posted: 100_000_00n - paid, held: 0n })
    const account = customerAccount(stand.customerId(1), 'stock', `STK:${own.symbol}`)
    expect(await stand.balanceOf(account)).toEqual({ posted: BigInt(own.allotted), held: 0n })
    const held = dataOf(await stand.as(1, `/stock/hold/info?symbol=${own.symbol}`)).position
    expect(held).toMatchObject({ quantity: own.allotted, sellable: '0' })
    expect(held.locks).toMatchObject([{ sellableAt, quantity: own.allotted }])
    stand.chosen.quote(own.symbol, 61_980n, 62_000n)
    const sale = { symbol: own.symbol, type: 'market', quantity: own.allotted, tradePassword: rightTradePassword }
    expect(refusalOf(await stand.as(1, '/stock/order/sell', sale))).toBe('shares-locked')
    expect((await infoOf(id)).offering.stage).toBe('done')
    // What a stop left between entry and settlement is settled at the time of its entry.
    expect((await ownOf(3))[0]).toMatchObject({ state: 'paid', settledAt: paysAt })
  })
})

describe('whoever writes the database', () => {
  it('changes nothing of what was published, applied for, allotted or paid', async () => {
    for (const table of ['offering', 'offering_application', 'offering_line', 'offering_result', 'offering_settlement'])
      for (const write of [`delete from ${table}`, `truncate ${table} cascade`])
        await expect(stand.app.services.sql.unsafe(write)).rejects.toThrow(/insert-only|permission denied/)
  })

  it('makes up no applicant of an offering that closed, and no application after the closing', async () => {
    const { id } = (await read('/index/new/list')).rows.find(({ stage }: { stage: string }) => stage === 'done')
    await expect(
      stand.app.services.sql`insert into offering_simulated values (${id}, 99, 10, ${'1'.repeat(64)})`,
    ).rejects.toThrow(/open offerings/)
    await expect(
      stand.app.services.sql`insert into offering_application values ('sub_1', ${id}, 'cus_1', 1, 10, 1, 'h', 'e',
        ${'1'.repeat(64)}, ${'2'.repeat(64)}, ${now()})`,
    ).rejects.toThrow(/outside of its offering|row-level/)
  })
})

describe('the next turn', () => {
  it('opens when the one before closed, and nobody who applied to that is asked about it', async () => {
    await makeUp()
    const open = await openOne()
    expect(open.closesAt - open.opensAt).toBe(turnMs)
    expect(open.own).toBeUndefined()
  })
})
