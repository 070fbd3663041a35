import { present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contractMarginEntry } from '../../domain/contract-transfers.ts'
import { failedLiquidationChecks, warningTerms } from '../../domain/index.ts'
import { findOpenOf } from '../contracts-store.ts'
import { markIn, termsIn } from '../contracts-world.ts'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'
import { createEngine, type Engine, type EngineActs } from './engine.ts'
import { createWarningLine } from './warning-line.ts'

let stand: ContractsStand
const engines: Engine[] = []
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
  await stand.price(eth, 4000)
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await stand.close()
})

async function open(customer: number, body: Readonly<Record<string, string>>): Promise<string> {
  await stand.as(customer, '/suitability/answer', rightAnswers)
  const symbol = body.symbol ?? btc
  stand.offer(symbol, 'sell', symbol === btc ? 100_000 : 4000, Number(body.quantity))
  const asked = { symbol, side: 'buy', type: 'market', leverage: '10', tradePassword: rightPassword, ...body }
  expect((await stand.as(customer, '/order/add', asked)).json).toMatchObject({ code: 0 })
  return (await openOf(customer)).find((one) => one.symbol === symbol)?.positionId ?? ''
}
const openOf = (customer: number) => findOpenOf(stand.app.services.sql, [stand.customerId(customer)])

/** An engine beside the one under test, over the same books, whose acts a test gives. */
async function engineWith(acts: Partial<EngineActs>): Promise<Engine> {
  await stand.contracts.engine.stop()
  const { world } = stand.contracts
  const engine = createEngine({
    services: stand.app.services,
    ledger: stand.ledger,
    termsOf: (symbol) => termsIn(world, symbol),
    markOf: (symbol) => markIn(world, symbol),
    lastOf: world.lastOf,
    lastPrintOf: () => undefined,
    acts: { liquidate: async () => true, fire: async () => true, ...acts },
    warnings: createWarningLine({
      services: stand.app.services,
      markOf: (symbol) => world.marks.of(symbol),
      termsOf: () => warningTerms(70, 90),
      findEpisodes: async () => [],
      write: async (due) => due.map(() => ({ kind: 'again' })),
    }),
  })
  engines.push(engine)
  await engine.start()
  await engine.settled()
  return engine
}

const receiptsOf = async (customer: number): Promise<readonly Parameters<typeof failedLiquidationChecks>[0][]> => {
  const { rows } = (await stand.as(customer, '/liquidation/list')).json.data as { rows: { liquidationId: string }[] }
  return await Promise.all(
    rows.map(
      async ({ liquidationId }) =>
        (await stand.as(customer, '/liquidation/receipt', { liquidationId })).json.data as never,
    ),
  )
}

describe('a liquidation', () => {
  it('of a cross account goes on whatever the order its positions were opened and changed in', async () => {
    await stand.fund(1, 6_000)
    await open(1, { symbol: eth, quantity: '5', marginMode: 'cross' })
    await open(1, { symbol: btc, quantity: '0.2', marginMode: 'cross' })
    // So little that it is not enough: the position that changed is the last the desk remembers.
    stand.offer(btc, 'buy', 87_900, 0.01)
    stand.offer(eth, 'buy', 3_398, 50)
    await stand.price(btc, 88_000)
    await stand.price(eth, 3_400)
    stand.offer(btc, 'buy', 87_900, 5)
    await stand.looks(1)
    const [receipt] = await receiptsOf(1)
    expect(receipt === undefined ? ['none'] : failedLiquidationChecks(receipt)).toEqual([])
    expect((await openOf(1)).every(({ liquidationId }) => liquidationId === undefined)).toBe(true)
  })

  it('of a position with no margin left, at exactly its entry, is a settlement too', async () => {
    await stand.fund(1, 13_000)
    await open(1, { quantity: '1' })
    const [position] = await openOf(1)
    const { positionId, holdId, margin } = present(position, 'a position')
    const move = { before: margin, after: 0n, holdId, newHoldId: undefined }
    const { services, database } = stand.app
    const head = { id: services.ids.next('ent'), at: services.clock.now(), customerId: stand.customerId(1), positionId }
    await transaction(services.sql, (tx) =>
      stand.ledger.post(tx, [contractMarginEntry({ ...head, instrument: btc, move })]),
    )
    await database.owner`update contract_position set margin = 0, hold_id = null where position_id = ${positionId}`
    stand = await stand.restart()
    await stand.price(eth, 4000)
    await stand.price(btc, 99_000)
    await stand.contracts.engine.start()
    await stand.looks()
    expect(await openOf(1)).toEqual([])
    const [receipt] = await receiptsOf(1)
    expect(receipt === undefined ? ['none'] : failedLiquidationChecks(receipt)).toEqual([])
    expect(receipt).toMatchObject({
      liquidation: { state: 'done' },
      steps: [{ kind: 'deleveraging', realised: '0.000000' }],
    })
  })

  it('asks the book, then the book with the fund, then hands over all of it, once', async () => {
    await stand.fund(1, 13_000)
    await open(1, { quantity: '1' })
    await stand.price(btc, 85_000)
    await stand.looks(5)
    expect((await openOf(1)).map(({ size }) => size)).toEqual([100_000_000n])
    await stand.looks(2)
    expect(await openOf(1)).toEqual([])
    const [row] = await stand.app.database.owner<{ count: number }[]>`
      select count(*)::integer as count from contract_booking where what = 'deleveraging'`
    expect(row?.count).toBe(1)
  })
})

describe('the engine', () => {
  it('looks again at an account it could not see when a mark of it was missing', async () => {
    await stand.fund(1, 6_000)
    await open(1, { quantity: '0.2', marginMode: 'cross' })
    await open(1, { symbol: eth, quantity: '5', marginMode: 'cross' })
    const asked: string[] = []
    const engine = await engineWith({
      liquidate: async (_, { kind }) => {
        asked.push(kind)
        return true
      },
    })
    await stand.outage(eth)
    await stand.price(btc, 60_000)
    engine.onMark(btc, 6_000_000n)
    engine.retry()
    await engine.settled()
    expect([asked, engine.liveness().blind]).toEqual([[], 1])
    // The index is back with the mark it had: no alarm of it is reached.
    await stand.price(eth, 4000)
    engine.onMark(eth, 400_000n)
    engine.retry()
    await engine.settled()
    expect(asked[0]).toBe('cross')
  })

  it.each(['throws', 'says it is not done'])(
    'tries an exit again when firing it %s, though its price is gone',
    async (how) => {
      await stand.fund(1, 13_000)
      const positionId = await open(1, { quantity: '0.5' })
      await stand.as(1, '/order/set/loss', { positionId, price: '95000', on: 'last' })
      const fired: bigint[] = []
      const engine = await engineWith({
        fire: async ({ by }) => {
          fired.push(by.price)
          if (fired.length > 1) return true
          if (how === 'throws') throw new Error('the line is cut')
          return false
        },
      })
      engine.onLast(btc, 9_499_000n)
      await engine.settled()
      engine.onLast(btc, 10_000_000n)
      await engine.settled()
      expect(fired).toEqual([9_499_000n])
      engine.retry()
      await engine.settled()
      expect(fired).toEqual([9_499_000n, 9_499_000n])
    },
  )

  it('finds what no event said, and forgets whoever has nothing open', async () => {
    await stand.fund(1, 13_000)
    const asked: string[] = []
    const engine = await engineWith({
      liquidate: async (_, subject) => {
        asked.push(subject.kind)
        return true
      },
    })
    await open(1, { quantity: '0.5' })
    expect(engine.watched()).toBe(0)
    for (let look = 0; look < 5; look += 1) engine.retry()
    await engine.settled()
    expect(engine.watched()).toBe(1)
    await stand.app.database.owner`
      update contract_position set size = 0, entry = 0, margin = 0, hold_id = null, triggers = '[]', closed_at = 1`
    for (let look = 0; look < 5; look += 1) engine.retry()
    await engine.settled()
    expect([engine.watched(), asked]).toEqual([0, []])
  })

  it('acts a bounded number of times on a liquidation whose mark is missing, with an exit that is reached', async () => {
    await stand.fund(1, 13_000)
    const positionId = await open(1, { quantity: '0.5' })
    await stand.as(1, '/order/set/loss', { positionId, price: '95000', on: 'last' })
    await stand.price(btc, 94_000)
    await stand.outage(btc)
    // Last: the desk, which does not know of it, notes with the exit what reached it.
    await stand.app.database.owner`
      update contract_position set liquidation_id = 'liq_00000000000000000000000001' where position_id = ${positionId}`
    let acts = 0
    const engine = await engineWith({
      liquidate: async () => {
        acts += 1
        return false
      },
      fire: async () => {
        acts += 1
        return true
      },
    })
    for (let look = 0; look < 3; look += 1) {
      engine.retry()
      await engine.settled()
    }
    expect(acts).toBeGreaterThan(2)
    expect(acts).toBeLessThanOrEqual(4)
    await stand.app.database.owner`
      update contract_position set liquidation_id = null where position_id = ${positionId}`
  })

  it('alarms when a step does not come for a second, and when an account is below for three', async () => {
    await stand.fund(1, 13_000)
    await open(1, { quantity: '1' })
    let isStuck = true
    const engine = await engineWith({
      liquidate: async () => {
        if (isStuck) throw new Error('the line is cut')
        return false
      },
    })
    const { clock } = stand.app.services
    const later = async (ms: number): Promise<void> => {
      clock.moveTo((clock.now() + ms) as ReturnType<typeof clock.now>)
      engine.retry()
      await engine.settled()
    }
    await stand.price(btc, 85_000)
    engine.onMark(btc, 8_500_000n)
    await engine.settled()
    expect(engine.liveness()).toMatchObject({ below: 1, late: 0 })
    expect(engine.late()).toEqual([])
    await later(1000)
    expect(engine.liveness()).toMatchObject({ below: 1, late: 1 })
    const about = { customerId: stand.customerId(1), subject: { kind: 'isolated', symbol: btc } }
    expect(engine.late()).toMatchObject([{ ...about, reason: 'no-step', lastLook: { outcome: 'threw' } }])
    isStuck = false
    await stand.price(btc, 100_000)
    engine.changed([stand.customerId(1)])
    await engine.settled()
    expect(engine.liveness()).toMatchObject({ below: 0, late: 0 })
    expect(engine.late()).toEqual([])
    await stand.price(btc, 85_000)
    engine.onMark(btc, 8_500_000n)
    await engine.settled()
    await later(1000)
    await later(1000)
    expect(engine.liveness()).toMatchObject({ below: 1, late: 0 })
    await later(1000)
    expect(engine.liveness()).toMatchObject({ below: 1, late: 1 })
    expect(engine.late()).toMatchObject([{ ...about, reason: 'below-for-long', lastLook: { outcome: 'unfinished' } }])
  })
})
