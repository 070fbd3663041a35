import type { OperatorRole } from '@bolsillo/contract'
import { present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoOperator } from '../identity.ts'
import { dataOf, freshAddress, type IdentityWorld, identityWorld } from '../testing/identity-world.ts'

let world: IdentityWorld
let staff: readonly DemoOperator[]
beforeAll(async () => {
  world = await identityWorld()
  staff = await world.identity.createDemoOperators()
})
afterAll(async () => {
  await world.app.close()
})

const post = (path: string, body: Record<string, unknown>) =>
  world.post(`/console-api${path}`, body, { address: freshAddress() })
async function signIn({ account, password, totpSecret }: DemoOperator): Promise<string> {
  const { challengeId } = dataOf(await post('/login/challenge', { account, password }))
  world.app.services.clock.advanceMs(30_000)
  const epoch = Math.floor(world.app.services.clock.now() / 1000)
  const code = generateSync({ secret: totpSecret, epoch })
  return consoleTokenIn(await post('/login', { account, password, challengeId, code }))
}

describe('a change of roles', () => {
  // Of the demo's accounts two have all roles and the third has treasury: admin is held by few, treasury is not.
  const all: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'product', 'admin']
  it.each<{ readonly roles: readonly OperatorRole[]; readonly what: string; readonly goesOn: boolean }>([
    { what: 'takes one after the wait', roles: all.filter((role) => role !== 'admin'), goesOn: true },
    { what: 'adds one that waits', roles: [...all, 'auditor'], goesOn: true },
    { what: 'takes one at once', roles: all.filter((role) => role !== 'treasury'), goesOn: false },
  ])('that $what lets a session go on: $goesOn', async ({ roles, goesOn }) => {
    const { sql, clock } = world.app.services
    const account = present(staff[1], 'the demo has a second operator')
    const token = await signIn(account)
    const { id } = present(
      (await world.identity.staff.list(sql)).find((one) => one.account === account.account),
      'the account',
    )
    await transaction(sql, (tx) => world.identity.staff.setRoles(tx, { id, roles, by: id, now: clock.now() }))
    const { code } = (await world.app.ask({ path: '/console-api/login/info', token })).json
    expect(code).toBe(goesOn ? 0 : -1000)
  })
})
