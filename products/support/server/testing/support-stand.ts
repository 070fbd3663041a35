import { createApprovals } from '@bolsillo/approvals/server'
import { type Audit, createAudit } from '@bolsillo/audit/server'
import type { Channel } from '@bolsillo/contract'
import { fileSettings } from '@bolsillo/files/domain'
import { createFiles } from '@bolsillo/files/server'
import { type Id, instant } from '@bolsillo/kernel'
import type { Room, Services } from '@bolsillo/server-kit'
import type { Setting, SettingValue } from '@bolsillo/settings/domain'
import {
  askingOf,
  newTestKey,
  type TestAnswer,
  type TestApp,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { createSupport } from '../index.ts'

export const anaSupport = testOperator(1, ['support'])
export const carlosCompliance = testOperator(2, ['compliance'])
export const teresaTreasury = testOperator(3, ['treasury'])
export const aliciaAdmin = testOperator(4, ['admin'])
export const maria = testCustomer(1)
export const rogelioRestricted = testCustomer(2, 0)
export const joana = testCustomer(3)
/** What is María's. */
export const ownOrder = 'ord_00000000000000000000000001'
export const ownWithdrawal = 'wdr_00000000000000000000000001'

/** Somebody with a session. */
interface Who {
  readonly token: string
}
type Body = Readonly<Record<string, unknown>>

/** Support with the rooms it needs, and what is asked of it. */
export interface SupportStand {
  readonly app: TestApp
  readonly audit: Pick<Audit, 'aboutCustomer' | 'record'>
  readonly streamed: readonly unknown[]
  readonly notices: ReadonlyArray<{ readonly customerId: string; readonly text: string }>
  /** Settings that are not as they are by default, by key. */
  readonly values: Map<string, SettingValue>
  readonly runEvents: () => Promise<void>
  readonly staff: (path: string, who: Who, body?: Body) => Promise<TestAnswer>
  readonly post: (who: Who, path: string, body: Body) => Promise<TestAnswer>
  readonly read: (who: Who, id: string) => Promise<TestAnswer>
  readonly opened: (who?: Who, change?: Body) => Promise<string>
  readonly closed: (id: string) => Promise<void>
  readonly logOf: (who: { readonly customerId: Id<'cus'> }) => ReturnType<Audit['aboutCustomer']>
  /** Uploads a file as the app does. */
  readonly upload: (who: Who, bytes: Uint8Array, of?: { name?: string; purpose?: string }) => Promise<TestAnswer>
}

/** What an answer says, and why it is a refusal. */
export const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
export const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection

interface Heard {
  readonly streamed: unknown[]
  readonly notices: { readonly customerId: string; readonly text: string }[]
  readonly values: Map<string, SettingValue>
}

function makeRooms(services: Services, { streamed, notices, values }: Heard) {
  const made = createAudit()
  const settings = { get: (setting: Setting) => values.get(setting.key) ?? setting.standard } as never
  const approvals = createApprovals({ services, audit: made.audit, namesOf: async () => new Map() })
  const { room: filesRoom, files } = createFiles({
    ...{ services, settings, audit: made.audit, namesOf: async () => new Map() },
    isReadable: (...asked) => approvals.views.isReadable(...asked),
  })
  const support = createSupport({
    ...{ services, settings, files, audit: made.audit, views: approvals.views },
    publisher: {
      publish: (channel: Channel, key: string, delta: unknown) => streamed.push([channel.name, key, delta]),
    } as never,
    customers: {
      find: async (_, customerId) => ({
        ...{ customerId, displayNumber: '10482291', account: '•••• 5678', status: 1, identityState: 'succ' },
        ...{ language: 'es-ES', createdAt: instant(0) },
      }),
      notify: async (_, { customerId, text }) => {
        notices.push({ customerId, text: text['es-ES'] ?? '' })
      },
    },
    tradingOf: () => ({
      findOrder: async (_, customerId, id) =>
        customerId === maria.customerId && id === ownOrder ? ({} as never) : undefined,
    }),
    isOwnPayment: async (_, customerId, id) => customerId === maria.customerId && id === ownWithdrawal,
  })
  approvals.approvals.declareCases(support.caseKinds ?? [])
  return { audit: made.audit, support, rooms: [made.room, approvals.room, filesRoom, support] }
}

/** Opens it: three customers, one of them restricted, and four of the staff. */
export async function openSupportStand(): Promise<SupportStand> {
  // A test uploads more than one customer may within a month.
  const values = new Map<string, SettingValue>([[fileSettings.filesPerCustomer.key, 200]])
  const heard: Heard = { streamed: [], notices: [], values }
  const kept: { audit?: Audit; support?: Room } = {}
  const app = await testApp({
    rooms: (services) => {
      const { rooms, ...rest } = makeRooms(services, heard)
      Object.assign(kept, rest)
      return rooms
    },
    operators: testOperators([anaSupport, carlosCompliance, teresaTreasury, aliciaAdmin]),
  })
  for (const [place, { customerId }] of [maria, rogelioRestricted, joana].entries()) {
    await app.database.owner`
      insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
        privacy_agreed_at, created_at)
      values (${customerId}, ${10_000_000 + place}, ${`+5255555501${place}0`}, '', 'es-ES', ${`I${place}`}, 0, 0, 0)`
  }
  const audit = kept.audit as Audit
  const { staff, post, ...asked } = asking(app)
  return {
    ...{ app, audit, ...heard, staff, post, ...asked },
    logOf: (who) => audit.aboutCustomer(app.services.sql, who.customerId, { limit: 90 }),
    opened: async (who = maria, change = {}) => {
      const answer = await post(who, 'open', { topic: 'other', text: '¿Qué pasó?', ...change })
      if (answer.json.code !== 0) throw new Error(answer.body)
      return dataOf(answer).conversation.id
    },
    closed: async (id) => {
      await staff('/support/take', anaSupport, { id })
      const answer = await staff('/support/close', anaSupport, { id, reason: 'solved' })
      if (answer.json.code !== 0) throw new Error(answer.body)
    },
    runEvents: async () => {
      const { sql } = app.services
      const rows = await sql<{ key: string; payload: Record<string, string> }[]>`
        select key, payload from outbox where topic = 'support.changed' order by seq`
      for (const { key, payload } of rows)
        for (const event of kept.support?.events ?? []) await event.handle({ key, payload } as never, app.services)
    },
  }
}

function asking(app: TestApp): Pick<SupportStand, 'staff' | 'post' | 'read' | 'upload'> {
  return {
    staff: (path, who, body) => askingOf(app).asStaff(who, path, body),
    post: (who, path, body) =>
      app.ask({
        ...{ method: 'POST', path: `/ipcf-api/user/support/${path}`, token: who.token, body },
        headers: { 'idempotency-key': newTestKey(), 'accept-language': 'es-ES' },
      }),
    read: (who, id) => app.ask({ path: `/ipcf-api/user/support/conversation?id=${id}`, token: who.token }),
    upload: ({ token }, bytes, { name = 'photo.jpg', purpose = 'support' } = {}) => {
      const body = Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n`),
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const headers = { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': newTestKey() }
      return app.ask({ method: 'POST', path: '/ipcf-api/common/upload', token, body, headers })
    },
  }
}
