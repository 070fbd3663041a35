import { statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { readDecimal } from '@bolsillo/kernel'
import { readWitnessAddresses, type WitnessAddress } from '@bolsillo/ledger/witness-addresses'
import type { PhoneProvider } from '@bolsillo/rail-phone-messages'
import type { SmtpConfig } from '@bolsillo/rail-smtp'
import {
  type ConnectionLimits,
  type DatabaseAddress,
  readDatabaseUrl,
  readHostName,
  usualConnections,
} from '@bolsillo/server-kit'
import { type ExchangeId, exchangeIds } from '@bolsillo/venue-ccxt/exchanges'
import type { Scenario } from '@bolsillo/venue-simulated'
import { readPhoneProvider } from './phones/read-phone-provider.ts'
import { readMail } from './read-mail.ts'
import { readPushServices } from './read-push.ts'

/** Which market the server runs. */
type MarketChoice =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly folder: string }
  | { readonly kind: 'live'; readonly exchange: ExchangeId }

const logLevels = ['debug', 'info', 'warn', 'error'] as const

/** The console's port and the host names it answers to. */
interface ConsoleConfig {
  /** 0: any free port. */
  readonly port: number
  /** The console's public URL, for links in messages; undefined: this machine, at the port. */
  readonly url?: string | undefined
  readonly allowedHosts: readonly string[]
}

/** The configuration of one server, read from the environment. */
export interface Config {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** The app's public URL, for links in messages; undefined: this machine, at the port. */
  readonly publicUrl?: string | undefined
  /** The host names the app is reached by; a request with another Host header is refused. */
  readonly allowedHosts: readonly string[]
  /** The staff's console: an origin of its own, which serves nothing of the customers' app. */
  readonly console: ConsoleConfig
  /** Most open connections of one IP address, before anybody there has signed in and after. */
  readonly connections: ConnectionLimits
  /** Absolute. */
  readonly dataDir: string
  /** Absolute: the folder of the journal's signed heads, best where the database's owner cannot write. */
  readonly witnessDir?: string
  /** The name of the practice market's journal at its witnesses; undefined: made from its database and key. */
  readonly logOrigin?: string
  /** The independent witnesses that cosign the journal's heads. */
  readonly witnesses?: readonly WitnessAddress[]
  /** Undefined: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: DatabaseAddress | undefined
  readonly market: MarketChoice
  readonly marketSeed: number
  /** How fast market time runs, 1 being real time. */
  readonly marketSpeed: number
  readonly marketHours: 'always' | 'exchange'
  /** What the practice market is configured to do before it starts; part of its seed, and published with it. */
  readonly marketScenario?: Scenario
  /** The mail server; undefined: e-mail stays in the practice inbox. */
  readonly mail?: SmtpConfig
  /** The provider of SMS and WhatsApp; undefined: messages to phones stay in the practice inbox. */
  readonly phones?: PhoneProvider
  /** The hosts of push services it goes to, for notices to devices; none of them: it sends none. */
  readonly pushServices: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
  /** Only tests set this: time can be moved by a call from this machine. */
  readonly testClock: boolean
}

/** The database of a server. Each market of a data folder has its own, so that recorded prices never mix with simulated ones. */
export function databaseName({ databaseUrl, market }: Pick<Config, 'databaseUrl' | 'market'>): string {
  return databaseUrl?.database ?? `bolsillo${suffixOf(market, '_')}`
}

/** The suffix of a market's database and files; empty for the practice market. */
export function suffixOf(market: MarketChoice, mark: '_' | '-'): string {
  switch (market.kind) {
    case 'simulated':
      return ''
    case 'replay':
      return `${mark}replay`
    case 'live':
      return `${mark}live${mark}${market.exchange}`
  }
}

/** The server cannot start as asked. `message` is one line: what is wrong, and what to do. Nothing was changed. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

const refuse = (line: string): never => {
  throw new StartRefused(line)
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the configuration; relative folders are below `root`. @throws StartRefused on the first bad value. */
export function readConfig(environment: Environment, root: string): Config {
  // An empty value counts as unset: shells expand an unset variable to it.
  const given = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name])
  const market = readMarket(given('MARKET') ?? 'simulated', root)
  const scenario = readScenario(given('MARKET_SCENARIO'), market)
  const host = readHost(given('HOST') ?? '127.0.0.1')
  const port = readWhole('PORT', given('PORT') ?? '8080', portMax)
  const publicUrl = readUrl('PUBLIC_URL', given('PUBLIC_URL'))
  const logOrigin = readLogOrigin(given('LOG_ORIGIN'), market)
  const witnesses = readWitnesses(given('WITNESSES'))
  const mail = readMail(given, refuse)
  const phones = readPhoneProvider(given, refuse, publicUrl)
  const testClock = readOneOf('TEST_CLOCK', given('TEST_CLOCK') ?? '0', ['0', '1'] as const) === '1'
  return {
    host,
    port,
    publicUrl,
    allowedHosts: readHosts('ALLOWED_HOSTS', given('ALLOWED_HOSTS'), host, publicUrl),
    console: readConsole(given, { host, port, publicUrl }),
    connections: readConnections(given),
    dataDir: resolve(root, given('DATA_DIR') ?? 'var'),
    witnessDir: resolve(root, given('WITNESS_DIR') ?? join(given('DATA_DIR') ?? 'var', 'witness')),
    ...(logOrigin === undefined ? {} : { logOrigin }),
    ...(witnesses === undefined ? {} : { witnesses }),
    databaseUrl: readDatabase(given('DATABASE_URL')),
    market,
    marketSeed: readWhole('MARKET_SEED', given('MARKET_SEED') ?? '1', 4_294_967_295),
    marketSpeed: readSpeed(given('MARKET_SPEED') ?? '1', market),
    marketHours: readOneOf('MARKET_HOURS', given('MARKET_HOURS') ?? 'always', ['always', 'exchange'] as const),
    ...(scenario === undefined ? {} : { marketScenario: scenario }),
    ...(mail === undefined ? {} : { mail }),
    ...(phones === undefined ? {} : { phones }),
    pushServices: readPushServices(given('PUSH_SERVICES'), testClock, refuse),
    logLevel: readOneOf('LOG_LEVEL', given('LOG_LEVEL') ?? 'info', logLevels),
    testClock,
  }
}

const portMax = 65_535

function readUrl(name: 'PUBLIC_URL' | 'CONSOLE_URL', text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSound = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  const example = name === 'PUBLIC_URL' ? 'https://app.bolsillo.example' : 'https://console.bolsillo.example'
  return isSound ? url.origin : refuse(`${name}=${text} is not an address: write it like ${example}`)
}

/** The console's default port: the next one. */
function consolePortFor(port: number): number {
  return port === 0 ? 0 : port + 1
}

function readConsole(
  given: (name: string) => string | undefined,
  app: { readonly host: string; readonly port: number; readonly publicUrl: string | undefined },
): ConsoleConfig {
  const text = given('CONSOLE_PORT')
  if (text === undefined && app.port === portMax)
    return refuse(`CONSOLE_PORT has no port after PORT=${app.port}: set it to a free one`)
  const port = readWhole('CONSOLE_PORT', text ?? String(consolePortFor(app.port)), portMax)
  if (port !== 0 && port === app.port)
    return refuse(`CONSOLE_PORT=${port} is PORT, where the customers' app is: set it to another`)
  const url = readUrl('CONSOLE_URL', given('CONSOLE_URL'))
  if (url !== undefined && url === app.publicUrl)
    return refuse(`CONSOLE_URL=${url} is PUBLIC_URL, where the customers' app is: give the console a name of its own`)
  if (url !== undefined && !isKeptByBrowsers(url))
    return refuse(`CONSOLE_URL=${url} is not https, and no browser keeps the staff's sign-in there: set it to https`)
  const named = given('CONSOLE_ALLOWED_HOSTS')
  return { port, url, allowedHosts: readHosts('CONSOLE_ALLOWED_HOSTS', named, app.host, url) }
}

/** Whether browsers store a `Secure` cookie of this URL: it is https, or on this machine. */
function isKeptByBrowsers(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/**
 * Names of this machine, and the address it listens on. An IP address needs no DNS, so DNS rebinding cannot forge it.
 */
function usualHosts(host: string): readonly string[] {
  const written = (address: string): string => (address.includes(':') ? `[${address}]` : address)
  const own = ['0.0.0.0', '::'].includes(host)
    ? Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    : [host]
  const all = ['localhost', '127.0.0.1', '::1', ...own].map(written)
  return [...new Set(all)].filter((name) => readHostName(name) !== undefined)
}

function readHosts(
  name: 'ALLOWED_HOSTS' | 'CONSOLE_ALLOWED_HOSTS',
  text: string | undefined,
  host: string,
  url: string | undefined,
): readonly string[] {
  const named = text?.split(',').map((one) => one.trim())
  const stranger = named?.find((one) => readHostName(one) === undefined)
  if (stranger !== undefined) {
    return refuse(
      `${name}=${text} holds "${stranger}", which is no host name: set it to names like app.bolsillo.example, divided by commas`,
    )
  }
  return [...(named ?? usualHosts(host)), ...(url === undefined ? [] : [new URL(url).host])]
}

const connectionsMost = 100_000

function readConnections(given: (name: string) => string | undefined): ConnectionLimits {
  const read = (name: string, usual: number): number => {
    const value = readWhole(name, given(name) ?? String(usual), connectionsMost)
    return value > 0 ? value : refuse(`${name}=0 lets nobody in: set it to a whole number from 1 to ${connectionsMost}`)
  }
  const before = read('CONNECTIONS_MAX', usualConnections.before)
  const signedIn = read('CONNECTIONS_SIGNED_IN_MAX', Math.max(before, usualConnections.signedIn))
  if (signedIn >= before) return { before, signedIn }
  return refuse(`CONNECTIONS_SIGNED_IN_MAX=${signedIn} is below CONNECTIONS_MAX=${before}: set it to at least as many`)
}

// An origin begins the signed text of a checkpoint. The heads' own texts begin with a bracket, so an origin must not.
const originShape = /^[a-z0-9][a-z0-9.-]*(?:\/[A-Za-z0-9._~-]+)*$/

/** The name of a journal. Each market has its own journal, so a recording or real prices add their suffix. */
function readLogOrigin(text: string | undefined, market: MarketChoice): string | undefined {
  if (text === undefined) return undefined
  if (text.length <= 150 && originShape.test(text)) return `${text}${suffixOf(market, '-')}`
  return refuse(`LOG_ORIGIN=${text} is not a name for the journal: write it like bolsillo.example/journal`)
}

function readWitnesses(text: string | undefined): readonly WitnessAddress[] | undefined {
  if (text === undefined) return undefined
  const found = readWitnessAddresses(text)
  return (
    found ??
    refuse(
      'WITNESSES is not a list of witnesses: write each as its key, a space and its https address, with commas between',
    )
  )
}

function readOneOf<const Values extends readonly string[]>(name: string, text: string, values: Values): Values[number] {
  const found = values.find((value) => value === text)
  return found ?? refuse(`${name}=${text} is not one of ${values.join(', ')}: set it to one of these`)
}

function readWhole(name: string, text: string, max: number): number {
  const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN
  if (value <= max) return value
  return refuse(`${name}=${text} is not a whole number from 0 to ${max}: set it to one`)
}

function readHost(text: string): string {
  if (/^[A-Za-z0-9.:_-]{1,253}$/.test(text)) return text
  return refuse(`HOST=${text} is not a host name or address: set it to 127.0.0.1 or another address of this machine`)
}

const speedScale = 3
const speedMax = 3600

function readSpeed(text: string, market: MarketChoice): number {
  const reading = readDecimal(text, speedScale)
  const speed = reading.kind === 'value' ? Number(reading.units) / 10 ** speedScale : 0
  if (market.kind === 'live' && speed !== 1) {
    return refuse(`MARKET_SPEED=${text} is not for real prices, which come as they happen: set it to 1`)
  }
  if (speed > 0 && speed <= speedMax) return speed
  return refuse(`MARKET_SPEED=${text} is not a number above 0 up to ${speedMax}: set it to one, 1 being real time`)
}

function readScenario(text: string | undefined, market: MarketChoice): Scenario | undefined {
  if (text === undefined) return undefined
  if (market.kind !== 'simulated')
    return refuse('MARKET_SCENARIO belongs to MARKET=simulated: recorded and real prices are as they are')
  const time = /^crash@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(text)?.[1]
  const at = time === undefined ? Number.NaN : Date.parse(time)
  if (Number.isSafeInteger(at)) return { kind: 'crash', at }
  return refuse(
    `MARKET_SCENARIO=${text} is not a scenario: set it to crash@ and a time, like crash@2026-03-02T16:00:00Z`,
  )
}

function readDatabase(text: string | undefined): DatabaseAddress | undefined {
  if (text === undefined) return undefined
  // The address holds a password, so the line does not repeat it.
  return readDatabaseUrl(text) ?? refuse('DATABASE_URL is not of the form postgres://user:password@host:port/database')
}

function readMarket(text: string, root: string): MarketChoice {
  if (text === 'simulated') return { kind: 'simulated' }
  const exchange = /^ccxt:(.+)$/.exec(text)?.[1]
  if (exchange !== undefined) {
    const known = exchangeIds.find((id) => id === exchange)
    if (known !== undefined) return { kind: 'live', exchange: known }
    return refuse(`MARKET=${text} is no exchange spoken here: set it to ccxt:${exchangeIds.join(' or ccxt:')}`)
  }
  const folder = /^replay:(.+)$/.exec(text)?.[1]
  if (folder === undefined) {
    const others = 'replay:<folder of recorded files> or ccxt:<exchange>'
    return refuse(`MARKET=${text} is not a market: set it to simulated, ${others}`)
  }
  const path = resolve(root, folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return refuse(`MARKET=${text}: there is no folder ${path}: name one that holds recorded market files`)
  }
  return { kind: 'replay', folder: path }
}
