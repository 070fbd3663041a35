import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from './create-identity.ts'
import { appUrl, dataOf, deviceKeyOf, freshAddress, type IdentityWorld, identityWorld } from './identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const inbox = async (device: string) => {
  const answer = await world.post('/practice/inbox', { deviceKey: deviceKeyOf(device) }, { address: freshAddress() })
  return JSON.parse(JSON.stringify(dataOf(answer).messages))
}
const ask = async (purpose: string, account: string, device: string) => {
  world.app.services.clock.advanceMs(31_000)
  const body = { purpose, account, captcha: await world.captcha(), deviceKey: deviceKeyOf(device) }
  return world.post('/common/code/send', body, { address: freshAddress() })
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
    expect((await inbox('victim@correo.mx')).map(({ title }: { title: string }) => title)).toContain(
      'Tu código para cambiar la contraseña',
    )
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
    const audit = { record: async () => undefined, aboutCustomer: async () => [] }
    expect(() =>
      createIdentity({ services: { ...services, mode: 'LIVE' }, audit, settings: world.settings, rail, appUrl }),
    ).toThrow(/practice market only/)
  })
})

describe('the console', () => {
  const post = (path: string, body: Record<string, unknown>, token?: string) =>
    world.post(`/console-api${path}`, body, { address: freshAddress(), ...(token === undefined ? {} : { token }) })
  const get = (path: string, token: string) => world.app.ask({ path: `/console-api${path}`, token })

  it('is entered by the operator made at seeding, and its sessions are its own', async () => {
    const { account, password } = await world.identity.createDemoOperator()
    const customer = await world.newCustomer('customer@correo.mx')
    expect((await get('/practice/inbox', customer.token)).json.code).toBe(-1000)
    const entered = await post('/login', { account: account.toUpperCase(), password })
    expect(entered.json).toMatchObject({ code: 0, data: { operator: { account } } })
    const token = String(dataOf(entered).token)
    expect((await world.get('/user/login/info', token)).json.code).toBe(-1000)
    expect((await world.app.ask({ path: '/ipcf-api/practice/inbox', token })).status).toBe(404)
    expect((await get('/login/info', token)).json).toMatchObject({ code: 0, data: { operator: { account } } })
    const page = await get('/practice/inbox?limit=2', token)
    const first = JSON.parse(JSON.stringify(page.json.data))
    expect(first.rows).toHaveLength(2)
    const rest = JSON.parse(JSON.stringify((await get(`/practice/inbox?cursor=${first.next}`, token)).json.data))
    expect([...first.rows, ...rest.rows]).toHaveLength(world.sent.length)
    expect(rest.next).toBeUndefined()
    expect(world.recorded.at(-1)).toMatchObject({ action: 'identity.inbox-read' })
    expect((await post('/logout', {}, token)).json.code).toBe(0)
    expect((await get('/login/info', token)).json.code).toBe(-1000)
  })

  it('answers the same for unknown operators, and makes them wait', async () => {
    const tries = async (account: string) => {
      const bodies: string[] = []
      for (let n = 0; n < 7; n += 1) bodies.push((await post('/login', { account, password: 'wrong-password' })).body)
      return bodies
    }
    const known = await tries('operador')
    expect(known).toEqual(await tries('nobody'))
    expect(known.at(-1)).toContain('11021')
  })

  it('ends a session after ten minutes without use', async () => {
    world.app.services.clock.advanceMs(3_600_000)
    await world.app.database.owner`update operator set password_hash = (select password_hash from customer limit 1)`
    const entered = await post('/login', { account: 'operador', password: 'Jacaranda-7 verde' })
    const token = String(dataOf(entered).token)
    world.app.services.clock.advanceMs(9 * 60_000)
    expect((await get('/login/info', token)).json.code).toBe(0)
    world.app.services.clock.advanceMs(10 * 60_000)
    expect((await get('/login/info', token)).json.code).toBe(-1000)
  })
})

describe('the demo', () => {
  it('has two customers who can sign in and trade', async () => {
    const made = await world.identity.createDemoCustomers()
    expect(made).toHaveLength(2)
    for (const { account, password, tradePassword, customerId } of made) {
      expect((await world.signIn(account, password)).json.code).toBe(0)
      const now = world.app.services.clock.now()
      expect(await world.identity.tradePasswords.verify({ customerId, password: tradePassword, now })).toBeUndefined()
    }
  })
})
