import { addressOf } from '@bolsillo/identity/domain'
import type { OutgoingMessage } from '@bolsillo/identity/server'
import { idOf, instant } from '@bolsillo/kernel'
import { createMessageOutbox, type MessageOutbox, receiptPath } from '@bolsillo/rail-outbox'
import { createPhoneMessages, type PhoneProvider, type ProviderId, providerIds } from '@bolsillo/rail-phone-messages'
import { type FakeProvider, fakeAccount, signedCall, startFakeProvider } from '@bolsillo/rail-phone-messages/testing'
import { transaction } from '@bolsillo/server-kit'
import { askingOf, type TestApp, testApp, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const appUrl = 'https://app.bolsillo.example'
const saraSupport = testOperator(1, ['support'])

let fake: FakeProvider
let app: TestApp
let outbox: MessageOutbox
let account: PhoneProvider
beforeEach(async () => {
  fake = await startFakeProvider()
})
afterEach(async () => {
  await app.close()
  await fake.close()
})

const names = { 'es-ES': 'HX1', 'en-US': 'HX2', 'pt-BR': 'HX3' }

/** A server with an outbox over the provider, which sends when the test says so. */
async function start(provider: ProviderId, hasWhatsapp = false): Promise<void> {
  const whatsapp = { from: '+525512340001', templates: { notice: names } }
  account = { ...fakeAccount(provider, fake.url), ...(hasWhatsapp ? { whatsapp } : {}) }
  app = await testApp({
    rooms: (services) => {
      const receiptUrl = (id: string) => appUrl + receiptPath(provider, id)
      const places = { appUrl, origins: [appUrl], practice: true, receiptUrl, answerMs: 400 }
      const { transports, receipts } = createPhoneMessages({ provider: account, clock: services.clock, ...places })
      outbox = createMessageOutbox({ services, transports, receipts: [receipts] })
      const { start: _, ...room } = outbox.room
      return [room]
    },
    operators: testOperators([saraSupport]),
  })
}

const idOfMessage = (n: number) => idOf('msg', `msg_${String(n).padStart(26, '0')}`)
const message = (n: number, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: idOfMessage(n),
  to: addressOf(`+52551234190${n}`),
  kind: 'frozen',
  language: 'es-ES',
  title: 'Tu cuenta está en pausa',
  text: `Aviso ${n}`,
  at: instant(app.services.clock.now()),
  ...more,
})
const accept = (what: OutgoingMessage) => transaction(app.database.sql, (tx) => outbox.rail.accept(tx, what))
const rows = () => app.database.owner`select state, tries, problem from message_outbox order by id`
const receipts = () => app.database.owner`select message_id, fate from message_receipt order by message_id, fate`
const ended = { twilio: { taken: 'sent', lost: 'undelivered' }, vonage: { taken: 'submitted', lost: 'rejected' } }
const knock = async (path: string, { headers, body }: ReturnType<typeof signedCall>) =>
  (await app.ask({ method: 'POST', path, headers, body })).status
const callOf = (n: number, status: string, more: Partial<PhoneProvider> = {}) => {
  const path = receiptPath(account.provider, idOfMessage(n))
  const about = { messageId: idOfMessage(n), url: appUrl + path, status, at: app.services.clock.now() }
  return { path, signed: signedCall({ ...account, ...more }, about) }
}
const say = (n: number, status: string, more: Partial<PhoneProvider> = {}) => {
  const { path, signed } = callOf(n, status, more)
  return knock(path, signed)
}
const channel = async (name: string) => {
  const { json } = await askingOf(app).asStaff(saraSupport, '/outbox/state')
  const { channels } = json.data as { channels: { channel: string }[] }
  return channels.find((one) => one.channel === name)
}

describe.each<ProviderId>(providerIds)('messages to phones over %s', (provider) => {
  it('wait while the provider is down, busy or silent, and each is sent once when it is back', async () => {
    await start(provider)
    for (const n of [1, 2, 3, 4]) await accept(message(n))
    fake.troubles.push({ status: 503 }, { status: 429 }, 'closes', 'silent')
    await outbox.sendDue()
    expect(await rows()).toMatchObject([1, 2, 3, 4].map(() => ({ state: 'waiting', tries: 1 })))
    expect(await channel('sms')).toMatchObject({ waiting: 4, failing: 4 })
    for (let i = 0; i < 3; i += 1) {
      app.services.clock.advanceMs(minuteMs)
      await outbox.sendDue()
    }
    expect(await rows()).toMatchObject([1, 2, 3, 4].map(() => ({ state: 'sent' })))
    const texts = fake.taken.map(({ fields }) => String(fields.Body ?? fields.text).slice(-7))
    expect(texts.sort()).toEqual(['Aviso 1', 'Aviso 2', 'Aviso 3', 'Aviso 4'])
  })

  it('whose answer was lost are not sent again once the provider says that it has them', async () => {
    await start(provider)
    await accept(message(1))
    await accept(message(2))
    fake.troubles.push('lost', 'lost')
    await outbox.sendDue()
    expect(await rows()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    expect(await say(1, ended[provider].taken)).toBe(200)
    app.services.clock.advanceMs(minuteMs)
    await outbox.sendDue()
    expect(await rows()).toMatchObject([
      { state: 'sent', tries: 1 },
      { state: 'sent', tries: 2 },
    ])
    // Of the other it heard nothing: no provider knows our id, so it goes again.
    expect(fake.taken).toHaveLength(3)
  })

  it('are delivered or not by the signed word of the provider, each once, as staff see it', async () => {
    await start(provider)
    await accept(message(1))
    await accept(message(2))
    // Nothing was tried yet, so nothing can be known of it.
    expect(await say(1, 'delivered')).toBe(401)
    await outbox.sendDue()
    expect(await say(1, 'delivered', { signatureSecret: 'guessed' })).toBe(401)
    expect(await receipts()).toEqual([])
    for (let i = 0; i < 3; i += 1) expect(await say(1, 'delivered')).toBe(200)
    expect(await say(2, ended[provider].lost)).toBe(200)
    expect(await receipts()).toEqual([
      { message_id: idOfMessage(1), fate: 'delivered' },
      { message_id: idOfMessage(2), fate: 'undelivered' },
    ])
    expect(await channel('sms')).toMatchObject({ sentLately: 2, deliveredLately: 1, undeliveredLately: 1 })
    app.services.clock.advanceMs(25 * 60 * minuteMs)
    expect(await channel('sms')).toMatchObject({ deliveredLately: 0, undeliveredLately: 0 })
    // Replayed when it is stale, too long, about nobody's message, or at another provider's door: one answer.
    const { path, signed } = callOf(1, 'delivered')
    expect(await knock(path.replace(provider, 'other'), signed)).toBe(401)
    expect(await knock(path, { ...signed, body: signed.body + ' '.repeat(20_000) })).toBe(401)
    expect(await say(9, 'delivered')).toBe(401)
    app.services.clock.advanceMs(4 * dayMs)
    expect(await knock(path, signed)).toBe(401)
    expect(await say(1, ended[provider].lost)).toBe(401)
    expect(await receipts()).toHaveLength(2)
  })
})

describe('the word of a provider', () => {
  it('is changed and removed by nobody but with its message, and leaves an act', async () => {
    await start('twilio')
    await accept(message(1))
    await outbox.sendDue()
    await say(1, 'delivered')
    const { sql, owner } = app.database
    await expect(sql`update message_receipt set fate = 'undelivered'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from message_receipt`).rejects.toThrow(/permission denied/)
    const kept = () =>
      owner`select kind, count(*)::int as n from act_queue where subject = 'message_receipt' group by kind`
    expect(await kept()).toEqual([{ kind: 'row-kept', n: 1 }])
    app.services.clock.advanceMs(91 * dayMs)
    await outbox.room.jobs?.[0]?.run(app.services)
    expect([await rows(), await receipts()]).toEqual([[], []])
    expect(await kept()).toContainEqual({ kind: 'row-removed', n: 1 })
  })

  it('sends the next by SMS where WhatsApp did not reach somebody', async () => {
    await start('twilio', true)
    await accept(message(1))
    await accept(message(2, { code: '481920', kind: 'register-code', text: '481920 es tu código.' }))
    await outbox.sendDue()
    const ways = () => app.database.owner`select channel from message_outbox order by id`
    expect(await ways()).toEqual([{ channel: 'whatsapp' }, { channel: 'sms' }])
    await say(1, 'failed')
    await accept(message(3, { to: message(1).to }))
    await accept(message(4))
    expect((await ways()).slice(2)).toEqual([{ channel: 'sms' }, { channel: 'whatsapp' }])
    expect(await channel('whatsapp')).toMatchObject({
      isCarried: true,
      sentLately: 1,
      undeliveredLately: 1,
      waiting: 1,
    })
    app.services.clock.advanceMs(31 * dayMs)
    await accept(message(5, { to: message(1).to }))
    expect((await ways()).at(-1)).toEqual({ channel: 'whatsapp' })
  })
})
