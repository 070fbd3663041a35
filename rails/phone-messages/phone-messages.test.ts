import type { MessageTransport, TransportMessage } from '@bolsillo/identity/server'
import { idOf, instant, present } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPhoneMessages, type PhoneProvider, type ProviderId, providerIds, readTemplates } from './index.ts'
import { type FakeProvider, fakeAccount, signedCall, signedToken, startFakeProvider } from './testing/fake-provider.ts'
import { twilioSignature } from './twilio.ts'

let fake: FakeProvider
beforeEach(async () => {
  fake = await startFakeProvider()
})
afterEach(() => fake.close())

const now = instant(1_700_000_060_000)
const appUrl = 'https://app.bolsillo.example'
const message: TransportMessage = {
  id: idOf('msg', `msg_${'1'.padStart(26, '0')}`),
  to: { kind: 'phone', e164: '+525512341907' },
  kind: 'register-code',
  language: 'es-ES',
  title: 'Tu código para abrir la cuenta',
  text: '481920 es tu código de Bolsillo para abrir la cuenta. Vence en 10 minutos.',
  code: '481920',
  at: instant(now - 60_000),
}
const { code: _, ...noCode } = message
const notice: TransportMessage = { ...noCode, kind: 'frozen', text: 'Tu cuenta está en pausa.' }
const names = { 'es-ES': 'HX1', 'en-US': 'HX2', 'pt-BR': 'HX3' }

const receiptUrl = (id: string) => `${appUrl}/ipcf-api/messages/here/${id}/receipt`
const phones = (account: PhoneProvider, practice = true) =>
  createPhoneMessages({
    ...{ provider: account, clock: { now: () => now }, appUrl, origins: [appUrl], practice, answerMs: 300 },
    receiptUrl,
  })
const out = (account: PhoneProvider, channel = 'sms', practice = true): MessageTransport =>
  present(
    phones(account, practice).transports.find((one) => one.channel === channel),
    'a transport',
  )

describe.each<ProviderId>(providerIds)('over %s', (id) => {
  const account = () => fakeAccount(id, fake.url)

  it('a code goes out with its mark, until it ends, and with the address of our door', async () => {
    expect(await out(account()).send(message)).toEqual({ kind: 'sent' })
    const [{ path, fields, headers }] = fake.taken as [(typeof fake.taken)[0]]
    const text = `[Práctica: dinero no real] ${message.text}\n\n@app.bolsillo.example #481920`
    expect(headers.authorization).toBe(
      `Basic ${Buffer.from(`${account().user}:${account().password}`).toString('base64')}`,
    )
    if (id === 'twilio') {
      expect(path).toBe(`/2010-04-01/Accounts/${account().user}/Messages.json`)
      expect(fields).toEqual({
        ...{ To: '+525512341907', From: '+525512340000', Body: text, ValidityPeriod: '540' },
        StatusCallback: receiptUrl(message.id),
      })
    } else {
      expect(path).toBe('/v1/messages')
      expect(fields).toEqual({
        ...{ to: '525512341907', from: '525512340000', channel: 'sms', message_type: 'text', text, ttl: 540 },
        ...{ client_ref: message.id, webhook_url: receiptUrl(message.id), webhook_version: 'v1' },
      })
    }
  })

  it.each([
    [{ status: 401 }, { kind: 'down', problem: 'credentials-refused' }],
    [{ status: 402 }, { kind: 'down', problem: 'no-balance' }],
    [
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'down', problem: 'busy' },
    ],
    [{ status: 500 }, { kind: 'down', problem: 'busy' }],
    [{ status: 503 }, { kind: 'down', problem: 'busy' }],
    [
      { status: 302, headers: { location: 'http://evil.example' } },
      { kind: 'down', problem: 'unreachable' },
    ],
    [
      { status: 200, body: '<html>' },
      { kind: 'down', problem: 'unreachable' },
    ],
    [
      { status: 400, body: { code: 99999, message: message.text } },
      { kind: 'later', problem: 'content-refused' },
    ],
    ['silent', { kind: 'down', problem: 'unreachable' }],
    ['drip', { kind: 'down', problem: 'unreachable' }],
    ['closes', { kind: 'down', problem: 'unreachable' }],
    ['lost', { kind: 'down', problem: 'unreachable' }],
  ] as const)('%j is %j', async (trouble, expected) => {
    fake.troubles.push(trouble)
    expect(await out(account()).send(message)).toEqual(expected)
    // Asked once: what comes next is up to the outbox.
    expect(fake.asked()).toBe(1)
  })

  it('takes no address but a number, and is bounded where nobody listens', async () => {
    const addresses = ['+52 55', '55', '+52551234190712345', '+525512341907&To=+1', '+525512341907\r\nX: y']
    for (const e164 of addresses)
      expect(await out(account()).send({ ...message, to: { kind: 'phone', e164 } })).toMatchObject({ kind: 'refused' })
    expect(await out(account()).send({ ...message, to: { kind: 'email', address: 'a@b.mx' } })).toMatchObject({
      kind: 'refused',
    })
    expect(fake.asked()).toBe(0)
    expect(await out({ ...account(), url: 'http://127.0.0.1:9' }).send(message)).toMatchObject({ kind: 'down' })
  })

  it('WhatsApp is there with templates alone, says only what they are for, and codes not in practice', async () => {
    const templates = { code: names, frozen: names }
    const withTemplates = { ...account(), whatsapp: { from: '+525512340001', templates } }
    expect(phones(account()).transports.map(({ channel }) => channel)).toEqual(['sms'])
    const takes = (what: TransportMessage, practice = true) => out(withTemplates, 'whatsapp', practice).takes?.(what)
    expect([takes(message), takes(message, false), takes(notice)]).toEqual([false, true, true])
    expect(takes({ ...notice, kind: 'unfrozen' })).toBe(false)
    expect(await out(withTemplates, 'whatsapp').send(notice)).toEqual({ kind: 'sent' })
    expect(await out(withTemplates, 'whatsapp', false).send(message)).toEqual({ kind: 'sent' })
    const [told, code] = fake.taken.map(({ fields }) => JSON.stringify(fields))
    expect(told).toContain('[Práctica: dinero no real] Bolsillo: Tu cuenta está en pausa.')
    expect(code).toContain('481920')
    for (const sent of [told, code]) expect(sent).toMatch(/HX1/)
    for (const sent of [told, code]) expect(sent).toContain('whatsapp')
    // A template that was taken out since: the message waits.
    expect(await out(withTemplates, 'whatsapp').send({ ...notice, kind: 'unfrozen' })).toMatchObject({ kind: 'later' })
  })

  it('is believed about a message with its signature for exactly that call', () => {
    const { read } = phones(account()).receipts
    const words =
      id === 'twilio' ? ['sent', 'delivered', 'read', 'undelivered'] : ['submitted', 'delivered', 'read', 'rejected']
    const say = (status: string, more: Partial<PhoneProvider> = {}, about: string = message.id, at: number = now) =>
      signedCall({ ...account(), ...more }, { messageId: about, url: receiptUrl(about), status, at })
    const heard = (call: { headers: Readonly<Record<string, string>>; body: string }, about: string = message.id) =>
      read({ messageId: about, headers: call.headers, bytes: Buffer.from(call.body), now })
    expect(words.map((status) => heard(say(status)))).toEqual(['taken', 'delivered', 'delivered', 'undelivered'])
    const good = say('delivered')
    const refused = [
      heard(say('delivered', { signatureSecret: 'another' })),
      heard(say('delivered', { user: 'AnotherAccount' })),
      heard(say('constructor')),
      heard(say('__proto__')),
      // A word about another message, under a right signature.
      heard(good, `msg_${'2'.padStart(26, '0')}`),
      heard({ ...good, body: good.body.replace('delivered', 'undelivered') }),
      heard({ ...good, body: `${good.body}&MessageStatus=undelivered` }),
      heard({ ...good, headers: {} }),
      heard({ headers: { 'x-twilio-signature': '', authorization: 'Bearer ..' }, body: '' }),
    ]
    expect(refused).toEqual(refused.map(() => undefined))
  })
})

describe('the words of a provider', () => {
  it.each([
    [21211, { kind: 'refused', problem: 'address-refused' }],
    [21610, { kind: 'refused', problem: 'address-refused' }],
    [21617, { kind: 'refused', problem: 'content-refused' }],
    [21606, { kind: 'down', problem: 'sender-refused' }],
    [20003, { kind: 'down', problem: 'credentials-refused' }],
  ])('%i of Twilio', async (code, expected) => {
    fake.troubles.push({ status: 400, body: { code } })
    expect(await out(fakeAccount('twilio', fake.url)).send(message)).toEqual(expected)
  })

  it.each([
    ['to', { kind: 'refused', problem: 'address-refused' }],
    ['from', { kind: 'down', problem: 'sender-refused' }],
    ['text', { kind: 'refused', problem: 'content-refused' }],
    ['webhook_url', { kind: 'later', problem: 'content-refused' }],
  ])('%s of Vonage', async (name, expected) => {
    fake.troubles.push({ status: 422, body: { invalid_parameters: [{ name, reason: 'x' }] } })
    expect(await out(fakeAccount('vonage', fake.url)).send(message)).toEqual(expected)
  })

  it('of Vonage are stale after five minutes, and no other way to sign is taken', () => {
    const account = fakeAccount('vonage', fake.url)
    const { read } = phones(account).receipts
    const at = (ms: number) =>
      signedCall(account, { messageId: message.id, url: receiptUrl(message.id), status: 'delivered', at: now + ms })
    const heard = ({ headers, body }: ReturnType<typeof at>) =>
      read({ messageId: message.id, headers, bytes: Buffer.from(body), now })
    expect([-299_000, 299_000].map((ms) => heard(at(ms)))).toEqual(['delivered', 'delivered'])
    expect([-301_000, 302_000].map((ms) => heard(at(ms)))).toEqual([undefined, undefined])
    const { body, headers } = at(0)
    const claims = JSON.parse(
      Buffer.from(present(headers.authorization, 'a token').split('.')[1] ?? '', 'base64url').toString(),
    ) as object
    const bearer = (token: string) => heard({ body, headers: { authorization: `Bearer ${token}` } })
    expect(bearer(signedToken({ alg: 'none' }, claims, account.signatureSecret))).toBeUndefined()
    expect(bearer(signedToken({ alg: 'HS256' }, { ...claims, iat: '1' }, account.signatureSecret))).toBeUndefined()
    expect(bearer(signedToken({ alg: 'HS256' }, claims, account.signatureSecret))).toBe('delivered')
  })

  it('of Twilio are signed as its published example is', () => {
    const form = [
      ['To', '+18005551212'],
      ['Digits', '1234'],
      ['From', '+12349013030'],
      ['CallSid', 'CA1234567890ABCDE'],
      ['Caller', '+12349013030'],
    ] as const
    const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)
    expect(signature.toString('base64')).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=')
  })
})

describe('the templates of WhatsApp', () => {
  it('are read for uses that exist, in all languages', () => {
    expect(readTemplates(JSON.stringify({ code: names, frozen: names }))).toEqual({ code: names, frozen: names })
    expect(readTemplates('{')).toContain('not JSON')
    expect(readTemplates('[]')).toContain('list')
    expect(readTemplates(JSON.stringify({ promotion: names }))).toContain('promotion')
    expect(readTemplates(JSON.stringify({ constructor: names }))).toContain('constructor')
    expect(readTemplates(JSON.stringify({ code: { 'es-ES': 'a' } }))).toContain('en-US')
    expect(readTemplates(JSON.stringify({ code: { ...names, 'pt-BR': '../x' } }))).toContain('code')
  })
})
