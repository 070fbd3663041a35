import { createAudit } from '@bolsillo/audit/server'
import { identitySettings } from '@bolsillo/identity/domain'
import { createIdentity, type Identity } from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import type { Room } from '@bolsillo/server-kit'
import { createSettings } from '@bolsillo/settings/server'
import { askingOf, type TestAnswer, type TestApp, testApp, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anaAdmin, carlosCompliance, teresaTreasury } from '../fixtures.ts'
import { createApprovals } from './index.ts'

// Accounts of staff change by two people: here on identity's own accounts, the two of the practice market among them.

let app: TestApp
const late: { identity?: Identity } = {}
const identity = (): Identity => present(late.identity, 'identity is made')

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: settingsRoom, settings } = createSettings({
        services,
        audit,
        declared: Object.values(identitySettings),
      })
      const rail = { id: 'nowhere', simulated: true, accept: async () => undefined }
      const made = createIdentity({ services, audit, settings, rail, appUrl: 'https://app.example' })
      late.identity = made
      const { customers, staff } = made
      const rooms: Room[] = [auditRoom, settingsRoom, made.room]
      const desk = { customers, staff, settings, rooms: () => rooms }
      rooms.push(createApprovals({ services, audit, namesOf: async () => new Map(), desk }).room)
      return rooms
    },
    operators: testOperators([teresaTreasury, carlosCompliance, anaAdmin]),
  })
  await identity().createDemoOperators()
})
afterAll(async () => {
  await app.close()
})

const ask = (path: string, token: string, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff({ token }, path, body)
const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusal = (answer: TestAnswer): string => dataOf(answer).rejection
const decide = async (proposed: TestAnswer, reason: string): Promise<TestAnswer> => {
  const { approvalId } = dataOf(proposed)
  const detail = dataOf(await ask(`/approvals/detail?approvalId=${approvalId}`, carlosCompliance.token))
  const { payloadHash, factsHash } = detail
  const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason }
  return ask('/approvals/decide', carlosCompliance.token, body)
}
const staff = async () => dataOf(await ask('/staff', anaAdmin.token))
const idOfAccount = async (account: string): Promise<string> =>
  (await staff()).accounts.find((one: { account: string }) => one.account === account).id

describe('accounts of staff', () => {
  it('are invited by two people; the link is made afterwards, and each link voids the one before', async () => {
    const request = { account: 'nadia', name: 'Nadia', roles: 'support,compliance', reason: 'joins' }
    expect(refusal(await ask('/staff/invite', teresaTreasury.token, request))).toBe('role-needed')
    const proposed = await ask('/staff/invite', anaAdmin.token, request)
    expect((await staff()).invitations).toEqual([])
    expect((await decide(proposed, 'joins')).json.code).toBe(0)
    const [invitation] = (await staff()).invitations
    expect(invitation).toMatchObject({ account: 'nadia', roles: ['support', 'compliance'] })
    const link = async () =>
      String(dataOf(await ask('/staff/invitation/link', anaAdmin.token, { invitationId: invitation.id })).url)
    const [first, second] = [await link(), await link()]
    const look = (url: string) => ask('/invitation', '', { token: new URL(url).searchParams.get('token') })
    expect(refusal(await look(first))).toBe('invitation-unknown')
    expect(dataOf(await look(second))).toMatchObject({ account: 'nadia' })
    expect(refusal(await ask('/staff/invite', anaAdmin.token, request))).toBe('staff-account-taken')
  })

  it.each([
    [{ account: 'No Good', roles: 'support' }, 'staff-account-unfit'],
    [{ account: 'omar', roles: 'support,owner' }, 'staff-roles-unfit'],
    [{ account: 'omar', roles: ',,,' }, 'staff-roles-unfit'],
    [{ account: 'operador', roles: 'support' }, 'staff-account-taken'],
  ])('are not invited as %j', async (change, name) => {
    const request = { name: 'Omar', reason: 'joins', ...change }
    expect(refusal(await ask('/staff/invite', anaAdmin.token, request))).toBe(name)
  })

  it('get other roles and end by two people, but the last admin stays', async () => {
    const [operator, reviewer] = [await idOfAccount('operador'), await idOfAccount('revisora')]
    const roles = { operatorId: reviewer, roles: 'support', reason: 'duties-changed' }
    expect((await decide(await ask('/staff/roles', anaAdmin.token, roles), 'duties-changed')).json.code).toBe(0)
    const end = { operatorId: operator, reason: 'leaves' }
    expect(refusal(await decide(await ask('/staff/end', anaAdmin.token, end), 'leaves'))).toBe('staff-last-admin')
    const leave = { operatorId: reviewer, reason: 'leaves' }
    expect((await decide(await ask('/staff/end', anaAdmin.token, leave), 'leaves')).json.code).toBe(0)
    const { accounts } = await staff()
    expect(accounts.find(({ id }: { id: string }) => id === reviewer)).toMatchObject({ roles: ['support'] })
    expect(accounts.find(({ id }: { id: string }) => id === reviewer).endedAt).toBeGreaterThan(0)
    expect(refusal(await ask('/staff/end', anaAdmin.token, leave))).toBe('staff-unknown')
  })
})
