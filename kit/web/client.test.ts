import { defineCall, field, z } from '@bolsillo/contract'
import { describe, expect, it } from 'vitest'
import { createClient, randomKey } from './client.ts'

const read = defineCall({
  name: 'read-thing',
  method: 'GET',
  path: '/thing',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({ name: field.text(1, 9), more: field.optional(field.flag) }),
  reply: z.object({ a: z.number() }),
  rejections: [],
  summary: '',
})
const renew = defineCall({
  name: 'do-more',
  method: 'POST',
  path: '/more',
  audience: 'customer',
  needs: [],
  effect: 'write',
  renewsSession: true,
  request: z.object({}),
  reply: z.object({ token: z.optional(z.string()) }),
  rejections: [],
  summary: '',
})
const write = defineCall({
  name: 'do-thing',
  method: 'GET',
  path: '/thing/do',
  alsoPost: true,
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: z.object({ amount: field.decimal }),
  reply: z.object({}),
  rejections: [],
  summary: '',
})

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

function clientAnswering(answer: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  const heard: string[] = []
  const client = createClient({
    token: () => 'secret',
    language: () => 'pt-BR',
    events: { onSessionEnded: () => heard.push('ended'), onNotice: (message) => heard.push(message) },
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} })
      return answer()
    },
  })
  return { client, sent, heard }
}
const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status })

describe('the client', () => {
  it('tells how far the server’s clock is ahead, by the half of the way', async () => {
    const offsets: number[] = []
    const ahead = String(Date.now() + 3_600_000)
    const client = createClient({
      token: () => '',
      language: () => 'es-ES',
      events: { onSessionEnded: () => undefined, onNotice: () => undefined, onClockOffset: (ms) => offsets.push(ms) },
      fetch: async () => new Response('{"code":0,"msg":""}', { headers: { 'x-bolsillo-time': ahead } }),
    })
    await client.call(read, { name: 'a' })
    expect(offsets).toHaveLength(1)
    expect(Math.abs((offsets[0] ?? 0) - 3_600_000)).toBeLessThan(2_000)
  })

  it('reads with a query, the session, the language and no key', async () => {
    const { client, sent } = clientAnswering(json(200, { code: 0, msg: '', data: { a: 1 }, simulated: true }))
    expect(await client.call(read, { name: 'ñ&', more: undefined })).toEqual({ kind: 'reply', data: { a: 1 } })
    expect(sent[0]?.url).toBe('/ipcf-api/thing?name=%C3%B1%26')
    const headers = sent[0]?.init.headers as Record<string, string>
    expect(headers).toMatchObject({
      accesstoken: 'secret',
      'accept-language': 'pt-BR',
      'x-requested-with': 'XMLHttpRequest',
    })
    expect(headers['idempotency-key']).toBeUndefined()
  })

  it('writes by POST even where the specification has a GET, form-encoded, with the key it is given', async () => {
    const { client, sent } = clientAnswering(json(200, { code: 0, msg: '', data: {}, simulated: true }))
    await client.call(write, { amount: '1.50' }, 'key-12345')
    expect(sent[0]?.init.method).toBe('POST')
    expect(String(sent[0]?.init.body)).toBe('amount=1.50')
    expect(sent[0]?.init.headers).toMatchObject({ 'idempotency-key': 'key-12345' })
  })

  it('tells a refusal with its field and values', async () => {
    const data = { rejection: 'too-small', field: 'amount', values: { min: '1.00' } }
    const { client } = clientAnswering(json(422, { code: 20012, msg: 'Al menos 1.00', data, simulated: true }))
    expect(await client.call(write, { amount: '0' }, randomKey())).toEqual({
      kind: 'rejected',
      code: 20012,
      message: 'Al menos 1.00',
      rejection: 'too-small',
      field: 'amount',
      values: { min: '1.00' },
    })
  })

  it.each([
    ['a 500', json(500, { code: 10999, msg: '', simulated: true }), { kind: 'unknown', offline: false }],
    ['a proxy’s error page', () => new Response('<html>', { status: 502 }), { kind: 'unknown', offline: false }],
    ['a page instead of an answer', () => new Response('<html>', { status: 200 }), { kind: 'unknown', offline: false }],
    ['a dead network', () => Promise.reject(new TypeError('failed')), { kind: 'unknown', offline: true }],
  ])('never takes %s for a success or a refusal', async (_what, answer, expected) => {
    expect(await clientAnswering(answer).client.call(read, { name: 'a' })).toEqual(expected)
  })

  it('takes shedding (503 with an envelope) for a refusal', async () => {
    const { client } = clientAnswering(
      json(503, { code: 10021, msg: 'Luego', data: { rejection: 'overloaded' }, simulated: true }),
    )
    expect((await client.call(read, { name: 'a' })).kind).toBe('rejected')
  })

  it('says when the session is over, and shows notices', async () => {
    const ended = clientAnswering(json(401, { code: -1000, msg: 'x', simulated: true }))
    await ended.client.call(read, { name: 'a' })
    const noticed = clientAnswering(json(409, { code: -1001, msg: 'Espera', simulated: true }))
    await noticed.client.call(read, { name: 'a' })
    expect([ended.heard, noticed.heard]).toEqual([['ended'], ['Espera']])
  })

  it.each(['header', 'cookie'] as const)(
    'goes on in a session whose token in a %s changes meanwhile',
    async (tokenIn) => {
      let server = 'old'
      let token = 'old'
      const heard: string[] = []
      const shown: (string | undefined)[] = []
      const held: (() => void)[] = []
      const answers = (status: number, code: number, data: object) =>
        new Response(JSON.stringify({ code, msg: '', data, simulated: true }), { status })
      const client = createClient({
        token: () => token,
        tokenIn,
        language: () => 'es-ES',
        events: {
          onSessionEnded: () => heard.push('ended'),
          onNotice: () => undefined,
          onSessionRenewed: (renewed) => {
            token = renewed
          },
        },
        fetch: async (url, init) => {
          const header = new Headers(init?.headers).get('accesstoken') ?? undefined
          shown.push(header)
          // A browser sends the cookie it has when it sends.
          const sent = tokenIn === 'header' ? header : shown.length <= 2 ? 'old' : server
          if (String(url).endsWith('/more')) {
            server = 'new'
            await new Promise<void>((resolve) => held.push(resolve))
            return answers(200, 0, tokenIn === 'header' ? { token: 'new' } : {})
          }
          return sent === server ? answers(200, 0, { a: 1 }) : answers(401, -1000, {})
        },
      })
      const renewing = client.call(renew, {}, randomKey())
      const beside = client.call(read, { name: 'a' })
      await new Promise((resolve) => setTimeout(resolve, 1))
      held[0]?.()
      expect(await renewing).toMatchObject({ kind: 'reply' })
      expect(await beside).toEqual({ kind: 'reply', data: { a: 1 } })
      expect(heard).toEqual([])
      expect(shown).toEqual(tokenIn === 'header' ? ['old', 'old', 'new'] : [undefined, undefined, undefined])
    },
  )

  it('lets a session in a cookie go along with every call, and no token of its own', async () => {
    const credentials: unknown[] = []
    const of = (tokenIn: 'header' | 'cookie') =>
      createClient({
        token: () => 'secret',
        tokenIn,
        language: () => 'es-ES',
        events: { onSessionEnded: () => undefined, onNotice: () => undefined },
        fetch: async (_, init) => {
          credentials.push([init?.credentials, new Headers(init?.headers).get('accesstoken') ?? undefined])
          return new Response('{"code":0,"msg":""}')
        },
      })
    await of('cookie').call(read, { name: 'a' })
    await of('header').call(read, { name: 'a' })
    expect(credentials).toEqual([
      ['same-origin', undefined],
      ['omit', 'secret'],
    ])
  })

  it('makes keys of the shape the server takes, never twice', () => {
    const keys = Array.from({ length: 200 }, randomKey)
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
    expect(new Set(keys).size).toBe(200)
  })
})
