import { integerBetween, seededRng } from '@bolsillo/kernel'
import { addressFor, connect, type SessionPort, type Sql, transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveStatus } from '../account/customer-store.ts'
import { dataOf, freshAddress, type IdentityWorld, identityWorld, soundPassword } from '../testing/identity-world.ts'
import { endOldestSessions, endSession, endSessions, removeOldSessionChanges } from './session-store.ts'
import { createSessionPort } from './sessions.ts'

// Two servers on one database: `world` serves the calls, `beside` is another process with connections of its own.
let world: IdentityWorld
let besideSql: Sql
let beside: SessionPort
let accounts = 0
beforeAll(async () => {
  world = await identityWorld()
  const { address } = world.app.database
  besideSql = connect(addressFor(address, { asApp: true }), { connectionsMax: 3, name: 'test beside' })
  beside = createSessionPort({ ...world.app.services, sql: besideSql })
})
afterAll(async () => {
  await besideSql.end({ timeout: 5 })
  await world.app.close()
})

const now = () => world.app.services.clock.now()
const info = async (token: string): Promise<number> => (await world.get('/user/sessions', token)).json.code

/** A customer whose session both servers have answered for already. */
async function remembered() {
  accounts += 1
  const account = `remembered-${accounts}@correo.mx`
  const { token, id } = await world.newCustomer(account)
  expect(await info(token)).toBe(0)
  const session = await beside.find(token, now())
  if (session === undefined) throw new Error('the session was just opened')
  expect(await beside.find(token, now())).toEqual(session)
  return { account, token, id, customerId: session.customerId, sessionId: session.sessionId }
}
type Remembered = Awaited<ReturnType<typeof remembered>>

const at = () => ({ at: now() })
const password = { password: soundPassword, newPassword: 'Otra-jacaranda 8' }

/** Everything that ends a session, by its name. */
const ends: Readonly<Record<string, (of: Remembered) => Promise<unknown>>> = {
  'the customer signs out': ({ token }) => world.post('/user/logout', {}, { token }),
  'another device revokes it': async ({ account, sessionId }) => {
    const token = String(dataOf(await world.signIn(account)).token)
    expect((await world.post('/user/sessions/revoke', { sessionId }, { token })).json.code).toBe(0)
  },
  'another device ends all others': async ({ account }) => {
    const token = String(dataOf(await world.signIn(account)).token)
    expect((await world.post('/user/sessions/revoke', {}, { token })).json.code).toBe(0)
  },
  'the password is reset': async ({ account }) => {
    world.app.services.clock.advanceMs(60_000)
    const code = await world.codeFor('reset-password', account)
    const body = { account, code, password: password.newPassword, captcha: await world.captcha() }
    expect((await world.post('/user/reset/password', body, { address: freshAddress() })).json.code).toBe(0)
  },
  'the customer is restricted': ({ customerId }) =>
    transaction(world.app.services.sql, (tx) => world.identity.customers.setStatus(tx, customerId, 0, now())),
  'the customer is freed again': ({ customerId }) =>
    transaction(world.app.services.sql, (tx) => world.identity.customers.setStatus(tx, customerId, 1, now())),
  'five newer sessions push it out': ({ customerId }) =>
    transaction(besideSql, (tx) => endOldestSessions(tx, customerId, 0, now())),
  'another server ends it': ({ customerId, sessionId }) =>
    endSession(besideSql, { customerId, sessionId, ...at(), reason: 'revoked' }),
  'somebody at the console of the database ends it': ({ sessionId }) =>
    world.app.database.owner`update customer_session set ended_at = 1 where id = ${sessionId}`,
  'somebody at the console of the database removes it': ({ sessionId }) =>
    world.app.database.owner`delete from customer_session where id = ${sessionId}`,
}

describe('a session two servers remember', () => {
  it.each(Object.entries(ends))('is nobody’s for either of them once %s', async (_, end) => {
    const it = await remembered()
    await end(it)
    expect(await beside.find(it.token, now())).toBeUndefined()
    expect(await info(it.token)).toBe(-1000)
    expect(await createSessionPort({ ...world.app.services, sql: besideSql }).find(it.token, now())).toBeUndefined()
  })

  it('is remembered indeed, and what makes them look again is written by the database itself', async () => {
    const { token, sessionId } = await remembered()
    const { owner } = world.app.database
    await owner`alter table customer_session disable trigger session_ended`
    await owner`update customer_session set ended_at = 1 where id = ${sessionId}`
    await owner`alter table customer_session enable trigger session_ended`
    expect(await beside.find(token, now())).toBeDefined()
    await owner`update customer_session set ended_at = 2 where id = ${sessionId}`
    expect(await beside.find(token, now())).toBeUndefined()
  })

  it('is a restricted one from the commit of the restriction on', async () => {
    const { token, customerId } = await remembered()
    await transaction(besideSql, (tx) => saveStatus(tx, customerId, 0))
    expect((await world.post('/user/update', { nickname: 'Ana' }, { token })).json.code).toBe(10_040)
    expect(await beside.find(token, now())).toMatchObject({ status: 0 })
    await transaction(besideSql, (tx) => saveStatus(tx, customerId, 1))
    expect(await beside.find(token, now())).toMatchObject({ status: 1 })
  })

  it('ends at the commit, however late that is after changes of others', async () => {
    const [late, ...others] = [await remembered(), await remembered(), await remembered()]
    let commit = (): void => undefined
    const committed = new Promise<void>((resolve) => {
      commit = resolve
    })
    const ending = transaction(world.app.services.sql, async (tx) => {
      await endSessions(tx, { customerId: late.customerId, ...at(), reason: 'revoked' })
      await committed
    })
    for (const { customerId, token } of others) {
      await endSessions(besideSql, { customerId, ...at(), reason: 'revoked' })
      expect(await beside.find(token, now())).toBeUndefined()
      expect(await beside.find(late.token, now())).toBeDefined()
    }
    commit()
    await ending
    expect(await beside.find(late.token, now())).toBeUndefined()
  })

  it('is not kept by an answer that was under way when it ended', async () => {
    const rng = seededRng(5, 'storm')
    for (let round = 0; round < 40; round += 1) {
      const { token, customerId } = await remembered()
      let isOver = false
      const asking = Array.from({ length: 6 }, async () => {
        while (!isOver) {
          await beside.find(token, now())
          await new Promise((resolve) => setTimeout(resolve, integerBetween(rng, 0, 2)))
        }
      })
      await new Promise((resolve) => setTimeout(resolve, integerBetween(rng, 0, 4)))
      await endSessions(world.app.services.sql, { customerId, ...at(), reason: 'revoked' })
      expect(await beside.find(token, now())).toBeUndefined()
      isOver = true
      await Promise.all(asking)
      expect(await beside.find(token, now())).toBeUndefined()
    }
  })

  it('stays live for a server that has not seen it while another was asked', async () => {
    const { token } = await remembered()
    const { clock } = world.app.services
    for (let minutes = 0; minutes < 28; minutes += 7) {
      clock.advanceMs(7 * 60_000)
      expect(await info(token)).toBe(0)
    }
    expect(await beside.find(token, now())).toBeDefined()
    clock.advanceMs(16 * 60_000)
    expect(await beside.find(token, now())).toBeUndefined()
    expect(await info(token)).toBe(-1000)
  })

  it('runs out though it is remembered', async () => {
    const { token } = await remembered()
    const { clock } = world.app.services
    for (let minutes = 0; minutes < 12 * 60; minutes += 10) {
      expect(await beside.find(token, now())).toBeDefined()
      clock.advanceMs(10 * 60_000)
    }
    expect(await beside.find(token, now())).toBeUndefined()
  })
})

describe('the record of changes', () => {
  it('loses what is older than a day, and nothing newer', async () => {
    const { owner } = world.app.database
    await owner`delete from session_change`
    const { customerId } = await remembered()
    await endSessions(besideSql, { customerId, ...at(), reason: 'revoked' })
    await removeOldSessionChanges(besideSql)
    expect(await owner`select from session_change`).toHaveLength(1)
    await owner`update session_change set at = at - 86400001`
    await removeOldSessionChanges(besideSql)
    expect(await owner`select from session_change`).toHaveLength(0)
  })

  it('is written by the database alone', async () => {
    await expect(besideSql`insert into session_change (customer_id) values ('x')`).rejects.toThrow(/permission denied/)
    await expect(besideSql`update session_change set customer_id = 'x'`).rejects.toThrow(/permission denied/)
  })
})
