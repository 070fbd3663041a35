import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../database/connect.ts'
import { housekeeping } from '../jobs/housekeeping.ts'
import type { EventHandler } from '../room.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { appendOutbox, lastDrawnSeq } from './outbox-store.ts'

let database: TestDatabase
let services: TestServices
let dispatchers: Dispatcher[] = []

beforeEach(async () => {
  database = await testDatabase({ connectionsMax: 12 })
  services = testServices({ sql: database.sql })
  dispatchers = []
})
afterEach(async () => {
  for (const dispatcher of dispatchers) await dispatcher.stop()
  await database.drop()
})

const start = async (handlers: readonly EventHandler[]): Promise<Dispatcher> => {
  const dispatcher = createDispatcher({ services, handlers, pollMs: 5 })
  dispatchers.push(dispatcher)
  await dispatcher.start()
  return dispatcher
}
const append = (key: string, topic = 'order', waitMs = 0): Promise<void> =>
  transaction(database.sql, async (tx) => {
    await appendOutbox(tx, [{ topic, key, payload: { key } }], services.clock.now())
    if (waitMs > 0) await tx`select pg_sleep(${waitMs / 1000})`
  })
const collect = (topic = 'order', scope: 'once' | 'each-process' = 'once') => {
  const seen: string[] = []
  const handler: EventHandler = {
    topic,
    name: `collect-${topic}-${scope}`,
    scope,
    handle: ({ key }) => void seen.push(key),
  }
  return { seen, handler }
}

describe('the outbox', () => {
  it('delivers what was written before it started and after, in order, to handlers of the topic', async () => {
    const { seen, handler } = collect()
    await append('a')
    await append('x', 'other')
    const dispatcher = await start([handler])
    await append('b')
    await append('c')
    await dispatcher.drain()
    expect(seen).toEqual(['a', 'b', 'c'])
  })

  it('never delivers what was rolled back', async () => {
    const { seen, handler } = collect()
    const dispatcher = await start([handler])
    await transaction(database.sql, async (tx) => {
      await appendOutbox(tx, [{ topic: 'order', key: 'gone', payload: {} }], services.clock.now())
      throw new Error('no')
    }).catch(() => undefined)
    await append('kept')
    await dispatcher.drain()
    expect(seen).toEqual(['kept'])
  })

  it('waits for a transaction that drew a lower number and commits late', async () => {
    const { seen, handler } = collect()
    const dispatcher = await start([handler])
    let commit = (): void => undefined
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve
    })
    const late = transaction(database.sql, async (tx) => {
      await appendOutbox(tx, [{ topic: 'order', key: 'late', payload: { key: 'late' } }], services.clock.now())
      await mayCommit
    })
    while ((await lastDrawnSeq(database.sql)) < 1n) await sleep(1)
    await append('early')
    await sleep(100)
    expect(seen).toEqual([])
    commit()
    await late
    await dispatcher.drain()
    expect(seen).toEqual(['late', 'early'])
  })

  it('loses and swaps nothing under concurrent writers of all durations', async () => {
    const { seen, handler } = collect()
    const dispatcher = await start([handler])
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 25; i += 1) await append(`${writer}:${i}`, 'order', (writer * 7 + i * 3) % 11)
    })
    await Promise.all(writers)
    await dispatcher.drain()
    expect(seen).toHaveLength(200)
    for (let writer = 0; writer < 8; writer += 1) {
      const own = seen.filter((key) => key.startsWith(`${writer}:`))
      expect(own).toEqual(Array.from({ length: 25 }, (_, i) => `${writer}:${i}`))
    }
  })

  it('offers a failed event again, after a wait, before any later one; then parks it and goes on', async () => {
    const seen: string[] = []
    let failures = 0
    const handler: EventHandler = {
      topic: 'order',
      name: 'fragile',
      handle: ({ key }) => {
        if (key === 'bad') {
          failures += 1
          throw new Error('indigestible')
        }
        seen.push(key)
      },
    }
    const dispatcher = await start([handler])
    for (const key of ['good', 'bad', 'next']) await append(key)
    await dispatcher.drain()
    expect([seen, failures]).toEqual([['good'], 1])
    await sleep(30)
    expect(failures).toBe(1)
    for (let i = 0; i < 500 && !seen.includes('next'); i += 1) {
      services.clock.advanceMs(60_000)
      await sleep(10)
    }
    await dispatcher.drain()
    expect([seen, failures]).toEqual([['good', 'next'], 8])
    const parked = await database.owner`select key, problem from outbox_parked`
    expect([...parked]).toEqual([{ key: 'bad', problem: 'indigestible' }])
  })

  it('goes on where it stopped, and hands each event to one of two processes', async () => {
    const first = collect()
    const dispatcher = await start([first.handler])
    await append('a')
    await dispatcher.drain()
    await dispatcher.stop()
    await append('b')
    const second = collect()
    const [two, three] = [await start([second.handler]), await start([second.handler])]
    for (let i = 0; i < 50; i += 1) await append(`n${i}`)
    await two.drain()
    await three.drain()
    expect(first.seen).toEqual(['a'])
    expect(second.seen).toEqual(['b', ...Array.from({ length: 50 }, (_, i) => `n${i}`)])
  })

  it('gives each process what happens from its start on, when asked to', async () => {
    await append('before')
    const [one, two] = [collect('order', 'each-process'), collect('order', 'each-process')]
    const [first, second] = [await start([one.handler]), await start([two.handler])]
    await append('after')
    await first.drain()
    await second.drain()
    expect([one.seen, two.seen]).toEqual([['after'], ['after']])
  })

  it('keeps events for a day, and until every durable handler had them', async () => {
    const { handler } = collect()
    const dispatcher = await start([handler])
    await append('a')
    await dispatcher.drain()
    await dispatcher.stop()
    await append('b')
    services.clock.advanceMs(25 * 3_600_000)
    for (const job of housekeeping([handler])) await job.run(services)
    const left = await database.owner`select key from outbox`
    expect([...left]).toEqual([{ key: 'b' }])
  })
})
