import { present } from '@bolsillo/kernel'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as staffCalls from '../../contract/feeds.ts'
import * as calls from '../../contract/index.ts'
import { feedSite, rssOf } from '../testing/feed-server.ts'
import { compliance, type FeedsWorld, openFeedsWorld, product, support, terms } from '../testing/feeds-world.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const { address } = terms

let opened: FeedsWorld[] = []
let world: FeedsWorld
async function open(mode: 'LIVE' | 'SIM'): Promise<void> {
  world = await openFeedsWorld(mode)
  opened.push(world)
}
beforeEach(() => open('LIVE'))
afterEach(async () => {
  for (const one of opened) await one.close()
  opened = []
})

const state = async () => present((await world.feeds())[0], 'a feed').state

describe('a feed', () => {
  it('is decided on by two people, who see its whole address', async () => {
    const proposed = await world.propose()
    expect(await world.feeds()).toEqual([])
    const { approvalId } = replyOf(staffCalls.proposeFeed, proposed)
    const shown = await world.staff(`/approvals/detail?approvalId=${approvalId}`, undefined, compliance)
    expect(shown.body).toContain(address)
    expect(outcomeOf(await world.decide(proposed, product))).not.toBe('200')
    expect((await world.decide(proposed)).json.code).toBe(0)
    const { reason: _, ...said } = terms
    expect(await world.feeds()).toMatchObject([{ ...said, everyMinutes: 30, number: 1, items: 0 }])
  })

  it.each([
    [{ address: 'http://news.example.com/feed' }, '400 feed-address@address'],
    [{ address: 'https://127.0.0.1/feed' }, '400 feed-address@address'],
    [{ address: 'https://localhost/feed' }, '400 feed-address@address'],
    [{ address: 'javascript:alert(1)' }, '400 feed-address@address'],
    [{ name: 'El\u202eDiario' }, '400 feed-name@name'],
    [{ feedId: 'fed_01JD0000000000000000000000' }, '404 feed-unknown@feedId'],
    [{ reason: 'because' }, /reason-unlisted/],
    [{ everyMinutes: '1' }, /everyMinutes/],
    [{ language: 'fr-FR' }, /language/],
  ])('is not proposed as %j', async (change, outcome) => {
    expect(outcomeOf(await world.propose(change))).toMatch(outcome)
  })

  it('is not proposed by who may only read, nor twice at one address', async () => {
    expect(outcomeOf(await world.propose({}, support))).toMatch(/role-needed/)
    const second = await world.propose({ name: 'Otro' })
    await world.decided()
    expect(outcomeOf(await world.propose({ name: 'Otro' }))).toBe('409 feed-taken@address')
    expect(outcomeOf(await world.decide(second))).toMatch(/feed-taken/)
  })

  it('is paused by one person, whose news are gone at once, and resumed by two', async () => {
    world.serve([{ title: 'Una noticia' }])
    const feedId = await world.decided()
    await world.round()
    const [shown] = await world.news()
    expect(shown?.title).toBe('Una noticia')
    expect((await world.staff('/feeds/pause', { feedId, reason: 'wrong-content' }, support)).body).toMatch(
      /role-needed/,
    )
    expect((await world.staff('/feeds/pause', { feedId, reason: 'wrong-content' })).json.code).toBe(0)
    expect(outcomeOf(await world.staff('/feeds/pause', { feedId, reason: 'wrong-content' }))).toBe(
      '409 feed-paused@feedId',
    )
    expect(await world.news()).toEqual([])
    expect(outcomeOf(await world.read(shown?.id ?? ''))).toBe('404 article-unknown@id')
    const asked = world.site.asked.length
    await world.nextFetch()
    expect(world.site.asked).toHaveLength(asked)
    expect(await world.feeds()).toMatchObject([{ pause: { by: product.operatorId, reason: 'wrong-content' } }])
    const resumed = await world.decide(await world.propose({ feedId, reason: 'source-is-sound' }))
    expect(resumed.json.code, resumed.body).toBe(0)
    expect(await world.titles()).toEqual(['Una noticia'])
    const [after] = await world.feeds()
    expect(after).toMatchObject({ number: 2 })
    expect(after?.pause).toBeUndefined()
  })

  it('is not decided on once something else was', async () => {
    const feedId = await world.decided()
    const change = await world.propose({ feedId, everyMinutes: '60', reason: 'source-changed' })
    await world.staff('/feeds/pause', { feedId, reason: 'source-ended' })
    // What the second person saw is not what is true any more; looked at again it is.
    expect((await world.decide(change)).json.code).toBe(0)
    expect(await world.feeds()).toMatchObject([{ number: 2, everyMinutes: 60 }])
  })
})

describe('in a practice market', () => {
  beforeEach(() => open('SIM'))
  it('no feed is proposed, decided or fetched, and the refusal says why', async () => {
    const refused = await world.propose()
    expect(outcomeOf(refused)).toBe('409 feed-practice@')
    expect(refused.json.msg).toMatch(/mercado real/)
    const { owner } = world.app.database
    await owner`insert into content_feed values ('fed_1')`
    await owner`
      insert into content_feed_terms values ('apv_1', 'fed_1', 1, 'Forged', ${address}, 'es-ES', 15, 0, 'opr_1', 'opr_2')`
    await owner`insert into content_feed_item values ('art_1', 'fed_1', 'g', 0)`
    await owner`
      insert into content_feed_version values
        ('art_1', 1, 'fed_1', 1, 'Forged', '', ${feedSite}, null, '{}', 0, ${address}, ${'0'.repeat(64)})`
    expect(await world.news()).toEqual([])
    await world.round()
    expect(world.site.asked).toEqual([])
    expect(replyOf(staffCalls.listFeeds, await world.staff('/feeds/list')).isPractice).toBe(true)
  })
})

describe('news of a feed', () => {
  it('are shown with their source, time and address, in the language they are in', async () => {
    const at = new Date(world.now() - 3 * minuteMs).toUTCString()
    world.serve([
      { guid: 'a', title: 'Cemex <![CDATA[<b>abre</b>]]> una planta', text: '&lt;p&gt;En Puebla.&lt;/p&gt;', date: at },
      { guid: 'b', title: 'Otra', link: 'https://other.example.com/b' },
    ])
    await world.decided()
    await world.round()
    for (const language of ['es-ES', 'en-US', 'pt-BR']) {
      const rows = await world.news('', language)
      expect(rows).toMatchObject([
        { title: 'Otra', symbols: [], feed: { host: 'other.example.com' }, publishedAt: world.now() },
        {
          ...{
            title: 'Cemex abre una planta',
            lead: 'En Puebla.',
            symbols: ['CEMEX.MX'],
            kind: 'news',
            isPinned: false,
          },
          publishedAt: Date.parse(at),
          feed: {
            ...{ source: 'El Diario', language: 'es-ES', href: `${feedSite}/one`, host: 'news.example.com' },
            ...{ saidAt: Date.parse(at), fetchedAt: world.now(), fetchedFrom: address },
          },
        },
      ])
      expect(rows[0]?.feed?.bodyHash).toMatch(/^[0-9a-f]{64}$/)
      expect(rows[0]?.feed?.saidAt).toBeUndefined()
    }
    const [, cemex] = await world.news()
    expect(replyOf(calls.readNews, await world.read(cemex?.id ?? ''))).toMatchObject({
      blocks: [{ is: 'paragraph', rows: [[{ text: 'En Puebla.' }]] }],
      feed: { before: [] },
    })
  })

  it('are on the page of what they name, and of the contract on it', async () => {
    world.serve([
      { guid: 'a', title: 'Bitcoin sube' },
      { guid: 'b', title: 'La empresa (BMV: WALMEX) abre' },
      { guid: 'c', title: 'bitcoin, walmex y cemex' },
    ])
    await world.decided()
    await world.round()
    expect(await world.titles('?symbol=BTC-USDT')).toEqual(['Bitcoin sube'])
    expect(await world.titles('?symbol=BTC-USDT-PERP')).toEqual(['Bitcoin sube'])
    expect(await world.titles('?symbol=WALMEX.MX')).toEqual(['La empresa (BMV: WALMEX) abre'])
    expect(await world.titles('?symbol=CEMEX.MX')).toEqual([])
  })

  it('are once, however often they are fetched, by two processes at a time too', async () => {
    world.serve([{ guid: 'a' }, { guid: 'a', title: 'the same again' }])
    await world.decided()
    await Promise.all([world.round(), world.round()])
    await world.nextFetch()
    await world.nextFetch()
    expect(await world.titles()).toEqual(['A title'])
    expect(world.site.asked).toHaveLength(3)
  })

  it('of two feeds with one guid are two', async () => {
    world.serve([{ guid: 'a' }])
    world.site.serve('/other', { body: rssOf([{ guid: 'a', title: 'of the other' }]) })
    await world.decided()
    await world.decided({ name: 'Otro', address: `${feedSite}/other` })
    await world.round()
    expect((await world.titles()).toSorted()).toEqual(['A title', 'of the other'])
  })

  it('that the source changes are kept as versions, at the place they had', async () => {
    const date = new Date(world.now() - minuteMs).toUTCString()
    world.serve([{ guid: 'a', title: 'Cemex gana', date }])
    await world.decided()
    await world.round()
    const [before] = await world.news()
    world.serve([{ guid: 'a', title: 'Cemex pierde', date: new Date(world.now() + 10 * minuteMs).toUTCString() }])
    await world.nextFetch()
    const [after] = await world.news()
    expect(after).toMatchObject({ id: before?.id, number: 2, title: 'Cemex pierde', publishedAt: before?.publishedAt })
    expect(replyOf(calls.readNews, await world.read(after?.id ?? ''))).toMatchObject({
      feed: { before: [{ number: 1, title: 'Cemex gana', fetchedAt: before?.feed?.fetchedAt }] },
    })
    // Another time with the same words is no change.
    world.serve([{ guid: 'a', title: 'Cemex pierde', date: new Date(world.now()).toUTCString() }])
    await world.nextFetch()
    expect(await world.news()).toMatchObject([{ number: 2 }])
  })

  it('have no time that lies ahead, and are none when they are old', async () => {
    world.serve([
      { guid: 'a', title: 'ahead', date: new Date(world.now() + dayMs).toUTCString() },
      { guid: 'b', title: 'old', date: new Date(world.now() - 8 * dayMs).toUTCString() },
      { guid: 'c', title: 'odd', date: 'soon' },
    ])
    await world.decided()
    await world.round()
    expect(
      (await world.news()).map(({ title, publishedAt, feed }) => [title, publishedAt, feed?.saidAt]).toSorted(),
    ).toEqual([
      ['ahead', world.now(), undefined],
      ['odd', world.now(), undefined],
    ])
  })

  it('are no more a day than a feed may bring, and the rest is read later', async () => {
    const many = (from: number) =>
      Array.from({ length: 50 }, (_, at) => ({ guid: `g${from + at}`, title: `T${from + at}` }))
    await world.decided({ everyMinutes: '15' })
    for (let from = 0; from < 250; from += 50) {
      world.serve(many(from), { etag: '"x"' })
      await world.nextFetch(15 * minuteMs)
    }
    expect(await world.feeds()).toMatchObject([{ items: 200, state: { leftOut: 50 } }])
    await world.nextFetch(dayMs)
    expect(await world.feeds()).toMatchObject([{ items: 250, state: { leftOut: 0 } }])
  })

  it('have at most twenty versions', async () => {
    await world.decided({ everyMinutes: '15' })
    for (let edit = 0; edit < 22; edit += 1) {
      world.serve([{ guid: 'a', title: `Edit ${edit}` }])
      await world.nextFetch(15 * minuteMs)
    }
    expect(await world.news()).toMatchObject([{ title: 'Edit 19', number: 20 }])
    expect(await state()).toMatchObject({ leftOut: 1 })
  })

  it('come page by page, each once', async () => {
    world.serve(Array.from({ length: 5 }, (_, at) => ({ guid: `g${at}`, title: `T${at}` })))
    await world.decided()
    await world.round()
    const seen: string[] = []
    for (let cursor = ''; seen.length < 10; ) {
      const path = `/ipcf-api/index/news?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page = replyOf(calls.listNews, await world.app.ask({ path }))
      seen.push(...page.rows.map(({ title }) => title))
      if (page.next === undefined) break
      cursor = page.next
    }
    expect(seen.toSorted()).toEqual(['T0', 'T1', 'T2', 'T3', 'T4'])
  })
})

describe('fetching', () => {
  it('is on the interval, says what it knows, and takes that nothing changed', async () => {
    world.serve([{}], { etag: '"1"', 'last-modified': 'Sun, 29 Nov 2026 05:00:00 GMT' })
    await world.decided()
    await world.round()
    await world.nextFetch(29 * minuteMs)
    expect(world.site.asked).toHaveLength(1)
    world.site.serve('/feed', ({ headers }) => ({ status: headers['if-none-match'] === '"1"' ? 304 : 500 }))
    await world.nextFetch(minuteMs)
    expect(world.site.asked.at(-1)?.headers['if-modified-since']).toBe('Sun, 29 Nov 2026 05:00:00 GMT')
    expect(await state()).toMatchObject({ fetchedAt: world.now(), failures: 0 })
    expect(await world.titles()).toHaveLength(1)
  })

  it('backs off while it fails, keeps what it has, and says what went wrong', async () => {
    world.serve([{}])
    await world.decided()
    await world.round()
    const fetchedAt = world.now()
    world.site.serve('/feed', { status: 503, headers: { 'retry-after': '7200' } })
    await world.nextFetch()
    expect(await state()).toMatchObject({
      ...{
        failures: 1,
        problem: 'status',
        status: 503,
        fetchedAt,
        triedAt: world.now(),
        nextAt: world.now() + 120 * minuteMs,
      },
    })
    world.site.serve('/feed', { body: rssOf([{}], '<!DOCTYPE x [<!ENTITY a "b">]>') })
    await world.nextFetch(119 * minuteMs)
    expect(world.site.asked).toHaveLength(2)
    await world.nextFetch(minuteMs)
    expect(await state()).toMatchObject({ failures: 2, problem: 'document-type', nextAt: world.now() + 120 * minuteMs })
    expect(await world.titles()).toHaveLength(1)
    world.serve([{ guid: 'b', title: 'again' }])
    await world.nextFetch(120 * minuteMs)
    const sound = await state()
    expect(sound).toMatchObject({ failures: 0, nextAt: world.now() + 30 * minuteMs })
    expect(sound?.problem).toBeUndefined()
  })

  it('never reaches what is inside', async () => {
    await world.decided({ address: 'https://inside.example.com/feed' })
    await world.round()
    expect(await state()).toMatchObject({ failures: 1, problem: 'not-public' })
    expect(world.site.asked).toEqual([])
  })

  it('forgets what it knows of an address when another is decided on', async () => {
    world.serve([{}], { etag: '"1"' })
    const feedId = await world.decided()
    await world.round()
    world.site.serve('/new', { body: rssOf([{ guid: 'n', title: 'of the new address' }]) })
    await world.decide(await world.propose({ feedId, address: `${feedSite}/new`, reason: 'source-changed' }))
    expect(await state()).toBeUndefined()
    await world.round()
    expect(world.site.asked.at(-1)).toMatchObject({ path: '/new' })
    expect(world.site.asked.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(await world.titles()).toHaveLength(2)
  })

  it('keeps nothing of a feed that is paused while it is fetched', async () => {
    const feedId = await world.decided()
    const { promise, resolve } = Promise.withResolvers<void>()
    world.site.serve('/feed', {
      body: (write) => {
        write(Buffer.from(rssOf([{}]).slice(0, 100)))
        resolve()
      },
    })
    const round = world.round()
    await promise
    expect((await world.staff('/feeds/pause', { feedId, reason: 'not-news' })).json.code).toBe(0)
    await round
    expect(await world.feeds()).toMatchObject([{ items: 0 }])
  })
})

describe('the rows', () => {
  const tables = [
    'content_feed',
    'content_feed_terms',
    'content_feed_pause',
    'content_feed_item',
    'content_feed_version',
  ]

  it('are changed by nobody the server is, and by the owner of the database only past a guard', async () => {
    world.serve([{}])
    await world.decided()
    await world.round()
    const { sql, owner } = { sql: world.app.services.sql, owner: world.app.database.owner }
    for (const table of tables) {
      await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied/)
      await expect(owner.unsafe(`delete from ${table}`)).rejects.toThrow(/insert-only/)
      await expect(owner.unsafe(`truncate ${table} cascade`)).rejects.toThrow(/insert-only/)
    }
    await expect(owner`update content_feed_version set title = 'forged'`).rejects.toThrow(/insert-only/)
  })

  it('lead nowhere else when the owner of the database takes the guards away', async () => {
    world.serve([{}])
    await world.decided()
    await world.round()
    const [shown] = await world.news()
    const { owner } = world.app.database
    await owner`alter table content_feed_version disable trigger insert_only`
    for (const link of ['javascript:alert(1)', 'https://user@news.example.com/', 'https://127.0.0.1/']) {
      await expect(owner`update content_feed_version set link = ${link}`).rejects.toThrow(/check constraint/)
    }
    await owner`update content_feed_version set link = 'https://xn--80ak6aa92e.com/'`
    expect(await world.news()).toEqual([])
    expect(outcomeOf(await world.read(shown?.id ?? ''))).toBe('404 article-unknown@id')
  })
})
