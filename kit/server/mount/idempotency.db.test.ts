import { instant, plusMs } from '@bolsillo/kernel'
import { sampleRoom, type TestAnswer, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOldIdempotencyRecords } from './idempotency-store.ts'

const room = sampleRoom()
let app: TestApp
let keys = 0

beforeAll(async () => {
  app = await testApp({ rooms: () => [room] })
})
afterAll(async () => {
  await app.close()
})

const newKey = (): string => {
  keys += 1
  return `test-key-${keys}`
}
const send = (call: string, body: object | string, key: string | undefined, customer = 1): Promise<TestAnswer> =>
  app.ask({
    method: 'POST',
    path: `/ipcf-api/sample/${call}`,
    token: testCustomer(customer).token,
    headers: {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    body: typeof body === 'string' ? body : { ...body },
  })
const events = async (key: string): Promise<number> =>
  (await app.database.owner`select 1 from outbox where key = ${key}`).length

describe.each(['note', 'order', 'deal'])('a repeated request (%s)', (call) => {
  it('has its effect once and gets the same bytes, also in another language or form', async () => {
    const key = newKey()
    const first = await send(call, { text: `${call} once` }, key)
    const again = await send(call, { text: `${call} once` }, key)
    const asForm = await send(call, `text=${call}+once`, key)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(asForm.body).toBe(first.body)
    expect(await events(`${call} once`)).toBe(1)
  })

  it('with other data is refused and changes nothing', async () => {
    const key = newKey()
    await send(call, { text: `${call} a` }, key)
    const other = await send(call, { text: `${call} b` }, key)
    expect([other.status, other.json.code]).toEqual([422, 10_011])
    expect(await events(`${call} b`)).toBe(0)
  })

  it('while the first is in flight is rejected with a wait, and the effect happens once', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(call, { text: `slow ${call}` }, key)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await events(`slow ${call}`)).toBe(1)
    expect((await send(call, { text: `slow ${call}` }, key)).status).toBe(200)
  })

  it('of another customer, or for another call, is another request', async () => {
    const key = newKey()
    await send(call, { text: `${call} mine` }, key)
    expect((await send(call, { text: `${call} yours` }, key, 3)).status).toBe(200)
    expect((await send(call === 'note' ? 'order' : 'note', { text: `${call} else` }, key)).status).toBe(200)
  })

  it('that was refused for good gets the same refusal, and leaves no effect', async () => {
    const key = newKey()
    const before = room.effects.count
    const first = await send(call, { text: 'taken' }, key)
    const again = await send(call, { text: 'taken' }, key)
    expect([first.status, again.body]).toEqual([409, first.body])
    expect(room.effects.count).toBe(before + (call === 'deal' ? 2 : 1))
    expect(await events('taken')).toBe(0)
  })

  it('without a key happens each time', async () => {
    await send(call, { text: `${call} free` }, undefined)
    await send(call, { text: `${call} free` }, undefined)
    expect(await events(`${call} free`)).toBe(2)
  })
})

describe('a writer that looks for keys itself', () => {
  it('answers a repeated request with its first answer, whatever would reject it by now', async () => {
    const key = newKey()
    const first = await send('deal', { text: 'once' }, key)
    expect(first.status).toBe(200)
    expect((await send('deal', { text: 'once' }, newKey())).json.code).toBe(29_002)
    const again = await send('deal', { text: 'once' }, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await send('deal', { text: 'twice' }, key)).json.code).toBe(10_011)
    expect(await events('once')).toBe(1)
    expect(await events('twice')).toBe(0)
  })

  it('is not reached by a repeated request that holds a secret: trying one twice would count twice', async () => {
    const key = newKey()
    const body = { text: 'with a secret', secret: 'hunter2!' }
    const before = room.effects.secrets
    const first = await send('deal', body, key)
    const again = await send('deal', body, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(room.effects.secrets).toBe(before + 1)
  })
})

describe('a key', () => {
  it('is free again after a refusal that may pass', async () => {
    const key = newKey()
    expect((await send('note', { text: 'busy' }, key)).json.code).toBe(29_002)
    expect((await send('note', { text: 'busy' }, key)).json.code).toBe(29_002)
    expect((await send('note', { text: 'now' }, key)).status).toBe(200)
  })

  it('is free again after an unknown outcome that turned out to be none', async () => {
    const key = newKey()
    expect((await send('note', { text: 'broken' }, key)).status).toBe(500)
    expect((await send('note', { text: 'mended' }, key)).status).toBe(200)
    expect(await events('broken')).toBe(0)
  })

  it('used by another process at the same moment tells us to wait', async () => {
    const key = newKey()
    // The other process: its transaction holds the key's lock while ours asks for it.
    const locked = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const first = app.database.owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${testCustomer(1).customerId} note ${key}`}, 0))`
      locked.resolve()
      await asked.promise
    })
    await locked.promise
    expect((await send('note', { text: 'race' }, key)).json.code).toBe(10_012)
    asked.resolve()
    await first
    expect((await send('note', { text: 'race' }, key)).status).toBe(200)
  })

  it('is kept for 72 hours at least', async () => {
    const key = newKey()
    await send('note', { text: 'kept' }, key)
    const now = app.services.clock.now()
    await removeOldIdempotencyRecords(app.database.sql, plusMs(now, -72 * 3_600_000))
    await send('note', { text: 'kept' }, key)
    expect(await events('kept')).toBe(1)
    expect(await removeOldIdempotencyRecords(app.database.sql, instant(now + 1))).toBeGreaterThan(0)
  })
})

describe('a record', () => {
  it('holds neither a secret of the request nor the answer of a public call in clear', async () => {
    const key = newKey()
    const body = { text: 'public answer', secret: 'hunter2!' }
    const first = await send('enter', body, key)
    const again = await send('enter', body, key)
    expect(again.body).toBe(first.body)
    const rows = await app.database
      .owner`select scope, key, body, body_hash from idempotency_record where scope like '%enter%'`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`hunter2|times|${key}`))
    expect(JSON.stringify(app.services.log.lines)).not.toContain('hunter2')
  })
})
