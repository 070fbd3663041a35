import { addressOf } from '@bolsillo/identity/domain'
import type { MessageOutcome, OutgoingMessage } from '@bolsillo/identity/server'
import { idOf, instant, present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { askingOf, type TestApp, testApp, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMessageOutbox, type MessageOutbox } from './index.ts'

const saraSupport = testOperator(1, ['support'])
const adaAuditor = testOperator(2, ['auditor'])
const teoTreasury = testOperator(3, ['treasury'])
const minuteMs = 60_000

let app: TestApp
let outbox: MessageOutbox
let answer: MessageOutcome = { kind: 'sent' }
beforeEach(async () => {
  answer = { kind: 'sent' }
  app = await testApp({
    rooms: (services) => {
      outbox = createMessageOutbox({ services, transports: [{ channel: 'email', send: async () => answer }] })
      // Nothing is sent but what a test sends.
      const { start: _, ...room } = outbox.room
      return [room]
    },
    operators: testOperators([saraSupport, adaAuditor, teoTreasury]),
  })
})
afterEach(() => app.close())

const message = (n: number, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: idOf('msg', `msg_${String(n).padStart(26, '0')}`),
  to: addressOf(`rogelio${n}@correo.example`),
  kind: 'frozen',
  language: 'pt-BR',
  title: 'Título',
  text: 'Texto secreto',
  customerId: idOf('cus', `cus_${String(n).padStart(26, '0')}`),
  at: instant(app.services.clock.now() - 100 + n),
  ...more,
})
const accept = (what: OutgoingMessage) => transaction(app.database.sql, (tx) => outbox.rail.accept(tx, what))
const ask = async (who: { token: string }, path: string) => {
  const { status, json } = await askingOf(app).asStaff(who, path)
  return { status, data: JSON.parse(JSON.stringify(json.data ?? {})) }
}
const stateOf = async () => {
  const { data } = await ask(saraSupport, '/outbox/state')
  return Object.fromEntries(data.channels.map((one: { channel: string }) => [one.channel, one]))
}
const list = async (query: string) => (await ask(adaAuditor, `/outbox/list?${query}`)).data

describe('what staff see of the outbox', () => {
  it('is what waits and why, since when the oldest does, and nothing of what it says or whom it is about', async () => {
    for (const n of [1, 2]) await accept(message(n))
    await accept(message(3, { code: '481920', kind: 'register-code' }))
    await accept(message(4, { to: addressOf('+525512341907') }))
    answer = { kind: 'down', problem: 'unreachable' }
    await outbox.sendDue()
    const { email, sms } = await stateOf()
    expect(email).toMatchObject({ isCarried: true, waiting: 3, failing: 3, problem: 'unreachable', sentLately: 0 })
    expect(email.oldestAt).toBe(message(1).at)
    expect(sms).toMatchObject({ isCarried: false, waiting: 1, failing: 0, refused: 0, late: 0 })
    const { rows } = await list('state=waiting&channel=email')
    expect(rows.map(({ id, hasCode }: { id: string; hasCode: boolean }) => [id, hasCode])).toEqual([
      [message(1).id, false],
      [message(2).id, false],
      [message(3).id, true],
    ])
    expect(Object.keys(rows[0]).sort()).toEqual(
      'channel createdAt expiresAt hasCode id nextTryAt problem shownTo state tries'.split(' '),
    )
    expect(JSON.stringify(rows)).not.toMatch(/rogelio1@|secreto|481920|cus_|frozen|register/)
  })

  it('is what was refused and what came too late, the last first; what was sent is counted alone', async () => {
    await accept(message(1))
    await outbox.sendDue()
    for (const n of [2, 3]) {
      await accept(message(n))
      answer = { kind: 'refused', problem: 'address-refused' }
      await outbox.sendDue()
      app.services.clock.advanceMs(minuteMs)
    }
    await accept(message(4, { code: '481920' }))
    app.services.clock.advanceMs(11 * minuteMs)
    await outbox.sendDue()
    expect((await stateOf()).email).toMatchObject({ waiting: 0, refused: 2, late: 1, sentLately: 1 })
    const refused = await list('state=refused')
    expect(refused.rows).toMatchObject([
      { id: message(3).id, problem: 'address-refused' },
      { id: message(2).id, problem: 'address-refused' },
    ])
    expect((await list('state=late')).rows).toMatchObject([{ id: message(4).id }])
    app.services.clock.advanceMs(25 * 60 * minuteMs)
    expect((await stateOf()).email).toMatchObject({ sentLately: 0, lastSentAt: expect.any(Number) })
  })

  it.each(['waiting', 'refused'])('comes in pages that hold each of what is %s once', async (state) => {
    for (let n = 1; n <= 7; n += 1) await accept(message(n, { at: instant(app.services.clock.now() - n) }))
    answer = { kind: 'refused', problem: 'content-refused' }
    if (state === 'refused') await outbox.sendDue()
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 7; page += 1) {
      const { rows, next } = await list(`state=${state}&limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      seen.push(...rows.map(({ id }: { id: string }) => id))
      cursor = next
      if (next === undefined) break
    }
    const ids = [1, 2, 3, 4, 5, 6, 7].map((n) => message(n).id)
    expect(seen).toEqual(ids.toReversed())
  })

  it('is refused to who has nothing to do with it, without a state, and with one that is not listed', async () => {
    expect((await ask(teoTreasury, '/outbox/state')).status).toBe(403)
    expect((await ask(teoTreasury, '/outbox/list?state=waiting')).status).toBe(403)
    expect((await ask(adaAuditor, '/outbox/list')).status).toBe(400)
    expect((await ask(adaAuditor, '/outbox/list?state=sent')).status).toBe(400)
  })

  it('stays readable whatever the owner of the database writes, and says that somebody did', async () => {
    await accept(message(1))
    await accept(message(2))
    await app.database.owner`update message_outbox set problem = '<b>look here</b>', shown_to = ${'x'.repeat(5000)},
      created_at = ${'9000000000000000000'}, expires_at = -1 where id = ${message(1).id}`
    await app.database.owner`update message_outbox set sealed = '\\x00' where id = ${message(2).id}`
    const { rows } = await list('state=waiting')
    const altered = present(
      rows.find(({ id }: { id: string }) => id === message(1).id),
      'the altered row',
    )
    expect(altered).toMatchObject({ problem: 'altered', createdAt: 8_640_000_000_000_000, expiresAt: 0 })
    expect(altered.shownTo).toHaveLength(80)
    await outbox.sendDue()
    expect((await list('state=refused')).rows).toMatchObject([{ id: message(2).id, problem: 'altered' }])
  })

  it('is asked of the indexes, however many were sent', async () => {
    const { owner } = app.database
    const plan = await owner.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      return tx`explain select id from message_outbox where state = 'waiting' and state <> 'sent'
        order by coalesce(ended_at, created_at), id limit 51`
    })
    expect(plan.map((row) => Object.values(row).join()).join('\n')).toMatch(/message_outbox_unsent/)
    expect(plan.map((row) => Object.values(row).join()).join('\n')).not.toMatch(/Sort/)
  })
})
