import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FeedNetwork } from '../feeds/fetch-feed.ts'
import { isPublicAddress } from '../feeds/public-address.ts'

/** A certificate of the names below, and its key: both are public and trusted by nothing but these tests. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguStwtQ8LlzpcIpab
nunC1bsPrJTzGQIop9ftk1mzRCihRANCAAT/z4ocPyP27E1Fs6y+vtnX8CtfjMBo
YpTc0tlcvcgYhlO5+oucH4giLd+bIgLB4i+C90v1+MWXlHh9CUPH4sFE
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIB1jCCAXugAwIBAgIUL7jp+4VmL4YC0RfCaFIIJYtfeaEwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbmV3cy5leGFtcGxlLmNvbTAgFw0yNjExMjkwNjA2MDhaGA8y
MTI2MTEwNTA2MDYwOFowGzEZMBcGA1UEAwwQbmV3cy5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABP/Pihw/I/bsTUWzrL6+2dfwK1+MwGhilNzS
2Vy9yBiGU7n6i5wfiCIt35siAsHiL4L3S/X4xZeUeH0JQ8fiwUSjgZowgZcwHQYD
VR0OBBYEFDfvFKYruFUbyMxbQnwq+dOCMXsYMB8GA1UdIwQYMBaAFDfvFKYruFUb
yMxbQnwq+dOCMXsYMEQGA1UdEQQ9MDuCEG5ld3MuZXhhbXBsZS5jb22CFHd3dy5u
ZXdzLmV4YW1wbGUuY29tghFvdGhlci5leGFtcGxlLmNvbTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0kAMEYCIQCftWYI3veRinMdaWbSGpbHvBTYBjD/l60m
6dVmQbHJ/QIhAKl+uhdn71zKKHHNKBJl0BP78w7vqYci2zFFDbCnGukm
-----END CERTIFICATE-----`,
} as const

/** The site of the tests; the certificate also names `www.` of it and `other.example.com`. */
export const feedSite = 'https://news.example.com'
// An address of this machine that a test declares public. Every other address is what it is.
const declaredPublic = '127.0.0.9'

interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}
interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A function writes as long as it likes. */
  readonly body?: string | Uint8Array | ((write: (part: Uint8Array) => boolean) => void)
}

/** A site with feeds on this machine. */
export interface FeedServer {
  /** What it answers at a path from now on. */
  readonly serve: (path: string, reply: Reply | ((asked: Asked) => Reply)) => void
  readonly asked: readonly Asked[]
  readonly network: FeedNetwork
  readonly close: () => Promise<void>
}

/** Opens one. `names`: where names lead besides to this server. */
export async function feedServer(
  names: Readonly<Record<string, readonly string[]>> = {},
  change: Partial<FeedNetwork> = {},
): Promise<FeedServer> {
  const replies = new Map<string, Reply | ((asked: Asked) => Reply)>()
  const asked: Asked[] = []
  const server = createServer(certificate, (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers }
    asked.push(one)
    const found = replies.get(one.path) ?? { status: 404 }
    const { status = 200, headers = {}, body = '' } = typeof found === 'function' ? found(one) : found
    response.on('error', () => undefined)
    response.writeHead(status, { 'content-type': 'application/rss+xml; charset=utf-8', ...headers })
    if (typeof body === 'function') body((part) => response.write(part))
    else response.end(body)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, declaredPublic, resolve))
  const { port } = server.address() as AddressInfo
  return {
    serve: (path, reply) => {
      replies.set(path, reply)
    },
    asked,
    network: {
      resolve: async (host) =>
        (names[host] ?? [declaredPublic]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      isPublic: (address) => address === declaredPublic || isPublicAddress(address),
      ...{ port, ca: certificate.cert, wholeMs: 5_000 },
      ...change,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface SampleItem {
  readonly guid?: string
  readonly title?: string
  readonly link?: string
  readonly text?: string
  readonly date?: string
}

/** RSS 2.0 as newspapers write it; what is given is written as it is, markup and all. */
export function rssOf(items: readonly SampleItem[], head = ''): string {
  const rows = items.map(
    ({ guid = 'one', title = 'A title', link = `${feedSite}/one`, text = 'A text.', date }) =>
      `<item><title>${title}</title><link>${link}</link><description>${text}</description>
      <guid isPermaLink="false">${guid}</guid>${date === undefined ? '' : `<pubDate>${date}</pubDate>`}</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>${head}
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title>
    <link>${feedSite}</link><description>All</description>${rows.join('')}</channel></rss>`
}

/** Atom 1.0 in the same way. */
export function atomOf(entries: string): string {
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:feed</id><title>News</title>
    <updated>2026-11-29T05:00:00Z</updated>${entries}</feed>`
}
