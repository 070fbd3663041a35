import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeedServer, feedServer, feedSite, rssOf } from '../testing/feed-server.ts'
import { readFeedAddress } from './feed-address.ts'
import { fetchFeedOver, publicNetwork } from './fetch-feed.ts'
import { isPublicAddress } from './public-address.ts'

const names = {
  'inside.example.com': ['10.0.0.7'],
  'half.example.com': ['127.0.0.9', '169.254.169.254'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nobody.example.com': [],
}
let site: FeedServer
beforeAll(async () => {
  site = await feedServer(names)
})
afterAll(() => site.close())

const fetchAt = (path: string, known = {}, host = feedSite) => fetchFeedOver(site.network)(`${host}${path}`, known)

describe('an address', () => {
  it.each([
    ...['http://news.example.com/', 'ftp://news.example.com/', 'file:///etc/passwd', 'news.example.com', ''],
    ...['https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://[::1]/', 'https://localhost/'],
    ...[
      'https://printer.local/',
      'https://db.internal/',
      'https://a:b@news.example.com/',
      'https://news.example.com:8080/',
    ],
    ...['https://news.example.com/#a', 'https://xn--e1afmkfd.com/', 'https://com/', 'https://news.example.com./'],
    `https://news.example.com/${'a'.repeat(500)}`,
  ])('%j is none of a feed', (text) => {
    expect(readFeedAddress(text)).toBeUndefined()
  })

  it('is kept in the form browsers give it', () => {
    expect(readFeedAddress(' HTTPS://News.Example.com:443/a b?c=d ')).toBe('https://news.example.com/a%20b?c=d')
  })

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
    ],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fe80::1%eth0', 'localhost', ''],
  ])('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%j is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('a fetch', () => {
  it('brings the document, with what the server knows it by, and asks for nothing else', async () => {
    site.serve('/feed', {
      headers: { etag: '"1"', 'last-modified': 'Sun, 29 Nov 2026 05:00:00 GMT', 'set-cookie': 'a=b' },
      body: rssOf([{}]),
    })
    const found = await fetchAt('/feed')
    expect(found).toMatchObject({
      ...{ kind: 'new', address: `${feedSite}/feed`, charset: 'utf-8' },
      validators: { etag: '"1"', lastModified: 'Sun, 29 Nov 2026 05:00:00 GMT' },
    })
    await fetchAt('/feed')
    expect(Object.keys(site.asked.at(-1)?.headers ?? {}).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ])
  })

  it('says what it knows, and takes the answer that nothing changed', async () => {
    site.serve('/known', ({ headers }) => (headers['if-none-match'] === '"1"' ? { status: 304 } : { body: 'x' }))
    expect(await fetchAt('/known', { etag: '"1"', lastModified: 'Sun, 29 Nov 2026 05:00:00 GMT' })).toEqual({
      kind: 'same',
    })
    expect(site.asked.at(-1)?.headers['if-modified-since']).toBe('Sun, 29 Nov 2026 05:00:00 GMT')
  })

  it('never reaches what is inside, by a name, by one of its addresses, or by another way to write it', async () => {
    const before = site.asked.length
    for (const host of ['https://inside.example.com', 'https://half.example.com', 'https://mapped.example.com']) {
      expect(await fetchAt('/feed', {}, host)).toEqual({ kind: 'failed', problem: 'not-public' })
    }
    expect(await fetchAt('/feed', {}, 'https://127.0.0.9')).toEqual({ kind: 'failed', problem: 'not-public' })
    expect(await fetchAt('/feed', {}, 'https://nobody.example.com')).toEqual({ kind: 'failed', problem: 'unreachable' })
    expect(site.asked).toHaveLength(before)
  })

  it('does not reach this machine over the network it has outside of tests', async () => {
    const fetchFeed = fetchFeedOver({ ...publicNetwork, resolve: site.network.resolve, port: site.network.port })
    expect(await fetchFeed(`${feedSite}/feed`, {})).toEqual({ kind: 'failed', problem: 'not-public' })
  })

  it('resolves a name once: a second answer could be another', async () => {
    let answers = 0
    const rebinding = {
      ...site.network,
      resolve: async () => [{ address: answers++ === 0 ? '127.0.0.9' : '127.0.0.1', family: 4 }],
    }
    expect((await fetchFeedOver(rebinding)(`${feedSite}/feed`, {})).kind).toBe('new')
    expect(answers).toBe(1)
  })

  it.each([
    ['https://127.0.0.1/feed', 'elsewhere'],
    ['https://localhost/feed', 'elsewhere'],
    ['http://news.example.com/feed', 'elsewhere'],
    ['https://other.example.com/feed', 'elsewhere'],
    ['https://news.example.com:22/feed', 'elsewhere'],
    ['file:///etc/passwd', 'elsewhere'],
    ['', 'redirects'],
    ['/round', 'redirects'],
  ])('follows no redirect to %j', async (location, problem) => {
    site.serve('/round', { status: 302, headers: { location } })
    expect(await fetchAt('/round')).toMatchObject({ kind: 'failed', problem })
  })

  it('follows one on its own site, and looks at its address again', async () => {
    site.serve('/old', { status: 301, headers: { location: 'https://www.news.example.com/feed' } })
    expect(await fetchAt('/old')).toMatchObject({ kind: 'new', address: 'https://www.news.example.com/feed' })
    const turned = {
      ...site.network,
      resolve: async (host: string) =>
        host.startsWith('www.') ? [{ address: '127.0.0.1', family: 4 }] : site.network.resolve(host),
    }
    expect(await fetchFeedOver(turned)(`${feedSite}/old`, {})).toEqual({ kind: 'failed', problem: 'not-public' })
  })

  it.each([
    ['a page', { headers: { 'content-type': 'text/html' } }, 'type'],
    ['no type', { headers: { 'content-type': '' } }, 'type'],
    [
      'what is packed',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) },
      'compressed',
    ],
    ['more than it says', { headers: { 'content-length': '104857600' }, body: 'x' }, 'too-long'],
    ['an error', { status: 500 }, 'status'],
    ['part of it', { status: 206, body: rssOf([{}]) }, 'status'],
  ])('takes no %s', async (_, reply, problem) => {
    site.serve('/odd', reply)
    expect(await fetchAt('/odd')).toMatchObject({ kind: 'failed', problem })
  })

  it('ends where a body has no end, after no more than it may have', async () => {
    let sent = 0
    site.serve('/endless', {
      body: (write) => {
        const part = Buffer.alloc(100_000, 32)
        const more = (): void => {
          if (sent >= 100_000_000) return
          sent += part.length
          write(part)
          setTimeout(more, 0)
        }
        more()
      },
    })
    expect(await fetchAt('/endless')).toEqual({ kind: 'failed', problem: 'too-long' })
    expect(sent).toBeLessThan(50_000_000)
  })

  it('ends where an answer takes too long, or drips', async () => {
    const quick = fetchFeedOver({ ...site.network, wholeMs: 300 })
    site.serve('/silent', { body: () => undefined })
    expect(await quick(`${feedSite}/silent`, {})).toEqual({ kind: 'failed', problem: 'late' })
    const drips: NodeJS.Timeout[] = []
    site.serve('/drip', {
      body: (write) => {
        drips.push(setInterval(() => write(Buffer.from(' ')), 20))
      },
    })
    expect(await quick(`${feedSite}/drip`, {})).toEqual({ kind: 'failed', problem: 'late' })
    for (const drip of drips) clearInterval(drip)
    const stuck = fetchFeedOver({ ...site.network, wholeMs: 100, resolve: () => new Promise(() => undefined) })
    expect(await stuck(`${feedSite}/feed`, {})).toEqual({ kind: 'failed', problem: 'late' })
  })

  it('takes nobody who cannot show who it is', async () => {
    const { ca: _, ...untrusting } = site.network
    expect(await fetchFeedOver(untrusting)(`${feedSite}/feed`, {})).toEqual({ kind: 'failed', problem: 'insecure' })
    const strange = { ...site.network, resolve: async () => [{ address: '127.0.0.9', family: 4 }] }
    expect(await fetchFeedOver(strange)('https://third.example.com/feed', {})).toEqual({
      kind: 'failed',
      problem: 'insecure',
    })
  })

  it('says how long it was asked to wait', async () => {
    site.serve('/busy', { status: 429, headers: { 'retry-after': '120' } })
    expect(await fetchAt('/busy')).toEqual({ kind: 'failed', problem: 'status', status: 429, askedMs: 120_000 })
  })
})
