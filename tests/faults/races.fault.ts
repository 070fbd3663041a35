import { checkBooks } from '@bolsillo/checker/check-books'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExperimentResult, recordExperiment } from './experiment.ts'
import { balanceRaces, sameOrder, takeGrant } from './races/balance-races.ts'
import { raceForPurse } from './races/naive-purse.ts'
import { buyBracket, buyLot, exitsOrSale, orderRaces } from './races/order-races.ts'
import { eitherLeg, pairToBuy } from './races/pair-to-buy.ts'
import { type RaceMarket, type Racer, startRaceMarket, symbols } from './races/race-market.ts'
import { forgetKeys } from './races/race-store.ts'
import { addUp, type Race, type Round, sendersAtOnce } from './races/round.ts'
import { sessionRaces } from './races/session-races.ts'

// Fifty senders released together against one server process, round after round. ROUNDS says how many rounds.

const rounds = Number(process.env.ROUNDS ?? 20)
const seed = Number(process.env.SEED ?? 1)
/** Time enough to have prices of the new day, and little enough that they are not old when it is over. */
const pricesMs = 12_000
/** Time enough to have fifty connections ready. */
const momentMs = 2_500
const command = `ROUNDS=${rounds} SEED=${seed} npm run reliability -- tests/faults/races`

let market: RaceMarket
let last: Racer | undefined
beforeAll(async () => {
  // One customer a round, so that nobody meets the limit of calls a minute, and one more to trade with the last.
  market = await startRaceMarket({ racers: rounds + 1, seed })
  last = market.racers.at(-1)
})
afterAll(async () => {
  await market.stop()
})

async function runRace(race: Race, times: number): Promise<void> {
  const done: Round[] = []
  for (const [index, racer] of market.racers.slice(0, times).entries()) {
    const other = market.racers[index + 1]
    if (other === undefined) throw new Error('every racer has a next')
    done.push(await race.round(market, racer, other))
  }
  await judge(race.name, race.done, done)
}

async function judge(
  name: string,
  what: string,
  done: readonly Round[],
  controls: ExperimentResult['controls'] = [],
): Promise<void> {
  const problems = done.flatMap((round, index) => round.problems.map((problem) => `round ${index}: ${problem}`))
  const findings = await checkBooks(market.sql, { now: await market.now() })
  const passed = problems.length === 0 && findings.length === 0 && controls.every(({ caught }) => caught)
  const figures = { rounds: done.length, seed, ...addUp(done), problems: problems.length, findings: findings.length }
  recordExperiment({ experiment: name, done: what, command, figures, controls, passed })
  expect(problems).toEqual([])
  expect(findings).toEqual([])
}

describe('races over HTTP', () => {
  for (const race of balanceRaces) {
    it(`${race.name}: ${race.done}`, async () => {
      await runRace(race, rounds)
      // Buckets of calls fill up again with time.
      await market.advanceMs(60_000)
    })
  }

  it('moves on to the next business day with shares and brackets for everybody; exits race sales by hand', async () => {
    // The last one only trades with the one before, and has not been granted anything yet.
    if (last !== undefined) await takeGrant(market, last)
    for (const racer of market.racers) {
      await buyLot(market, racer)
      await buyBracket(market, racer)
    }
    const [racer] = market.racers
    const unlock = racer === undefined ? 0 : await market.unlocksAt(racer, symbols.bracket)
    await market.advanceMs(unlock - (await market.now()) - pricesMs)
    await market.skipMs(unlock - (await market.now()) - momentMs)
    const done = await exitsOrSale(market, market.racers, unlock - (await market.now()))
    const what = 'shares sold by hand, twice, in the half second in which the exits of their bracket become active'
    await judge('races-exits-or-sale', what, done)
  })

  for (const race of [pairToBuy, ...orderRaces]) {
    it(`${race.name}: ${race.done}`, async () => {
      await runRace(race, rounds)
      await market.advanceMs(60_000)
    })
  }

  for (const race of sessionRaces) {
    it(`${race.name}: ${race.done}`, async () => {
      // A round is a dozen hashes of passwords and two puzzles: dearer than others, so there are fewer.
      await runRace(race, Math.max(1, Math.floor(rounds / 5)))
    })
  }
})

/** The control of a purchase OCO, until both orders are reached: the market may go away from one of them. */
async function boughtTwice(market: RaceMarket, racer: Racer, other: Racer): Promise<string | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    await market.advanceMs(60_000)
    const { problems } = await eitherLeg(market, racer, other, false)
    const found = problems.find((problem) => problem.startsWith('both legs together bought'))
    if (found !== undefined) return found
  }
  return undefined
}

describe('what the races would see', () => {
  it('is orders doubled where no key says that they are the same, or nobody notes what was answered; money spent twice where a balance is read without its lock, a pair bought twice that is none', async () => {
    const [racer] = market.racers
    // The last one was in no race of its own: there are shares left to sell.
    const seller = last
    if (racer === undefined || seller === undefined) throw new Error('there are racers')
    await market.advanceMs(60_000)
    const unkeyed = await sameOrder(market, racer, false)
    await market.advanceMs(60_000)
    await forgetKeys(market.sql, true)
    const forgotten = await sameOrder(market, racer, true)
    await forgetKeys(market.sql, false)
    const lone = await boughtTwice(market, racer, seller)
    const times = 5
    const locked = await raceForPurse(true, times)
    const unlocked = await raceForPurse(false, times)
    const controls = [
      {
        planted: 'the same order without a key',
        caught: unkeyed.orders === sendersAtOnce,
        how: `${unkeyed.orders} orders of ${sendersAtOnce}`,
      },
      {
        planted: 'keys are not noted with their answers',
        caught: forgotten.orders > 1,
        how: `${forgotten.orders} orders for one key`,
      },
      {
        planted: 'READ COMMITTED reads a balance without its lock',
        caught: unlocked.spendings > times && unlocked.least < 0 && locked.spendings === times && locked.least === 40,
        how: `${unlocked.spendings} times 60 spent of ${times} times 100, with the lock ${locked.spendings}`,
      },
      {
        planted: 'the legs of a purchase OCO are two orders that do not know of each other',
        caught: lone !== undefined,
        how: lone ?? 'never was more bought than was asked for',
      },
    ]
    const passed = controls.every(({ caught }) => caught)
    const done = 'the same senders over what must go wrong'
    recordExperiment({ experiment: 'races-controls', done, command, figures: { seed }, controls, passed })
    expect(controls.filter(({ caught }) => !caught)).toEqual([])
  })
})
