import { checkBooks } from '@bolsillo/checker/check-books'
import { answerWithinMs } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BadTime, badTime, dropReplies } from './connection/bad-lines.ts'
import { type CutTrial, cutOneCommit, type Place, watchOnly } from './connection/cut-commits.ts'
import { type LinedMarket, startLinedMarket } from './connection/lined-market.ts'
import { recordExperiment } from './experiment.ts'
import { takeGrant } from './races/balance-races.ts'

// A line of our own stands between the server and its database, and between customers and the server.

const trials = Number(process.env.ROUNDS ?? 45)
const seed = Number(process.env.SEED ?? 1)
const racerCount = 15
const command = `ROUNDS=${trials} SEED=${seed} npm run reliability -- tests/faults/connection`
const places: readonly Place[] = ['inside', 'behind', 'answer']

let lined: LinedMarket
beforeAll(async () => {
  lined = await startLinedMarket({ racers: racerCount, seed, watch: watchOnly })
  for (const racer of lined.market.racers) await takeGrant(lined.market, racer)
})
afterAll(async () => {
  await lined.stop()
})

const racerOf = (index: number): LinedMarket['market']['racers'][number] => {
  const racer = lined.market.racers[index % racerCount]
  if (racer === undefined) throw new Error('there are racers')
  return racer
}

/** Cuts one commit after the other, at each place in turn, asked for with a key. */
async function cutCommits(): Promise<readonly CutTrial[]> {
  const done: CutTrial[] = []
  for (let index = 0; index < trials; index += 1) {
    const place = places[index % places.length] ?? 'inside'
    const kind = index % 5 === 4 ? 'conversion' : 'order'
    done.push(await cutOneCommit(lined, racerOf(index), { place, kind, keyed: true }))
  }
  return done
}

/** The most effects that one request has when it is asked again without a key. */
async function effectsWithoutKey(): Promise<number> {
  // Which connection a request without a key is carried out on shows only by the customer's name, so it takes some tries.
  let unkeyedEffects = 0
  for (let tries = 0; tries < 30 && unkeyedEffects < 2; tries += 1) {
    const unkeyed = await cutOneCommit(lined, racerOf(tries), { place: 'answer', kind: 'order', keyed: false })
    unkeyedEffects = Math.max(unkeyedEffects, unkeyed.effectsAtLast)
  }
  return unkeyedEffects
}

describe('the line to the database breaks at a COMMIT', () => {
  it('and asking again with the same key finds out what became of it: every effect exactly once', async () => {
    const done = await cutCommits()
    const cut = done.filter(({ wasCut }) => wasCut)
    const never = cut.filter(({ effectsAtFirst }) => effectsAtFirst === 0).length
    const lost = cut.filter(({ effectsAtFirst, firstStatus }) => effectsAtFirst === 1 && firstStatus !== 200).length
    const wrong = done.filter(({ effectsAtLast }) => effectsAtLast !== 1)
    const unkeyedEffects = await effectsWithoutKey()
    const calm = await badTime(lined, { fault: { kind: 'none' }, side: 'toDatabase', count: 15, forMs: 0 })
    const findings = await checkBooks(lined.market.sql, { now: await lined.market.now() })
    const figures = {
      trials,
      seed,
      cut: cut.length,
      'COMMIT never arrived': never,
      'COMMIT done, answer lost': lost,
      'answered all the same': cut.filter(({ firstStatus }) => firstStatus === 200).length,
      acknowledged: done.length,
      lost: done.filter(({ effectsAtLast }) => effectsAtLast === 0).length,
      doubled: done.filter(({ effectsAtLast }) => effectsAtLast > 1).length,
      'longest ms': Math.max(...done.map(({ longestMs }) => longestMs)),
      findings: findings.length,
    }
    const controls = [
      {
        planted: 'asked again without a key',
        caught: unkeyedEffects === 2,
        how: `${unkeyedEffects} effects`,
      },
      {
        planted: 'a line that does not break',
        caught: calm.unknown === 0,
        how: `${calm.unknown} of ${calm.requests} unknown`,
      },
    ]
    const passed = wrong.length === 0 && never > 0 && lost > 0 && findings.length === 0
    recordExperiment({
      experiment: 'connection-commit',
      done: 'the line from server to database is reset inside the COMMIT of a request, right behind it, or inside its answer',
      command,
      figures,
      controls,
      passed,
    })
    expect(wrong).toEqual([])
    expect(findings).toEqual([])
    expect(never).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
    expect(controls.filter(({ caught }) => !caught)).toEqual([])
  })
})

interface Timed {
  readonly experiment: string
  readonly done: string
  readonly time: BadTime
}

/** The line of everybody, silent and then refused. */
async function silentFirst(): Promise<Timed[]> {
  return [
    {
      experiment: 'connection-half-open',
      done: 'sixty orders at once while nothing passes between server and database: all twenty connections are taken, forty wait',
      time: await badTime(lined, { fault: { kind: 'swallow' }, side: 'toDatabase', count: 60, forMs: 6_000 }),
    },
    {
      experiment: 'connection-refused',
      done: 'every connection to the database is reset and new ones are refused for two seconds',
      time: await badTime(lined, {
        fault: { kind: 'refuse' },
        side: 'toDatabase',
        count: 40,
        forMs: 2_000,
        resetsAll: true,
      }),
    },
  ]
}

/** A line of its own, slow and then narrow. */
async function slowFirst(slow: LinedMarket): Promise<Timed[]> {
  return [
    {
      experiment: 'connection-delay',
      done: 'every question to the database and its answer take two seconds together',
      time: await badTime(slow, {
        fault: { kind: 'delay', ms: 1_000 },
        side: 'toDatabase',
        count: 4,
        forMs: 30_000,
      }),
    },
    {
      experiment: 'connection-64-kb',
      done: 'sixty-four kilobytes a second pass between server and database',
      time: await badTime(slow, {
        fault: { kind: 'throttle', bytesPerSecond: 65_536 },
        side: 'toDatabase',
        count: 16,
        forMs: 10_000,
      }),
    },
  ]
}

describe('a line that is bad for some time', () => {
  it('leaves nobody without an answer, no effect lost or doubled, no transaction open, and the pool full again', async () => {
    const slow = await startLinedMarket({ racers: 4, seed: seed + 1 })
    try {
      for (const racer of slow.market.racers) await takeGrant(slow.market, racer)
      const all = (await Promise.all([silentFirst(), slowFirst(slow)])).flat()
      const findings = [
        ...(await checkBooks(lined.market.sql, { now: await lined.market.now() })),
        ...(await checkBooks(slow.market.sql, { now: await slow.market.now() })),
      ]
      for (const { experiment, done, time } of all) {
        const passed = isGood(time) && findings.length === 0
        recordExperiment({ experiment, done, command, figures: { seed, ...told(time) }, controls: [], passed })
      }
      expect(all.filter(({ time }) => !isGood(time))).toEqual([])
      expect(findings).toEqual([])
    } finally {
      await slow.stop()
    }
  })

  it('between customers and the server costs them an answer, never an effect', async () => {
    const { dropped, effects, different } = await dropReplies(lined, trials)
    const passed = effects === trials && different === 0 && dropped > 0
    recordExperiment({
      experiment: 'connection-reply-dropped',
      done: 'the answer to an order is cut off on its way to the customer, who asks twice again with the same key',
      command,
      figures: { orders: trials, seed, dropped, effects, 'different answers': different },
      controls: [],
      passed,
    })
    expect({ effects, different }).toEqual({ effects: trials, different: 0 })
    expect(dropped).toBeGreaterThan(0)
  })
})

/** Bounds for what hangs. The targets, which a busy machine may miss, are in the names of the figures. */
const answeredWithinMs = answerWithinMs + 60_000
const fullAgainWithinMs = 60_000
const answerTargetMs = answerWithinMs + 1_000
const fullAgainTargetMs = 5_000

function told({ requests, unknown, longestMs, fullAgainMs, effects, leaked }: BadTime): Record<string, number> {
  return {
    orders: requests,
    'answered that nobody knows': unknown,
    [`longest wait for an answer, ms (target ${answerTargetMs})`]: longestMs,
    [`whole again after, ms (target ${fullAgainTargetMs})`]: fullAgainMs,
    acknowledged: effects,
    lost: Math.max(0, requests - effects),
    doubled: Math.max(0, effects - requests),
    'transactions left open': leaked,
  }
}

function isGood({ requests, effects, longestMs, fullAgainMs, leaked }: BadTime): boolean {
  return effects === requests && longestMs <= answeredWithinMs && fullAgainMs <= fullAgainWithinMs && leaked === 0
}
