import { addressOf } from '@bolsillo/identity/domain'
import type { MessageOutcome, OutgoingMessage, TransportMessage } from '@bolsillo/identity/server'
import { idOf, instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMessageOutbox, type MessageOutbox } from './index.ts'

let database: TestDatabase
let services: TestServices
beforeEach(async () => {
  database = await testDatabase()
  services = testServices({ sql: database.sql })
})
afterEach(async () => {
  await database.drop()
})

const sent: MessageOutcome = { kind: 'sent' }
const down: MessageOutcome = { kind: 'down', problem: 'unreachable' }
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** An outbox over a transport that answers as it is asked to. */
function outboxOf(answer: (message: TransportMessage) => MessageOutcome | Promise<MessageOutcome> = () => sent) {
  const tried: TransportMessage[] = []
  const send = async (message: TransportMessage): Promise<MessageOutcome> => {
    tried.push(message)
    return await answer(message)
  }
  const outbox = createMessageOutbox({ services, transports: [{ channel: 'email', send }] })
  return { ...outbox, tried }
}

const message = (n: number, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: idOf('msg', `msg_${String(n).padStart(26, '0')}`),
  to: addressOf(`ana${n}@correo.example`),
  kind: 'register-code',
  language: 'pt-BR',
  title: 'Título',
  text: 'Texto 481920',
  at: instant(services.clock.now()),
  ...more,
})
const accept = (outbox: MessageOutbox, what: OutgoingMessage) =>
  transaction(database.sql, (tx) => outbox.rail.accept(tx, what))
const rows = () => database.owner`select id, state, tries, problem, sealed from message_outbox order by id`

describe('the outbox of messages', () => {
  it('sends each message once, keeps none of its words, and nothing of a transaction that failed', async () => {
    const outbox = outboxOf()
    await accept(outbox, message(1, { code: '481920' }))
    const failing = transaction(database.sql, async (tx) => {
      await outbox.rail.accept(tx, message(2))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const [waiting] = await database.owner`select * from message_outbox`
    expect(
      Object.values(waiting ?? {})
        .map(String)
        .join(' '),
    ).not.toMatch(/ana1@|481920/)
    for (let i = 0; i < 3; i += 1) await outbox.sendDue()
    expect(outbox.tried.map(({ to, code }) => ({ to, code }))).toEqual([{ to: message(1).to, code: '481920' }])
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 1, problem: null, sealed: null }])
  })

  it('waits while the rail is down, asks with one message at a time, and then sends all', async () => {
    let answer: MessageOutcome = down
    const outbox = outboxOf(() => answer)
    for (let n = 1; n <= 6; n += 1) await accept(outbox, message(n))
    await outbox.sendDue()
    expect(outbox.tried).toHaveLength(4)
    services.clock.advanceMs(5 * minuteMs)
    await outbox.sendDue()
    expect(outbox.tried).toHaveLength(5)
    services.clock.advanceMs(12 * 60 * minuteMs)
    answer = sent
    await outbox.sendDue()
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'sent'))
    expect(outbox.tried).toHaveLength(11)
  })

  it('never sends a code that has ended, and gives a notice up after days', async () => {
    const outbox = outboxOf(() => down)
    await accept(outbox, message(1, { code: '481920' }))
    await accept(outbox, message(2))
    services.clock.advanceMs(10 * minuteMs)
    await outbox.sendDue()
    expect(outbox.tried.map(({ id }) => id)).toEqual([message(2).id])
    services.clock.advanceMs(3 * 24 * 60 * minuteMs)
    await outbox.sendDue()
    expect(await rows()).toMatchObject([
      { state: 'late', sealed: null },
      { state: 'late', problem: 'unreachable', sealed: null },
    ])
    expect(outbox.tried).toHaveLength(1)
  })

  it('ends what is refused for good, and goes on with the others', async () => {
    const refused: MessageOutcome = { kind: 'refused', problem: 'address-refused' }
    const outbox = outboxOf(({ to }) => (to.kind === 'email' && to.address.startsWith('ana1@') ? refused : sent))
    await accept(outbox, message(1))
    await accept(outbox, message(2))
    await outbox.sendDue()
    expect(await rows()).toMatchObject([
      { state: 'refused', problem: 'address-refused', sealed: null },
      { state: 'sent' },
    ])
  })

  it('survives a process that died in the middle, and a transport that throws what it was given', async () => {
    const never = outboxOf(() => new Promise<MessageOutcome>(() => undefined))
    await accept(never, message(1))
    void never.sendDue()
    for (let i = 0; i < 500 && never.tried.length === 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 10))
    const throwing = outboxOf(({ text }) => {
      throw new Error(text)
    })
    await throwing.sendDue()
    expect(throwing.tried).toEqual([])
    services.clock.advanceMs(2 * minuteMs)
    await throwing.sendDue()
    expect(throwing.tried).toHaveLength(1)
    expect(JSON.stringify(services.log)).not.toContain('481920')
    const next = outboxOf()
    services.clock.advanceMs(20 * minuteMs)
    await next.sendDue()
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 3 }])
  })

  it('sends a code to nobody else, whatever the owner of the database writes', async () => {
    const outbox = outboxOf()
    await accept(outbox, message(1, { code: '111111' }))
    await accept(outbox, message(2, { code: '222222' }))
    // Another address beside a message, and the sealed message of one in the row of the other.
    await database.owner`update message_outbox set shown_to = 'thief@evil.example' where id = ${message(1).id}`
    await database.owner`
      update message_outbox set sealed = (select sealed from message_outbox where id = ${message(1).id})
      where id = ${message(2).id}`
    // A code that ended, made to look fresh.
    await accept(outbox, message(3, { code: '333333', at: instant(services.clock.now() - 11 * minuteMs) }))
    await database.owner`update message_outbox set expires_at = expires_at + 99999999999, created_at = created_at + 99999999999
      where id = ${message(3).id}`
    await outbox.sendDue()
    expect(outbox.tried.map(({ to, code }) => ({ to, code }))).toEqual([{ to: message(1).to, code: '111111' }])
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'refused', problem: 'altered' }, { state: 'late' }])
  })

  it('shares the work between processes, each message to one of them', async () => {
    const [one, two] = [outboxOf(), outboxOf()]
    for (let n = 1; n <= 40; n += 1) await accept(one, message(n))
    await Promise.all([one.sendDue(), two.sendDue()])
    const ids = [...one.tried, ...two.tried].map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([40, 40])
  })

  it('carries e-mail only where e-mail is configured, and leaves the running server no other edits', async () => {
    const outbox = outboxOf()
    expect(outbox.carries(message(1))).toBe(true)
    expect(outbox.carries(message(1, { to: addressOf('+525512341907') }))).toBe(false)
    await accept(outbox, message(1))
    await expect(database.sql`update message_outbox set shown_to = 'x'`).rejects.toThrow(/permission denied/)
    expect((await database.sql`delete from message_outbox`).count).toBe(0)
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    const acts = await database.owner`select count(*)::int as n from act_queue`
    expect(acts[0]?.n).toBeGreaterThan(0)
  })

  it('removes a message 90 days after its end, with an act, and none that waits', async () => {
    const outbox = outboxOf(({ to }) => (to.kind === 'email' && to.address.startsWith('ana2@') ? down : sent))
    const remove = () => outbox.room.jobs?.[0]?.run(services)
    await accept(outbox, message(1))
    await accept(outbox, message(2))
    await outbox.sendDue()
    services.clock.advanceMs(90 * dayMs)
    await remove()
    // The other one has waited past its time.
    expect(await rows()).toMatchObject([{ state: 'sent' }, { id: message(2).id, state: 'late' }])
    services.clock.advanceMs(1)
    await remove()
    expect(await rows()).toMatchObject([{ id: message(2).id }])
    const acts = await database.owner`select kind, count(*)::int as n from act_queue
      where kind = 'row-removed' and subject = 'message_outbox' group by kind`
    expect(acts).toMatchObject([{ n: 1 }])
  })

  it('ends a message whose time is over where nothing carries its channel any more', async () => {
    const outbox = createMessageOutbox({ services, transports: [] })
    await accept(outbox, message(1))
    const tidy = () => outbox.room.jobs?.[0]?.run(services)
    await tidy()
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    services.clock.advanceMs(4 * dayMs)
    await tidy()
    expect(await rows()).toMatchObject([{ state: 'late', sealed: null }])
  })
})
