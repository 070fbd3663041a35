import { describe, expect, it } from 'vitest'
import { atomOf, feedSite, rssOf } from '../testing/feed-server.ts'
import { readFeed } from './read-feed.ts'

const address = `${feedSite}/feed`
const read = (document: string | Uint8Array, charset?: string) =>
  readFeed(typeof document === 'string' ? Buffer.from(document) : document, { charset, address })
const entriesOf = (document: string | Uint8Array, charset?: string) => {
  const found = read(document, charset)
  return 'entries' in found ? found.entries : found.problem
}

describe('RSS', () => {
  it('is read as plain words with a link and a time', () => {
    const rss = rssOf([
      {
        ...{
          guid: 'urn:1',
          title: '<![CDATA[Cemex <b>builds</b> & sells]]>',
          link: '\n https://other.example.com/a?b=1 \n',
        },
        ...{ text: '&lt;p&gt;Two &amp;amp; three&lt;/p&gt;&lt;img src=x onerror=alert(1)&gt;' },
        date: 'Sun, 29 Nov 2026 05:00:00 GMT',
      },
    ])
    expect(read(rss)).toEqual({
      entries: [
        {
          ...{ guid: 'urn:1', title: 'Cemex builds & sells', summary: 'Two & three' },
          ...{ link: 'https://other.example.com/a?b=1', saidAt: Date.UTC(2026, 10, 29, 5) },
        },
      ],
      leftOut: 0,
    })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://news.example.com/a',
    'https://user:word@news.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://news.example.com:8443/a',
    'https://xn--80ak6aa92e.com/a',
    'https://аррӏе.com/a',
    'https://localhost/a',
    `https://news.example.com/${'a'.repeat(2000)}`,
    '',
  ])('leaves out what leads to %j', (link) => {
    expect(read(rssOf([{ link: `<![CDATA[${link}]]>` }]))).toEqual({ entries: [], leftOut: 1 })
  })

  it('leaves out what has no title, knows an item by its address, and one guid once', () => {
    const items = [
      { title: ' &lt;b&gt;&lt;/b&gt; ' },
      { guid: '', title: 'by its address' },
      { guid: '', title: 'again' },
    ]
    const found = read(rssOf(items))
    expect(found).toMatchObject({ entries: [{ guid: `${feedSite}/one`, title: 'by its address' }], leftOut: 2 })
  })

  it('keeps the hash of a guid that is long or no plain text, and no more than the first items', () => {
    const many = Array.from({ length: 70 }, (_, at) => ({ guid: `${'g'.repeat(400)}${at}` }))
    const found = read(rssOf(many))
    expect(found).toMatchObject({ leftOut: 20 })
    expect('entries' in found && found.entries.every(({ guid }) => /^sha256:[0-9a-f]{64}$/.test(guid))).toBe(true)
  })

  it('reads nothing of another namespace in place of its own', () => {
    const rss = rssOf([{ title: 'its own' }]).replace('<item>', '<item><media:title>another</media:title>')
    expect(entriesOf(rss)).toMatchObject([{ title: 'its own' }])
  })
})

describe('Atom', () => {
  it('is read in each of its kinds of text', () => {
    const entry = (id: string, text: string) =>
      `<entry><id>${id}</id><title type="text">Title &amp; ${id}</title><link rel="edit" href="https://x.example.com/"/>
      <link href="/news/${id}"/><updated>2026-11-29T05:00:00Z</updated>${text}</entry>`
    const found = entriesOf(
      atomOf(
        entry('1', '<summary>plain</summary>') +
          entry(
            '2',
            '<content type="html">&lt;p&gt;of &lt;i&gt;html&lt;/i&gt;&lt;script&gt;x()&lt;/script&gt;</content>',
          ) +
          entry(
            '3',
            '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">of <b>xhtml</b><script>x()</script></div></content>',
          ),
      ),
    )
    expect(found).toMatchObject([
      {
        guid: '1',
        title: 'Title & 1',
        summary: 'plain',
        link: `${feedSite}/news/1`,
        saidAt: Date.UTC(2026, 10, 29, 5),
      },
      { guid: '2', summary: 'of html' },
      { guid: '3', summary: 'of xhtml' },
    ])
  })
})

describe('what is no feed', () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`
  it.each([
    ['a bomb of entities', rssOf([{ title: '&c;' }], bomb), 'document-type'],
    [
      'a file of this machine',
      rssOf([{ title: '&f;' }], '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
      'document-type',
    ],
    [
      'a document type of elsewhere',
      rssOf([], '<!DOCTYPE rss SYSTEM "https://other.example.com/x.dtd">'),
      'document-type',
    ],
    ['an entity nobody declared', rssOf([{ title: '&nbsp;' }]), 'malformed'],
    ['a document cut short', rssOf([{}]).slice(0, -20), 'malformed'],
    ['markup that is not closed', rssOf([{ title: '<b>x' }]), 'malformed'],
    ['another version', rssOf([{}]).replace('"2.0"', '"0.91"'), 'no-feed'],
    ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'no-feed'],
    ['nothing', '', 'malformed'],
    ['JSON', '{"items": []}', 'malformed'],
    ['a deep document', `<rss version="2.0">${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</rss>`, 'malformed'],
    ['many elements', `<rss version="2.0">${'<a/>'.repeat(50_000)}</rss>`, 'malformed'],
    ['a name twice', '<rss version="2.0" version="2.0"/>', 'malformed'],
  ])('%s is refused whole', (_, document, problem) => {
    expect(read(document)).toEqual({ problem })
  })
})

describe('encodings', () => {
  const latin = (text: string, declared: string) =>
    Buffer.from(rssOf([{ title: text }]).replace('UTF-8', declared), 'latin1')
  it('are read as the document or the server says', () => {
    expect(entriesOf(latin('México', 'ISO-8859-1'))).toMatchObject([{ title: 'México' }])
    expect(entriesOf(latin('México', 'UTF-8'), 'iso-8859-1')).toMatchObject([{ title: 'México' }])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rssOf([{ title: 'México' }]), 'utf16le')])
    expect(entriesOf(wide, 'utf-8')).toMatchObject([{ title: 'México' }])
    expect(entriesOf(Buffer.from(`\ufeff${rssOf([{ title: 'México' }])}`))).toMatchObject([{ title: 'México' }])
  })

  it('that are wrong or unknown are refused, not guessed', () => {
    expect(read(latin('México', 'UTF-8'))).toEqual({ problem: 'encoding' })
    expect(read(latin('x', 'utf-7'))).toEqual({ problem: 'encoding' })
    expect(read(rssOf([{}]), 'ebcdic')).toEqual({ problem: 'encoding' })
    expect(read(rssOf([{}]), 'constructor')).toEqual({ problem: 'encoding' })
  })
})
