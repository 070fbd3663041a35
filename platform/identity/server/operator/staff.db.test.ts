import { createAudit } from '@bolsillo/audit/server'
import { idOf, present } from '@bolsillo/kernel'
import { consoleCookieName, type Tx, transaction } from '@bolsillo/server-kit'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoOperator } from '../identity.ts'
import { dataOf, freshAddress, type IdentityWorld, identityWorld } from '../testing/identity-world.ts'
import { softwarePasskey } from '../testing/software-passkey.ts'
import { inviteOperator } from './invitations.ts'

let world: IdentityWorld
let staff: readonly DemoOperator[]
beforeAll(async () => {
  world = await identityWorld()
  staff = await world.identity.createDemoOperators()
})
afterAll(async () => {
  await world.app.close()
})

const minuteMs = 60_000
const rules = 'Path=/; Secure; HttpOnly; SameSite=Strict'
const origin = 'https://app.example'
const now = () => world.app.services.clock.now()
const post = (path: string, body: Record<string, unknown>, token?: string) =>
  world.post(`/console-api${path}`, body, {
    address: freshAddress(),
    headers: { origin, host: 'app.example' },
    ...(token === undefined ? {} : { token }),
  })
const get = (path: string, token: string) => world.app.ask({ path: `/console-api${path}`, token })
const nextCode = (secret: string) => {
  world.app.services.clock.advanceMs(30_000)
  return generateSync({ secret, epoch: Math.floor(now() / 1000) })
}
const first = (): DemoOperator => present(staff[0], 'the demo has operators')
type Keys = Pick<DemoOperator, 'account' | 'password' | 'totpSecret'>
async function signIn({ account, password, totpSecret }: Keys) {
  const asked = dataOf(await post('/login/challenge', { account, password }))
  const code = nextCode(totpSecret)
  return post('/login', { account, password, challengeId: asked.challengeId, code })
}

describe('the console', () => {
  it('is entered with a password and a second factor, and its sessions are its own', async () => {
    const operator = first()
    const { account, password } = operator
    const customer = await world.newCustomer('customer@correo.mx')
    expect((await get('/practice/inbox', customer.token)).json.code).toBe(-1000)
    expect((await post('/login', { account, password })).json).toMatchObject({ code: 11_050 })
    const entered = await signIn({ ...operator, account: account.toUpperCase() })
    expect(entered.json).toMatchObject({ code: 0, data: { operator: { account } } })
    // The session is in the cookie alone: nothing a script of the page could keep, and no header lets anybody in.
    const token = consoleTokenIn(entered)
    expect(entered.headers['set-cookie']).toBe(`${consoleCookieName}=${token}; ${rules}`)
    expect(entered.body).not.toContain(token)
    const asHeader = { path: '/console-api/login/info', headers: { accesstoken: token } }
    expect((await world.app.ask(asHeader)).json.code).toBe(-1000)
    expect((await world.get('/user/login/info', token)).json.code).toBe(-1000)
    expect((await world.app.ask({ path: '/ipcf-api/practice/inbox', token })).status).toBe(404)
    expect((await get('/login/info', token)).json).toMatchObject({ data: { operator: { account }, factorAt: now() } })
    const page = await get('/practice/inbox?limit=2', token)
    const rows = JSON.parse(JSON.stringify(page.json.data))
    expect(rows.rows).toHaveLength(world.sent.length === 1 ? 1 : 2)
    expect(world.recorded.at(-1)).toMatchObject({ action: 'identity.inbox-read' })
    const left = await post('/logout', {}, token)
    expect([left.json.code, left.headers['set-cookie']]).toEqual([0, `${consoleCookieName}=; Max-Age=0; ${rules}`])
    expect((await get('/login/info', token)).json.code).toBe(-1000)
  })

  it('shows staff that a code went out and never which, and the look to the customer', async () => {
    const { id, token: own } = await world.newCustomer('prey@correo.mx')
    world.app.services.clock.advanceMs(31_000)
    expect(await world.codeFor('trade-password', 'prey@correo.mx', { token: own })).toMatch(/^\d{6}$/)
    const token = consoleTokenIn(await signIn(first()))
    const before = world.recorded.length
    const page = await get('/practice/inbox', token)
    const sent = present(world.sent.at(-1), 'the code that was asked for')
    expect(JSON.parse(JSON.stringify(dataOf(page).rows))[0]).toEqual({
      id: sent.id,
      to: 'pr•••@correo.mx',
      channel: 'email',
      what: 'code',
      at: sent.at,
    })
    for (const { code, title, text } of world.sent) {
      for (const secret of [code ?? text, text, title]) expect(page.body).not.toContain(secret)
    }
    expect(page.body).not.toContain(id)
    const looks = world.recorded.slice(before).filter(({ action }) => action === 'identity.inbox-read')
    expect(looks.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['practice-inbox', id]))
  })

  it('asks for a factor only whoever has the password, and answers the same for unknown operators', async () => {
    const tries = async (account: string) => {
      const bodies: string[] = []
      const address = freshAddress()
      const wrong = (path: string) => world.post(`/console-api${path}`, { account, password: 'wrong' }, { address })
      for (let n = 0; n < 4; n += 1) bodies.push((await wrong('/login/challenge')).body)
      for (let n = 0; n < 3; n += 1) bodies.push((await wrong('/login')).body)
      return bodies
    }
    const known = await tries('revisora')
    expect(known).toEqual(await tries('nobody'))
    expect(known.at(-1)).toContain('11021')
    world.app.services.clock.advanceMs(60 * minuteMs)
  })

  it('takes a challenge for signing in only for that, and a code once', async () => {
    const { account, password, totpSecret } = first()
    const token = consoleTokenIn(await signIn(first()))
    const other = dataOf(await post('/factor/challenge', { action: 'approval', bound: '{"payloadHash":"x"}' }, token))
    const code = nextCode(totpSecret)
    const wrong = { account, password, challengeId: other.challengeId, code }
    expect((await post('/login', wrong)).json.code).toBe(11_051)
    const asked = dataOf(await post('/login/challenge', { account, password }))
    const right = { account, password, challengeId: asked.challengeId, code }
    expect((await post('/login', right)).json.code).toBe(0)
    const again = dataOf(await post('/login/challenge', { account, password }))
    expect((await post('/login', { ...right, challengeId: again.challengeId })).json.code).toBe(11_052)
  })

  it('ends a session after ten minutes without use, and after eight hours whatever the use', async () => {
    const token = consoleTokenIn(await signIn(first()))
    world.app.services.clock.advanceMs(9 * minuteMs)
    expect((await get('/login/info', token)).json.code).toBe(0)
    world.app.services.clock.advanceMs(10 * minuteMs)
    expect((await get('/login/info', token)).json.code).toBe(-1000)
    const long = consoleTokenIn(await signIn(first()))
    for (let minutes = 0; minutes < 8 * 60; minutes += 9) {
      expect((await get('/login/info', long)).json.code).toBe(0)
      world.app.services.clock.advanceMs(9 * minuteMs)
    }
    expect((await get('/login/info', long)).json.code).toBe(-1000)
  })

  it('knows when the factor was given, and takes it again', async () => {
    const { totpSecret } = first()
    const token = consoleTokenIn(await signIn(first()))
    const { operatorFactors } = world.identity
    const [session] = await world.app.database.owner<{ id: string }[]>`
      select id from operator_session order by created_at desc limit 1`
    const givenAt = () => operatorFactors.givenAt(world.app.services.sql, idOf('ses', session?.id ?? ''))
    const before = await givenAt()
    world.app.services.clock.advanceMs(5 * minuteMs)
    const { challengeId } = dataOf(await post('/factor/challenge', { action: 'confirm-session' }, token))
    const confirmed = await post('/factor/confirm', { challengeId, code: nextCode(totpSecret) }, token)
    expect(dataOf(confirmed)).toEqual({ givenAt: now() })
    expect(await givenAt()).toBe(now())
    expect(before).toBeLessThan(now())
    // Whoever copied the cookie before has a session of nobody; the one that goes on is the same, by another cookie.
    const renewed = consoleTokenIn(confirmed)
    expect(renewed).toMatch(/^[\w-]{43}$/)
    expect((await get('/login/info', token)).json.code).toBe(-1000)
    const listed = JSON.parse(JSON.stringify(dataOf(await get('/sessions', renewed)))).sessions
    expect(listed).toContainEqual(expect.objectContaining({ id: session?.id, current: true }))
  })

  it('lets an operator add a passkey and use it; the last factor stays', async () => {
    const { account, password, totpSecret } = first()
    const token = consoleTokenIn(await signIn(first()))
    const asked = dataOf(await post('/factor/challenge', { action: 'add-factor' }, token))
    const start = { loginPassword: password, challengeId: asked.challengeId, factorCode: nextCode(totpSecret) }
    const started = dataOf(await post('/factor/passkey/start', start, token))
    const key = softwarePasskey(origin)
    const { challenge } = JSON.parse(JSON.stringify(started.order))
    const made = { challengeId: started.challengeId, attestation: key.attest(challenge), name: 'Escritorio' }
    expect((await post('/factor/passkey/confirm', made, token)).json.code).toBe(0)
    const entry = JSON.parse(JSON.stringify(dataOf(await post('/login/challenge', { account, password }))))
    const assertion = key.assertTo(entry.passkey.challenge)
    const entered = await post('/login', { account, password, challengeId: entry.challengeId, assertion })
    expect(entered.json.code).toBe(0)
    // Whoever knows the password can make the codes wait, and not the passkey: neither at the door nor beside a decision.
    const ask = async () => JSON.parse(JSON.stringify(dataOf(await post('/login/challenge', { account, password }))))
    const byCode = async (typed: string) =>
      (await post('/login', { account, password, challengeId: (await ask()).challengeId, code: typed })).json.code
    for (let n = 0; n < 5; n += 1) expect(await byCode('000000')).toBe(11_052)
    expect(await byCode('000000')).toBe(11_021)
    const held = await ask()
    const proof = { challengeId: held.challengeId, assertion: key.assertTo(held.passkey.challenge) }
    expect((await post('/login', { account, password, ...proof })).json.code).toBe(0)
    world.app.services.clock.advanceMs(31_000)
    const remove = async (factor: string, code: string) => {
      const bound = JSON.stringify({ factor })
      const { challengeId } = dataOf(await post('/factor/challenge', { action: 'remove-factor', bound }, token))
      return post('/factor/remove', { factor, challengeId, code }, token)
    }
    const { passkeys } = JSON.parse(JSON.stringify(dataOf(await get('/factors', token))))
    expect((await remove(passkeys[0].id, nextCode(totpSecret))).json.code).toBe(0)
    expect((await remove('authenticator', nextCode(totpSecret))).json.code).toBe(11_060)
    expect(dataOf(await get('/factors', token))).toMatchObject({ authenticator: { set: true } })
  })
})

describe('an operator', () => {
  it('sees where they are signed in, and ends what is not theirs any more', async () => {
    const operator = present(staff[1], 'the demo has two operators')
    const open = async () => consoleTokenIn(await signIn(operator))
    const [one, two, three] = [await open(), await open(), await open()]
    const sessions = async (token: string) => JSON.parse(JSON.stringify(dataOf(await get('/sessions', token)))).sessions
    const listed = await sessions(one)
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(listed[0]).toMatchObject({ device: expect.stringMatching(/./), address: expect.stringMatching(/^10\./) })
    const [other] = (await sessions(one)).filter(({ current }: { current: boolean }) => !current)
    const stranger = consoleTokenIn(await signIn(first()))
    const revoke = (token: string, sessionId?: string) =>
      post('/sessions/revoke', sessionId === undefined ? {} : { sessionId }, token)
    expect((await revoke(stranger, other.id)).json).toMatchObject({ code: 11_040, data: { field: 'sessionId' } })
    expect((await revoke(one, other.id)).json).toMatchObject({ code: 0, data: { ended: 1 } })
    expect((await revoke(one)).json).toMatchObject({ code: 0, data: { ended: 1 } })
    for (const ended of [two, three]) expect((await get('/sessions', ended)).json.code).toBe(-1000)
    expect(await sessions(one)).toHaveLength(1)
  })

  it('names passkeys, renews recovery codes, removes a lost app by one of them', async () => {
    const operator = present(staff[1], 'the demo has two operators')
    const token = consoleTokenIn(await signIn(operator))
    const asked = async (action: string, bound: Record<string, string> = {}) =>
      dataOf(await post('/factor/challenge', { action, bound: JSON.stringify(bound) }, token)).challengeId
    const begin = { loginPassword: operator.password, challengeId: await asked('add-factor') }
    const wrong = await post('/factor/passkey/start', { ...begin, loginPassword: 'not this one' }, token)
    expect(wrong.json).toMatchObject({ code: 11_020, data: { field: 'loginPassword' } })
    const started = await post('/factor/passkey/start', { ...begin, factorCode: nextCode(operator.totpSecret) }, token)
    const { challengeId, order } = JSON.parse(JSON.stringify(dataOf(started)))
    const attestation = softwarePasskey(origin).attest(order.challenge)
    const made = await post('/factor/passkey/confirm', { challengeId, attestation, name: 'Uno' }, token)
    const { passkeyId } = dataOf(made)
    expect((await post('/factor/passkey/rename', { passkeyId, name: 'Escritorio' }, token)).json.code).toBe(0)
    expect(dataOf(await get('/factors', token))).toMatchObject({ passkeys: [{ id: passkeyId, name: 'Escritorio' }] })
    const proof = { challengeId: await asked('recovery-codes'), code: nextCode(operator.totpSecret) }
    const codes = JSON.parse(JSON.stringify(dataOf(await post('/factor/recovery', proof, token)))).recoveryCodes
    expect(new Set(codes).size).toBe(10)
    // A recovery code opens no door and confirms no act; it only leads away from what was lost.
    const entry = dataOf(await post('/login/challenge', { account: operator.account, password: operator.password }))
    const tried = { account: operator.account, password: operator.password, challengeId: entry.challengeId }
    expect((await post('/login', { ...tried, code: codes[0] })).json.code).toBe(11_052)
    const bound = { factor: 'authenticator' }
    const removal = { ...bound, challengeId: await asked('remove-factor', bound), code: codes[0] }
    expect((await post('/factor/remove', removal, token)).json.code).toBe(0)
    expect(dataOf(await get('/factors', token))).toMatchObject({ authenticator: { set: false }, recoveryCodesLeft: 9 })
  })
})

describe('an invitation made on the server', () => {
  const invite = async (account: string) => {
    const { ids, rng, sql } = world.app.services
    const { audit } = createAudit()
    const who = { account, name: 'Ana', roles: ['admin'], now: now(), by: undefined } as const
    return transaction(sql, (tx) => inviteOperator({ ids, rng, audit }, tx, who))
  }
  const password = 'Siete-jacarandas azules'
  const begin = async (token: string) => {
    const started = JSON.parse(JSON.stringify(dataOf(await post('/invitation/passkey', { token }))))
    const key = softwarePasskey(origin)
    return { key, challengeId: started.challengeId, attestation: key.attest(started.order.challenge) }
  }

  it('makes an account with a password and a passkey before anything else, once', async () => {
    const { token } = await invite('ana')
    expect(dataOf(await post('/invitation', { token }))).toMatchObject({ account: 'ana', roles: ['admin'] })
    const accept = async (typed: string) => {
      const { key, ...made } = await begin(token)
      return { key, answer: await post('/invitation/accept', { token, password: typed, ...made }) }
    }
    expect((await accept('corta-7')).answer.json.code).toBe(11_011)
    expect((await accept('ana y siete jacarandas')).answer.json.code).toBe(11_014)
    const { key, answer: done } = await accept(password)
    expect(done.json.code, done.body).toBe(0)
    expect(dataOf(done).recoveryCodes).toHaveLength(10)
    expect((await post('/invitation', { token })).json.code).toBe(11_061)
    const asked = JSON.parse(JSON.stringify(dataOf(await post('/login/challenge', { account: 'ana', password }))))
    expect(asked).toMatchObject({ authenticator: false })
    const assertion = key.assertTo(asked.passkey.challenge)
    const body = { account: 'ana', password, challengeId: asked.challengeId, assertion }
    expect((await post('/login', body)).json).toMatchObject({ code: 0, data: { operator: { roles: [] } } })
  })

  it('is an act past the staff from the third account on: announced, counted, and its number is asked for', async () => {
    const { sql } = world.app.services
    const { staff: accounts } = world.identity
    const before = await accounts.rootActs(sql, now())
    const { token, isRoot, operatorId } = await invite('berta')
    expect(isRoot).toBe(true)
    expect(await accounts.announcements(sql)).toMatchObject([{ kind: 'root-invitation', account: 'berta' }, {}])
    expect((await accounts.rootActs(sql, now())).ever).toBe(before.ever + 1)
    const { key: _, ...made } = await begin(token)
    const { number } = dataOf(await post('/invitation/accept', { token, password, ...made }))
    expect(number).toMatch(/^[0-9]{6}$/)
    const by = present(staff.length > 0 ? (await accounts.list(sql))[0] : undefined, 'a colleague').id
    const aside = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(sql, work)
    const typed = await transaction(sql, (tx) =>
      accounts.typeNumber(aside, tx, { operatorId, number: String(number), by, now: now() }),
    )
    expect(typed).toEqual({ is: 'right', powersFrom: now() + accounts.waitMs() })
  })

  it('is over after a day, and nobody else’s token is one', async () => {
    const { token } = await invite('carla')
    world.app.services.clock.advanceMs(24 * 60 * minuteMs)
    expect((await post('/invitation', { token })).json.code).toBe(11_061)
    expect((await post('/invitation/passkey', { token: 'x'.repeat(43) })).json.code).toBe(11_061)
  })
})

describe('wrong passwords of strangers', () => {
  it('make nobody of the staff wait but on the network they come from, and a passkey never waits', async () => {
    const operator = present(staff[1], 'the demo has two operators')
    const { account, password } = operator
    const from = (address: string, typed: string) =>
      world.post('/console-api/login/challenge', { account, password: typed }, { address })
    const stranger = '203.0.113.7'
    const guess = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        await from(stranger, 'wrong')
        // More than a hundred tries that are looked at, each as soon as the wait before it is over.
        world.app.services.clock.advanceMs(61 * minuteMs)
      }
    }
    await guess(101)
    await from(stranger, 'wrong')
    expect((await from(stranger, password)).json.code).toBe(11_021)
    expect((await from('198.51.100.9', password)).json.code).toBe(0)
    // Not even for good, where the guesses came from: an hour later it is open again.
    world.app.services.clock.advanceMs(61 * minuteMs)
    expect((await from(stranger, password)).json.code).toBe(0)
    for (let n = 0; n < 8; n += 1) await from(stranger, 'wrong')
    expect((await from(stranger, password)).json.code).toBe(11_021)
    const asked = await world.post(
      '/console-api/login/passkey/challenge',
      {},
      { address: stranger, headers: { origin, host: 'app.example' } },
    )
    const { question } = JSON.parse(JSON.stringify(dataOf(asked)))
    const assertion = softwarePasskey(origin).enter(question.challenge, 'opr_none')
    const entered = await world.post(
      '/console-api/login/passkey',
      { assertion },
      { address: stranger, headers: { origin, host: 'app.example' } },
    )
    expect(entered.json.code).toBe(11_065)
  })
})
