import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteKeyId, writeNoteKey } from '@bolsillo/ledger/domain'
import { knownServices } from '@bolsillo/rail-web-push'
import { afterAll, describe, expect, it } from 'vitest'
import { databaseName, readConfig, StartRefused } from './config.ts'

const root = mkdtempSync(join(tmpdir(), 'bolsillo-config-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, root)).toEqual({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
      console: { port: 8081, url: undefined, allowedHosts: ['localhost', '127.0.0.1', '[::1]'] },
      connections: { before: 64, signedIn: 256 },
      dataDir: join(root, 'var'),
      witnessDir: join(root, 'var/witness'),
      databaseUrl: undefined,
      market: { kind: 'simulated' },
      marketSeed: 1,
      marketSpeed: 1,
      marketHours: 'always',
      pushServices: knownServices,
      logLevel: 'info',
      testClock: false,
    })
  })

  it('takes what is given, and an empty value for none', () => {
    const config = readConfig(
      {
        HOST: '',
        PORT: '0',
        DATA_DIR: 'elsewhere',
        WITNESS_DIR: 'far/away',
        DATABASE_URL: 'postgres://me:p%40ss@db.example:6543/books',
        MARKET: 'replay:.',
        MARKET_SEED: '42',
        MARKET_SPEED: '0.5',
        MARKET_HOURS: 'exchange',
        LOG_LEVEL: 'warn',
      },
      root,
    )
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      dataDir: join(root, 'elsewhere'),
      witnessDir: join(root, 'far/away'),
      databaseUrl: { host: 'db.example', port: 6543, user: 'me', password: 'p@ss', database: 'books' },
      market: { kind: 'replay', folder: root },
      marketSeed: 42,
      marketSpeed: 0.5,
      marketHours: 'exchange',
      logLevel: 'warn',
    })
  })

  it('answers to the names of this machine and its public address, or to those that are named', () => {
    const hosts = (environment: Readonly<Record<string, string>>) => readConfig(environment, root).allowedHosts
    expect(hosts({ HOST: '192.0.2.7' })).toEqual(['localhost', '127.0.0.1', '[::1]', '192.0.2.7'])
    expect(hosts({ HOST: '2001:db8::7' })).toContain('[2001:db8::7]')
    expect(hosts({ HOST: '0.0.0.0' })).not.toContain('0.0.0.0')
    expect(hosts({ PUBLIC_URL: 'https://app.example' })).toContain('app.example')
    const named = { ALLOWED_HOSTS: 'one.example, two.example:8443', PUBLIC_URL: 'https://app.example:444' }
    expect(hosts(named)).toEqual(['one.example', 'two.example:8443', 'app.example:444'])
  })

  it('puts the console one port further, or where the settings put it, under names of its own', () => {
    const of = (environment: Readonly<Record<string, string>>) => readConfig(environment, root).console
    expect(of({ PORT: '9000' }).port).toBe(9001)
    expect(of({ PORT: '0' }).port).toBe(0)
    expect(of({ PORT: '65535', CONSOLE_PORT: '9000' }).port).toBe(9000)
    const apart = of({
      CONSOLE_URL: 'https://console.example',
      PUBLIC_URL: 'https://app.example',
      ALLOWED_HOSTS: 'a.example',
    })
    expect(apart.url).toBe('https://console.example')
    expect(apart.allowedHosts).toEqual(['localhost', '127.0.0.1', '[::1]', 'console.example'])
    expect(of({ CONSOLE_ALLOWED_HOSTS: 'b.example' }).allowedHosts).toEqual(['b.example'])
    expect(of({ CONSOLE_URL: 'http://localhost:9001' }).url).toBe('http://localhost:9001')
    expect(() => readConfig({ PORT: '8081', CONSOLE_PORT: '8081' }, root)).toThrow(/^CONSOLE_PORT=8081 is PORT/)
    expect(() => readConfig({ PORT: '65535' }, root)).toThrow(/^CONSOLE_PORT has no port after PORT=65535/)
    const same = { PUBLIC_URL: 'https://app.example', CONSOLE_URL: 'https://app.example' }
    expect(() => readConfig(same, root)).toThrow(/^CONSOLE_URL=https:\/\/app\.example is PUBLIC_URL/)
  })

  it('admits as many connections as its settings say, after a sign-in never fewer', () => {
    const limits = (environment: Readonly<Record<string, string>>) => readConfig(environment, root).connections
    expect(limits({ CONNECTIONS_MAX: '8' })).toEqual({ before: 8, signedIn: 256 })
    expect(limits({ CONNECTIONS_MAX: '1000' })).toEqual({ before: 1000, signedIn: 1000 })
    expect(limits({ CONNECTIONS_MAX: '8', CONNECTIONS_SIGNED_IN_MAX: '9' })).toEqual({ before: 8, signedIn: 9 })
  })

  it.each([
    ['CONSOLE_PORT', '80800'],
    ['CONSOLE_URL', 'console.example'],
    ['CONSOLE_URL', 'http://console.example'],
    ['CONSOLE_ALLOWED_HOSTS', '*'],
    ['ALLOWED_HOSTS', '*'],
    ['ALLOWED_HOSTS', 'https://app.example'],
    ['ALLOWED_HOSTS', 'app.example,,other.example'],
    ['ALLOWED_HOSTS', 'app.example:99999'],
    ['ALLOWED_HOSTS', 'app example'],
    ['CONNECTIONS_MAX', '0'],
    ['CONNECTIONS_MAX', '-1'],
    ['CONNECTIONS_MAX', '1e3'],
    ['CONNECTIONS_MAX', '100001'],
    ['CONNECTIONS_SIGNED_IN_MAX', '63'],
    ['CONNECTIONS_SIGNED_IN_MAX', 'many'],
    ['PORT', '80800'],
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['PORT', '8080 '],
    ['PORT', 'http'],
    ['HOST', 'not a host'],
    ['HOST', 'a/b'],
    ['DATABASE_URL', 'mysql://a@b/c'],
    ['DATABASE_URL', 'nonsense'],
    ['MARKET', 'real'],
    ['MARKET', 'ccxt:'],
    ['MARKET', 'ccxt:nowhere'],
    ['MARKET', 'ccxt:Binance'],
    ['MARKET', 'replay:'],
    ['MARKET', 'replay:no/such/folder'],
    ['MARKET_SEED', '1.5'],
    ['MARKET_SEED', '4294967296'],
    ['MARKET_SEED', 'one'],
    ['MARKET_SPEED', '0'],
    ['MARKET_SPEED', '-1'],
    ['MARKET_SPEED', '1e3'],
    ['MARKET_SPEED', '99999'],
    ['MARKET_HOURS', 'Always'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_ORIGIN', 'has spaces'],
    ['LOG_ORIGIN', '["bolsillo'],
    ['LOG_ORIGIN', 'https://bolsillo.example'],
    ['WITNESSES', 'witness.example'],
    ['WITNESSES', 'witness.example https://witness.example'],
    ['MARKET_SCENARIO', 'crash'],
    ['MARKET_SCENARIO', 'crash@tomorrow'],
    ['MARKET_SCENARIO', 'crash@2026-13-02T16:00:00Z'],
    ['MARKET_SCENARIO', 'boom@2026-03-02T16:00:00Z'],
    ['TEST_CLOCK', 'yes'],
  ])('refuses %s=%s with one line that names it and says what to do', (name, value) => {
    const read = (): unknown => readConfig({ [name]: value }, root)
    expect(read).toThrow(StartRefused)
    expect(read).toThrow(new RegExp(`^${name}[^\\n]*(: (set|name|write)|form)[^\\n]*$`))
  })

  it('names the journal of each market apart, and takes witnesses', () => {
    const LOG_ORIGIN = 'bolsillo.example/journal'
    expect(readConfig({ LOG_ORIGIN }, root).logOrigin).toBe(LOG_ORIGIN)
    expect(readConfig({ LOG_ORIGIN, MARKET: 'replay:.' }, root).logOrigin).toBe(`${LOG_ORIGIN}-replay`)
    const [name, key] = ['witness.example/w1', Buffer.alloc(32, 7)]
    const id = noteKeyId(name, 'witness', key, (bytes) => hash('sha256', bytes, 'buffer'))
    const WITNESSES = `${writeNoteKey({ name, id, key }, 'witness')} https://witness.example`
    expect(readConfig({ WITNESSES }, root).witnesses).toMatchObject([{ key: { name }, url: 'https://witness.example' }])
    expect(readConfig({}, root).witnesses).toBeUndefined()
  })

  it('takes a scenario of the simulated market, and of no other', () => {
    const crash = 'crash@2026-03-02T16:00:00Z'
    const { marketScenario } = readConfig({ MARKET_SCENARIO: crash }, root)
    expect(marketScenario).toEqual({ kind: 'crash', at: Date.UTC(2026, 2, 2, 16) })
    expect(readConfig({}, root).marketScenario).toBeUndefined()
    for (const MARKET of ['replay:.', 'ccxt:kraken']) {
      expect(() => readConfig({ MARKET, MARKET_SCENARIO: crash }, root)).toThrow(StartRefused)
    }
  })

  it('takes an exchange it speaks, each with a database of its own, and no other speed than real time', () => {
    const config = readConfig({ MARKET: 'ccxt:kraken', MARKET_SPEED: '1' }, root)
    expect(config.market).toEqual({ kind: 'live', exchange: 'kraken' })
    expect(databaseName(config)).toBe('bolsillo_live_kraken')
    expect(databaseName(readConfig({ MARKET: 'ccxt:binance' }, root))).toBe('bolsillo_live_binance')
    expect(() => readConfig({ MARKET: 'ccxt:kraken', MARKET_SPEED: '2' }, root)).toThrow(
      /^MARKET_SPEED=2 .*: set it to 1$/,
    )
  })

  it('does not repeat the password of a bad DATABASE_URL', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://a:hunter2@b/c' }, root)).toThrow(/^(?!.*hunter2)/)
  })
})
