import { idOf } from '@bolsillo/kernel'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, freshAddress, type IdentityWorld, identityWorld, soundPassword } from '../testing/identity-world.ts'
import { softwarePasskey } from '../testing/software-passkey.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const hourMs = 3_600_000
const stepMs = 30_000
const origin = 'https://app.example'
const page = { headers: { origin, host: 'app.example' } }
const now = () => world.app.services.clock.now()
const post = (path: string, body: Record<string, unknown>, token: string) =>
  world.post(path, body, { token, address: freshAddress(), ...page })
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(now() / 1000) })
/** The next code: each is good once. */
const nextCode = (secret: string) => {
  world.app.services.clock.advanceMs(stepMs)
  return codeOf(secret)
}
const texts = (value: unknown): string[] => JSON.parse(JSON.stringify(value))

async function withApp(account: string) {
  const customer = await world.newCustomer(account)
  const started = dataOf(await post('/user/factor/totp/start', { loginPassword: soundPassword }, customer.token))
  const secret = String(started.secret)
  const done = await post('/user/factor/totp/confirm', { code: codeOf(secret) }, customer.token)
  expect(done.json.code).toBe(0)
  return { ...customer, secret, recoveryCodes: texts(dataOf(done).recoveryCodes) }
}

const shown = { amount: '100.00', asset: 'MXN', to: '…1234' }
async function ask(token: string, action: string, bound: Record<string, string> = {}) {
  const answer = await post('/user/factor/challenge', { action, bound: JSON.stringify(bound) }, token)
  expect(answer.json.code, answer.body).toBe(0)
  return dataOf(answer)
}
const challengeIdOf = (asked: Record<string, unknown>) => idOf('chl', String(asked.challengeId))
const verify = (
  id: string,
  proof: { challengeId: `chl_${string}`; code?: string; assertion?: string },
  bound: Record<string, string> = shown,
  action = 'withdraw',
) =>
  world.identity.secondFactors.verify({
    customerId: idOf('cus', id),
    purpose: { action, bound },
    proof,
    now: now(),
  })

describe('an authenticator app', () => {
  it('is set up by a code of it, after the login password, with ten recovery codes', async () => {
    const { token, id } = await world.newCustomer('app@correo.mx')
    const { isSet } = world.identity.secondFactors
    const start = (loginPassword: string) => post('/user/factor/totp/start', { loginPassword }, token)
    expect((await start('not-this-one')).json).toMatchObject({ code: 11_020, data: { field: 'loginPassword' } })
    const { secret, uri } = dataOf(await start(soundPassword))
    expect(String(uri)).toMatch(/^otpauth:\/\/totp\/Bolsillo:app%40correo\.mx\?secret=[A-Z2-7]{32}&issuer=Bolsillo$/)
    expect(await isSet(world.app.services.sql, idOf('cus', id))).toBe(false)
    const confirm = (code: string) => post('/user/factor/totp/confirm', { code }, token)
    expect((await confirm('000000')).json.code).toBe(11_053)
    const done = await confirm(codeOf(String(secret)))
    expect(new Set(texts(dataOf(done).recoveryCodes)).size).toBe(10)
    expect(await isSet(world.app.services.sql, idOf('cus', id))).toBe(true)
    expect(world.sent.at(-1)).toMatchObject({ kind: 'factor-added' })
    expect((await confirm(nextCode(String(secret)))).json.code).toBe(11_051)
    expect(dataOf(await world.get('/user/factors', token))).toMatchObject({
      authenticator: { set: true },
      passkeys: [],
      recoveryCodesLeft: 10,
    })
    const rows = await world.app.database.owner<{ sealed_secret: Buffer }[]>`select sealed_secret from authenticator`
    for (const { sealed_secret: sealed } of rows) expect(sealed.toString('latin1')).not.toContain(String(secret))
    expect(JSON.stringify(world.recorded)).not.toContain(String(secret))
  })

  // B87: used twice, for another purpose, after the amount changed.
  it('confirms exactly what was shown, once', async () => {
    const { token, id, secret } = await withApp('exact@correo.mx')
    const asked = await ask(token, 'withdraw', shown)
    expect(asked).toMatchObject({ authenticator: true })
    expect(asked.passkey).toBeUndefined()
    const challengeId = challengeIdOf(asked)
    const code = nextCode(secret)
    const changed = { ...shown, amount: '900.00' }
    expect(await verify(id, { challengeId, code }, changed)).toMatchObject({ spec: { number: 11_051 } })
    expect(await verify(id, { challengeId, code }, shown, 'add-destination')).toMatchObject({
      spec: { number: 11_051 },
    })
    const { amount, asset, to } = shown
    expect(await verify(id, { challengeId, code }, { to, asset, amount })).toBeUndefined()
    expect(await verify(id, { challengeId, code: nextCode(secret) })).toMatchObject({ spec: { number: 11_051 } })
  })

  it('takes a code once, and none of an earlier step', async () => {
    const { token, id, secret } = await withApp('replay@correo.mx')
    const early = nextCode(secret)
    const late = nextCode(secret)
    const attempt = async (code: string) =>
      verify(id, { challengeId: challengeIdOf(await ask(token, 'withdraw', shown)), code })
    expect(await attempt(late)).toBeUndefined()
    for (const used of [late, early]) expect(await attempt(used)).toMatchObject({ spec: { number: 11_052 } })
  })

  it('of fifty who send the same code at once lets one through', async () => {
    const { token, id, secret } = await withApp('fifty@correo.mx')
    const challengeId = challengeIdOf(await ask(token, 'withdraw', shown))
    const code = nextCode(secret)
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(id, { challengeId, code })))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
  })

  it('is tried five times in a challenge, then waits; the right code after the wait confirms', async () => {
    const { token, id, secret } = await withApp('tries@correo.mx')
    const challengeId = challengeIdOf(await ask(token, 'withdraw', shown))
    const wrong = nextCode(secret) === '000001' ? '000002' : '000001'
    for (const triesLeft of ['4', '3', '2', '1', '0']) {
      expect(await verify(id, { challengeId, code: wrong })).toMatchObject({
        spec: { number: 11_052 },
        field: 'code',
        values: { triesLeft },
      })
    }
    const again = challengeIdOf(await ask(token, 'withdraw', shown))
    expect(await verify(id, { challengeId: again, code: codeOf(secret) })).toMatchObject({ spec: { number: 11_021 } })
    world.app.services.clock.advanceMs(stepMs)
    expect(await verify(id, { challengeId, code: codeOf(secret) })).toMatchObject({ spec: { number: 11_051 } })
    world.app.services.clock.advanceMs(10 * 60_000)
    const fresh = challengeIdOf(await ask(token, 'withdraw', shown))
    expect(await verify(id, { challengeId: fresh, code: codeOf(secret) })).toBeUndefined()
  })

  it('answers only its owner’s challenge, and not after five minutes', async () => {
    const one = await withApp('one@correo.mx')
    const two = await withApp('two@correo.mx')
    const challengeId = challengeIdOf(await ask(one.token, 'withdraw', shown))
    expect(await verify(two.id, { challengeId, code: nextCode(two.secret) })).toMatchObject({
      spec: { number: 11_051 },
    })
    world.app.services.clock.advanceMs(5 * 60_000)
    expect(await verify(one.id, { challengeId, code: codeOf(one.secret) })).toMatchObject({ spec: { number: 11_051 } })
  })

  it('is asked for when a password changes', async () => {
    const { token, secret } = await withApp('change@correo.mx')
    const change = { kind: 'login', password: 'Tres-mapaches-4', currentPassword: soundPassword }
    const update = (proof: object) => world.post('/user/update/password', { ...change, ...proof }, { token })
    expect((await update({})).json).toMatchObject({ code: 11_050, data: { field: 'challengeId' } })
    const { challengeId } = await ask(token, 'change-password', { kind: 'login' })
    expect((await update({ challengeId, factorCode: '000001' })).json).toMatchObject({
      code: 11_052,
      data: { field: 'factorCode' },
    })
    expect((await update({ challengeId, factorCode: nextCode(secret) })).json.code).toBe(0)
  })

  it('is needed before it can be asked for, and to be answered by something', async () => {
    const { token, id } = await world.newCustomer('none@correo.mx')
    const answer = await post('/user/factor/challenge', { action: 'withdraw' }, token)
    expect(answer.json.code).toBe(10_046)
    expect(await verify(id, { challengeId: 'chl_0', code: '123456' })).toMatchObject({ spec: { number: 10_046 } })
    const app = await withApp('something@correo.mx')
    const challengeId = challengeIdOf(await ask(app.token, 'withdraw', shown))
    expect(await verify(app.id, { challengeId })).toMatchObject({ spec: { number: 11_050 } })
    for (const bound of ['[]', 'null', '{"a":1}', '{"a":{}}', '{"a"', `{"${'a'.repeat(41)}":"x"}`]) {
      expect((await post('/user/factor/challenge', { action: 'withdraw', bound }, app.token)).json.code).toBe(11_059)
    }
  })
})

describe('recovery codes', () => {
  it('remove a lost factor once each, make withdrawals wait, and never confirm money', async () => {
    const { token, id, recoveryCodes } = await withApp('lost@correo.mx')
    const [first = '', second = ''] = recoveryCodes
    const money = challengeIdOf(await ask(token, 'withdraw', shown))
    expect(await verify(id, { challengeId: money, code: first })).toMatchObject({ spec: { number: 11_052 } })
    const factor = 'authenticator'
    const remove = async (code: string) => {
      const { challengeId } = await ask(token, 'remove-factor', { factor })
      return post('/user/factor/remove', { factor, challengeId, code }, token)
    }
    const other = await withApp('other@correo.mx')
    expect((await remove(other.recoveryCodes[0] ?? '')).json.code).toBe(11_052)
    const { challengeId } = await ask(token, 'recovery-codes')
    const renewed = await post('/user/factor/recovery', { challengeId, code: first }, token)
    expect(renewed.json.code).toBe(0)
    const fresh = texts(dataOf(renewed).recoveryCodes)
    expect((await remove(second)).json.code).toBe(11_052)
    const coolDown = () => world.identity.customers.coolDown(world.app.services.sql, idOf('cus', id), now())
    expect(await coolDown()).toMatchObject({ reason: 'factor-removed', until: now() + 24 * hourMs })
    world.app.services.clock.advanceMs(25 * hourMs)
    const again = String(dataOf(await world.signIn('lost@correo.mx')).token)
    const asked = await ask(again, 'remove-factor', { factor })
    const typed = (fresh[0] ?? '').toUpperCase()
    const removed = await post('/user/factor/remove', { factor, challengeId: asked.challengeId, code: typed }, again)
    expect(removed.json.code).toBe(0)
    expect(await coolDown()).toMatchObject({ reason: 'factor-removed' })
    expect(await world.identity.secondFactors.isSet(world.app.services.sql, idOf('cus', id))).toBe(false)
    expect(dataOf(await world.get('/user/factors', again))).toMatchObject({ recoveryCodesLeft: 0 })
  })
})

describe('a passkey', () => {
  async function withPasskey(account: string) {
    const customer = await world.newCustomer(account)
    const device = softwarePasskey(origin)
    const started = dataOf(await post('/user/factor/passkey/start', { loginPassword: soundPassword }, customer.token))
    const { challenge } = JSON.parse(JSON.stringify(started.order))
    const done = await post(
      '/user/factor/passkey/confirm',
      { challengeId: started.challengeId, attestation: device.attest(challenge), name: 'Teléfono' },
      customer.token,
    )
    expect(done.json.code, done.body).toBe(0)
    return { ...customer, device, passkeyId: String(dataOf(done).passkeyId), codes: texts(dataOf(done).recoveryCodes) }
  }
  const nonceOf = (asked: Record<string, unknown>): string => JSON.parse(JSON.stringify(asked.passkey)).challenge

  it('is kept, listed, named, and confirms what was shown', async () => {
    const { token, id, device, passkeyId, codes } = await withPasskey('key@correo.mx')
    expect(codes).toHaveLength(10)
    const asked = await ask(token, 'withdraw', shown)
    expect(asked).toMatchObject({
      authenticator: false,
      passkey: { rpId: 'app.example', userVerification: 'required' },
    })
    const challengeId = challengeIdOf(asked)
    const assertion = device.assertTo(nonceOf(asked))
    expect(await verify(id, { challengeId, assertion })).toBeUndefined()
    expect(await verify(id, { challengeId, assertion })).toMatchObject({ spec: { number: 11_051 } })
    await post('/user/factor/passkey/rename', { passkeyId, name: 'Llave azul' }, token)
    expect(dataOf(await world.get('/user/factors', token)).passkeys).toMatchObject([
      { name: 'Llave azul', host: 'app.example', lastUsedAt: now() },
    ])
  })

  it('of another page, another challenge, another device or another host confirms nothing', async () => {
    const { token, id, device } = await withPasskey('phish@correo.mx')
    const other = softwarePasskey(origin)
    const attempt = async (assertion: (nonce: string) => string) => {
      const asked = await ask(token, 'withdraw', shown)
      return verify(id, { challengeId: challengeIdOf(asked), assertion: assertion(nonceOf(asked)) })
    }
    const wrong = { spec: { number: 11_052 }, field: 'assertion' }
    expect(await attempt((nonce) => device.assertTo(nonce, 'https://app.examp1e'))).toMatchObject(wrong)
    expect(await attempt(() => device.assertTo('AAAA'))).toMatchObject(wrong)
    expect(await attempt((nonce) => other.assertTo(nonce))).toMatchObject(wrong)
    expect(await attempt(() => '{"id":1}')).toMatchObject(wrong)
    world.app.services.clock.advanceMs(hourMs)
  })

  it('is not made by a program, nor twice from one challenge, nor by a page of another host', async () => {
    const { token } = await world.newCustomer('program@correo.mx')
    const request = { loginPassword: soundPassword }
    expect((await world.post('/user/factor/passkey/start', request, { token })).json.code).toBe(11_058)
    const started = dataOf(await post('/user/factor/passkey/start', request, token))
    const { challenge } = JSON.parse(JSON.stringify(started.order))
    const elsewhere = softwarePasskey('https://elsewhere.example').attest(challenge)
    const finish = (attestation: string) =>
      post('/user/factor/passkey/confirm', { challengeId: started.challengeId, attestation, name: 'x' }, token)
    expect((await finish(elsewhere)).json.code).toBe(11_056)
  })

  it('and an app are both factors: adding the second and removing either takes the other', async () => {
    const { token, device, passkeyId } = await withPasskey('both@correo.mx')
    const start = (proof: object) => post('/user/factor/totp/start', { loginPassword: soundPassword, ...proof }, token)
    expect((await start({})).json.code).toBe(11_050)
    const asked = await ask(token, 'add-factor')
    const proof = { challengeId: asked.challengeId, assertion: device.assertTo(nonceOf(asked)) }
    const secret = String(dataOf(await start(proof)).secret)
    const done = await post('/user/factor/totp/confirm', { code: codeOf(secret) }, token)
    expect(dataOf(done).recoveryCodes).toEqual([])
    const removal = await ask(token, 'remove-factor', { factor: passkeyId })
    const body = { factor: passkeyId, challengeId: removal.challengeId, code: nextCode(secret) }
    expect((await post('/user/factor/remove', body, token)).json.code).toBe(0)
    expect(dataOf(await world.get('/user/factors', token))).toMatchObject({
      authenticator: { set: true },
      passkeys: [],
      recoveryCodesLeft: 10,
    })
  })
})
