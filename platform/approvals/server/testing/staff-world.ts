import { createHash } from 'node:crypto'
import { createAudit } from '@bolsillo/audit/server'
import { identitySettings } from '@bolsillo/identity/domain'
import { createIdentity, type DemoOperator, type Identity, type OutgoingMessage } from '@bolsillo/identity/server'
import { type SoftwarePasskey, softwarePasskey } from '@bolsillo/identity/testing'
import { assert, type Id, idOf, present } from '@bolsillo/kernel'
import type { Mode, Room, Services } from '@bolsillo/server-kit'
import { createSettings } from '@bolsillo/settings/server'
import { askingOf, consoleTokenIn, type TestAnswer, type TestApp, testApp } from '@bolsillo/test-kit'
import { generateSync } from 'otplib'
import { rememberingKind } from '../../fixtures.ts'
import { createApprovals } from '../index.ts'
import { insertVerifiedCustomer } from './staff-world-store.ts'

// Staff as they really come to be: identity's own accounts, keys and sessions, the approvals, an act of two people, and
// customers whose papers are verified.

export const origin = 'https://app.example'
const minuteMs = 60_000

/** Somebody who is signed in to the console. */
export interface SignedIn {
  readonly operatorId: Id<'opr'>
  readonly token: string
}

/** A device: what a browser keeps, and the passkeys made on it. */
export interface Device {
  readonly key: string
  readonly passkey: SoftwarePasskey
}

export interface StaffWorld {
  readonly app: TestApp
  readonly identity: Identity
  readonly sent: readonly OutgoingMessage[]
  readonly demo: readonly DemoOperator[]
  readonly waitMs: number
  /** A customer with verified papers: the number given to support. `papers` are the numbers in them. */
  readonly customer: (name: string, papers?: string) => Promise<{ readonly id: Id<'cus'>; readonly number: string }>
  readonly ask: (path: string, as: { readonly token: string }, body?: Record<string, unknown>) => Promise<TestAnswer>
  readonly signIn: (operator: DemoOperator, deviceKey?: string) => Promise<SignedIn>
  readonly signInByPasskey: (operatorId: Id<'opr'>, device: Device) => Promise<TestAnswer>
  /** Decides a proposal with a second factor of its own. */
  readonly decide: (proposed: TestAnswer, as: SignedIn & Prover, reason: string) => Promise<TestAnswer>
  /** The link in the last message to a customer. */
  readonly linkOf: (customerId: Id<'cus'>) => string
  readonly accept: (token: string, device: Device) => Promise<TestAnswer>
  readonly runJobs: () => Promise<void>
  readonly wait: (ms: number) => void
}

/** How somebody answers a challenge. */
export interface Prover {
  readonly prove: (challenge: {
    readonly challengeId: string
    readonly passkey?: { readonly challenge: string }
  }) => Record<string, string>
}

export const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
export const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection ?? ''
export const newDevice = (name: string): Device => ({
  key: createHash('sha256').update(`device ${name}`).digest('base64url'),
  passkey: softwarePasskey(origin),
})

type Papers = Map<Id<'cus'>, { readonly name: string; readonly marks: readonly Buffer[]; readonly byPractice: boolean }>

interface Late {
  identity?: Identity
  rooms?: readonly Room[]
}

function roomsOf(
  services: Services,
  {
    mode,
    sent,
    papers,
    late,
  }: {
    readonly mode: Mode
    readonly sent: OutgoingMessage[]
    readonly papers: Papers
    readonly late: Late
  },
): readonly Room[] {
  const { room: auditRoom, audit } = createAudit()
  const declared = Object.values(identitySettings)
  const { room: settingsRoom, settings } = createSettings({ services, audit, declared })
  const rail = {
    id: 'memory',
    simulated: mode === 'SIM',
    accept: async (_: unknown, message: OutgoingMessage) => void sent.push(message),
  }
  const made = createIdentity({ services, audit, settings, rail, appUrl: origin, consoleUrl: origin })
  late.identity = made
  const rooms: Room[] = [auditRoom, settingsRoom, made.room]
  const { customers, staff, operatorFactors: factors } = made
  const papersOf = async (_: unknown, id: Id<'cus'>) => papers.get(id)
  const desk = { customers, staff, settings, rooms: () => rooms, papersOf }
  const { room, approvals } = createApprovals({ services, audit, factors, namesOf: async () => new Map(), desk })
  approvals.declare([rememberingKind().kind])
  rooms.push(room)
  late.rooms = rooms
  return rooms
}

/** Asks the console: reads without a body, writes with one. */
function askingOfStaff(app: TestApp): StaffWorld['ask'] {
  return async (path, { token }, body) => {
    if (body === undefined) return askingOf(app).asStaff({ token }, path)
    return app.ask({
      method: 'POST',
      path: `/console-api${path}`,
      body,
      headers: { origin, host: 'app.example' },
      ...(token === '' ? {} : { token }),
    })
  }
}

/** How staff come in and decide. */
function enteringOf(
  app: TestApp,
  ask: StaffWorld['ask'],
): Pick<StaffWorld, 'signIn' | 'signInByPasskey' | 'decide' | 'accept'> {
  const nobody = { token: '' }
  const sessionOf = (answer: TestAnswer): SignedIn => {
    assert(answer.status === 200, `signed in: ${answer.body}`)
    const { operator } = dataOf(answer)
    return { token: consoleTokenIn(answer), operatorId: idOf('opr', operator.id) }
  }
  return {
    signIn: async ({ account, password, totpSecret }, deviceKey) => {
      const asked = dataOf(await ask('/login/challenge', nobody, { account, password }))
      const proof = { challengeId: asked.challengeId, code: nextCode(app, totpSecret) }
      const device = deviceKey === undefined ? {} : { deviceKey }
      return sessionOf(await ask('/login', nobody, { account, password, ...proof, ...device }))
    },
    signInByPasskey: async (operatorId, { key, passkey }) => {
      const asked = dataOf(await ask('/login/passkey/challenge', nobody, {}))
      const assertion = passkey.enter(asked.question.challenge, operatorId)
      return ask('/login/passkey', nobody, { assertion, deviceKey: key })
    },
    decide: async (proposed, as, reason) => {
      const { approvalId } = dataOf(proposed)
      const detail = dataOf(await ask(`/approvals/detail?approvalId=${approvalId}`, as))
      const { payloadHash, factsHash } = detail
      const bound = JSON.stringify({ payloadHash, decision: 'approve' })
      const challenge = dataOf(await ask('/factor/challenge', as, { action: 'approval', bound }))
      const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason }
      return ask('/approvals/decide', as, { ...body, challengeId: challenge.challengeId, ...as.prove(challenge) })
    },
    accept: async (token, { key, passkey }) => {
      const started = dataOf(await ask('/invitation/passkey', nobody, { token }))
      const attestation = passkey.attest(started.order?.challenge ?? '')
      const { challengeId } = started
      return ask('/invitation/accept', nobody, { token, password, challengeId, attestation, deviceKey: key })
    },
  }
}

/** Opens the world: two demo operators, who are the first two accounts. */
export async function openStaffWorld(mode: Mode = 'SIM'): Promise<StaffWorld> {
  const sent: OutgoingMessage[] = []
  const papers: Papers = new Map()
  const late: Late = {}
  const identity = (): Identity => present(late.identity, 'identity is made')
  const app = await testApp({
    mode,
    rooms: (services) => roomsOf(services, { mode, sent, papers, late }),
    operators: { find: (token, now) => identity().operatorSessions.find(token, now) },
  })
  const { clock } = app.services
  const demo = await identity().createDemoOperators()
  const ask = askingOfStaff(app)
  return {
    app,
    identity: identity(),
    sent,
    demo,
    waitMs: mode === 'SIM' ? 5 * minuteMs : 72 * 60 * minuteMs,
    customer: async (name, numbers = name) => {
      const made = await insertVerifiedCustomer(app.database.owner, papers.size)
      papers.set(made.id, { name, marks: numbers.split(' ').map((number) => Buffer.from(number)), byPractice: false })
      return made
    },
    ask,
    ...enteringOf(app, ask),
    linkOf: (customerId) => {
      const message = sent.findLast((one) => one.customerId === customerId && one.kind === 'staff-invited')
      return /token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
    },
    runJobs: async () => {
      for (const room of late.rooms ?? []) for (const job of room.jobs ?? []) await job.run(app.services)
    },
    wait: (ms) => clock.advanceMs(ms),
  }
}

/** The password of everybody who accepts. */
export const password = 'Siete-jacarandas azules'

/** The next code of an authenticator app: each half minute's is good once. */
export function nextCode(app: TestApp, secret: string): string {
  app.services.clock.advanceMs(30_000)
  return generateSync({ secret, epoch: Math.floor(app.services.clock.now() / 1000) })
}
