import type { ReplyOf } from '@bolsillo/contract'
import { instant } from '@bolsillo/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { contractResults, positionBookings, WireContractPosition } from '../../contract/index.ts'
import { payFunding } from '../funding/funding.ts'
import { btc, type ContractsStand, contractsStand, rightPassword } from '../testing/contracts-stand.ts'

const before = instant(Date.UTC(2026, 2, 2, 15, 58))
const due = instant(Date.UTC(2026, 2, 2, 16, 0, 1))

type Bookings = ReplyOf<typeof positionBookings>

let stand: ContractsStand
let positionId = ''
beforeAll(async () => {
  stand = await contractsStand({ at: before })
  await stand.price(btc, 100_000)
  stand.offer(btc, 'sell', 100_120, 20)
  stand.offer(btc, 'buy', 100_100, 20)
  await stand.fund(1, 60_000)
  await trade('buy', '0.3')
  positionId = (await position()).positionId
  stand.contracts.look()
  await stand.contracts.notePremiums()
  stand.app.services.clock.moveTo(due)
  await payFunding(stand.contracts.world, due)
  await trade('buy', '0.1')
  await stand.as(1, '/order/close', { positionId, quantity: '0.15' })
  await stand.settle()
})
afterAll(() => stand.close())

const trade = async (side: 'buy' | 'sell', quantity: string) => {
  const order = { symbol: btc, side, type: 'market', quantity, marginMode: 'isolated', tradePassword: rightPassword }
  expect((await stand.as(1, '/order/add', order)).json).toMatchObject({ code: 0 })
  await stand.settle()
}
async function position(): Promise<WireContractPosition> {
  const [row] = await stand.positions(1)
  if (row === undefined) throw new Error('no position')
  return row
}
const bookings = async (body: object = {}): Promise<Bookings> =>
  (await stand.as(1, '/position/bookings', { positionId, ...body })).json.data as Bookings
const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sum = (rows: Bookings['rows'], of: (row: Bookings['rows'][number]) => string): bigint =>
  rows.reduce((total, row) => total + minor(of(row)), 0n)

describe('what a position’s result is made of', () => {
  it('is every fill and every funding, newest first, and their sums are the position’s figures', async () => {
    const [own, reply] = [await position(), await bookings()]
    expect(reply.rows.map(({ what }) => what)).toEqual(['fill', 'fill', 'funding', 'fill'])
    expect(reply).toMatchObject({
      count: 4,
      realised: own.realised,
      funding: own.funding,
      fees: own.fees,
      vat: own.vat,
    })
    expect([minor(reply.realised), minor(reply.funding)].every((figure) => figure < 0n)).toBe(true)
    expect(minor(reply.fees)).toBeGreaterThan(0n)
    expect(sum(reply.rows, (row) => row.realised)).toBe(minor(reply.realised))
    expect(sum(reply.rows, (row) => row.funding)).toBe(minor(reply.funding))
    expect(sum(reply.rows, (row) => row.fee) + sum(reply.rows, (row) => row.vat)).toBe(minor(own.fees) + minor(own.vat))
  })

  it('comes in pages, each row once, with the sums of all on each', async () => {
    const whole = await bookings()
    const paged: Bookings['rows'][number][] = []
    let cursor: string | undefined
    do {
      const page = await bookings({ limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      expect({ total: page.total, count: page.count }).toEqual({ total: whole.total, count: whole.count })
      paged.push(...page.rows)
      cursor = page.next
    } while (cursor !== undefined)
    expect(paged).toEqual(whole.rows)
  })

  it('is nobody else’s', async () => {
    const answer = await stand.as(3, '/position/bookings', { positionId })
    expect(answer.json).toMatchObject({ code: 26_050, data: { field: 'positionId' } })
  })

  it('is there after the position closed, and its total is what it did to the customer’s money', async () => {
    await stand.as(1, '/order/close', { positionId })
    await stand.settle()
    expect(await stand.positions(1)).toEqual([])
    const reply = await bookings()
    expect(reply).toMatchObject({ count: 5, closedAt: due })
    const { posted } = await stand.balance(1)
    expect(minor(reply.total)).toBe(posted - minor('60000.000000'))
  })

  it('is in the results of all positions, within the span in which it was booked', async () => {
    const { total } = await bookings()
    const results = async (span: Readonly<Record<string, unknown>>, customer = 1) =>
      (await stand.as(customer, '/results', span)).json.data as ReplyOf<typeof contractResults>
    const ever = await results({})
    expect(ever).toMatchObject({ positions: 1, net: total, rows: [{ positionId, symbol: btc, net: total }] })
    const [earlier, later] = [await results({ until: due }), await results({ since: due })]
    expect(minor(earlier.net) + minor(later.net)).toBe(minor(total))
    expect(minor(earlier.net)).toBeLessThan(0n)
    expect(await results({ since: due + 86_400_000 })).toEqual({ rows: [], positions: 0, net: '0.000000' })
    expect((await results({}, 3)).positions).toBe(0)
  })
})
