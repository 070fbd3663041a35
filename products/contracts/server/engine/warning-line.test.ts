import { idOf, instant, present } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { fakeClock, testLog, testStartMs } from '@bolsillo/test-kit'
import { expect, it } from 'vitest'
import { contractTerms, type WarningStep, warningTerms, worthOf } from '../../domain/index.ts'
import type { Mark } from '../funding/marks.ts'
import { createWarningLine } from './warning-line.ts'
import type { DueStep } from './write-warnings.ts'

const symbol = 'BTC-USDT-PERP'
const terms = contractTerms(present(instrumentOf(symbol), symbol))
const customerId = idOf('cus', 'cus_00000000000000000000000001')
const unit = 10n ** BigInt(terms.priceScale)
const size = 10n ** BigInt(terms.quantityScale) / 10n

/** A line over marks set by hand; what it writes succeeds unless the database is down. */
function lineOf(last?: WarningStep) {
  const clock = fakeClock(testStartMs)
  let price = 100_000n * unit
  const written: DueStep[] = []
  const state = { isDown: false, step: 'first' as WarningStep }
  const line = createWarningLine({
    services: { clock, log: testLog() },
    markOf: () => ({ symbol, mark: { price } }) as unknown as Mark,
    termsOf: () => warningTerms(70, 90),
    findEpisodes: async () => (last === undefined ? [] : [{ customerId, account: 'cross', number: 1, step: last }]),
    write: async (due) => {
      if (state.isDown) throw new Error('down')
      written.push(...due)
      return due.map(() => ({ kind: 'known', last: state.step }))
    },
  })
  const watched = {
    cash: 1_000n * 10n ** 12n,
    positions: [{ terms, size, entry: worthOf(terms, 100_000n * unit, size) }],
  }
  return {
    ...{ line, written, state, clock },
    take: (isOpen = true) =>
      isOpen
        ? line.take(customerId, [{ account: 'cross', subject: { kind: 'cross' }, watched }], new Set(['cross']))
        : line.take(customerId, [], new Set()),
    move: async (to: number) => {
      price = BigInt(to) * unit
      line.onMark(symbol)
      while (line.isBusy()) await line.settled()
    },
    settle: async () => {
      while (line.isBusy()) await line.settled()
    },
    prices: () => written.map(({ marks }) => marks.get(symbol)?.mark.price),
  }
}

it('looks once all marks are there, and writes a step once', async () => {
  const { line, take, move, prices, written } = lineOf()
  await line.start()
  take()
  line.started()
  await move(94_000)
  expect(written).toEqual([])
  for (const to of [93_000, 92_900, 93_000]) await move(to)
  expect(prices()).toEqual([93_000n * unit])
})

it('keeps the mark that reached a level until it is written, for as long as a mark lives', async () => {
  const { line, take, move, prices, written, state, clock, settle } = lineOf()
  await line.start()
  take()
  line.started()
  state.isDown = true
  for (const to of [93_000, 95_000]) await move(to)
  state.isDown = false
  line.retry()
  await settle()
  expect(prices()).toEqual([93_000n * unit])
  state.isDown = true
  await move(92_400)
  await move(99_000)
  state.isDown = false
  clock.moveTo(instant(clock.now() + 16_000))
  line.retry()
  await settle()
  // The old mark is forgotten; what is due now is another step, at the mark of now.
  expect(written.map(({ account }) => account)).toEqual(['cross', 'cross'])
  expect(prices()[1]).toBe(99_000n * unit)
})

it('goes on with the episodes that run, and ends those of which nothing is open', async () => {
  const running = lineOf('first')
  await running.line.start()
  running.take()
  running.line.started()
  await running.move(93_000)
  expect(running.written.map(({ marks }) => marks.size)).toEqual([1])
  const gone = lineOf('urgent')
  gone.state.step = 'calm'
  await gone.line.start()
  gone.line.started()
  await gone.settle()
  expect(gone.written.map(({ account, marks }) => [account, marks.size])).toEqual([['cross', 0]])
  gone.take(false)
  gone.line.retry()
  await gone.settle()
  expect(gone.written).toHaveLength(1)
})
