import { displayNumbersOf } from '@bolsillo/identity/server'
import { type Id, idOf, present } from '@bolsillo/kernel'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  crowdQueue,
  forgetMode,
  insertStaffSession,
  makeLive,
  refuseStateOfCrowd,
  removeStaffSessions,
  stepByHand,
  verifyByHand,
} from './kyc-world-store.ts'
import { practiceReviewJobs, practiceReviewMs } from './practice-review.ts'
import { dataOf, type KycWorld, kycWorld, staff } from './testing/kyc-world.ts'

// The shortcuts of the practice market, attacked as the firm's staff and as a customer would.

let world: KycWorld
beforeAll(async () => {
  world = await kycWorld(8)
})
afterEach(() => removeStaffSessions(world.app.database.owner))
afterAll(() => world.app.close())

const customer = (place: number) => present(world.customers[place], 'customer')
const take = (place: number) =>
  world.app.ask({ method: 'POST', path: '/ipcf-api/user/practice/papers', token: customer(place).token, body: {} })
const papersOf = async (place: number): Promise<Record<string, string>> =>
  dataOf(await take(place)).papers as Record<string, string>
const waitAndReview = async (ms = practiceReviewMs): Promise<void> => {
  world.app.services.clock.advanceMs(ms)
  await world.runJob('kyc.practice-review')
}
const stateOf = async (place: number): Promise<unknown> => (await world.own(customer(place).token)).state
async function actsOf(place: number): Promise<readonly { readonly action: string; readonly actor: string }[]> {
  const answer = await world.app.ask({ path: '/ipcf-api/user/activity', token: customer(place).token })
  return (dataOf(answer).rows as readonly { action: string; actor: string }[]) ?? []
}
async function submitPassport(place: number, number: string): Promise<Id<'kyc'>> {
  const front = await world.photo(customer(place).customerId, 'front')
  const answer = await world.submit(customer(place).token, {
    ...{ country: 'ES', certificate: 'passport', name: 'Ana Díaz Paz', birthDate: '1990-05-01' },
    ...{ number, expiry: '2031-01-01', front },
  })
  expect(answer.json.code, answer.body).toBe(0)
  return idOf('kyc', String(dataOf(answer).caseId))
}

describe('practice papers', () => {
  it('fill the form with a person whose papers are taken as they are, and are in the customer’s own log', async () => {
    expect(await world.own(customer(0).token)).toMatchObject({ state: 'none', practice: true })
    const papers = await papersOf(0)
    // Taking them submits nothing.
    expect(await stateOf(0)).toBe('none')
    expect((await world.submit(customer(0).token, papers)).json.code).toBe(0)
    expect((await actsOf(0)).map(({ action }) => action)).toContain('kyc.practice-papers')
    expect((await papersOf(1)).curp).not.toBe(papers.curp)
  })

  it('are nobody else’s to submit: the pictures are the customer’s who took them', async () => {
    const papers = await papersOf(1)
    expect((await world.submit(customer(2).token, papers)).json.code).toBe(19_020)
  })

  it('are not given to who has papers under review', async () => {
    expect((await take(0)).json.code).toBe(12_001)
  })
})

describe('the practice reviewer', () => {
  it('verifies within seconds, is named as such, and leaves the rest of the record as it always is', async () => {
    await waitAndReview(practiceReviewMs - 1)
    expect(await stateOf(0)).toBe('pending')
    await waitAndReview(1)
    expect(await stateOf(0)).toBe('succ')
    expect(await actsOf(0)).toContainEqual(
      expect.objectContaining({ action: 'kyc.practice-verify', actor: 'practice-reviewer' }),
    )
    // What it decides is no figure of how long people take.
    expect((await world.own(customer(3).token)).reviews).toMatchObject({ count: 0 })
  })

  it('is named to whoever decides a proposal about a customer it verified', async () => {
    const { customerId } = customer(0)
    const number = present((await displayNumbersOf(world.app.services.sql, [customerId])).get(customerId), 'a number')
    const look = { number, reason: 'court-order', evidence: 'expediente 1/2026' }
    const proposed = await world.staffAsks(staff.luis, '/customers/look', look)
    expect(proposed.json.code, proposed.body).toBe(0)
    const path = `/approvals/detail?approvalId=${dataOf(proposed).approvalId}`
    const { facts } = dataOf(await world.staffAsks(staff.ana, path))
    expect(facts).toContainEqual({ labelKey: 'facts.identityBy', value: 'practice-reviewer' })
  })

  const { operatorId } = staff.ana
  it('does nothing while somebody is signed in who may verify', async () => {
    await submitPassport(1, 'XPR000001')
    const now = world.app.services.clock.now() + practiceReviewMs
    await insertStaffSession(world.app.database.owner, { operatorId, now, roles: ['support', 'compliance'] })
    await waitAndReview()
    expect(await stateOf(1)).toBe('pending')
    await removeStaffSessions(world.app.database.owner)
    await world.runJob('kyc.practice-review')
    expect(await stateOf(1)).toBe('succ')
  })

  it.each([
    { what: 'has other roles', place: 3, roles: ['support', 'treasury', 'auditor', 'admin'], waitMs: undefined },
    { what: 'has the role not in force yet', place: 5, roles: ['compliance'], waitMs: 86_400_000 },
  ])('goes on while the only one signed in $what', async ({ place, roles, waitMs }) => {
    await submitPassport(place, `XPR00001${place}`)
    const now = world.app.services.clock.now() + practiceReviewMs
    const powers = waitMs === undefined ? {} : { powersFrom: now + waitMs }
    await insertStaffSession(world.app.database.owner, { operatorId, now, roles, ...powers })
    await waitAndReview()
    expect(await stateOf(place)).toBe('succ')
  })

  it('leaves numbers of another account to two people', async () => {
    await submitPassport(2, 'XPR000001')
    await waitAndReview()
    expect(await stateOf(2)).toBe('pending')
  })

  it('passes by papers that stay, however many of them wait longest', async () => {
    const { owner } = world.app.database
    const caseId = await submitPassport(6, 'XPR000006')
    await crowdQueue(owner, { caseId, times: 60, shared: true })
    // Nobody else sent these numbers, but nothing decides them: the identity of these accounts cannot be written.
    await crowdQueue(owner, { caseId, times: 60, shared: false })
    await refuseStateOfCrowd(owner)
    await submitPassport(7, 'XPR000007')
    await waitAndReview()
    expect(await stateOf(7)).toBe('succ')
    expect(await stateOf(6)).toBe('pending')
  })

  it('is nobody where money is real: no job, and the database refuses its decision', async () => {
    const { services, database } = world.app
    const given = { services: { ...services, mode: 'LIVE' }, isStaffSignedIn: async () => false }
    expect(practiceReviewJobs(given as unknown as Parameters<typeof practiceReviewJobs>[0])).toEqual([])
    const caseId = await submitPassport(4, 'XPR000004')
    await expect(stepByHand(database.sql, { caseId, by: 'system' })).rejects.toThrow(/decided by people/)
    // Neither a step nobody made, nor a verified case without a step.
    await expect(verifyByHand(database.sql, caseId)).rejects.toThrow(/nobody decided the papers/)
    await makeLive(database.owner)
    await expect(stepByHand(database.sql, { caseId, by: 'practice-reviewer', to: 'succ' })).rejects.toThrow(
      /decided by people/,
    )
    // A database that does not say what it is, is of real money.
    await forgetMode(database.owner)
    await expect(stepByHand(database.sql, { caseId, by: 'practice-reviewer', to: 'succ' })).rejects.toThrow(
      /decided by people/,
    )
  })
})
