import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { present } from '@bolsillo/kernel'
import {
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type StartBlock,
  sendRaw,
  startServerProcess,
} from '@bolsillo/test-kit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The two origins of a whole server: nothing of one is on the other, and what lets somebody in at one is worth nothing at
// the other.

const dataDir = newDataFolder()
const cookieName = '__Host-bolsillo-console'
let server: ServerProcess
let block: StartBlock
let staffToken = ''
let signedIn: Response
let customerToken = ''

type Headers = Readonly<Record<string, string>>
const post = (url: string, body: Headers, headers: Headers = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'x-requested-with': 'test', ...headers }, body: new URLSearchParams(body) })
const dataOf = async (response: Response) =>
  ((await response.json()) as { readonly data: Readonly<Record<string, string>> }).data
const cookie = (token: string): Headers => ({ cookie: `${cookieName}=${token}` })

beforeAll(async () => {
  server = startServerProcess({ DATA_DIR: dataDir })
  block = await server.block()
  const { account, password, totpSecret } = present(block.operators[0], 'the demo has operators')
  const door = `${block.console}/console-api/login`
  const { challengeId = '' } = await dataOf(await post(`${door}/challenge`, { account, password }))
  const code = generateSync({ secret: totpSecret })
  signedIn = await post(door, { account, password, challengeId, code })
  staffToken = new RegExp(`^${cookieName}=([\\w-]+);`).exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const customer = present(block.customers[0], 'the demo has customers')
  const entered = await post(`${block.url}/ipcf-api/user/login`, {
    account: customer.account,
    password: customer.password,
  })
  customerToken = (await dataOf(entered)).token ?? ''
}, 120_000)
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

interface Call {
  readonly method: string
  readonly path: string
}

/** Every call that is described, with the method it is made by. */
async function described(url: string, headers: Headers = {}): Promise<readonly Call[]> {
  const { paths } = (await (await fetch(url, { headers })).json()) as {
    readonly paths: Readonly<Record<string, object>>
  }
  return Object.entries(paths).flatMap(([path, ways]) =>
    Object.keys(ways).map((method) => ({ method: method.toUpperCase(), path })),
  )
}

/** The parts of an answer that do not vary between two identical requests. */
async function answerTo(origin: string, { method, path }: Call): Promise<object> {
  const headers = { 'x-requested-with': 'test', accesstoken: customerToken, ...cookie(staffToken) }
  const response = await fetch(`${origin}${path}`, { method, headers })
  const own = new Set(['date', 'x-request-id', 'x-bolsillo-time'])
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !own.has(name)),
    body: await response.text(),
  }
}

/** Whether a path is answered as one that nobody ever named. */
async function expectUnknown(origin: string, call: Call): Promise<void> {
  const [ending = ''] = /\.[a-z]+$/.exec(call.path) ?? []
  const random = { method: call.method, path: `/quetzal-7f3a/nopal${ending}` }
  expect(await answerTo(origin, call), `${call.method} ${call.path}`).toEqual(await answerTo(origin, random))
}

const filesOf = (app: string): readonly Call[] => {
  const folder = fileURLToPath(new URL(`../${app}/dist/assets`, import.meta.url))
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name)) : []
  return names.map((name) => ({ method: 'GET', path: `/assets/${name}` }))
}

describe('the customers’ origin', () => {
  it('knows nothing of the console: its old and new addresses, its calls and its files are any unknown path', async () => {
    const calls = await described(`${block.console}/console-api/openapi.json`, cookie(staffToken))
    expect(calls.length).toBeGreaterThan(60)
    const pages = ['/console', '/console/', '/console/work', '/console/invitation?token=x', '/console/index.html']
    const others = ['/console-api', '/console-api/', '/console-api/none', '/console-api/openapi.json']
    const looks = [...pages, ...others].map((path) => ({ method: 'GET', path }))
    const own = new Set(filesOf('web').map(({ path }) => path))
    const files = filesOf('console').filter(({ path }) => !own.has(path))
    for (const call of [...looks, ...calls, ...files]) await expectUnknown(block.url, call)
  })

  it('lets nobody in by a session of the console, in whatever way it is shown', async () => {
    const ask = async (headers: Headers) => (await fetch(`${block.url}/ipcf-api/user/login/info`, { headers })).status
    expect(await ask({ accesstoken: customerToken })).toBe(200)
    expect(await ask(cookie(staffToken))).toBe(401)
    expect(await ask({ accesstoken: staffToken })).toBe(401)
    expect(await ask(cookie(customerToken))).toBe(401)
  })
})

describe('the console’s origin', () => {
  it('knows nothing of the customers: their calls, files, health and journal are any unknown path', async () => {
    const calls = await described(`${block.url}/ipcf-api/openapi.json`)
    expect(calls.length).toBeGreaterThan(100)
    const more = ['/ipcf-api/openapi.json', '/ipcf-api/stream', '/health', '/ready', '/metrics', '/journal/checkpoint']
    const pages = ['/pages/tabbar/home', '/manifest.webmanifest', '/verify-proof.html', '/test/clock', '/console']
    const looks = [...more, ...pages].map((path) => ({ method: 'GET', path }))
    const own = new Set(filesOf('console').map(({ path }) => path))
    const files = filesOf('web').filter(({ path }) => !own.has(path))
    for (const call of [...looks, ...calls, ...files]) await expectUnknown(block.console, call)
  })

  it('opens no stream', async () => {
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    const { host } = new URL(block.console)
    const head = `Host: ${host}\r\nOrigin: ${block.console}\r\n${upgrade}`
    const bytes = `GET /ipcf-api/stream HTTP/1.1\r\nConnection: Upgrade, close\r\n${head}\r\n`
    expect((await sendRaw(block.console, bytes)).status).not.toBe(101)
  })

  it('gives a session in a cookie for this host alone, which no script and no other site has', async () => {
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.get('set-cookie')).toBe(
      `${cookieName}=${staffToken}; Path=/; Secure; HttpOnly; SameSite=Strict`,
    )
    expect(staffToken).toMatch(/^[\w-]{43}$/)
  })

  it('lets in by that cookie, come once, and by nothing else', async () => {
    const ask = async (headers: Headers) => (await fetch(`${block.console}/console-api/login/info`, { headers })).status
    expect(await ask(cookie(staffToken))).toBe(200)
    expect(await ask({ cookie: `theme=dark; ${cookieName}=${staffToken}` })).toBe(200)
    expect(await ask({ cookie: `${cookieName}=${'a'.repeat(43)}; ${cookieName}=${staffToken}` })).toBe(401)
    expect(await ask({ cookie: `bolsillo-console=${staffToken}` })).toBe(401)
    for (const token of [staffToken, customerToken]) expect(await ask({ accesstoken: token })).toBe(401)
    expect(await ask(cookie(customerToken))).toBe(401)
  })

  it('answers no page of another origin: not to look and not to act, the customers’ app included', async () => {
    const look = async (headers: Headers) =>
      (await fetch(`${block.console}/console-api/work`, { headers: { ...cookie(staffToken), ...headers } })).status
    const act = async (headers: Headers) =>
      (await post(`${block.console}/console-api/sessions/revoke`, {}, { ...cookie(staffToken), ...headers })).status
    for (const ask of [look, act]) {
      expect(await ask({})).toBe(200)
      expect(await ask({ origin: block.console, 'sec-fetch-site': 'same-origin' })).toBe(200)
      for (const origin of [block.url, 'https://evil.example', 'null']) expect(await ask({ origin })).toBe(403)
      for (const site of ['same-site', 'cross-site']) expect(await ask({ 'sec-fetch-site': site })).toBe(403)
    }
    const description = await fetch(`${block.console}/console-api/openapi.json`, {
      headers: { ...cookie(staffToken), origin: block.url },
    })
    expect(description.status).toBe(403)
    const bare = { method: 'POST', headers: { ...cookie(staffToken), origin: block.console } }
    expect((await fetch(`${block.console}/console-api/sessions/revoke`, bare)).status).toBe(403)
  })
})
