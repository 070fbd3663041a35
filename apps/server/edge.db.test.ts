import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverUser } from '@bolsillo/server-kit'
import {
  newDataFolder,
  openRaw,
  type RawReply,
  type RawSocket,
  removeDataFolder,
  type ServerProcess,
  sendRaw,
  startServerProcess,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDataFolder } from './data-folder.ts'

// The edge of a whole server as it starts by default: names, connections, logs, and the files it leaves on the disk.
// kit/server/mount/edge.db.test.ts tests each part.

const dataDir = newDataFolder()
let server: ServerProcess
let url = ''
let consoleUrl = ''
const start = async (): Promise<void> => {
  // What the test kit raises for everybody else is as it is for everybody else here.
  server = startServerProcess({ DATA_DIR: dataDir, CONNECTIONS_MAX: '', LOG_LEVEL: 'info' })
  const block = await server.block()
  url = block.url
  consoleUrl = block.console
}
beforeAll(start)
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)
const foldersOf = (path: string): readonly string[] => [path, join(path, 'witness')]
const filesOf = (path: string): readonly string[] =>
  foldersOf(path).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  )

describe('files of the data folder', () => {
  const expectClosed = async (): Promise<void> => {
    const open = filesOf(dataDir).filter((file) => modeOf(file) !== '600')
    expect(open).toEqual([])
    // A database with a user of its own walks through, and reads nothing.
    const isApart = (await serverUser()) !== undefined
    expect([modeOf(dataDir), modeOf(join(dataDir, 'witness'))]).toEqual([isApart ? '710' : '700', '700'])
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
  }

  it('are their owner’s alone from the first start, and again at each start whatever was done to them', async () => {
    const names = filesOf(dataDir).map((file) => file.slice(dataDir.length + 1))
    expect(names).toEqual(expect.arrayContaining(['demo.json', 'postgres.key', 'secret.key', 'server.lock']))
    expect(names.some((name) => name.startsWith('witness/'))).toBe(true)
    await expectClosed()
    await server.stop()
    for (const file of filesOf(dataDir)) chmodSync(file, 0o666)
    for (const folder of foldersOf(dataDir)) chmodSync(folder, 0o777)
    await start()
    await expectClosed()
  }, 120_000)

  it('further down in a folder that is named by mistake are left alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bolsillo-named-by-mistake-'))
    const deeper = join(folder, 'pictures', 'a.jpg')
    mkdirSync(join(folder, 'pictures'), { mode: 0o755 })
    for (const file of [deeper, join(folder, 'secret.key')]) writeFileSync(file, '', { mode: 0o644 })
    closeDataFolder(folder)
    const modes = [folder, join(folder, 'secret.key'), join(folder, 'pictures'), deeper].map(modeOf)
    rmSync(folder, { recursive: true })
    expect(modes).toEqual(['700', '600', '700', '644'])
  })
})

const rejectionOf = ({ body }: RawReply): unknown =>
  (JSON.parse(body) as { data?: { rejection?: string } }).data?.rejection
const get = (path: string, head = 'Host: localhost\r\n', from = url): Promise<RawReply> =>
  sendRaw(from, `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
const expectHeaders = ({ headers }: RawReply): void => {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': expect.stringContaining('max-age'),
  })
  // No other site is ever given leave to read.
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
}

describe('a server as it starts by default', () => {
  it.each(['/', '/ipcf-api/common/prop', '/health', '/ready', '/metrics', '/ipcf-api/stream'])(
    'answers nothing at %s to a name that is not its own',
    async (path) => {
      const reply = await get(path, 'Host: rebound.evil.example\r\n')
      expect([reply.status, rejectionOf(reply)]).toEqual([421, 'host-unknown'])
      expectHeaders(reply)
    },
  )

  it.each(['/', '/console-api/login/info'])('answers nothing of the console at %s to such a name', async (path) => {
    const reply = await get(path, 'Host: rebound.evil.example\r\n', consoleUrl)
    expect([reply.status, rejectionOf(reply)]).toEqual([421, 'host-unknown'])
    expectHeaders(reply)
  })

  it.each([
    ['rebound.evil.example', 'http://rebound.evil.example', 421, 'host-unknown'],
    ['localhost', 'http://evil.example', 403, 'requested-with-missing'],
    ['localhost', 'null', 403, 'requested-with-missing'],
  ])('opens no stream for host %s and origin %s', async (host, origin, status, rejection) => {
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    const head = `Host: ${host}\r\nOrigin: ${origin}\r\n${upgrade}`
    const reply = await sendRaw(url, `GET /ipcf-api/stream HTTP/1.1\r\nConnection: Upgrade\r\n${head}\r\n`)
    expect([reply.status, rejectionOf(reply)]).toEqual([status, rejection])
    expectHeaders(reply)
  })

  it.each([
    ['/ipcf-api/none', 'GET', 404],
    ['/ipcf-api/user/login', 'DELETE', 404],
    ['/ipcf-api/user/login', 'OPTIONS', 404],
    ['/ipcf-api/%ff', 'GET', 400],
    ['/%ff', 'GET', 400],
  ])('answers %s by %s in the envelope, with all headers', async (path, method, status) => {
    const reply = await sendRaw(url, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(reply.status).toBe(status)
    expect(typeof rejectionOf(reply)).toBe('string')
    expectHeaders(reply)
  })

  it('tells strangers nothing of the console’s calls', async () => {
    const reply = await get('/console-api/openapi.json', undefined, consoleUrl)
    expect([reply.status, rejectionOf(reply)]).toEqual([401, 'session-invalid'])
    expectHeaders(reply)
    const none = await get('/console-api/none', undefined, consoleUrl)
    expect([none.status, rejectionOf(none)]).toEqual([404, 'not-found'])
    expectHeaders(none)
    expect((await get('/ipcf-api/openapi.json')).body).not.toContain('/console-api/')
  })

  it('lets 64 connections of an address in', async () => {
    const all = await Promise.all(Array.from({ length: 80 }, () => openRaw(url, '127.0.0.9')))
    const over = new Map<RawSocket, number>()
    for (const one of all) one.reply.then(({ status }) => over.set(one, status))
    await expect.poll(() => over.size).toBe(16)
    expect([...over.values()]).toEqual(Array(16).fill(429))
    const one = all.find((socket) => !over.has(socket))
    one?.socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect((await one?.reply)?.status).toBe(200)
    for (const { socket } of all) socket.destroy()
  })

  it('says little of ten thousand requests nobody could mean, and is as well as before', async () => {
    const before = server.said().length
    const garbage = [
      'hello\r\n\r\n',
      'GET /%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: localhost\r\na: ${'x'.repeat(17_000)}\r\n\r\n`,
      'POST /ipcf-api/user/login HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
    ]
    const startedMs = performance.now()
    for (let round = 0; round < 500; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, at) => sendRaw(url, garbage[at % garbage.length] ?? '')))
    const seconds = Math.ceil((performance.now() - startedMs) / 1000) + 1
    const said = server.said().slice(before)
    // A hundred lines a second of each of the two that write them, and the lines that say what was left out.
    expect(said.split('\n').length).toBeLessThan(seconds * 202)
    expect(said.length).toBeLessThan(seconds * 202 * 400)
    expect(said).toContain('lines were left out of the log')
    expect(said).not.toMatch(/"level":"error"/)
    expect((await get('/health')).status).toBe(200)
  }, 120_000)
})
