import { createAudit } from '@bolsillo/audit/server'
import type { OperatorRole } from '@bolsillo/contract'
import { present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { describe, expect, it } from 'vitest'
import { dataOf, identityWorld } from '../testing/identity-world.ts'
import { noteInstallation } from '../testing/identity-world-store.ts'
import { softwarePasskey } from '../testing/software-passkey.ts'
import { inviteOperator } from './invitations.ts'
import { insertOperator } from './operator-store.ts'

const origin = 'https://app.example'

describe('the first two accounts', () => {
  it('are made on the server and have their powers at once; the third waits', async () => {
    const fresh = await identityWorld()
    try {
      const { ids, rng, sql, clock } = fresh.app.services
      const { audit } = createAudit()
      const made = []
      for (const account of ['primera', 'segundo', 'tercera']) {
        const who = { account, name: 'Ana', roles: ['admin'], now: clock.now(), by: undefined } as const
        const { token, isRoot } = await transaction(sql, (tx) => inviteOperator({ ids, rng, audit }, tx, who))
        const ask = (path: string, body: Record<string, unknown>) =>
          fresh.post(`/console-api${path}`, body, { headers: { origin, host: 'app.example' } })
        const { challengeId, order } = JSON.parse(JSON.stringify(dataOf(await ask('/invitation/passkey', { token }))))
        const attestation = softwarePasskey(origin).attest(order.challenge)
        const password = 'Siete-jacarandas azules'
        const { number } = dataOf(await ask('/invitation/accept', { token, password, challengeId, attestation }))
        made.push({ account, isRoot, hasNumber: number !== undefined })
      }
      expect(made).toEqual([
        { account: 'primera', isRoot: false, hasNumber: false },
        { account: 'segundo', isRoot: false, hasNumber: false },
        { account: 'tercera', isRoot: true, hasNumber: true },
      ])
      const now = clock.now()
      const inForce = (await fresh.identity.staff.list(sql)).map((one) => fresh.identity.staff.inForce(one, now).length)
      expect(inForce.toSorted()).toEqual([0, 1, 1])
    } finally {
      await fresh.app.close()
    }
  })
})

describe('the third account made on the server', () => {
  it.each([
    { made: 'for treasury while the demo is made', mode: 'SIM', demoAt: null, role: 'treasury', counts: ['treasury'] },
    { made: 'for admin while the demo is made', mode: 'SIM', demoAt: null, role: 'admin', counts: [] },
    { made: 'once the demo is whole', mode: 'SIM', demoAt: 1, role: 'treasury', counts: [] },
    { made: 'where money is real', mode: 'LIVE', demoAt: null, role: 'treasury', counts: [] },
  ] as const)(
    'has $counts at once when it is made $made, and a fourth nothing',
    async ({ mode, demoAt, role, counts }) => {
      const fresh = await identityWorld()
      const { ids, sql, clock } = fresh.app.services
      const add = async (account: string, roles: readonly OperatorRole[]): Promise<readonly OperatorRole[]> => {
        const one = {
          id: ids.next('opr'),
          account,
          name: account,
          passwordHash: 'none',
          roles: [...roles],
          person: undefined,
        }
        await transaction(sql, (tx) => insertOperator(tx, one, clock.now()))
        const made = (await fresh.identity.staff.list(sql)).find((each) => each.account === account)
        return fresh.identity.staff.inForce(present(made, 'the account'), clock.now())
      }
      try {
        await noteInstallation(fresh.app.database.owner, mode, demoAt)
        for (const account of ['primera', 'segundo']) expect(await add(account, ['admin'])).toEqual(['admin'])
        expect(await add('tercera', [role])).toEqual(counts)
        expect(await add('cuarta', ['treasury'])).toEqual([])
      } finally {
        await fresh.app.close()
      }
    },
  )
})
