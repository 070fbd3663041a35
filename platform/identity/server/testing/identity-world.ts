import { createHash } from 'node:crypto'
import { type Audit, createAudit } from '@bolsillo/audit/server'
import { assert } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { createSettings, type SettingsRegistry } from '@bolsillo/settings/server'
import { type TestAnswer, type TestApp, type TestRequest, testApp, testNeeds } from '@bolsillo/test-kit'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { identitySettings } from '../../domain/index.ts'
import { createIdentity } from '../create-identity.ts'
import type { Identity } from '../identity.ts'
import type { MessageRail, OutgoingMessage, PracticeInbox } from '../message/message-rail.ts'

/** An application of identity alone for tests, with a rail that keeps messages in memory and an audit that is a list. */
export interface IdentityWorld {
  readonly app: TestApp
  readonly identity: Identity
  readonly settings: SettingsRegistry
  readonly sent: readonly OutgoingMessage[]
  readonly recorded: readonly { readonly action: string; readonly subject: string; readonly details: object }[]
  readonly post: (path: string, body: Record<string, unknown>, options?: Partial<TestRequest>) => Promise<TestAnswer>
  readonly get: (path: string, token: string) => Promise<TestAnswer>
  /** A solved captcha. */
  readonly captcha: () => Promise<string>
  /** Asks for a code and reads it from the rail; undefined when the message had none. */
  readonly codeFor: (purpose: string, account: string, options?: Partial<TestRequest>) => Promise<string | undefined>
  /** Opens an account and signs in. */
  readonly newCustomer: (account: string, password?: string) => Promise<{ readonly token: string; readonly id: string }>
  readonly signIn: (account: string, password?: string, extra?: Record<string, unknown>) => Promise<TestAnswer>
}

export const appUrl = 'https://app.example'
export const consoleUrl = 'https://console.example'
export const soundPassword = 'Jacaranda-7 verde'

/** Text data of an answer's member, for tests. */
export function dataOf(answer: TestAnswer): Record<string, unknown> {
  assert(typeof answer.json.data === 'object' && answer.json.data !== null, `no data in ${answer.body}`)
  return Object.fromEntries(Object.entries(answer.json.data))
}

export async function identityWorld(
  /** What keeps messages, beside the list of the world; a list alone when left out. */
  kept?: { readonly rail: MessageRail; readonly inbox: PracticeInbox },
): Promise<IdentityWorld> {
  const sent: OutgoingMessage[] = []
  const recorded: { action: string; subject: string; details: object }[] = []
  const { room: auditRoom, audit } = listedAudit(recorded)
  const made: { identity?: Identity; settings?: SettingsRegistry } = {}
  const present = (): Identity => {
    assert(made.identity !== undefined, 'the room is made')
    return made.identity
  }
  const app = await testApp({
    rooms: (services) => {
      const rail = {
        id: 'memory',
        simulated: true,
        accept: async (tx: Tx, message: OutgoingMessage) => {
          sent.push(message)
          await kept?.rail.accept(tx, message)
        },
      }
      const { room: settingsRoom, settings } = createSettings({
        services,
        audit,
        declared: Object.values(identitySettings),
      })
      made.settings = settings
      made.identity = createIdentity({
        ...{ services, audit, settings, rail, appUrl, consoleUrl },
        inbox: kept?.inbox ?? inboxOf(sent),
        captchaCost: 1,
      })
      return [auditRoom, settingsRoom, made.identity.room]
    },
    sessions: {
      find: (token, now) => present().sessions.find(token, now),
      live: (ids, now) => present().sessions.live(ids, now),
    },
    operators: { find: (token, now) => present().operatorSessions.find(token, now) },
    needs: {
      ...testNeeds(),
      'second-factor-set': (customerId, db, now) => present().needs['second-factor-set'](customerId, db, now),
    },
  })
  assert(made.settings !== undefined, 'the settings are made')
  return {
    app,
    identity: present(),
    settings: made.settings,
    sent,
    recorded,
    ...customersOf(app, sent),
  }
}

/** An audit that is a list as well. */
function listedAudit(recorded: { action: string; subject: string; details: object }[]) {
  const { room: auditRoom, audit: log } = createAudit()
  const audit: Audit = {
    record: async (tx, ...entries) => {
      recorded.push(...entries)
      await log.record(tx, ...entries)
    },
    aboutCustomer: log.aboutCustomer,
    after: log.after,
  }
  return { room: auditRoom, audit }
}

/** The practice inbox over a list of messages. */
function inboxOf(sent: readonly OutgoingMessage[]): PracticeInbox {
  return {
    ofDevice: async (_, { deviceHash, asker, customerIds, limit }) =>
      [...sent]
        .reverse()
        .filter(({ deviceHash: device, customerId }) =>
          customerId === undefined ? device === deviceHash : customerIds.includes(customerId),
        )
        .filter(
          ({ code, asker: by }) =>
            code === undefined ||
            (by?.holder !== undefined && by.holder === asker.holder) ||
            (by?.sessionId !== undefined && by.sessionId === asker.sessionId),
        )
        .slice(0, limit),
    all: async (_, { before, limit }) =>
      [...sent]
        .reverse()
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit)
        .map(({ code, ...message }) => ({ ...message, hasCode: code !== undefined })),
  }
}

/** What customers do. */
function customersOf(
  app: TestApp,
  sent: readonly OutgoingMessage[],
): Pick<IdentityWorld, 'post' | 'get' | 'captcha' | 'codeFor' | 'newCustomer' | 'signIn'> {
  const post: IdentityWorld['post'] = (path, body, options = {}) =>
    app.ask({ method: 'POST', path: path.startsWith('/console-api') ? path : `/ipcf-api${path}`, body, ...options })
  const get: IdentityWorld['get'] = (path, token) => app.ask({ path: `/ipcf-api${path}`, token })
  const captcha = async (): Promise<string> => {
    const answer = await app.ask({ path: '/ipcf-api/common/captcha', address: freshAddress() })
    return solved(answer.json.data)
  }
  const codeFor: IdentityWorld['codeFor'] = async (purpose, account, options) => {
    const before = sent.length
    const body = { purpose, account, captcha: await captcha(), deviceKey: deviceKeyOf(account) }
    const answer = await post('/common/code/send', body, { address: freshAddress(), ...options })
    assert(answer.status === 200, `code: ${answer.body}`)
    return sent.slice(before).at(-1)?.code
  }
  const signIn: IdentityWorld['signIn'] = (account, password = soundPassword, extra = {}) =>
    post('/user/login', { account, password, ...extra }, { address: freshAddress() })
  const newCustomer: IdentityWorld['newCustomer'] = async (account, password = soundPassword) => {
    const code = await codeFor('register', account)
    const consents = { agreeDisclaimer: true, agreePrivacy: true }
    const body = { account, code, password, ...consents, captcha: await captcha(), deviceKey: deviceKeyOf(account) }
    const answer = await post('/user/register', body, { address: freshAddress() })
    assert(answer.status === 200, `register: ${answer.body}`)
    const entered = await signIn(account, password, { deviceKey: deviceKeyOf(account) })
    const [row] = await app.database.owner<{ id: string }[]>`select id from customer order by id desc limit 1`
    return { token: String(dataOf(entered).token), id: row?.id ?? '' }
  }
  return { post, get, captcha, codeFor, newCustomer, signIn }
}

/** The key of the device a test customer uses. */
export function deviceKeyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}

let addresses = 0

/** An address nobody came from before, so that limits by network do not mix with what a test is about. */
export function freshAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Solves a puzzle as a browser does. */
export async function solved(puzzle: unknown): Promise<string> {
  assert(typeof puzzle === 'object' && puzzle !== null, 'a puzzle is an object')
  const challenge = JSON.parse(JSON.stringify(puzzle))
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
