import { createAuditLog } from '@bolsillo/audit/server'
import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { instant, present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { outcomeOf, replyOf, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from './contract/index.ts'
import type { PushChannel, PushNotice } from './index.ts'
import { openPushService, type TestPushService } from './testing/push-service.ts'

let service: TestPushService
let stand: ComposedApp<HandMarket>
/** The channel of devices as the room of notices is given it. */
let push: Pick<PushChannel, 'queue'> | undefined
let keys = 0
let stops: (() => Promise<void> | void)[] = []

beforeEach(async () => {
  service = await openPushService()
  stand = await composedApp({
    market: (services) => stillMarket(services),
    pushHosts: [service.host],
    notices: (own) => {
      push = own.channels.find(({ channel }) => channel === 'push')
      return own
    },
  })
})
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
  await service.close()
  await stand.close()
})

const post = (path: string, body: Readonly<Record<string, unknown>>, customer = 1) => {
  keys += 1
  return stand.as(customer, `/user/push/${path}`, body, `push-key-${keys}`)
}
const list = async (customer = 1) => replyOf(calls.listPushDevices, await stand.as(customer, '/user/push/devices'))
const add = async (name: string, customer = 1) => {
  const { key } = await list(customer)
  const subscription = service.subscribe(name, present(key, 'the key'))
  return replyOf(calls.addPushDevice, await post('add', subscription, customer)).deviceId
}
/** Queues a notice as the room of notices does. */
const queue = async (notice: Partial<PushNotice>): Promise<number> => {
  const channel = present(push, 'the channel of devices')
  const whole = {
    ...{ key: 'k', customerId: stand.customerId(1), language: 'es-ES' as const, title: 'a', text: 'b' },
    ...{ path: '/pages/user/alerts', at: stand.app.services.clock.now(), urgent: false, ...notice },
  }
  return await transaction(stand.app.services.sql, (tx) => channel.queue(tx, whole))
}
const acts = async (customer = 1) => {
  const found = await createAuditLog().aboutCustomer(stand.app.services.sql, stand.customerId(customer), { limit: 50 })
  return found.map(({ action, details }) => `${action} ${details.device}`).filter((one) => one.startsWith('push.'))
}
const messages = () =>
  stand.app.database.owner<{ state: string; tries: number; problem: string | null; shown_to: string }[]>`
    select state, tries, problem, shown_to from message_outbox where channel = 'push' order by created_at, id`

/** Sends what waits, as the running server does, until nothing of it is due. */
async function deliver(): Promise<void> {
  const room = present(
    stand.composition.rooms.find(({ name }) => name === 'outbox'),
    'the outbox',
  )
  const other = await stand.another()
  const running = present(
    other.composition.rooms.find(({ name }) => name === room.name),
    'the outbox',
  )
  await running.start?.()
  stops.push(() => other.desk.stop())
  const due = async () => {
    const [row] = await stand.app.database.owner<{ count: number }[]>`
      select count(*)::int as count from message_outbox
      where channel = 'push' and state = 'waiting' and next_try_at <= ${stand.app.services.clock.now()}`
    return row?.count
  }
  await expect.poll(due, { timeout: 10_000 }).toBe(0)
  // A try takes a message first and ends it afterwards.
  await running.stop?.()
}

/** A customer and a session as signing in leaves them, on the device of this key. */
async function signIn(customer: number, sessionId: string, device: string): Promise<void> {
  const { owner } = stand.app.database
  const id = stand.customerId(customer)
  const now = stand.app.services.clock.now()
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into customer (id, display_number, email, password_hash, language, invite_code, disclaimer_agreed_at,
          privacy_agreed_at, created_at)
        values (${id}, ${20_000_000 + customer}, ${`c${customer}@bolsillo.example`}, 'none', 'pt-BR', ${`C${customer}`},
          ${now}, ${now}, ${now}) on conflict do nothing`
      await tx`
        insert into customer_session (id, customer_id, token_hash, device_hash, device, address, restricted, created_at,
          last_seen_at, expires_at)
        values (${sessionId}, ${id}, decode(md5(${sessionId}), 'hex'), ${device}, 'x', '127.0.0.1', false, ${now}, ${now},
          ${now + 3_600_000})`
    },
    { cause: 'job:test' },
  )
}

const end = (sessionId: string, reason: string) =>
  transaction(
    stand.app.database.owner,
    (tx) => tx`update customer_session set ended_at = ${stand.app.services.clock.now()}, end_reason = ${reason}
      where id = ${sessionId}`,
    { cause: 'job:test' },
  )

describe('a device', () => {
  it('is added, found again by its mark, sent a test notice that only it can read, and removed', async () => {
    const deviceId = await add('phone')
    const { rows, key } = await list()
    expect(rows).toMatchObject([{ deviceId, service: service.host }])
    expect(outcomeOf(await post('test', { deviceId }))).toBe('200 done@')
    await deliver()
    expect(service.delivered).toMatchObject([
      {
        name: 'phone',
        content: { path: '/pages/user/deviceNotices', language: 'es-ES', title: 'Aviso de prueba' },
        urgency: 'high',
        ttl: 86_400,
        claims: { aud: service.origin, sub: expect.stringMatching(/^mailto:/) },
      },
    ])
    const [sent] = service.delivered
    expect(sent?.topic).toMatch(/^[0-9A-Z]{26}$/)
    const exp = Number(sent?.claims.exp) * 1000
    expect(exp - stand.app.services.clock.now()).toBeLessThanOrEqual(86_400_000)
    // The same key after a restart.
    expect((await list()).key).toBe(key)
    await post('remove', { deviceId })
    await post('remove', { deviceId })
    expect((await list()).rows).toEqual([])
    expect(await acts()).toEqual([expect.stringMatching(/^push.remove /), expect.stringMatching(/^push.add /)])
  })

  it('of nobody else is listed, removed or tested, and what is stored shows neither address nor keys', async () => {
    const deviceId = await add('phone')
    expect((await list(3)).rows).toEqual([])
    expect(outcomeOf(await post('test', { deviceId }, 3))).toBe('404 push-device-unknown@deviceId')
    await post('remove', { deviceId }, 3)
    expect((await list()).rows).toHaveLength(1)
    const [row] = await stand.app.database.owner`select * from push_device`
    const shown = Object.values(row ?? {}).map((value) => (value instanceof Buffer ? value.toString('latin1') : value))
    expect(shown.join(' ')).not.toMatch(/\/push\/phone/)
    expect(JSON.stringify(stand.app.services.log.lines)).not.toMatch(/\/push\/phone/)
  })

  it('is one of ten at most, also when added at once; added again it is no second one', async () => {
    const { key } = await list()
    const outcomes = await Promise.all(
      Array.from({ length: 13 }, async (_, at) =>
        outcomeOf(await post('add', service.subscribe(`d${at}`, present(key, 'the key')))),
      ),
    )
    expect(outcomes.filter((one) => one === '200 done@')).toHaveLength(calls.devicesMost)
    expect(outcomes.filter((one) => one === '409 push-devices-too-many@')).toHaveLength(3)
    const subscription = service.subscribe('again', present(key, 'the key'))
    const [first] = (await list()).rows
    await post('remove', { deviceId: first?.deviceId ?? '' })
    const one = replyOf(calls.addPushDevice, await post('add', subscription)).deviceId
    const other = replyOf(calls.addPushDevice, await post('add', subscription)).deviceId
    const ids = (await list()).rows.map(({ deviceId }) => deviceId)
    expect([ids.length, ids.includes(one), ids.includes(other)]).toEqual([calls.devicesMost, false, true])
  })

  it.each([
    [{ endpoint: 'https://evil.example/x' }, 'push-service@endpoint'],
    [{ endpoint: 'http://169.254.169.254/latest' }, 'push-service@endpoint'],
    [{ endpoint: 'http://127.0.0.1:5432/x' }, 'push-service@endpoint'],
    [{ p256dh: 'AAAA' }, 'push-keys@p256dh'],
    [{ auth: '!' }, 'push-keys@auth'],
  ])('with %j is refused', async (change, refusal) => {
    const { key } = await list()
    const good = service.subscribe('x', present(key, 'the key'))
    expect(outcomeOf(await post('add', { ...good, ...change }))).toBe(`422 ${refusal}`)
    expect(service.asked()).toBe(0)
  })
})

describe('a notice to a device', () => {
  it.each([404, 410])('whose browser is gone (%i) removes the device, and says so in the log', async (status) => {
    const deviceId = await add('phone')
    await post('test', { deviceId })
    service.answer = (response) => void response.writeHead(status).end()
    await deliver()
    expect(await messages()).toMatchObject([{ state: 'refused', problem: 'address-refused' }])
    expect((await list()).rows).toEqual([])
    expect(await acts()).toEqual([expect.stringMatching(/^push.gone /), expect.stringMatching(/^push.add /)])
  })

  it.each([
    [429, 'busy'],
    [500, 'busy'],
    [503, 'busy'],
    [403, 'sender-refused'],
    [302, 'unreachable'],
  ])('that its service does not take now (%i) waits and is not lost', async (status, problem) => {
    const deviceId = await add('phone')
    await post('test', { deviceId })
    service.answer = (response) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
    await deliver()
    expect(await messages()).toMatchObject([{ state: 'waiting', problem, shown_to: service.host }])
    service.answer = (response) => void response.writeHead(201).end()
    stand.app.services.clock.advanceMs(60_000)
    await deliver()
    expect(await messages()).toMatchObject([{ state: 'sent' }])
    expect(service.delivered).toHaveLength(1)
  })

  it('waits where nobody answers, and what the service says in its answer is kept nowhere', async () => {
    const deviceId = await add('phone')
    await post('test', { deviceId })
    service.answer = (response) => response.destroy()
    await deliver()
    expect(await messages()).toMatchObject([{ state: 'waiting', problem: 'unreachable' }])
    service.answer = (response) => void response.writeHead(400).end('a secret of theirs')
    stand.app.services.clock.advanceMs(60_000)
    await deliver()
    expect(await messages()).toMatchObject([{ state: 'refused', problem: 'content-refused' }])
    expect(JSON.stringify(stand.app.services.log.lines)).not.toContain('a secret of theirs')
  })

  it('goes to every device of its customer once for one key, however often it is queued', async () => {
    await add('phone')
    await add('desk')
    await add('other', 3)
    const notice = { key: 'alert alr_1 1', path: '//evil.example', title: 'Título\u202e\n', text: '🙂'.repeat(3_000) }
    expect([await queue(notice), await queue(notice), await queue(notice)]).toEqual([2, 0, 0])
    // What happened before a device was turned on is no news to it.
    const { clock } = stand.app.services
    expect(await queue({ key: 'before', at: instant(clock.now() - 1) })).toBe(0)
    await deliver()
    expect(service.delivered.map(({ name }) => name).sort()).toEqual(['desk', 'phone'])
    const { content } = present(service.delivered[0], 'a notice')
    expect(content).toMatchObject({ path: '/pages/tabbar/home', title: 'Título' })
    expect(String(content.text)).toMatch(/^(?:🙂)+…$/u)
  })
})

describe('signing out', () => {
  it.each(['signed-out', 'revoked', 'password-changed', 'frozen'])(
    '(%s) ends notices there, at once',
    async (reason) => {
      const { sessionId } = testCustomer(1)
      await signIn(1, sessionId, 'device-a')
      await signIn(1, 'ses_later', 'device-a')
      await signIn(1, 'ses_elsewhere', 'device-b')
      const deviceId = await add('phone')
      await post('test', { deviceId })
      // The session it was added in ran out; who signs out does so in a later one, on the same device.
      stand.app.services.clock.advanceMs(1_000)
      await end('ses_later', reason)
      await deliver()
      expect(service.asked()).toBe(0)
      expect(await messages()).toMatchObject([{ state: 'refused' }])
      expect((await acts())[0]).toMatch(/^push.sign-out /)
      expect((await list()).rows).toEqual([])
      // Added again after that, it stays.
      stand.app.services.clock.advanceMs(1_000)
      await add('phone')
      await stand.runJob('web-push.tidy')
      expect((await list()).rows).toHaveLength(1)
    },
  )

  it('elsewhere, or a session that only ran out or made room, ends nothing here', async () => {
    const { sessionId } = testCustomer(1)
    await signIn(1, sessionId, 'device-a')
    await signIn(1, 'ses_elsewhere', 'device-b')
    await signIn(3, 'ses_of_three', 'device-a')
    await add('phone')
    stand.app.services.clock.advanceMs(1_000)
    await end('ses_elsewhere', 'signed-out')
    await end('ses_of_three', 'signed-out')
    await end(sessionId, 'too-many')
    stand.app.services.clock.advanceMs(13 * 3_600_000)
    await stand.runJob('web-push.tidy')
    expect((await list()).rows).toHaveLength(1)
  })

  it('is done for a device by the job within a minute, where nothing is sent', async () => {
    const { sessionId } = testCustomer(1)
    await signIn(1, sessionId, 'device-a')
    await add('phone')
    stand.app.services.clock.advanceMs(1_000)
    await end(sessionId, 'signed-out')
    await stand.runJob('web-push.tidy')
    expect((await list()).rows).toEqual([])
  })
})

describe('a browser of two people', () => {
  it('is sent the notices of who turned them on last, and no more those of the other', async () => {
    const { key } = await list()
    const subscription = service.subscribe('shared', present(key, 'the key'))
    const first = replyOf(calls.addPushDevice, await post('add', subscription)).deviceId
    stand.app.services.clock.advanceMs(1_000)
    const second = replyOf(calls.addPushDevice, await post('add', subscription, 3)).deviceId
    await post('test', { deviceId: first })
    await post('test', { deviceId: second }, 3)
    await deliver()
    expect(service.delivered).toHaveLength(1)
    expect((await list()).rows).toEqual([])
    expect((await acts())[0]).toMatch(/^push.replace /)
    expect((await list(3)).rows).toHaveLength(1)
  })
})

describe('the owner of the database', () => {
  it('cannot have the notices of somebody sent to a device of their own', async () => {
    const victim = await add('victim')
    const own = await add('thief', 3)
    await post('test', { deviceId: victim })
    await stand.app.database.owner`
      update push_device set sealed = (select sealed from push_device where id = ${own}) where id = ${victim}`
    await deliver()
    expect(service.asked()).toBe(0)
    expect(await messages()).toMatchObject([{ state: 'refused', problem: 'altered' }])
    // Nor by giving their device to somebody else.
    await stand.app.database.owner`update push_device set customer_id = ${stand.customerId(1)} where id = ${own}`
    await queue({})
    await deliver()
    expect(service.asked()).toBe(0)
  })

  it('finds that each change of a device left an act', async () => {
    await add('phone')
    await expect(stand.app.services.sql`update push_device set service = 'x'`).rejects.toThrow(/permission denied/)
    const kept = await stand.app.database.owner`
      select 1 from act_queue where subject = 'push_device' union all
      select 1 from row_salt where table_name = 'push_device'`
    expect(kept.length).toBeGreaterThan(0)
  })
})
