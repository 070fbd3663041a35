import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  dataOf,
  deviceKeyOf,
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

const minuteMs = 60_000
const info = (token: string) => world.get('/user/login/info', token)
const wrongTries = async (account: string, count: number, extra: Record<string, unknown> = {}) => {
  const codes: number[] = []
  for (let n = 0; n < count; n += 1) codes.push((await world.signIn(account, 'wrong-password', extra)).json.code)
  return codes
}

describe('signing in', () => {
  it('opens a session whose token is nowhere in the database', async () => {
    const { token } = await world.newCustomer('token@correo.mx')
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await info(token)).json).toMatchObject({
      code: 0,
      data: {
        user: { account: 'to•••@correo.mx', status: 1, idStatus: 'none' },
        openAutoApply: 0,
        language: 'es-ES',
        tradePasswordSet: false,
      },
    })
    const rows = await world.app.database.owner`select * from customer_session, customer`
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(token)
    expect(JSON.stringify(world.recorded)).not.toMatch(/token@correo|Jacaranda/)
    expect(JSON.stringify(world.app.services.log.lines)).not.toMatch(/Jacaranda/)
  })

  it('answers the same for a wrong password, an unknown account, and a locked one of either kind', async () => {
    await world.newCustomer('here@correo.mx')
    const tries = async (account: string) => {
      const bodies: string[] = []
      for (let n = 0; n < 7; n += 1) bodies.push((await world.signIn(account, 'wrong-password')).body)
      return bodies
    }
    expect(await tries('here@correo.mx')).toEqual(await tries('nobody@correo.mx'))
  })

  it('takes the same time for known and unknown accounts', async () => {
    await world.newCustomer('slow@correo.mx')
    const timeOf = async (account: string): Promise<number> => {
      const start = process.hrtime.bigint()
      await world.signIn(account, 'wrong-password')
      await world.app.database.owner`delete from sign_in_attempt`
      return Number(process.hrtime.bigint() - start) / 1e6
    }
    // In pairs, the order alternating, so that a busy machine slows both alike. Without the hash for unknown accounts
    // the difference would be nearly the whole time.
    const [known, differences]: [number[], number[]] = [[], []]
    for (let n = 0; n < 24; n += 1) {
      const unknownFirst = n % 2 === 0 ? await timeOf(`nobody${n}@correo.mx`) : undefined
      const ofKnown = await timeOf('slow@correo.mx')
      const ofUnknown = unknownFirst ?? (await timeOf(`nobody${n}@correo.mx`))
      known.push(ofKnown)
      differences.push(ofKnown - ofUnknown)
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    expect(Math.abs(median(differences))).toBeLessThan(Math.max(5, 0.25 * median(known)))
  })

  it('makes an account wait from the fifth failure, twice as long each time, also with the right password', async () => {
    await world.newCustomer('locked@correo.mx')
    expect(await wrongTries('locked@correo.mx', 5)).toEqual([11_020, 11_020, 11_020, 11_020, 11_020])
    const refused = await world.signIn('locked@correo.mx')
    expect(refused.json).toMatchObject({ code: 11_021, data: { values: { minutes: '1' } } })
    expect(refused.status).toBe(429)
    world.app.services.clock.advanceMs(30_000)
    expect(await wrongTries('locked@correo.mx', 1)).toEqual([11_020])
    world.app.services.clock.advanceMs(30_000)
    expect((await world.signIn('locked@correo.mx')).json.code).toBe(11_021)
    world.app.services.clock.advanceMs(30_000)
    expect((await world.signIn('locked@correo.mx')).json.code).toBe(0)
    expect(await wrongTries('locked@correo.mx', 5)).toEqual([11_020, 11_020, 11_020, 11_020, 11_020])
  })

  it('lets no more than five of fifty guesses at once be looked at', async () => {
    await world.newCustomer('burst@correo.mx')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.signIn('burst@correo.mx', 'wrong-password')),
    )
    expect(answers.filter(({ json }) => json.code === 11_020)).toHaveLength(5)
    expect(answers.filter(({ json }) => json.code === 11_021)).toHaveLength(45)
  })

  it('stops an account at the hundredth failure until its password is reset', async () => {
    const account = 'stopped@correo.mx'
    await world.newCustomer(account)
    await wrongTries(account, 1)
    await world.app.database
      .owner`update sign_in_attempt set failures = 98 where key like 'customer:%' and failures = 1`
    for (let n = 0; n < 2; n += 1) {
      expect(await wrongTries(account, 1)).toEqual([11_020])
      world.app.services.clock.advanceMs(61 * minuteMs)
    }
    world.app.services.clock.advanceMs(30 * 24 * 60 * minuteMs)
    expect((await world.signIn(account)).json.code).toBe(11_021)
    const code = await world.codeFor('reset-password', account)
    const password = 'Tres-mapaches-4'
    const answer = await world.post('/user/reset/password', { account, code, password, captcha: await world.captcha() })
    expect(answer.json.code).toBe(0)
    expect((await world.signIn(account, password)).json.code).toBe(0)
  })

  it('does not let a stranger lock the owner’s phone out, nor end a live session', async () => {
    const { token } = await world.newCustomer('owner@correo.mx')
    await wrongTries('owner@correo.mx', 6)
    expect((await world.signIn('owner@correo.mx')).json.code).toBe(11_021)
    const own = { deviceKey: deviceKeyOf('owner@correo.mx') }
    expect((await world.signIn('owner@correo.mx', soundPassword, own)).json.code).toBe(0)
    expect((await info(token)).json.code).toBe(0)
  })

  it('makes a network wait that tries many accounts', async () => {
    const address = freshAddress()
    const codes: number[] = []
    for (let n = 0; n < 31; n += 1) {
      const body = { account: `many${n}@correo.mx`, password: 'wrong-password' }
      codes.push((await world.post('/user/login', body, { address })).json.code)
    }
    expect(codes.filter((code) => code === 11_020)).toHaveLength(30)
    expect(codes.at(-1)).toBe(11_021)
  })

  it('tells the customer of a new device, not of the first and not of a known one', async () => {
    const notices = () => world.sent.filter(({ kind }) => kind === 'new-device').length
    const before = notices()
    await world.newCustomer('device@correo.mx')
    await world.signIn('device@correo.mx', soundPassword, { deviceKey: deviceKeyOf('device@correo.mx') })
    expect(notices()).toBe(before)
    await world.signIn('device@correo.mx', soundPassword, { deviceKey: deviceKeyOf('another phone') })
    expect(notices()).toBe(before + 1)
    expect(world.sent.at(-1)).toMatchObject({ kind: 'new-device', to: { address: 'device@correo.mx' } })
  })
})

describe('a session', () => {
  it('ends with signing out, at once', async () => {
    const { token } = await world.newCustomer('out@correo.mx')
    expect((await world.post('/user/logout', {}, { token })).json.code).toBe(0)
    expect((await info(token)).json.code).toBe(-1000)
  })

  it('ends after 15 minutes without use, and after 12 hours with it', async () => {
    const { token } = await world.newCustomer('idle@correo.mx')
    world.app.services.clock.advanceMs(14 * minuteMs)
    expect((await info(token)).json.code).toBe(0)
    world.app.services.clock.advanceMs(14 * minuteMs)
    expect((await info(token)).json.code).toBe(0)
    world.app.services.clock.advanceMs(15 * minuteMs)
    expect((await info(token)).json.code).toBe(-1000)
    const again = String(dataOf(await world.signIn('idle@correo.mx')).token)
    for (let n = 0; n < 51; n += 1) {
      world.app.services.clock.advanceMs(14 * minuteMs)
      await info(again)
    }
    expect((await info(again)).json.code).toBe(0)
    world.app.services.clock.advanceMs(7 * minuteMs)
    expect((await info(again)).json.code).toBe(-1000)
  })

  it('is one of five: the sixth sign-in ends the oldest', async () => {
    const { token } = await world.newCustomer('six@correo.mx')
    const tokens = [token]
    for (let n = 0; n < 5; n += 1) {
      world.app.services.clock.advanceMs(1000)
      tokens.push(String(dataOf(await world.signIn('six@correo.mx')).token))
    }
    const codes: number[] = []
    for (const each of tokens) codes.push((await info(each)).json.code)
    expect(codes).toEqual([-1000, 0, 0, 0, 0, 0])
  })

  it('is listed, and can be ended by its owner only', async () => {
    const one = await world.newCustomer('list@correo.mx')
    const other = String(dataOf(await world.signIn('list@correo.mx')).token)
    const stranger = await world.newCustomer('stranger@correo.mx')
    const listed = (await world.get('/user/sessions', one.token)).json.data
    const { sessions } = JSON.parse(JSON.stringify(listed))
    expect(sessions).toHaveLength(2)
    expect(sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
    const target = sessions.find((session: { current: boolean }) => !session.current).id
    const revoke = (token: string, body: Record<string, unknown>) =>
      world.post('/user/sessions/revoke', body, { token })
    expect((await revoke(stranger.token, { sessionId: target })).json.code).toBe(11_040)
    expect((await info(other)).json.code).toBe(0)
    expect((await revoke(one.token, { sessionId: target })).json.code).toBe(0)
    expect((await info(other)).json.code).toBe(-1000)
    expect((await revoke(one.token, { sessionId: target })).json.code).toBe(11_040)
    const third = String(dataOf(await world.signIn('list@correo.mx')).token)
    expect(dataOf(await revoke(one.token, {})).ended).toBe(1)
    expect((await info(third)).json.code).toBe(-1000)
    expect((await info(one.token)).json.code).toBe(0)
  })

  it('tells the stream which sessions are live and unrestricted', async () => {
    const { token } = await world.newCustomer('live@correo.mx')
    const now = world.app.services.clock.now()
    const session = await world.identity.sessions.find(token, now)
    const ids = session === undefined ? [] : [session.sessionId]
    expect(await world.identity.sessions.live(ids, now)).toEqual(new Set(ids))
    await world.post('/user/logout', {}, { token })
    expect(await world.identity.sessions.live(ids, now)).toEqual(new Set())
  })

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}=`, '😀'.repeat(10), 'a'.repeat(5000)])(
    'is not opened by the token %j',
    async (token) => {
      expect(await world.identity.sessions.find(token, world.app.services.clock.now())).toBeUndefined()
    },
  )
})

describe('a disabled customer', () => {
  it('is signed out when login info loads, and can enter a restricted session', async () => {
    const account = 'disabled@correo.mx'
    const { token, id } = await world.newCustomer(account)
    await world.app.database.owner`update customer set status = 0 where id = ${id}`
    expect((await world.get('/user/sessions', token)).json.code).toBe(0)
    expect((await world.post('/user/update', { nickname: 'Ana' }, { token })).json.code).toBe(10_040)
    expect((await info(token)).json).toMatchObject({ data: { user: { status: 0 }, restricted: false } })
    expect((await info(token)).json.code).toBe(-1000)
    expect((await world.signIn(account, 'wrong-password')).json.code).toBe(11_020)
    expect((await world.signIn(account)).json.code).toBe(11_022)
    const entered = await world.signIn(account, soundPassword, { restricted: true })
    expect(entered.json).toMatchObject({ code: 0, data: { restricted: true, user: { status: 0 } } })
    const restricted = String(dataOf(entered).token)
    expect((await info(restricted)).json).toMatchObject({ code: 0, data: { restricted: true } })
    expect((await info(restricted)).json.code).toBe(0)
    expect((await world.post('/user/info', {}, { token: restricted })).json.code).toBe(0)
  })
})
