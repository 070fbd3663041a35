import { createAuditLog } from '@bolsillo/audit/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from '../create-identity.ts'
import type { DemoCustomer } from '../identity.ts'
import {
  appUrl,
  consoleUrl,
  dataOf,
  deviceKeyOf,
  freshAddress,
  type IdentityWorld,
  identityWorld,
} from '../testing/identity-world.ts'
import { actsOfMarks, demoEdits, markAsDemo } from '../testing/identity-world-store.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const cookieOf = (browser: string) => ({ cookie: `bolsillo-device=${deviceKeyOf(browser)}` })
/** The inbox of a device; its browser has the same name unless another is given. */
const inbox = async (device: string, { browser = device, token = '' } = {}) => {
  const by = { address: freshAddress(), headers: cookieOf(browser), ...(token === '' ? {} : { token }) }
  const answer = await world.post('/practice/inbox', { deviceKey: deviceKeyOf(device) }, by)
  return JSON.parse(JSON.stringify(dataOf(answer).messages))
}
const codesOf = async (...of: Parameters<typeof inbox>): Promise<readonly string[]> =>
  (await inbox(...of)).flatMap(({ code }: { code?: string }) => code ?? [])
const ask = async (purpose: string, account: string, device: string, { token = '' } = {}) => {
  world.app.services.clock.advanceMs(31_000)
  const body = { purpose, account, captcha: await world.captcha(), deviceKey: deviceKeyOf(device) }
  const by = { address: freshAddress(), headers: cookieOf(device), ...(token === '' ? {} : { token }) }
  return world.post('/common/code/send', body, by)
}

describe('the practice inbox', () => {
  it('shows a device the code it asked for, and no other device', async () => {
    const answer = await ask('register', 'mine@correo.mx', 'my phone')
    expect(answer.body).not.toMatch(/\d{6}"/)
    expect(await inbox('my phone')).toMatchObject([
      { to: 'mi•••@correo.mx', channel: 'email', code: expect.any(String) },
    ])
    expect(await inbox('another phone')).toEqual([])
  })

  it('shows nothing about an account on a device it never signed in on, whoever asked', async () => {
    await world.newCustomer('victim@correo.mx')
    await ask('reset-password', 'victim@correo.mx', 'thief')
    await ask('register', 'victim@correo.mx', 'thief')
    expect(await inbox('thief')).toEqual([])
    await ask('reset-password', 'victim@correo.mx', 'victim@correo.mx')
    expect((await inbox('victim@correo.mx')).map(({ title }: { title: string }) => title)).toContain(
      'Tu código para cambiar la contraseña',
    )
  })

  it('gives a browser a cookie at the first contact, and shows codes to whoever has it', async () => {
    const first = await world.app.ask({ path: '/ipcf-api/common/captcha', address: freshAddress() })
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    expect(String(first.headers['set-cookie'])).toMatch(/^bolsillo-device=[\w-]{43};.*HttpOnly; SameSite=Strict$/)
    world.app.services.clock.advanceMs(31_000)
    const deviceKey = deviceKeyOf('a visitor')
    const body = { purpose: 'register', account: 'visitor@correo.mx', captcha: await world.captcha(), deviceKey }
    const by = { address: freshAddress(), headers: { cookie } }
    expect((await world.post('/common/code/send', body, by)).headers['set-cookie']).toBeUndefined()
    expect((await world.post('/practice/inbox', { deviceKey }, by)).body).toContain('"code"')
    // The device key alone, which scripts can read, is not enough.
    expect(await inbox('a visitor')).toEqual([])
  })

  it('shows a code to the session or the browser that asked, and to no other device of the same account', async () => {
    const account = 'two-devices@correo.mx'
    const phone = await world.newCustomer(account)
    const entered = await world.signIn(account, undefined, { deviceKey: deviceKeyOf('laptop') })
    const laptop = String(dataOf(entered).token)
    await ask('trade-password', account, account, { token: phone.token })
    const code = world.sent.at(-1)?.code ?? ''
    expect(code).toMatch(/^\d{6}$/)
    expect(await codesOf(account)).toContain(code)
    expect(await codesOf('elsewhere', { token: phone.token })).toContain(code)
    expect(await codesOf('laptop')).toEqual([])
    expect(await codesOf('laptop', { token: laptop })).toEqual([])
    // Notices about the account still come to both.
    expect((await inbox('laptop')).length).toBeGreaterThan(0)
  })

  it('forgets a device whose session was revoked', async () => {
    const { token } = await world.newCustomer('lost@correo.mx')
    const entered = await world.signIn('lost@correo.mx', undefined, { deviceKey: deviceKeyOf('lost phone') })
    expect(entered.json.code).toBe(0)
    expect(await inbox('lost phone')).not.toEqual([])
    await world.post('/user/sessions/revoke', {}, { token })
    expect(await inbox('lost phone')).toEqual([])
    expect(await inbox('lost@correo.mx')).not.toEqual([])
  })

  it('writes in the language of the customer', async () => {
    const body = { purpose: 'register', account: 'jo@correio.com.br', captcha: await world.captcha() }
    await world.post('/common/code/send', body, { headers: { 'accept-language': 'pt-BR' } })
    expect(world.sent.at(-1)).toMatchObject({ language: 'pt-BR', title: 'Seu código para abrir a conta' })
    expect(world.sent.at(-1)?.text).not.toContain('{')
  })

  it('does not exist where money is real', async () => {
    const { services } = world.app
    const rail = { id: 'practice-inbox', simulated: true, accept: async () => undefined }
    const audit = { ...createAuditLog(), record: async () => undefined }
    expect(() =>
      createIdentity({
        services: { ...services, mode: 'LIVE' },
        audit,
        settings: world.settings,
        rail,
        appUrl,
        consoleUrl,
      }),
    ).toThrow(/practice market only/)
  })
})

describe('the demo', () => {
  let made: readonly DemoCustomer[]
  it('has two customers who can sign in and trade', async () => {
    made = await world.identity.createDemoCustomers()
    expect(made).toHaveLength(2)
    // Each mark is an act, caused by the record of the registration.
    const acts = await actsOfMarks(world.app.database.owner)
    expect(acts.map(({ key }) => key)).toEqual(made.map(({ customerId }) => customerId).sort())
    for (const { cause } of acts) expect(cause).toMatch(/^audit:/)
    const known = await world.identity.demoCustomers(world.app.services.sql)
    expect([...known].sort()).toEqual(made.map(({ customerId }) => customerId).sort())
    for (const { account, password, tradePassword, customerId } of made) {
      expect((await world.signIn(account, password)).json.code).toBe(0)
      const now = world.app.services.clock.now()
      expect(await world.identity.tradePasswords.verify({ customerId, password: tradePassword, now })).toBeUndefined()
    }
  })

  it('says what they are to whoever signs in, and to nobody else', async () => {
    const tagsOf = async (token: string) =>
      dataOf(await world.app.ask({ path: '/ipcf-api/user/login/info', token, address: freshAddress() })).tags
    const { token } = await world.newCustomer('nobody-special@correo.mx')
    expect(await tagsOf(token)).toEqual([])
    for (const { account, password } of made) {
      expect(await tagsOf(String(dataOf(await world.signIn(account, password)).token))).toEqual(['demo'])
    }
  })

  it('marks nobody else, and takes no mark off', async () => {
    const { sql } = world.app.services
    const { owner } = world.app.database
    const { id: customerId } = await world.newCustomer('stranger@correo.mx')
    await expect(markAsDemo(sql, customerId)).rejects.toThrow(/was there before/)
    await expect(markAsDemo(owner, customerId)).rejects.toThrow(/was there before/)
    for (const edit of demoEdits) await expect(edit(owner)).rejects.toThrow(/stay what they are/)
    // A third one, registered by the seeding itself.
    await expect(world.identity.createDemoCustomers()).rejects.toThrow()
    expect(await world.identity.demoCustomers(sql)).toHaveLength(2)
  })
})
