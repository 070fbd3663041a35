import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { instant, present } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import {
  askingOf,
  replyOf,
  type TestAnswer,
  type TestApp,
  testApp,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import * as staffCalls from '../../contract/feeds.ts'
import * as calls from '../../contract/index.ts'
import { createContent } from '../index.ts'
import { type FeedServer, feedServer, feedSite, rssOf } from './feed-server.ts'

export const product = testOperator(1, ['product'])
export const compliance = testOperator(2, ['compliance'])
export const support = testOperator(3, ['support'])
const minuteMs = 60_000

/** What the world proposes unless a test says otherwise. */
export const terms = {
  ...{ name: 'El Diario', address: `${feedSite}/feed`, language: 'es-ES', everyMinutes: '30', reason: 'new-source' },
}

type Changes = Record<string, unknown>
type Person = { readonly token: string }

/** Content of a market of its own, with a site that has feeds, and the people who decide on them. */
export interface FeedsWorld {
  readonly app: TestApp
  readonly site: FeedServer
  /** A round of the job. */
  readonly round: () => Promise<void>
  /** The round in which a feed of half an hour is fetched next, or one after another time. */
  readonly nextFetch: (ms?: number) => Promise<void>
  readonly staff: (path: string, body?: Changes, who?: Person) => Promise<TestAnswer>
  readonly propose: (change?: Changes, who?: Person) => Promise<TestAnswer>
  readonly decide: (proposed: TestAnswer, who?: Person) => Promise<TestAnswer>
  /** Proposed and decided. @returns the id of the feed. */
  readonly decided: (change?: Changes) => Promise<string>
  readonly feeds: () => Promise<readonly staffCalls.FeedRow[]>
  readonly news: (query?: string, language?: string) => Promise<ReturnType<typeof rowsOf>>
  readonly titles: (query?: string) => Promise<readonly string[]>
  readonly read: (id: string) => Promise<TestAnswer>
  readonly serve: (items: Parameters<typeof rssOf>[0], headers?: Record<string, string>) => void
  readonly now: () => number
  readonly close: () => Promise<void>
}

const rowsOf = (answer: TestAnswer) => replyOf(calls.listNews, answer).rows

async function openRooms(mode: 'LIVE' | 'SIM', site: FeedServer) {
  let round: FeedsWorld['round'] = async () => undefined
  const app = await testApp({
    mode,
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const content = createContent({
        ...{ services, audit, approvals, feedNetwork: site.network, settings: fixedSettings() },
        instruments: ['WALMEX.MX', 'CEMEX.MX', 'BTC-USDT', 'BTC-USDT-PERP'].map((id) => present(instrumentOf(id), id)),
        prints: { areRecorded: false, days: async () => [] },
        liquidated: async () => [],
        customers: {
          find: async (_, customerId) => ({
            ...{ customerId, displayNumber: '1', account: '', status: 1, identityState: 'succ', language: 'es-ES' },
            createdAt: instant(0),
          }),
        },
      })
      approvals.declare(content.approvalKinds ?? [])
      const job = content.jobs?.find(({ name }) => name === 'content.feeds')
      round = () => present(job, 'the job').run(services)
      return [auditRoom, approvalsRoom, content]
    },
    operators: testOperators([product, compliance, support]),
  })
  return { app, round }
}

/** Opens one. */
export async function openFeedsWorld(mode: 'LIVE' | 'SIM'): Promise<FeedsWorld> {
  const site = await feedServer({ 'inside.example.com': ['10.0.0.7'] })
  const { app, round } = await openRooms(mode, site)
  const staff: FeedsWorld['staff'] = (path, body, who = product) => askingOf(app).asStaff(who, path, body)
  const propose: FeedsWorld['propose'] = (change = {}, who) => staff('/feeds/propose', { ...terms, ...change }, who)
  const decide: FeedsWorld['decide'] = async (proposed, who = compliance) => {
    const { approvalId } = replyOf(staffCalls.proposeFeed, proposed)
    const shown = await staff(`/approvals/detail?approvalId=${approvalId}`, undefined, who)
    const { payloadHash, factsHash } = JSON.parse(shown.body).data
    const decision = { approvalId, payloadHash, factsHash, decision: 'approve', reason: 'new-source' }
    return await staff('/approvals/decide', decision, who)
  }
  const feeds = async () => replyOf(staffCalls.listFeeds, await staff('/feeds/list')).rows
  const news: FeedsWorld['news'] = async (query = '', language = 'es-ES') =>
    rowsOf(await app.ask({ path: `/ipcf-api/index/news${query}`, headers: { 'accept-language': language } }))
  return {
    ...{ app, site, round, staff, propose, decide, feeds, news },
    nextFetch: async (ms = 30 * minuteMs) => {
      app.services.clock.advanceMs(ms)
      await round()
    },
    decided: async (change = {}) => {
      const answer = await decide(await propose(change))
      if (answer.json.code !== 0) throw new Error(answer.body)
      const found = (await feeds()).find(({ name }) => name === (change.name ?? terms.name))
      return present(found, 'the feed').feedId
    },
    titles: async (query) => (await news(query)).map(({ title }) => title),
    read: (id) => app.ask({ path: `/ipcf-api/index/news/info?id=${id}` }),
    serve: (items, headers = {}) => site.serve('/feed', { body: rssOf(items), headers }),
    now: () => app.services.clock.now(),
    close: async () => {
      await app.close()
      await site.close()
    },
  }
}
