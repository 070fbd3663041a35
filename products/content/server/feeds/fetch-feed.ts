import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { FeedProblem } from '../../domain/index.ts'
import { isSameSite, readFeedAddress } from './feed-address.ts'
import { isPublicAddress } from './public-address.ts'

interface Resolved {
  readonly address: string
  readonly family: number
}

/** The network as feeds are fetched over it. A test gives one that ends at a server of its own. */
export interface FeedNetwork {
  /** Every address of a name. */
  readonly resolve: (host: string) => Promise<readonly Resolved[]>
  readonly isPublic: (address: string) => boolean
  readonly port: number
  /** An authority to trust in place of the machine's. */
  readonly ca?: string
  /** How long one fetch may take, with all of its redirects. */
  readonly wholeMs: number
}

/** The machine's network. */
export const publicNetwork: FeedNetwork = {
  resolve: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
  port: 443,
  wholeMs: 15_000,
}

/** By what the server knows the document it gave last. */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** What a fetch came to. */
export type Fetched =
  | {
      readonly kind: 'new'
      /** Where it came from, after redirects. */
      readonly address: string
      readonly bytes: Uint8Array
      readonly charset: string | undefined
      readonly validators: Validators
    }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'failed'
      readonly problem: FeedProblem
      /** What the server answered. */
      readonly status?: number
      /** How long it asked to be left alone. */
      readonly askedMs?: number
    }
export type FetchFeed = (address: string, known: Validators) => Promise<Fetched>

const redirectsMax = 3
const bytesMax = 2_000_000
const types = new Set(['application/rss+xml', 'application/atom+xml', 'application/xml', 'text/xml'])
const failed = (problem: FeedProblem, status?: number): Fetched => ({
  ...{ kind: 'failed', problem },
  ...(status === undefined ? {} : { status }),
})

class Refused extends Error {
  readonly problem: FeedProblem
  constructor(problem: FeedProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Fetches feeds over a network. No cookies, no login, nothing of this machine but its address; a name is resolved once, every
 * address of it must be public, and the connection is made to one of those; redirects stay on the site two people decided on
 * and are looked at like the first address. It never throws: what goes wrong is an answer.
 */
export function fetchFeedOver(network: FeedNetwork): FetchFeed {
  return async (address, known) => {
    const signal = AbortSignal.timeout(network.wholeMs)
    let at = address
    try {
      for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
        const answer = await ask(network, at, known, signal)
        const next = redirectOf(answer, at)
        if (next === undefined) return await read(answer, at)
        answer.destroy()
        if (next === '' || !isSameSite(next, address)) return failed('elsewhere', answer.statusCode)
        at = next
      }
      return failed('redirects')
    } catch (error) {
      if (error instanceof Refused) return failed(error.problem)
      return failed(signal.aborted ? 'late' : isCertificate(error) ? 'insecure' : 'unreachable')
    }
  }
}

/** Where an answer sends us on to: empty where it is no address of a feed; undefined where the answer is no redirect. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, at: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { location = '' } = headers
  return URL.canParse(location, at) ? (readFeedAddress(new URL(location, at).href) ?? '') : ''
}

async function ask(
  { resolve, isPublic, port, ca }: FeedNetwork,
  address: string,
  { etag, lastModified }: Validators,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (readFeedAddress(address) !== address) throw new Refused('not-public')
  const { hostname, pathname, search } = new URL(address)
  const addresses = await within(resolve(hostname), signal)
  const [first] = addresses
  if (first === undefined) throw new Refused('unreachable')
  if (!addresses.every((one) => isPublic(one.address))) throw new Refused('not-public')
  return await new Promise((done, fail) => {
    const asking = request({
      ...{ host: hostname, servername: hostname, port, path: `${pathname}${search}`, method: 'GET', signal },
      // An agent of its own: no proxy of the environment, no connection of another fetch.
      agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
      // The name is not resolved again: the second answer could be another.
      lookup: (_, options, say) => {
        if (options.all === true) say(null, [...addresses])
        else say(null, first.address, first.family)
      },
      ...(ca === undefined ? {} : { ca }),
      ...{ minVersion: 'TLSv1.2', maxHeaderSize: 16_384 },
      headers: {
        accept: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8',
        'accept-encoding': 'identity',
        'user-agent': 'Bolsillo feed reader',
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
      },
    })
    asking.once('response', (answer) => {
      const { remoteAddress } = answer.socket
      if (remoteAddress !== undefined && isPublic(remoteAddress)) return done(answer)
      answer.destroy()
      fail(new Refused('not-public'))
    })
    // It stays: a connection that breaks after its answer reports that here too.
    asking.on('error', fail)
    asking.end()
  })
}

async function read(answer: IncomingMessage, address: string): Promise<Fetched> {
  const { statusCode = 0, headers } = answer
  const end = (outcome: Fetched): Fetched => {
    answer.destroy()
    return outcome
  }
  if (statusCode === 304) return end({ kind: 'same' })
  if (statusCode !== 200) {
    const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0]
    return end({
      ...{ kind: 'failed', problem: 'status', status: statusCode },
      ...(seconds === undefined ? {} : { askedMs: Number(seconds) * 1000 }),
    })
  }
  const [type = '', ...more] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (!types.has(type.trim())) return end(failed('type'))
  // What is packed small may be large: it is not asked for, and not unpacked.
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').toLowerCase())) return end(failed('compressed'))
  if (Number(headers['content-length'] ?? 0) > bytesMax) return end(failed('too-long'))
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    length += part.length
    if (length > bytesMax) return end(failed('too-long'))
    parts.push(part)
  }
  const charset = /charset\s*=\s*"?([a-z0-9._-]{1,30})/.exec(more.join(';'))?.[1]
  const validators = {
    ...(isValidator(headers.etag) ? { etag: headers.etag } : {}),
    ...(isValidator(headers['last-modified']) ? { lastModified: headers['last-modified'] } : {}),
  }
  return { kind: 'new', address, bytes: Buffer.concat(parts), charset, validators }
}

/** It is sent back unchanged: only what is one plain line of a header is kept. */
const isValidator = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 200 && /^[\x20-\x7e]+$/.test(text)

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('late')), { once: true })
    work.then(done, fail)
  })
}

/** Whether the other side could not show who it is. */
const isCertificate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/.test(String(error.code))
