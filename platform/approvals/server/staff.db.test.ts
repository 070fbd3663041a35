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
import { decideByHand, insertVerifiedCustomer, proposeByHand } from './testing/staff-world-store.ts'

// Accounts of staff change by two people: here on identity's own accounts, the two of the practice market among them.

let app: TestApp
const late: { identity?: Identity } = {}
/** Customers whose papers no person saw. */
const practiceVerified = new Set<string>()
const runJobs = async (): Promise<void> => {
  for (const job of identity().room.jobs ?? []) await job.run(app.services)
}
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
      const made = createIdentity({
        services,
        audit,
        settings,
        rail,
        appUrl: 'https://app.example',
        consoleUrl: 'https://console.example',
      })
      late.identity = made
      const { customers, staff } = made
      const rooms: Room[] = [auditRoom, settingsRoom, made.room]
      const papersOf = async (_: unknown, id: string) => ({
        name: 'Nadia',
        marks: [Buffer.from(id)],
        byPractice: practiceVerified.has(id),
      })
      const desk = { customers, staff, settings, rooms: () => rooms, papersOf }
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
  it('are invited by two people, to the address of a customer', async () => {
    const { number } = await insertVerifiedCustomer(app.database.owner, 1)
    const request = { account: 'nadia', name: 'Nadia', roles: 'support,compliance', customer: number, reason: 'joins' }
    expect(refusal(await ask('/staff/invite', teresaTreasury.token, request))).toBe('role-needed')
    const proposed = await ask('/staff/invite', anaAdmin.token, request)
    expect((await staff()).invitations).toEqual([])
    expect((await decide(proposed, 'joins')).json.code).toBe(0)
    const [invitation] = (await staff()).invitations
    expect(invitation).toMatchObject({ account: 'nadia', roles: ['support', 'compliance'], sendable: true })
    expect(refusal(await ask('/staff/invite', anaAdmin.token, request))).toBe('staff-account-taken')
  })

  it.each([
    [{ account: 'No Good', roles: 'support' }, 'staff-account-unfit'],
    [{ account: 'omar', roles: 'support,owner' }, 'staff-roles-unfit'],
    [{ account: 'omar', roles: ',,,' }, 'staff-roles-unfit'],
    [{ account: 'operador', roles: 'support' }, 'staff-account-taken'],
  ])('are not invited as %j', async (change, name) => {
    const request = { name: 'Omar', customer: '99999999', reason: 'joins', ...change }
    expect(refusal(await ask('/staff/invite', anaAdmin.token, request))).toBe(name)
  })

  it('get other roles and end by two people, but the last admin stays', async () => {
    const [operator, reviewer] = [await idOfAccount('operador'), await idOfAccount('revisora')]
    const roles = { operatorId: reviewer, roles: 'support', reason: 'duties-changed' }
    expect((await decide(await ask('/staff/roles', anaAdmin.token, roles), 'duties-changed')).json.code).toBe(0)
    // What a third of the demo holds too is taken at once; where only one other account holds it, after the wait.
    expect((await staff()).accounts.find(({ id }: { id: string }) => id === reviewer)).toMatchObject({
      roles: ['support', 'compliance', 'product', 'admin'],
      change: { roles: ['support'], from: app.services.clock.now() + 5 * 60_000 },
    })
    const end = { operatorId: operator, reason: 'leaves' }
    expect(refusal(await decide(await ask('/staff/end', anaAdmin.token, end), 'leaves'))).toBe('staff-last-admin')
    app.services.clock.advanceMs(5 * 60_000)
    await runJobs()
    const left = (await staff()).accounts.find(({ id }: { id: string }) => id === reviewer)
    expect(left).toMatchObject({ roles: ['support'] })
    expect(left).not.toHaveProperty('change')
    const leave = { operatorId: reviewer, reason: 'leaves' }
    expect((await decide(await ask('/staff/end', anaAdmin.token, leave), 'leaves')).json.code).toBe(0)
    app.services.clock.advanceMs(5 * 60_000)
    await runJobs()
    const { accounts } = await staff()
    expect(accounts.find(({ id }: { id: string }) => id === reviewer).endedAt).toBeGreaterThan(0)
    expect(refusal(await ask('/staff/end', anaAdmin.token, leave))).toBe('staff-unknown')
  })

  it('show the one who decides how much of the maker’s proposals the other one decided', async () => {
    const { owner } = app.database
    const operator = await idOfAccount('operador')
    for (let number = 0; number < 12; number += 1) {
      const by = number === 0 ? carlosCompliance.operatorId : operator
      const id = `apv_${String(number).padStart(26, '0')}`
      const at = app.services.clock.now()
      await proposeByHand(owner, { id, maker: anaAdmin.operatorId, at })
      await decideByHand(owner, { approvalId: id, by, at })
    }
    const request = { operatorId: operator, roles: 'admin,support', reason: 'duties-changed' }
    const { approvalId } = dataOf(await ask('/staff/roles', anaAdmin.token, request))
    const { facts } = dataOf(await ask(`/approvals/detail?approvalId=${approvalId}`, carlosCompliance.token))
    const labelKey = 'facts.decidedByThem'
    const shown = facts.find((fact: { labelKey: string }) => fact.labelKey === labelKey)
    expect(shown?.value).toMatch(/^11\/\d+ \([56789]\d %\)$/)
  })

  it('are proposed with the word that no person saw the papers, where the practice reviewer verified them', async () => {
    const { id, number } = await insertVerifiedCustomer(app.database.owner, 2)
    const request = { account: 'pia', name: 'Pia', roles: 'support', customer: number, reason: 'joins' }
    const { approvalId } = dataOf(await ask('/staff/invite', anaAdmin.token, request))
    const path = `/approvals/detail?approvalId=${approvalId}`
    const fact = { labelKey: 'facts.identityBy', value: 'practice-reviewer' }
    const byStaff = dataOf(await ask(path, carlosCompliance.token))
    expect(byStaff.facts).not.toContainEqual(fact)
    practiceVerified.add(id)
    const byPractice = dataOf(await ask(path, carlosCompliance.token))
    expect(byPractice.facts.at(-1)).toEqual(fact)
    // Who decides has seen it: the decision names the facts with it.
    const { payloadHash, factsHash } = byStaff
    const unseen = { approvalId, payloadHash, factsHash, decision: 'approve', reason: 'joins' }
    expect(refusal(await ask('/approvals/decide', carlosCompliance.token, unseen))).toBe('approval-changed')
    const seen = { ...unseen, factsHash: byPractice.factsHash }
    expect((await ask('/approvals/decide', carlosCompliance.token, seen)).json.code).toBe(0)
    // And again when somebody on such papers is to get more.
    const ofStaff = await idOfAccount('operador')
    await app.database.owner`update operator set person = ${id} where id = ${ofStaff}`
    const more = { operatorId: ofStaff, roles: 'support,product', reason: 'duties-changed' }
    const roles = dataOf(await ask('/staff/roles', anaAdmin.token, more))
    const detail = dataOf(await ask(`/approvals/detail?approvalId=${roles.approvalId}`, carlosCompliance.token))
    expect(detail.facts).toContainEqual(fact)
  })
})
