import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { instant, present } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import type { Room } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import {
  askingOf,
  type TestAnswer,
  type TestApp,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContent } from './index.ts'

const pabloProduct = testOperator(1, ['product'])
const carlosCompliance = testOperator(2, ['compliance'])
const saraSupport = testOperator(3, ['support'])
const anaAdmin = testOperator(4, ['admin'])
const maria = testCustomer(1)
const rogelioRestricted = testCustomer(2, 0)
const lateJoana = testCustomer(3)
const dayMs = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const since = (id: string) => (id === lateJoana.customerId ? services.clock.now() : 0)
      const content = createContent({
        ...{
          services,
          audit,
          approvals,
          instruments: ['WALMEX.MX', 'AAPL.US'].map((id) => present(instrumentOf(id), id)),
        },
        settings: fixedSettings(),
        // Nothing is recorded: all news are written by hand.
        prints: { areRecorded: false, days: async () => [] },
        liquidated: async () => [],
        customers: {
          find: async (_, customerId) => ({
            ...{ customerId, displayNumber: '1', account: '', status: 1, identityState: 'succ', language: 'es-ES' },
            createdAt: instant(since(customerId)),
          }),
        },
      })
      approvals.declare(content.approvalKinds ?? [])
      const rooms: Room[] = [auditRoom, approvalsRoom, content]
      return rooms
    },
    operators: testOperators([pabloProduct, carlosCompliance, saraSupport, anaAdmin]),
  })
})
afterAll(async () => {
  await app.close()
})

const staff = (path: string, who: { token: string }, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff(who, path, body)
const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection
const get = async (path: string, token?: string, language = 'es-ES') =>
  dataOf(
    await app.ask({
      path: `/ipcf-api${path}`,
      headers: { 'accept-language': language },
      ...(token === undefined ? {} : { token }),
    }),
  )
let keys = 0
const post = async (path: string, token: string, body: Record<string, unknown>) => {
  keys += 1
  return app.ask({
    ...{ method: 'POST', path: `/ipcf-api${path}`, token, body },
    headers: { 'idempotency-key': `content-test-key-${keys}`.padEnd(32, '0') },
  })
}
const words = (change: Record<string, unknown> = {}) => ({
  ...{ kind: 'notice', audience: 'everybody', isPinned: false },
  ...{ esTitle: 'Mantenimiento', esText: 'El domingo no hay servicio.' },
  ...{ enTitle: 'Maintenance', enText: 'There is no service on Sunday.' },
  ...{ ptTitle: 'Manutenção', ptText: 'No domingo não há serviço.' },
  ...change,
})
const write = (change: Record<string, unknown> = {}, who = pabloProduct) => staff('/content/write', who, words(change))
const propose = (version: Record<string, unknown>, change: Record<string, unknown> = {}, who = pabloProduct) =>
  staff('/content/propose', who, { ...version, reason: 'new-information', ...change })
const decide = async (proposed: TestAnswer, who = carlosCompliance): Promise<TestAnswer> => {
  const { approvalId } = dataOf(proposed)
  const { payloadHash, factsHash } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, who))
  return staff('/approvals/decide', who, {
    ...{ approvalId, payloadHash, factsHash, decision: 'approve', reason: 'new-information' },
  })
}
/** Written, proposed and approved. */
const published = async (change: Record<string, unknown> = {}, when: Record<string, unknown> = {}) => {
  const version = dataOf(await write(change))
  const answer = await decide(await propose(version, when))
  expect(answer.json.code, answer.body).toBe(0)
  return version
}
const titles = ({ rows }: { rows: { title: string }[] }) => rows.map(({ title }) => title)

describe('publishing', () => {
  it('takes two people, and is not there before', async () => {
    const version = dataOf(await write({ esTitle: 'Dos personas' }))
    expect(titles(await get('/index/notice'))).not.toContain('Dos personas')
    const proposed = await propose(version)
    expect(titles(await get('/index/notice'))).not.toContain('Dos personas')
    expect((await decide(proposed)).json.code).toBe(0)
    expect(titles(await get('/index/notice'))).toContain('Dos personas')
  })

  it('is refused to one person alone, whatever their roles', async () => {
    const version = dataOf(await write({ esTitle: 'Sola' }, anaAdmin))
    const answer = await decide(await propose(version, {}, anaAdmin), anaAdmin)
    expect(refusalOf(answer)).toBe('approval-own')
    expect(titles(await get('/index/notice'))).not.toContain('Sola')
  })

  it('is not for the support, nor may who only writes decide', async () => {
    expect((await write({}, saraSupport)).status).toBe(403)
    const version = dataOf(await write({ esTitle: 'Sin permiso' }, carlosCompliance))
    const proposed = await propose(version, {}, carlosCompliance)
    expect((await decide(proposed, pabloProduct)).status).toBe(403)
  })

  it('begins at its time and not before', async () => {
    const publishAt = app.services.clock.now() + dayMs
    const version = await published({ esTitle: 'Mañana' }, { publishAt })
    expect(titles(await get('/index/notice'))).not.toContain('Mañana')
    expect((await get(`/index/notice?id=${version.articleId}`)).rows).toEqual([])
    app.services.clock.advanceMs(dayMs)
    expect(titles(await get('/index/notice'))).toContain('Mañana')
  })

  it('refuses a time that lies behind or too far ahead', async () => {
    const version = dataOf(await write())
    const now = app.services.clock.now()
    expect(refusalOf(await propose(version, { publishAt: now - 1 }))).toBe('article-time')
    expect(refusalOf(await propose(version, { publishAt: now + 91 * dayMs }))).toBe('article-time')
  })

  it('shows the second person the whole text, and beside a correction what was public', async () => {
    const { articleId } = await published({ esTitle: 'Antes', esText: 'Texto de antes.' })
    app.services.clock.advanceMs(1000)
    const version = dataOf(await write({ articleId, esTitle: 'Después', esText: 'Texto de después.' }))
    expect(version.number).toBe(2)
    expect(titles(await get('/index/notice'))).not.toContain('Después')
    const proposed = await propose(version, { reason: 'correction' })
    const { approvalId } = dataOf(proposed)
    const { facts } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, carlosCompliance))
    expect(facts).toContainEqual({ labelKey: 'facts.text.es-ES', value: 'Texto de después.' })
    expect(facts).toContainEqual({ labelKey: 'facts.textBefore.es-ES', value: 'Texto de antes.' })
    await decide(proposed)
    const { rows } = await get(`/index/notice?id=${articleId}`)
    expect(rows).toMatchObject([{ title: 'Después', firstAt: expect.any(Number) }])
    expect(refusalOf(await propose({ articleId, number: 1 }))).toBe('article-published')
  })

  it('takes a correction at once, also while an earlier version is planned', async () => {
    const later = { publishAt: app.services.clock.now() + 10 * dayMs }
    const { articleId } = await published({ esTitle: 'Con error' })
    await decide(await propose(dataOf(await write({ articleId, esTitle: 'Planeado' })), later))
    const third = dataOf(await write({ articleId, audience: 'customers', esTitle: 'Corregido hoy' }))
    const proposed = await propose(third)
    const { facts } = dataOf(
      await staff(`/approvals/detail?approvalId=${dataOf(proposed).approvalId}`, carlosCompliance),
    )
    const shown = new Map<string, string>(
      facts.map(({ labelKey, value }: { labelKey: string; value: string }) => [labelKey, value]),
    )
    expect(shown.get('facts.audience')).toBe('customers')
    expect(shown.get('facts.audienceBefore')).toBe('everybody')
    expect(shown.get('facts.publishBeforeAt')).toBe(String(later.publishAt))
    const { rows } = dataOf(await staff(`/content/versions?articleId=${articleId}`, saraSupport))
    expect(rows.map(({ isProposed }: { isProposed: boolean }) => isProposed)).toEqual([true, false, false])
    await decide(proposed)
    expect(titles(await get('/user/notice?limit=100', maria.token))).toContain('Corregido hoy')
    app.services.clock.advanceMs(11 * dayMs)
    expect(titles(await get('/user/notice?limit=100', maria.token))).not.toContain('Planeado')
  })

  it('keeps versions and publications from everybody, the server included', async () => {
    const { sql } = app.services
    await expect(sql`update content_version set is_pinned = true`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from content_publication`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from content_version`).rejects.toThrow(/permission denied/)
  })
})

describe('what is written', () => {
  it.each([
    ['article-text', { enText: 'a <img src=x onerror=alert(1)>' }],
    ['article-text', { ptTitle: 'a\u202eb' }],
    ['article-link', { esText: '[a](javascript:alert(1))' }],
    ['article-percent', { enText: 'Up 12 % since May.' }],
    ['article-percent', { ptTitle: 'Doze por cento' }],
    ['article-symbols', { symbols: 'NADA.MX' }],
  ])('is refused as %s: %o', async (name, change) => {
    expect(refusalOf(await write(change))).toBe(name)
  })

  it('stays a notice or news', async () => {
    const { articleId } = dataOf(await write())
    expect(refusalOf(await write({ articleId, kind: 'news' }))).toBe('article-kind')
  })

  it('is listed for staff with its versions', async () => {
    const { articleId } = dataOf(await write({ esTitle: 'Uno' }))
    await write({ articleId, esTitle: 'Dos' })
    const { rows } = dataOf(await staff(`/content/versions?articleId=${articleId}`, saraSupport))
    expect(rows).toMatchObject([
      { number: 2, words: { 'es-ES': { title: 'Dos' } }, isProposed: false },
      { number: 1, words: { 'es-ES': { title: 'Uno' } } },
    ])
  })
})

describe('notices', () => {
  it('of customers are for who is signed in, in the language of the request', async () => {
    await published({ audience: 'customers', esTitle: 'Solo clientes', enTitle: 'Customers only' })
    expect(titles(await get('/index/notice?limit=100'))).not.toContain('Solo clientes')
    expect(titles(await get('/user/notice?limit=100', maria.token, 'en-US'))).toContain('Customers only')
    expect(titles(await get('/user/notice?limit=100', rogelioRestricted.token))).toContain('Solo clientes')
  })

  it('are unread until they are read, and again when they were corrected', async () => {
    await post('/user/notice/read', maria.token, {})
    expect((await get('/user/notice', maria.token)).unread).toBe(0)
    const { articleId } = await published({ esTitle: 'Por leer' })
    expect((await get('/user/notice', maria.token)).unread).toBe(1)
    expect(dataOf(await post('/user/notice/read', maria.token, { id: articleId })).unread).toBe(0)
    expect((await get('/user/notice', rogelioRestricted.token)).unread).toBeGreaterThan(0)
    const second = dataOf(await write({ articleId, esTitle: 'Corregido' }))
    await decide(await propose(second))
    expect((await get('/user/notice', maria.token)).rows[0]).toMatchObject({ title: 'Corregido', isUnread: true })
  })

  it('stay unread in a version that came after the one that was on the screen', async () => {
    await post('/user/notice/read', maria.token, {})
    const { articleId } = await published({ esTitle: 'En pantalla' })
    const second = dataOf(await write({ articleId, esTitle: 'Llegó después' }))
    await decide(await propose(second))
    expect(dataOf(await post('/user/notice/read', maria.token, { id: articleId, number: 1 })).unread).toBe(1)
    expect(dataOf(await post('/user/notice/read', maria.token, { id: articleId, number: 2 })).unread).toBe(0)
  })

  it('from before somebody became a customer are not new to them', async () => {
    app.services.clock.advanceMs(1)
    expect((await get('/user/notice', lateJoana.token)).unread).toBe(0)
  })

  it('are pinned above the newer ones, and come in pages without a gap', async () => {
    await published({ esTitle: 'Fijado', isPinned: true })
    app.services.clock.advanceMs(1000)
    await published({ esTitle: 'El último' })
    const all = titles(await get('/index/notice?limit=100'))
    expect(all.slice(0, 2)).toEqual(['Fijado', 'El último'])
    const paged: string[] = []
    let cursor = ''
    for (let page = 0; page < 50; page += 1) {
      const answer = await get(`/index/notice?limit=2${cursor}`)
      paged.push(...titles(answer))
      if (answer.next === undefined) break
      cursor = `&cursor=${answer.next}`
    }
    expect(paged).toEqual(all)
  })
})

describe('news', () => {
  it('are found by their instrument, and no notice is among them', async () => {
    const { articleId } = await published({
      kind: 'news',
      symbols: 'walmex.mx',
      esTitle: 'De Walmex',
      esText: '- uno\n- **dos**',
    })
    expect(titles(await get('/index/news?symbol=WALMEX.MX'))).toEqual(['De Walmex'])
    expect(titles(await get('/index/news?symbol=AAPL.US'))).toEqual([])
    expect(titles(await get('/index/notice?limit=100'))).not.toContain('De Walmex')
    expect(await get(`/index/news/info?id=${articleId}`)).toMatchObject({
      blocks: [{ is: 'bullets', rows: [[{ text: 'uno' }], [{ text: 'dos', strong: true }]] }],
    })
  })

  it('of a notice or a draft are unknown', async () => {
    const notice = await published()
    const draft = dataOf(await write({ kind: 'news' }))
    expect((await get(`/index/news/info?id=${notice.articleId}`)).rejection).toBe('article-unknown')
    expect((await get(`/index/news/info?id=${draft.articleId}`)).rejection).toBe('article-unknown')
  })
})

const adWords = (change: Record<string, unknown> = {}) => ({
  kind: 'ad',
  ...{ esTitle: 'Comprueba tu dinero', esText: 'Publicamos la prueba. [Ver la prueba](/pages/user/proof)' },
  ...{ enTitle: 'Check your money', enText: 'We publish the proof. [See the proof](/pages/user/proof)' },
  ...{ ptTitle: 'Confira o seu dinheiro', ptText: 'Publicamos a prova. [Ver a prova](/pages/user/proof)' },
  ...change,
})

describe('ads', () => {
  it('take two people, are shown in the language of the request, and end by themselves', async () => {
    const version = dataOf(await write(adWords()))
    expect((await get('/index/ads')).rows).toEqual([])
    expect(refusalOf(await decide(await propose(version, {}, carlosCompliance), carlosCompliance))).toBe('approval-own')
    await published(adWords())
    expect((await get('/index/ads', undefined, 'en-US')).rows).toMatchObject([
      { title: 'Check your money', text: 'We publish the proof.', action: 'See the proof', href: '/pages/user/proof' },
    ])
    expect(titles(await get('/index/notice?limit=100'))).not.toContain('Comprueba tu dinero')
    expect(titles(await get('/index/news?limit=100'))).not.toContain('Comprueba tu dinero')
    app.services.clock.advanceMs(30 * dayMs)
    expect((await get('/index/ads')).rows).toEqual([])
  })

  it('of customers are for who is signed in; a correction takes the place of what was shown and ends no later', async () => {
    const { articleId } = await published(adWords({ audience: 'customers', esTitle: 'Con error' }))
    expect((await get('/index/ads')).rows).toEqual([])
    expect(titles(await get('/index/ads', maria.token))).toEqual(['Con error'])
    app.services.clock.advanceMs(29 * dayMs)
    await decide(
      await propose(dataOf(await write(adWords({ articleId, audience: 'customers', esTitle: 'Corregido' })))),
    )
    expect(titles(await get('/index/ads', maria.token))).toEqual(['Corregido'])
    app.services.clock.advanceMs(dayMs)
    expect((await get('/index/ads', maria.token)).rows).toEqual([])
  })

  it.each([
    ['article-ad', 'isPinned', { isPinned: true }],
    ['article-ad', 'symbols', { symbols: 'WALMEX.MX' }],
    ['article-ad', 'enText', { enText: 'No link.' }],
    ['article-percent', 'esText', { esText: 'Un 12 % más. [Ver](/pages/user/proof)' }],
    ['ad-link', 'esText', { esText: 'Mira. [Ver](https://example.com/a)' }],
    ['ad-link', 'ptText', { ptText: 'Veja. [Ver](/pages/user/alerts)' }],
    ['ad-urgency', 'esTitle', { esTitle: 'Solo por hoy' }],
    ['ad-urgency', 'ptText', { ptText: 'Não perca. [Ver](/pages/user/proof)' }],
  ])('are refused as %s at %s: %o', async (name, field, change) => {
    const { rejection, field: at } = dataOf(await write(adWords(change)))
    expect([rejection, at]).toEqual([name, field])
  })

  it('lead nowhere else, whatever the owner of the database writes', async () => {
    await published(adWords())
    await published(adWords({ esTitle: 'Intacto' }))
    const { owner } = app.database
    const [altered] =
      await owner`select article_id from content_publication join content_version using (article_id, number)
      where words->'es-ES'->>'title' = 'Comprueba tu dinero' order by publish_at desc limit 1`
    await owner`alter table content_version disable trigger user`
    await owner`update content_version set words = jsonb_set(words, '{es-ES,text}',
      '"Mira. [Ver](https://evil.example/a)"') where article_id = ${present(altered, 'an ad').article_id}`
    await owner`alter table content_version enable trigger user`
    for (const language of ['es-ES', 'en-US']) {
      const { rows } = await get('/index/ads', undefined, language)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain('evil')
    }
    expect(titles(await get('/index/ads'))).toEqual(['Intacto'])
  })
})
