import { present } from '@bolsillo/kernel'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoOperator } from '../identity.ts'
import {
  dataOf,
  deviceKeyOf,
  freshAddress,
  type IdentityWorld,
  identityWorld,
  soundPassword,
} from '../testing/identity-world.ts'
import { type SoftwarePasskey, softwarePasskey } from '../testing/software-passkey.ts'

let world: IdentityWorld
let staff: readonly DemoOperator[]
beforeAll(async () => {
  world = await identityWorld()
  staff = await world.identity.createDemoOperators()
})
afterAll(async () => {
  await world.app.close()
})

const origin = 'https://app.example'
const page = { origin, host: 'app.example' }
const minuteMs = 60_000
const post = (path: string, body: Record<string, unknown>, token?: string) =>
  world.post(path, body, {
    address: freshAddress(),
    headers: page,
    ...(token === undefined ? {} : { token }),
  })
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** A customer with a passkey on their device. */
async function withPasskey(account: string) {
  const customer = await world.newCustomer(account)
  const started = plain(
    dataOf(await post('/user/factor/passkey/start', { loginPassword: soundPassword }, customer.token)),
  )
  const key = softwarePasskey(origin)
  const made = { challengeId: started.challengeId, attestation: key.attest(started.order.challenge), name: 'Teléfono' }
  const done = await post('/user/factor/passkey/confirm', made, customer.token)
  expect(done.json.code, done.body).toBe(0)
  return { ...customer, key, deviceKey: deviceKeyOf(account), passkeyId: String(dataOf(done).passkeyId) }
}
async function challenge(deviceKey?: string): Promise<string> {
  const asked = await post('/user/login/passkey/challenge', deviceKey === undefined ? {} : { deviceKey })
  expect(asked.json.code, asked.body).toBe(0)
  return plain(dataOf(asked)).question.challenge
}
const enter = (assertion: string, more: Record<string, unknown> = {}) =>
  post('/user/login/passkey', { assertion, ...more })
async function enterWith(key: SoftwarePasskey, id: string, deviceKey?: string) {
  return enter(key.enter(await challenge(deviceKey), id), deviceKey === undefined ? {} : { deviceKey })
}

describe('signing in with a passkey', () => {
  it('opens a session like any other: own device, own log, no name asked', async () => {
    const { id, key, deviceKey } = await withPasskey('one@correo.mx')
    const messages = world.sent.length
    const entered = await enterWith(key, id, deviceKey)
    expect(entered.json, entered.body).toMatchObject({ code: 0, data: { restricted: false, user: { status: 1 } } })
    const token = String(dataOf(entered).token)
    expect((await world.get('/user/login/info', token)).json.code).toBe(0)
    expect(world.recorded.at(-1)).toMatchObject({ action: 'identity.sign-in', subject: id, details: { by: 'passkey' } })
    // The device is known, so nobody is warned; another one is new.
    expect(world.sent).toHaveLength(messages)
    expect((await enterWith(key, id, deviceKeyOf('another device'))).json.code).toBe(0)
    expect(world.sent.at(-1)).toMatchObject({ kind: 'new-device' })
  })

  it('ends the oldest of more than five sessions', async () => {
    const { id, key, token } = await withPasskey('five@correo.mx')
    for (let n = 0; n < 5; n += 1) expect((await enterWith(key, id)).json.code).toBe(0)
    expect((await world.get('/user/login/info', token)).json.code).toBe(-1000)
  })

  it('takes a challenge once, in time, on the page and device that asked', async () => {
    const { id, key, deviceKey } = await withPasskey('bound@correo.mx')
    const asked = await challenge(deviceKey)
    const own = { deviceKey }
    expect((await enter(key.enter(asked, id))).json.code, 'another device').toBe(11_051)
    const elsewhere = await world.post('/user/login/passkey', { assertion: key.enter(asked, id), ...own }, {})
    expect(elsewhere.json.code, 'no page').toBe(11_051)
    expect((await enter(key.enter('A'.repeat(72), id), own)).json.code, 'not ours').toBe(11_051)
    expect((await enter(key.enter('AAAA', id), own)).json.code, 'too short').toBe(11_051)
    const late = await challenge(deviceKey)
    const assertion = key.enter(asked, id)
    const both = await Promise.all(Array.from({ length: 20 }, () => enter(assertion, own)))
    expect(both.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(both.every(({ json }) => [0, 11_051, 11_021].includes(json.code))).toBe(true)
    world.app.services.clock.advanceMs(5 * minuteMs)
    expect((await enter(key.enter(late, id), own)).json.code, 'too late').toBe(11_051)
  })

  it('refuses alike what is unknown, removed, of another customer, of staff, or signed wrongly', async () => {
    const { id, key, token, passkeyId } = await withPasskey('wrong@correo.mx')
    const other = await withPasskey('other@correo.mx')
    const stranger = softwarePasskey(origin)
    const bodies = [
      await enterWith(stranger, id),
      await enterWith(key, other.id),
      await enter(key.enter(await challenge(), id).replace(/"signature":"./, '"signature":"A')),
      await enter(key.enter(await challenge(), id, 'https://app.example.evil')),
      await enter(key.assertTo(await challenge())),
      await enter('{}'),
    ]
    expect(new Set(bodies.map(({ json }) => JSON.stringify({ ...json, msg: '' }))).size, bodies[3]?.body).toBe(1)
    expect(bodies[0]?.json).toMatchObject({ code: 11_065, data: { field: 'assertion' } })
    expect((await enterWith(key, id)).json.code).toBe(0)
    const asked = dataOf(
      await post(
        '/user/factor/challenge',
        { action: 'remove-factor', bound: JSON.stringify({ factor: passkeyId }) },
        token,
      ),
    )
    const assertion = key.assertTo(plain(asked).passkey.challenge)
    const removed = await post(
      '/user/factor/remove',
      { factor: passkeyId, challengeId: asked.challengeId, assertion },
      token,
    )
    expect(removed.json.code, removed.body).toBe(0)
    expect((await enterWith(key, id)).json.code).toBe(11_065)
    const [operator] = staff
    const staffKey = softwarePasskey(origin)
    await world.app.database.owner`
      update passkey set owner = (select id from operator where account = ${present(operator, 'demo').account}),
        credential_id = ${staffKey.credentialId} where owner = ${other.id}`
    expect((await enterWith(staffKey, other.id)).json.code).toBe(11_065)
  })

  it('knows a copied device by its count', async () => {
    const { id, key } = await withPasskey('copy@correo.mx')
    const copy = key.copy()
    expect((await enterWith(key, id)).json.code).toBe(0)
    expect((await enterWith(copy, id)).json.code).toBe(11_065)
    expect((await enterWith(key, id)).json.code).toBe(0)
  })

  it('waits with the password: who guessed too often may not try this either, but for the owner’s own device', async () => {
    const account = 'guessed@correo.mx'
    const { id, key, deviceKey } = await withPasskey(account)
    for (let n = 0; n < 5; n += 1) await world.signIn(account, 'wrong-password')
    expect((await enterWith(key, id)).json.code).toBe(11_021)
    expect((await enterWith(key, id, deviceKey)).json.code).toBe(0)
    world.app.services.clock.advanceMs(minuteMs)
    expect((await enterWith(key, id)).json.code).toBe(0)
    // And the other way round: five wrong answers of a device make the password wait.
    for (let n = 0; n < 5; n += 1) {
      const broken = key.enter(await challenge(), id).replace(/"signature":"./, '"signature":"A')
      expect((await enter(broken)).json.code).toBe(11_065)
    }
    expect((await world.signIn(account)).json.code).toBe(11_021)
  })

  it('lets a restricted customer in only to a restricted session', async () => {
    const { id, key } = await withPasskey('held@correo.mx')
    await world.app.database.owner`update customer set status = 0 where id = ${id}`
    expect((await enterWith(key, id)).json.code).toBe(11_022)
    const entered = await enter(key.enter(await challenge(), id), { restricted: true })
    expect(entered.json).toMatchObject({ code: 0, data: { restricted: true, user: { status: 0 } } })
  })

  it('asks nothing of somebody who is no page', async () => {
    const answer = await world.post('/user/login/passkey/challenge', {}, { address: freshAddress() })
    expect(answer.json.code).toBe(11_058)
  })
})

describe('staff', () => {
  it('enter the console with a passkey alone, unless their account ended', async () => {
    const { account } = present(staff[0], 'the demo has operators')
    const key = softwarePasskey(origin)
    const { key: theirs } = await withPasskey('staff@correo.mx')
    const [row] = await world.app.database.owner<{ id: string }[]>`
      update passkey set owner = (select id from operator where account = ${account})
      where credential_id = ${theirs.credentialId} returning owner as id`
    const id = present(row, 'the operator').id
    const asked = async (door = '/console-api') =>
      plain(dataOf(await post(`${door}/login/passkey/challenge`, {}))).question.challenge
    const sign = (assertion: string) => post('/console-api/login/passkey', { assertion })
    const entered = await sign(theirs.enter(await asked(), id))
    expect(entered.json, entered.body).toMatchObject({ code: 0, data: { operator: { account } } })
    const token = consoleTokenIn(entered)
    const info = await world.app.ask({ path: '/console-api/login/info', token })
    expect(info.json).toMatchObject({ data: { factorAt: world.app.services.clock.now() } })
    // A challenge of the customers' door is none of this one.
    expect((await sign(theirs.enter(await challenge(), id))).json.code).toBe(11_051)
    expect((await sign(key.enter(await asked(), id))).json.code).toBe(11_065)
    await world.app.database.owner`update operator set ended_at = 1 where id = ${id}`
    expect((await sign(theirs.enter(await asked(), id))).json.code).toBe(11_065)
  })
})

describe('only with my key', () => {
  const proofFor = async (key: SoftwarePasskey, action: string, token: string) => {
    const asked = plain(dataOf(await post('/user/factor/challenge', { action }, token)))
    return { challengeId: asked.challengeId, assertion: key.assertTo(asked.passkey.challenge) }
  }
  const setKeyOnly = (on: boolean, token: string, proof: object = {}) =>
    post('/user/security/keyonly', { on: String(on), ...proof }, token)
  const enterByPassword = (account: string, more: object = {}) =>
    post('/user/login', { account, password: soundPassword, ...more })

  it('is switched on only in a session a passkey opened, with the key, and closes password and codes', async () => {
    const account = 'key-only@correo.mx'
    const { id, key, token } = await withPasskey(account)
    expect((await setKeyOnly(true, token)).json.code, 'by password').toBe(11_068)
    const own = String(dataOf(await enterWith(key, id)).token)
    expect((await setKeyOnly(true, own)).json.code, 'no proof').toBe(11_050)
    // A code that was sent before counts no more afterwards.
    world.app.services.clock.advanceMs(31_000)
    const early = await world.codeFor('reset-password', account)
    expect(early).toMatch(/^\d{6}$/)
    expect((await setKeyOnly(true, own, await proofFor(key, 'key-only', own))).json).toMatchObject({
      code: 0,
      data: { on: true },
    })
    expect(world.recorded.findLast(({ action }) => action === 'identity.key-only')).toMatchObject({
      subject: id,
      details: { on: 'true', by: 'passkey', session: expect.stringMatching(/^ses_/) },
    })
    const right = await enterByPassword(account)
    const wrong = await post('/user/login', { account, password: 'Otra-cosa-88' })
    expect([right.status, right.body]).toEqual([wrong.status, wrong.body])
    world.app.services.clock.advanceMs(31_000)
    expect(await world.codeFor('reset-password', account)).toBeUndefined()
    expect(world.sent.at(-1)).toMatchObject({ kind: 'key-only' })
    const reset = { account, code: early, password: 'Tres-mapaches-4', captcha: await world.captcha() }
    expect((await post('/user/reset/password', reset)).json.code).toBe(11_008)
    expect((await enterWith(key, id)).json.code, 'the key opens').toBe(0)
    expect(dataOf(await post('/user/info', {}, own))).toMatchObject({ keyOnly: true })
  })

  it('keeps the last key, and is switched off with it; the password counts again and withdrawals wait', async () => {
    const account = 'key-off@correo.mx'
    const { id, key, passkeyId } = await withPasskey(account)
    const own = String(dataOf(await enterWith(key, id)).token)
    await setKeyOnly(true, own, await proofFor(key, 'key-only', own))
    const asked = plain(
      dataOf(
        await post(
          '/user/factor/challenge',
          { action: 'remove-factor', bound: JSON.stringify({ factor: passkeyId }) },
          own,
        ),
      ),
    )
    const removal = {
      factor: passkeyId,
      challengeId: asked.challengeId,
      assertion: key.assertTo(asked.passkey.challenge),
    }
    expect((await post('/user/factor/remove', removal, own)).json.code).toBe(11_067)
    expect((await setKeyOnly(false, own, await proofFor(key, 'allow-password', own))).json.code).toBe(0)
    expect((await enterByPassword(account)).json.code).toBe(0)
    expect(dataOf(await post('/user/info', {}, own))).toMatchObject({
      keyOnly: false,
      coolDowns: [{ reason: 'factor-removed' }],
    })
  })

  it('is left by the password and a recovery code when the key is lost, once per code', async () => {
    const account = 'lost-key@correo.mx'
    const customer = await world.newCustomer(account)
    const start = { loginPassword: soundPassword }
    const started = plain(dataOf(await post('/user/factor/passkey/start', start, customer.token)))
    const key = softwarePasskey(origin)
    const made = {
      challengeId: started.challengeId,
      attestation: key.attest(started.order.challenge),
      name: 'Teléfono',
    }
    const [recoveryCode] = plain(dataOf(await post('/user/factor/passkey/confirm', made, customer.token))).recoveryCodes
    const own = String(dataOf(await enterWith(key, customer.id)).token)
    await setKeyOnly(true, own, await proofFor(key, 'key-only', own))
    expect((await enterByPassword(account, { recoveryCode: 'kx7m2-pqa9w' })).json.code).toBe(11_020)
    expect((await enterByPassword(account, { recoveryCode })).json.code).toBe(0)
    expect(world.sent.some(({ kind, customerId }) => kind === 'recovery-used' && customerId === customer.id)).toBe(true)
    expect((await enterByPassword(account)).json.code, 'the password counts again').toBe(0)
  })
})
