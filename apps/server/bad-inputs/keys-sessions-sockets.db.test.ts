import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { newDataFolder, removeDataFolder, type ServerProcess, startServerProcess } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Bad inputs that are no field: keys (B85), sessions (B86), codes and passkeys (B87 at the mount; the rest of B87 is
// tested in platform/identity), sockets (B96), and what a stranger does to the form of a request (B71 to B83), asked
// of a whole server. Elsewhere: B1 to B67 and B74 in every-field and bad-inputs beside this file, B71 to B84 of each
// shape in kit/server/mount, B88 to B92 in platform/files, B70 and B93 to B95 in rails/test, B96 of messages in
// kit/server/stream.

const dataDir = newDataFolder()
let server: ServerProcess
let url = ''
let tokens: readonly string[] = []
let operatorToken = ''

interface Answer {
  readonly status: number
  readonly code: number
  readonly body: string
}

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { 'x-requested-with': 'test', ...(init.headers as Record<string, string> | undefined) },
  })
  const body = await response.text()
  const code = body.startsWith('{') ? (JSON.parse(body) as { code: number }).code : Number.NaN
  return { status: response.status, code, body }
}
const json = { 'content-type': 'application/json' }
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
const rename = (nickname: string, headers: Readonly<Record<string, string>>) =>
  post('/ipcf-api/user/update', { nickname }, headers)

beforeAll(async () => {
  server = startServerProcess({ DATA_DIR: dataDir })
  const block = await server.block()
  url = block.url
  tokens = await Promise.all(
    block.customers.map(async ({ account, password }) => {
      const { body } = await post('/ipcf-api/user/login', { account, password })
      return (JSON.parse(body) as { data: { token: string } }).data.token
    }),
  )
  operatorToken = 'A'.repeat(43)
})
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})
const own = (index = 0) => ({ accesstoken: tokens[index] ?? '' })

describe('B85: keys of requests', () => {
  it.each([
    ['of one character', 'a', 400, 10_010],
    ['of 10 kB', 'a'.repeat(10_000), 400, 10_010],
    ['with a blank', 'a key of mine', 400, 10_010],
    ['of another alphabet', 'clave-se\u00f1al', 400, 10_010],
    ['that is a list', 'first-key-1,second-key', 400, 10_010],
  ])('a key %s is refused', async (_, key, status, code) => {
    const answer = await rename('Ana', { ...own(), 'idempotency-key': key })
    expect([answer.status, answer.code]).toEqual([status, code])
  })

  it('a key used for something else is refused; the same key of somebody else is theirs', async () => {
    const key = { 'idempotency-key': 'one-key-of-two' }
    expect((await rename('Ana', { ...own(), ...key })).code).toBe(0)
    const reused = await rename('Berta', { ...own(), ...key })
    expect([reused.status, reused.code]).toEqual([422, 10_011])
    expect((await rename('Berta', { ...own(1), ...key })).code).toBe(0)
  })

  it('without a key it happens each time', async () => {
    expect((await rename('Ana', own())).code).toBe(0)
    expect((await rename('Ana', own())).code).toBe(0)
  })
})

describe('B86: tokens of sessions', () => {
  it.each<[string, () => Readonly<Record<string, string>>]>([
    ['none', () => ({})],
    ['an empty one', () => ({ accesstoken: '' })],
    ['a short one', () => ({ accesstoken: 'x' })],
    ['one of 10 kB', () => ({ accesstoken: 'x'.repeat(10_000) })],
    ['one that was made up', () => ({ accesstoken: operatorToken })],
    ['one with a letter changed', () => ({ accesstoken: `${own().accesstoken.slice(0, -1)}!` })],
    ['two in one', () => ({ accesstoken: `${own().accesstoken},${own(1).accesstoken}` })],
    ['one as a cookie', () => ({ cookie: `accesstoken=${own().accesstoken}; accesstoken=${own(1).accesstoken}` })],
    ['one as a bearer', () => ({ authorization: `Bearer ${own().accesstoken}` })],
    ['one of SQL', () => ({ accesstoken: "' or '1'='1' -- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" })],
  ])('%s opens nothing', async (_, headers) => {
    const answer = await send('/ipcf-api/user/login/info', { headers: headers() })
    expect([answer.status, answer.code], answer.body).toEqual([401, -1000])
  })

  it('a customer’s opens nothing of the console', async () => {
    const { console: place } = await server.block()
    const token = own().accesstoken
    for (const headers of [own(), { cookie: `__Host-bolsillo-console=${token}` }] as Readonly<Record<string, string>>[])
      expect((await fetch(`${place}/console-api/login/info`, { headers })).status).toBe(401)
  })

  it('one that was signed out is none any more, and nobody ends a session of somebody else', async () => {
    const block = await server.block()
    const [, second] = block.customers
    const login = await post('/ipcf-api/user/login', { account: second?.account, password: second?.password })
    const token = (JSON.parse(login.body) as { data: { token: string } }).data.token
    const listed = await send('/ipcf-api/user/sessions', { headers: { accesstoken: token } })
    const sessions = (JSON.parse(listed.body) as { data: { sessions: { id: string; current: boolean }[] } }).data
      .sessions
    const { id } = sessions.find(({ current }) => current) ?? { id: '' }
    const foreign = await post('/ipcf-api/user/sessions/revoke', { sessionId: id }, own())
    expect([foreign.status, foreign.code]).toEqual([404, 11_040])
    expect((await post('/ipcf-api/user/logout', {}, { accesstoken: token })).code).toBe(0)
    expect((await send('/ipcf-api/user/login/info', { headers: { accesstoken: token } })).code).toBe(-1000)
  })
})

describe('B87: answers of second factors at the door', () => {
  it.each([
    ['no JSON', 'not json at all'],
    ['an empty object', '{}'],
    ['a challenge of nobody', assertion('A'.repeat(72))],
    ['a challenge of SQL', assertion("' or 1=1")],
    ['deep JSON', '['.repeat(3_000)],
  ])('%s opens no session', async (_, text) => {
    const answer = await post('/ipcf-api/user/login/passkey', { assertion: text })
    expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
    expect([11_051, 11_065]).toContain(answer.code)
  })
})

/** What a device says, with a challenge nobody gave it. */
function assertion(challenge: string): string {
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: 'https://a.example' }))
  const response = {
    clientDataJSON: clientDataJSON.toString('base64url'),
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: 'Y3VzXzE',
  }
  return JSON.stringify({ id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response })
}

describe('the form of a request', () => {
  const raw = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = json) =>
    send('/ipcf-api/user/update', { method: 'POST', headers: { ...own(), ...headers }, body })
  it.each<[string, () => Promise<Answer>, number]>([
    ['B71 a query field twice', () => send('/ipcf-api/user/activity?cursor=1&cursor=2', { headers: own() }), 400],
    ['B72 a JSON key twice', () => raw('{"nickname":"a","nickname":"b"}'), 400],
    ['B73 __proto__', () => raw('{"nickname":"a","__proto__":{"vip":true}}'), 400],
    ['B73 constructor', () => raw('nickname=a&constructor=b', form), 400],
    ['B74 a field nobody has', () => raw('{"nickname":"a","balance":"1000000"}'), 400],
    ['B76 an unknown field on GET', () => send('/ipcf-api/user/login/info?x=1', { headers: own() }), 400],
    ['B77 another content type', () => raw('<a/>', { 'content-type': 'text/xml' }), 415],
    ['B77 UTF-16', () => raw(new Uint8Array(Buffer.from('{"nickname":"a"}', 'utf16le'))), 400],
    ['B78 a form said to be JSON', () => raw('nickname=a'), 400],
    ['B81 JSON that breaks off', () => raw('{"nickname":"a"'), 400],
    ['B82 JSON 60,000 deep', () => raw(`${'['.repeat(60_000)}`), 400],
    ['B83 a page of 10^9', () => send('/ipcf-api/user/activity?limit=1000000000', { headers: own() }), 400],
    ['B83 a forged cursor', () => send('/ipcf-api/user/activity?cursor=%00', { headers: own() }), 400],
  ])('%s is refused', async (_, ask, status) => {
    const answer = await ask()
    expect(answer.status, answer.body).toBe(status)
    expect(answer.code).not.toBe(0)
  })

  it('B79 a method in a header changes nothing', async () => {
    const answer = await send('/ipcf-api/user/login/info', {
      headers: { ...own(), 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' },
    })
    expect(answer.code).toBe(0)
  })
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('B96: frames of a socket', () => {
  it.each<[string, () => Buffer, number]>([
    ['text that is no UTF-8', () => frame(0x1, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 1007],
    ['one of a megabyte', () => frame(0x1, Buffer.alloc(1_000_000, 0x61)), 1009],
    ['one that is not masked', () => frame(0x1, Buffer.from('{"type":"ping"}'), { masked: false }), 1002],
    ['one of bytes', () => frame(0x2, Buffer.from([1, 2, 3])), 1003],
    ['one of an unknown kind', () => frame(0x3, Buffer.from('{}')), 1002],
    ['one with reserved bits', () => frame(0x1, Buffer.from('{}'), { reserved: 0x40 }), 1002],
    ['a ping of 200 bytes', () => frame(0x9, Buffer.alloc(200)), 1002],
  ])('%s closes it', async (_, bytes, code) => {
    const socket = await openSocket()
    socket.write(bytes())
    expect(await closeCode(socket)).toBe(code)
  })

  it('nobody listens to somebody else', async () => {
    const socket = await openSocket()
    const texts: string[] = []
    socket.on('data', (data: Buffer) => texts.push(data.toString('latin1')))
    const say = (message: object): void => {
      socket.write(frame(0x1, Buffer.from(JSON.stringify(message))))
    }
    say({ type: 'hello', token: own().accesstoken })
    say({ type: 'subscribe', channel: 'orders', key: 'cus_00000000000000000000000001' })
    await expect.poll(() => texts.join()).toContain('not-found')
    expect(texts.join()).not.toContain('snapshot')
    socket.destroy()
  })

  it('leaves the server as it was', async () => {
    expect((await send('/ipcf-api/user/login/info', { headers: own() })).code).toBe(0)
    expect(server.said()).not.toMatch(/outcome unknown|unhandled/i)
  })
})

/** A frame as RFC 6455 has it, well or badly made. */
function frame(kind: number, payload: Buffer, wrong: { masked?: boolean; reserved?: number } = {}): Buffer {
  const { masked = true, reserved = 0 } = wrong
  const size = payload.length
  const length = size < 126 ? [size] : size < 65_536 ? [126, size >> 8, size & 255] : [127, 0, 0, 0, 0]
  const head = Buffer.from([0x80 | reserved | kind, ...length])
  const wide = Buffer.alloc(4)
  wide.writeUInt32BE(size)
  const full = size < 65_536 ? head : Buffer.concat([head, wide])
  full[1] = (full[1] ?? 0) | (masked ? 0x80 : 0)
  if (!masked) return Buffer.concat([full, payload])
  const mask = randomBytes(4)
  const hidden = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return Buffer.concat([full, mask, hidden])
}

/** A socket of the stream after its handshake, without a library that would mend what is sent. */
async function openSocket(): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const key = randomBytes(16).toString('base64')
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  const greeting = new Promise<string>((resolve) => {
    socket.once('data', (data: Buffer) => resolve(data.toString('latin1')))
  })
  socket.write(
    [
      'GET /ipcf-api/stream HTTP/1.1',
      `Host: ${host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${key}`,
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ].join('\r\n'),
  )
  const accepted = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  expect(await greeting).toContain(accepted)
  return socket
}

/** The code of the server's close frame. */
function closeCode(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      seen = Buffer.concat([seen, data])
      const at = seen.indexOf(0x88)
      if (at >= 0 && seen.length >= at + 4) resolve(seen.readUInt16BE(at + 2))
    })
    socket.on('close', () => resolve(0))
  })
}
