import { pinKinds } from '@bolsillo/factors/domain'
import { instant } from '@bolsillo/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, freshAddress, type IdentityWorld, identityWorld, soundPassword } from '../testing/identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const hourMs = 3_600_000
const other = 'Tres-mapaches-4'
const update = (token: string, body: Record<string, unknown>) => world.post('/user/update/password', body, { token })
const info = (token: string) => world.get('/user/login/info', token)

describe('the login password', () => {
  it('changes with the one in force, ends the other sessions and tells the customer', async () => {
    const { token } = await world.newCustomer('change@correo.mx')
    const second = String(dataOf(await world.signIn('change@correo.mx')).token)
    const change = (currentPassword: string, password: string) =>
      update(token, { kind: 'login', currentPassword, password })
    expect((await change('not-this-one', other)).json).toMatchObject({
      code: 11_020,
      data: { field: 'currentPassword' },
    })
    expect((await change(soundPassword, soundPassword)).json.code).toBe(11_015)
    expect((await change(soundPassword, 'qwerty123')).json.code).toBe(11_013)
    const sessionsOf = async (own: string) => JSON.parse(JSON.stringify(dataOf(await world.get('/user/sessions', own))))
    const before = (await sessionsOf(token)).sessions.find(({ current }: { current: boolean }) => current)
    const renewed = String(dataOf(await change(soundPassword, other)).token)
    // The session goes on, under a token nobody can have copied before.
    expect(renewed).toMatch(/^[\w-]{43}$/)
    expect(renewed).not.toBe(token)
    expect((await info(token)).json.code).toBe(-1000)
    expect((await info(second)).json.code).toBe(-1000)
    expect((await sessionsOf(renewed)).sessions).toMatchObject([{ id: before.id, current: true }])
    expect((await world.signIn('change@correo.mx')).json.code).toBe(11_020)
    expect((await world.signIn('change@correo.mx', other)).json.code).toBe(0)
    expect(world.sent.some(({ kind, to }) => kind === 'login-password-changed' && to.kind === 'email')).toBe(true)
  })

  it('changes once, whoever of twenty at once is first; nothing fails for want of a connection', async () => {
    const { token } = await world.newCustomer('race@correo.mx')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(token, { kind: 'login', currentPassword: soundPassword, password: `Mapache-${index} azul` }),
      ),
    )
    const codes = answers.map(({ json }) => json.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.every((code) => [0, 11_020, 11_021, -1000].includes(code))).toBe(true)
    const winner = `Mapache-${codes.indexOf(0)} azul`
    world.app.services.clock.advanceMs(hourMs)
    expect((await world.signIn('race@correo.mx', winner)).json.code).toBe(0)
  })

  it('and the six digits are a restricted customer’s to change, too; nothing else of theirs is', async () => {
    const account = 'restricted@correo.mx'
    const { id } = await world.newCustomer(account)
    await world.app.database.owner`update customer set status = 0 where id = ${id}`
    const token = String(dataOf(await world.signIn(account, soundPassword, { restricted: true })).token)
    const login = { kind: 'login', currentPassword: soundPassword, password: other }
    const renewed = await update(token, login)
    expect(renewed.json.code).toBe(0)
    const own = String(dataOf(renewed).token)
    for (const kind of pinKinds) expect((await update(own, { kind, password: '284615' })).json.code).toBe(0)
    for (const [path, body] of [
      ['/user/update', { nickname: 'Ana' }],
      ['/user/factor/totp/start', { loginPassword: other }],
      ['/user/update/email', { email: 'new@correo.mx', code: '123456', loginPassword: other }],
    ] as const) {
      expect((await world.post(path, body, { token: own })).json.code, path).toBe(10_040)
    }
  })

  it('is reset by a code, which ends every session; a code of nobody does nothing', async () => {
    const account = 'reset@correo.mx'
    const { token } = await world.newCustomer(account)
    const reset = async (who: string, code: string | undefined, password = other) =>
      world.post(
        '/user/reset/password',
        { account: who, code, password, captcha: await world.captcha() },
        { address: freshAddress() },
      )
    world.app.services.clock.advanceMs(31_000)
    const code = await world.codeFor('reset-password', account)
    expect((await reset('nobody@correo.mx', '123456')).json.code).toBe(11_008)
    expect(await world.codeFor('reset-password', 'nobody@correo.mx')).toBeUndefined()
    expect((await reset(account, code)).json.code).toBe(0)
    expect((await reset(account, code)).json.code).toBe(11_008)
    expect((await info(token)).json.code).toBe(-1000)
    expect((await world.signIn(account, other)).json.code).toBe(0)
  })
})

// Twins: each rule holds for both, each with its own numbers, and neither counts for the other.
const numbers = {
  trade: { malformed: 11_030, common: 11_031, wrong: 11_032, locked: 11_033, needed: 10_042 },
  withdrawal: { malformed: 11_034, common: 11_035, wrong: 11_036, locked: 11_037, needed: 10_043 },
} as const

describe.each(pinKinds)('the %s password', (kind) => {
  const number = numbers[kind]
  const verify = (attempt: Parameters<typeof world.identity.tradePasswords.verify>[0]) =>
    (kind === 'trade' ? world.identity.tradePasswords : world.identity.withdrawalPasswords).verify(attempt)
  const set = async (account: string) => {
    const customer = await world.newCustomer(`${kind}-${account}`)
    expect((await update(customer.token, { kind, password: '284615' })).json.code).toBe(0)
    const attempt = (password: string) => {
      const customerId = `cus_${customer.id.slice(4)}` as const
      return verify({ customerId, password, now: world.app.services.clock.now() })
    }
    return { ...customer, attempt }
  }

  it('is six digits that are not guessed first', async () => {
    const { token } = await world.newCustomer(kind === 'trade' ? '5512347777' : '5522347777')
    for (const [password, code] of [
      ['12345', number.malformed],
      ['1234567', number.malformed],
      ['１２３４５６', number.malformed],
      ['000000', number.common],
      ['123456', number.common],
      ['199012', number.common],
      ['347777', number.common],
    ] as const) {
      expect((await update(token, { kind, password })).json.code).toBe(code)
    }
    expect((await update(token, { kind, password: '284615' })).json.code).toBe(0)
    expect((await info(token)).json).toMatchObject({ data: { [`${kind}PasswordSet`]: true } })
  })

  it('locks at the fifth wrong try for 24 hours, with a counter that can be seen', async () => {
    const { token, attempt } = await set('trade@correo.mx')
    const profile = async () => dataOf(await world.post('/user/info', {}, { token }))[`${kind}Password`]
    expect(await attempt('284615')).toBeUndefined()
    for (const left of ['4', '3', '2', '1']) {
      expect(await attempt('999999')).toMatchObject({ spec: { number: number.wrong }, values: { triesLeft: left } })
    }
    expect(await profile()).toEqual({ set: true, triesLeft: 1 })
    expect(await attempt('999999')).toMatchObject({ spec: { number: number.locked }, values: { hours: '24' } })
    expect(await attempt('284615')).toMatchObject({ spec: { number: number.locked } })
    expect(await profile()).toMatchObject({ triesLeft: 0 })
    expect(world.sent.at(-1)?.kind).toBe(`${kind}-password-locked`)
    world.app.services.clock.advanceMs(24 * hourMs)
    expect(await attempt('284615')).toBeUndefined()
  })

  it('starts the count anew after a right one, and counts tries made at once one by one', async () => {
    const { attempt } = await set('count@correo.mx')
    for (let n = 0; n < 4; n += 1) await attempt('999999')
    expect(await attempt('284615')).toBeUndefined()
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('999999')))
    expect(answers.filter((answer) => answer?.spec.number === number.wrong)).toHaveLength(4)
    expect(answers.filter((answer) => answer?.spec.number === number.locked)).toHaveLength(8)
  })

  it('is replaced by itself, or by the login password and a code', async () => {
    const { token } = await set('replace@correo.mx')
    expect((await update(token, { kind, password: '739104' })).json.code).toBe(number.wrong)
    const own = { currentPassword: '284615' }
    expect((await update(token, { kind, password: '284615', ...own })).json.code).toBe(11_015)
    expect((await update(token, { kind, password: '739104', ...own })).json.code).toBe(0)
    const told = await world.app.database.owner<{ topic: string }[]>`
      select topic from outbox where topic = ${`identity.${kind}-password-changed`}`
    expect(told.length).toBeGreaterThan(1)
    world.app.services.clock.advanceMs(31_000)
    const sent = await world.post('/common/code/send', { purpose: `${kind}-password` }, { token })
    expect(sent.json.code).toBe(0)
    const code = world.sent.at(-1)?.code
    const forgot = { kind, password: '620418', code }
    expect((await update(token, { ...forgot, loginPassword: 'not-this-one' })).json.code).toBe(11_020)
    expect((await update(token, { ...forgot, loginPassword: soundPassword })).json.code).toBe(0)
    expect((await update(token, { ...forgot, password: '620419', loginPassword: soundPassword })).json.code).toBe(
      11_008,
    )
  })

  it('is asked for before it exists with the refusal that leads to making one', async () => {
    const { id } = await world.newCustomer(`${kind}-unset@correo.mx`)
    const attempt = { customerId: `cus_${id.slice(4)}`, password: '284615', now: instant(1) } as const
    expect(await verify(attempt)).toMatchObject({ spec: { number: number.needed } })
  })
})
