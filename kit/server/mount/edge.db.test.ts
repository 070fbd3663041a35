import { setTimeout as sleep } from 'node:timers/promises'
import { defineCall, type Envelope, field, headerNames, operatorRoles, type RejectionData, z } from '@bolsillo/contract'
import {
  openRaw,
  type RawReply,
  sampleRoom,
  sendRaw,
  type TestApp,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Room } from '../room.ts'
import { handlersOf, useCase } from '../use-case.ts'
import { createHostList } from './edge/hosts.ts'
import { dataHeaders } from './edge/security-headers.ts'
import { linesMax } from './load/sampled-log.ts'
import { requestWithinMs } from './web-server.ts'

// What a server meets before any call: names, connections, heads and bodies nobody writes by accident. All of it over real
// sockets, since most of it never becomes a request.

const upload = defineCall({
  name: 'upload',
  method: 'POST',
  path: '/sample/upload',
  audience: 'customer',
  needs: [],
  request: z.object({ purpose: field.text(1, 20) }),
  reply: z.object({}),
  rejections: [],
  summary: 'Takes a file.',
  effect: 'write',
  commits: 'use-case',
  file: { field: 'file', bytesMax: 1024 * 1024 },
})
const look = defineCall({
  name: 'look',
  method: 'GET',
  path: '/look',
  audience: 'operator',
  needs: [],
  roles: ['support'],
  request: z.object({ query: field.text(1, 20) }),
  reply: z.object({ seen: z.string() }),
  rejections: [],
  summary: 'A look.',
  effect: 'read',
})
const room: Room = {
  ...sampleRoom(),
  handlers: [...sampleRoom().handlers, ...handlersOf([useCase(upload, async () => ({}))], {})],
  operatorHandlers: handlersOf([useCase(look, async ({ query }) => ({ seen: query }))], {}),
}
const limits = { before: 4, signedIn: 8 }
const slowMs = 700
const { token } = testCustomer(1)
const staff = operatorRoles.map((role, number) => testOperator(number, [role]))

let app: TestApp
let url = ''
beforeAll(async () => {
  app = await testApp({
    rooms: () => [room],
    operators: testOperators(staff),
    edge: { hosts: createHostList(['localhost', 'app.example:8443']), connections: limits, requestWithinMs: slowMs },
  })
  url = await app.listen()
})
afterAll(() => app.close())

const host = 'Host: localhost\r\n'
const plain = `GET /ipcf-api/sample/echo?text=a HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const envelope = ({ body }: RawReply): Envelope<RejectionData> => JSON.parse(body) as Envelope<RejectionData>
const rejectionOf = (reply: RawReply): string | undefined => envelope(reply).data?.rejection

/** Every answer has these headers, no matter which part wrote it. */
function expectAllHeaders({ headers, body }: RawReply): void {
  expect(headers).toMatchObject({
    ...dataHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    [headerNames.simulated]: 'true',
    [headerNames.time]: String(app.services.clock.now()),
    'content-length': String(Buffer.byteLength(body)),
  })
  expect(headers['x-request-id']).toMatch(/^req_/)
}

describe('what never becomes a call', () => {
  const post = (headers: string, body: string): string =>
    `POST /ipcf-api/sample/note HTTP/1.1\r\n${host}X-Requested-With: x\r\naccesstoken: ${token}\r\nConnection: close\r\n${headers}\r\n${body}`
  it.each<[string, string | Uint8Array, number, string]>([
    ['/%ff', `GET /%ff HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400, 'body-malformed'],
    ['/%zz', `GET /%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400, 'body-malformed'],
    ['a call with /%ff', `GET /ipcf-api/%ff HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400, 'body-malformed'],
    [
      'another content type',
      post('Content-Type: text/xml\r\nContent-Length: 4\r\n', '<a/>'),
      415,
      'content-unsupported',
    ],
    ['no content type', post('Content-Type: ;;\r\nContent-Length: 4\r\n', '<a/>'), 415, 'content-unsupported'],
    [
      'parts where none are taken',
      post('Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4\r\n', '--b\r'),
      415,
      'content-unsupported',
    ],
    [
      'a body of 70 kB',
      post(`Content-Type: application/json\r\nContent-Length: 70000\r\n`, 'x'.repeat(70_000)),
      413,
      'body-too-large',
    ],
    ['a head of 20 kB', `GET / HTTP/1.1\r\n${host}a: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'head-too-large'],
    ['an address of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'head-too-large'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'body-malformed'],
    ['TLS', Uint8Array.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 0]), 400, 'body-malformed'],
    ['a method nobody has', `HACK / HTTP/1.1\r\n${host}\r\n`, 400, 'body-malformed'],
    ['a header with a bare line end', `GET / HTTP/1.1\r\n${host}a: b\nc\r\n\r\n`, 400, 'body-malformed'],
    ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab'), 400, 'body-malformed'],
    [
      'a length and chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      400,
      'body-malformed',
    ],
    [
      'a chunk of no length',
      post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', 'zz\r\n'),
      400,
      'body-malformed',
    ],
  ])('%s is answered in the envelope, with all headers', async (_, bytes, status, rejection) => {
    const reply = await sendRaw(url, bytes)
    expect([reply.status, rejectionOf(reply)], reply.all).toEqual([status, rejection])
    expect(envelope(reply).msg.length).toBeGreaterThan(10)
    expectAllHeaders(reply)
  })

  it('a wish beyond HTTP’s own changes nothing', async () => {
    const reply = await sendRaw(url, plain.replace('\r\n', '\r\nExpect: everything\r\n'))
    expect(reply.status).toBe(200)
    expectAllHeaders(reply)
  })

  it('garbage behind a request that is under way is no refusal of that request', async () => {
    const body = JSON.stringify({ text: 'slow one' })
    const head = `POST /ipcf-api/sample/note HTTP/1.1\r\n${host}X-Requested-With: x\r\naccesstoken: ${token}\r\n`
    const reply = await sendRaw(
      url,
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}hello\r\n\r\n`,
    )
    expect(reply.status, reply.all).toBe(0)
  })
})

describe('a name the server is asked by', () => {
  const ask = (head: string): Promise<RawReply> =>
    sendRaw(url, `GET /ipcf-api/sample/echo?text=a HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  it.each([
    ['of somebody who points it at us', 'Host: rebound.evil.example\r\n'],
    ['with another port', 'Host: app.example\r\n'],
    ['that is left out', ''],
    ['that is empty', 'Host:\r\n'],
  ])('%s is refused', async (_, head) => {
    const reply = await ask(head)
    expect([reply.status, rejectionOf(reply)]).toEqual([421, 'host-unknown'])
    expectAllHeaders(reply)
  })

  it('that is rejected is logged, for whoever forgot to list it, cut to the length of a line', async () => {
    await ask(`Host: ${'a'.repeat(5000)}\r\n`)
    app.services.clock.advanceMs(2000)
    await ask('Host: forgotten.example\r\n')
    const hosts = app.services.log.lines.map(({ fields }) => ('host' in fields ? String(fields.host) : ''))
    expect(hosts).toContain('forgotten.example')
    expect(Math.max(...hosts.map(({ length }) => length))).toBeLessThanOrEqual(100)
  })

  it('in the list is answered, and HTTP/1.0 without one is refused', async () => {
    expect((await ask('Host: localhost:1234\r\n')).status).toBe(200)
    expect((await ask('Host: app.example:8443\r\n')).status).toBe(200)
    expect((await sendRaw(url, 'GET /ipcf-api/sample/echo?text=a HTTP/1.0\r\n\r\n')).status).toBe(421)
  })

  it('refuses a page of another name that sends to ours, and one that was pointed at us', async () => {
    const write = (head: string): Promise<RawReply> =>
      sendRaw(
        url,
        `POST /ipcf-api/sample/note HTTP/1.1\r\n${head}X-Requested-With: x\r\naccesstoken: ${token}\r\nContent-Type: application/json\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"text":"a"}`,
      )
    const evil = 'rebound.evil.example'
    expect(rejectionOf(await write(`${host}Origin: http://${evil}\r\n`))).toBe('requested-with-missing')
    expect(rejectionOf(await write(`${host}Origin: null\r\n`))).toBe('requested-with-missing')
    expect(rejectionOf(await write(`Host: ${evil}\r\nOrigin: http://${evil}\r\n`))).toBe('host-unknown')
    expect((await write(`${host}Origin: http://localhost\r\n`)).status).toBe(200)
  })
})

describe('a slow sender', () => {
  it('has twenty seconds, unless a test says otherwise', () => {
    expect(requestWithinMs).toBe(20_000)
  })

  const note = `POST /ipcf-api/sample/note HTTP/1.1\r\n${host}X-Requested-With: x\r\naccesstoken: ${token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`
  const parts = note.replace('/note', '/upload').replace('application/json', 'multipart/form-data; boundary=b')
  it.each([
    ['of a body', note, 'request-too-slow'],
    ['of a file', parts, 'request-too-slow'],
    ['of a head', 'GET / HTTP/1.1\r\n', 'request-too-slow'],
    ['of nothing', '', 'request-too-slow'],
  ])('%s, a byte at a time, is answered with the reason and closed', async (_, begin, rejection) => {
    const before = app.services.log.lines.length
    const { socket, reply } = await openRaw(url)
    socket.write(begin)
    const dripping = setInterval(() => socket.write('a'), 50)
    if (begin === '') clearInterval(dripping)
    const { status, tookMs, ...rest } = await reply
    clearInterval(dripping)
    expect([status, rejectionOf({ status, tookMs, ...rest })], rest.all).toEqual([408, rejection])
    expect(tookMs).toBeGreaterThan(slowMs - 100)
    // It is looked twice a second; a busy machine has room, and a server that looks every half minute is found.
    expect(tookMs).toBeLessThan(slowMs + 10_000)
    expectAllHeaders({ status, tookMs, ...rest })
    await sleep(50)
    expect(app.services.log.lines.slice(before).filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('connections of one address', () => {
  const hold = (count: number) => Promise.all(Array.from({ length: count }, () => openRaw(url)))
  /** Whether one more gets in: it is asked something, and kept. */
  const isIn = async (address = '127.0.0.1', head = ''): Promise<boolean> => {
    const { socket, reply } = await openRaw(url, address)
    const answered = new Promise<string>((resolve) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString()))
      reply.then(({ all }) => resolve(all))
    })
    socket.write(`GET /ipcf-api/sample/echo?text=a HTTP/1.1\r\n${host}${head}\r\n`)
    const isServed = (await answered).startsWith('HTTP/1.1 200')
    if (!isServed) expect(rejectionOf(await reply)).toBe('too-many-connections')
    else held.push(socket)
    return isServed
  }
  const held: { readonly destroy: () => void }[] = []
  const letGo = async (): Promise<void> => {
    for (const socket of held.splice(0)) socket.destroy()
    await sleep(50)
  }

  it('are few before anybody signed in, and those beyond the limit are answered with the reason', async () => {
    await letGo()
    for (let count = 0; count < limits.before; count += 1) expect(await isIn()).toBe(true)
    const [over] = await hold(1)
    const reply = await over?.reply
    if (reply === undefined) throw new Error('no connection was made')
    expect([reply.status, rejectionOf(reply)]).toEqual([429, 'too-many-connections'])
    expectAllHeaders(reply)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    // Another address is another one.
    expect(await isIn('127.0.0.2')).toBe(true)
    await letGo()
    expect(await isIn()).toBe(true)
    await letGo()
  })

  it('are more once a live session was shown, not for a token of nobody, and few again when all are closed', async () => {
    expect(await isIn('127.0.0.1', 'accesstoken: somebody-I-made-up-myself\r\n')).toBe(true)
    for (let count = 1; count < limits.before; count += 1) expect(await isIn()).toBe(true)
    expect(await isIn()).toBe(false)
    await letGo()
    expect(await isIn('127.0.0.1', `accesstoken: ${token}\r\n`)).toBe(true)
    for (let count = 1; count < limits.signedIn; count += 1) expect(await isIn()).toBe(true)
    expect(await isIn()).toBe(false)
    await letGo()
    for (let count = 0; count < limits.before; count += 1) expect(await isIn()).toBe(true)
    expect(await isIn()).toBe(false)
    await letGo()
  })

  it('a crowd that is too many holds nothing: it is closed, and the others are served', async () => {
    for (let count = 0; count < limits.before; count += 1) expect(await isIn()).toBe(true)
    const crowd = await hold(300)
    // Nobody of them says a word, or goes by themselves: that all of them end is the server's doing.
    const statuses = new Set((await Promise.all(crowd.map(({ reply }) => reply))).map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 0 && status !== 429)).toEqual([])
    expect(await isIn('127.0.0.2')).toBe(true)
    for (const { socket } of crowd) socket.destroy()
    await letGo()
    expect(await isIn()).toBe(true)
    await letGo()
  })
})

describe('the log under a flood', () => {
  it('is bounded, and says how much it left out', async () => {
    app.services.clock.advanceMs(5000)
    const before = app.services.log.lines.length
    for (let count = 0; count < 3000; count += 1) {
      await app.ask({ path: `/ipcf-api/sample/note`, method: 'POST', body: 'garbage', headers: { host: 'localhost' } })
      await app.ask({ path: `/%ff`, headers: { host: 'localhost' } })
    }
    const lines = app.services.log.lines.slice(before)
    expect(lines.length).toBeLessThan(2 * linesMax)
    app.services.clock.advanceMs(5000)
    await app.ask({ path: `/ipcf-api/sample/note`, method: 'POST', body: 'garbage', headers: { host: 'localhost' } })
    const said = app.services.log.lines.filter(({ message }) => message === 'lines were left out of the log')
    expect(said.map(({ fields }) => 'leftOut' in fields && Number(fields.leftOut) > 2900)).toContain(true)
  })
})

describe('the descriptions', () => {
  const describe = (path: string, who?: string) =>
    app.ask({ path, headers: { host: 'localhost' }, ...(who === undefined ? {} : { token: who }) })
  const pathsOf = (body: string): string[] => Object.keys((JSON.parse(body) as { paths: object }).paths)

  it('of the console’s calls are for any of the staff, and for nobody else', async () => {
    const path = '/console-api/openapi.json'
    for (const who of [undefined, token, 'nobody-at-all-whoever']) {
      const { status, json } = await describe(path, who)
      expect([status, json.code]).toEqual([401, -1000])
    }
    for (const member of staff) {
      const { status, headers, body } = await describe(path, member.token)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(pathsOf(body)).toEqual(['/console-api/look'])
      expect(body).toContain('Roles: support.')
      expect(body).toContain('{"type":"apiKey","in":"cookie","name":"__Host-bolsillo-console"}')
    }
  })

  it('of customers’ calls are for everybody, and name no call of the console', async () => {
    const { status, body } = await describe('/ipcf-api/openapi.json')
    expect(status).toBe(200)
    expect(pathsOf(body).every((path) => path.startsWith('/ipcf-api/'))).toBe(true)
    expect(body).not.toContain('console-api')
  })
})
