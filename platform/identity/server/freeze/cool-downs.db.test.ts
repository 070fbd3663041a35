import { idOf } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appUrl,
  dataOf,
  freshAddress,
  type IdentityWorld,
  identityWorld,
  soundPassword,
} from '../testing/identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const hourMs = 3_600_000
const other = 'Tres-mapaches-4'
const now = () => world.app.services.clock.now()
const update = (token: string, body: Record<string, unknown>) => world.post('/user/update/password', body, { token })
const coolDown = (id: string) => world.identity.customers.coolDown(world.app.services.sql, idOf('cus', id), now())
const linkIn = (text = '') => text.slice(text.indexOf('token=') + 'token='.length)
const freeze = (token: string) => world.post('/user/freeze', { token }, { address: freshAddress() })

describe('withdrawals wait', () => {
  it('for a day after the withdrawal password changed, not after the first one was set', async () => {
    const { id, token } = await world.newCustomer('waits@correo.mx')
    expect((await update(token, { kind: 'withdrawal', password: '284615' })).json.code).toBe(0)
    expect(await coolDown(id)).toBeUndefined()
    const changed = await update(token, { kind: 'withdrawal', password: '739104', currentPassword: '284615' })
    expect(changed.json.code).toBe(0)
    const from = now()
    expect(await coolDown(id)).toEqual({ reason: 'withdrawal-password-changed', from, until: from + 24 * hourMs })
    expect(dataOf(await world.post('/user/info', {}, { token }))).toMatchObject({
      coolDownHours: 24,
      coolDowns: [{ reason: 'withdrawal-password-changed', until: from + 24 * hourMs }],
    })
    world.app.services.clock.advanceMs(24 * hourMs - 1)
    expect(await coolDown(id)).toBeDefined()
    world.app.services.clock.advanceMs(1)
    expect(await coolDown(id)).toBeUndefined()
  })

  it('after the login password changed or was reset; the latest to end counts', async () => {
    const account = 'latest@correo.mx'
    const { id, token } = await world.newCustomer(account)
    await update(token, { kind: 'login', password: other, currentPassword: soundPassword })
    expect(await coolDown(id)).toMatchObject({ reason: 'password-reset' })
    world.app.services.clock.advanceMs(hourMs)
    const code = await world.codeFor('reset-password', account)
    const request = { account, code, password: soundPassword, captcha: await world.captcha() }
    expect((await world.post('/user/reset/password', request, { address: freshAddress() })).json.code).toBe(0)
    expect(await coolDown(id)).toEqual({ reason: 'password-reset', from: now(), until: now() + 24 * hourMs })
  })
})

describe('what is traded on credit, and new destinations, wait', () => {
  const hold = (id: string) => world.identity.customers.accountHold(world.app.services.sql, idOf('cus', id), now())
  const setPhone = async (token: string) => {
    const phone = '+525512341999'
    const code = await world.codeFor('add-phone', phone, { token })
    expect(code).toBeDefined()
    const added = await world.post('/user/update/phone', { phone, code, loginPassword: soundPassword }, { token })
    expect(added.json.code).toBe(0)
  }

  it('for a day after the trade password was reset, whatever the settings, announced to every address at once', async () => {
    const account = 'credit@correo.mx'
    const { id, token } = await world.newCustomer(account)
    await setPhone(token)
    world.app.services.clock.advanceMs(200 * hourMs)
    const entered = await world.signIn(account)
    const thief = String(dataOf(entered).token)
    expect((await update(thief, { kind: 'trade', password: '284615' })).json.code).toBe(0)
    expect(await hold(id)).toBeUndefined()
    // Known digits change without a wait: whoever knows them could trade already.
    const known = { kind: 'trade', password: '739104', currentPassword: '284615' }
    expect((await update(thief, known)).json.code).toBe(0)
    expect(await hold(id)).toBeUndefined()
    const before = world.sent.length
    const code = await world.codeFor('trade-password', account, { token: thief })
    const reset = { kind: 'trade', password: '581920', loginPassword: soundPassword, code }
    expect((await update(thief, reset)).json.code).toBe(0)
    const from = now()
    expect(await hold(id)).toEqual({ from, until: from + 24 * hourMs })
    // Withdrawals to where they always went do not wait.
    expect(await coolDown(id)).toBeUndefined()
    const told = world.sent.slice(before).filter(({ kind }) => kind === 'trade-password-reset')
    expect(told.map(({ to }) => to.kind).sort()).toEqual(['email', 'phone'])
    expect(told[0]?.text).toMatch(/24 horas.*token=/)
    expect(world.recorded.findLast(({ action }) => action === 'identity.trade-password-reset')).toMatchObject({
      subject: id,
      details: {
        session: expect.stringMatching(/^ses_/),
        device: expect.any(String),
        network: expect.any(String),
        by: 'password',
      },
    })
    expect(dataOf(await world.post('/user/info', {}, { token: thief }))).toMatchObject({
      coolDowns: [{ reason: 'trade-password-reset', until: from + 24 * hourMs }],
    })
    world.app.services.clock.advanceMs(24 * hourMs)
    expect(await hold(id)).toBeUndefined()
  })

  it('after every other change as well: a new login password, a removed or added factor', async () => {
    const { id, token } = await world.newCustomer('others@correo.mx')
    await update(token, { kind: 'login', password: other, currentPassword: soundPassword })
    expect(await hold(id)).toEqual({ from: now(), until: now() + 24 * hourMs })
  })
})

describe('the one-tap freeze', () => {
  it('is in the notice of a new device, works once, ends every session and makes withdrawals wait', async () => {
    const account = 'stolen@correo.mx'
    const { id, token } = await world.newCustomer(account)
    const thief = String(dataOf(await world.signIn(account, soundPassword, { deviceKey: 'd'.repeat(43) })).token)
    const notice = world.sent.at(-1)
    expect(notice).toMatchObject({ kind: 'new-device' })
    expect(notice?.text).toContain(`${appUrl}/pages/account/freeze?token=`)
    const link = linkIn(notice?.text)
    expect((await freeze(link)).json.code).toBe(0)
    for (const session of [token, thief]) expect((await world.get('/user/login/info', session)).json.code).toBe(-1000)
    expect(await coolDown(id)).toMatchObject({ reason: 'frozen-by-owner', until: now() + 7 * 24 * hourMs })
    expect(world.sent.at(-1)?.kind).toBe('frozen')
    expect((await freeze(link)).json.code).toBe(11_041)
    expect((await freeze('x'.repeat(43))).json.code).toBe(11_041)
    expect((await world.post('/user/freeze', {}, { address: freshAddress() })).json.code).toBe(11_041)
  })

  it('is used once by fifty who tap at once, and not after a week', async () => {
    await world.newCustomer('fifty@correo.mx')
    await world.signIn('fifty@correo.mx', soundPassword, { deviceKey: 'e'.repeat(43) })
    const link = linkIn(world.sent.at(-1)?.text)
    const answers = await Promise.all(Array.from({ length: 50 }, () => freeze(link)))
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 11_041)).toHaveLength(49)
    world.app.services.clock.advanceMs(1000)
    await world.signIn('fifty@correo.mx', soundPassword, { deviceKey: 'f'.repeat(43) })
    const late = linkIn(world.sent.at(-1)?.text)
    world.app.services.clock.advanceMs(7 * 24 * hourMs)
    expect((await freeze(late)).json.code).toBe(11_041)
  })

  it('can be done by somebody signed in, to their own account', async () => {
    const { id, token } = await world.newCustomer('own@correo.mx')
    expect((await world.post('/user/freeze', {}, { token })).json.code).toBe(0)
    expect(await coolDown(id)).toMatchObject({ reason: 'frozen-by-owner' })
    expect((await world.get('/user/login/info', token)).json.code).toBe(-1000)
  })
})

describe('what other rooms may know and change', () => {
  it('finds a customer by id and by number, masked', async () => {
    const { id, token } = await world.newCustomer('summary@correo.mx')
    const { customers } = world.identity
    const { sql } = world.app.services
    const found = await customers.find(sql, idOf('cus', id))
    expect(found).toMatchObject({ customerId: id, account: 'su•••@correo.mx', status: 1, identityState: 'none' })
    expect(await customers.findByNumber(sql, found?.displayNumber ?? '')).toEqual(found)
    for (const stranger of ['', '1', '01234567', '1 or 1=1', '99999998']) {
      expect(await customers.findByNumber(sql, stranger)).toBeUndefined()
    }
    await transaction(sql, (tx) => customers.setIdentityState(tx, idOf('cus', id), 'succ'))
    expect(dataOf(await world.get('/user/login/info', token)).user).toMatchObject({ idStatus: 'succ' })
  })

  it('restricts: sessions end, only a restricted one opens; frees: a full one opens again', async () => {
    const account = 'restrict@correo.mx'
    const { id, token } = await world.newCustomer(account)
    const { sql } = world.app.services
    const set = (status: 0 | 1) =>
      transaction(sql, (tx) => world.identity.customers.setStatus(tx, idOf('cus', id), status, now()))
    await set(0)
    expect((await world.get('/user/login/info', token)).json.code).toBe(-1000)
    expect((await world.signIn(account)).json.code).toBe(11_022)
    const entered = dataOf(await world.signIn(account, soundPassword, { restricted: true }))
    expect(entered).toMatchObject({ restricted: true })
    expect((await world.get('/user/login/info', String(entered.token))).json.code).toBe(0)
    await set(1)
    expect((await world.get('/user/login/info', String(entered.token))).json.code).toBe(-1000)
    expect(dataOf(await world.signIn(account))).toMatchObject({ restricted: false })
  })

  it('writes to a customer in their language', async () => {
    const { id } = await world.newCustomer('told@correo.mx')
    const { sql } = world.app.services
    const words = { 'es-ES': 'Hola', 'en-US': 'Hello', 'pt-BR': 'Olá' }
    const notice = { customerId: idOf('cus', id), title: words, text: words, now: now() }
    await transaction(sql, (tx) => world.identity.customers.notify(tx, notice))
    expect(world.sent.at(-1)).toMatchObject({ kind: 'notice', title: 'Hola', customerId: id })
  })
})
