import { type Id, idOf, present } from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  decideByHand,
  findStaffTag,
  giveStaffPapers,
  proposeByHand,
  staffTagEdits,
  stepByHand,
  switchTrigger,
} from './kyc-world-store.ts'
import { type StaffSums, sumStaffAccounts } from './staff-accounts.ts'
import { dataOf, type KycWorld, kycWorld, staff } from './testing/kyc-world.ts'

// Nobody decides their own case, and accounts of staff are known by their papers (decision 88).

let world: KycWorld
beforeAll(async () => {
  world = await kycWorld(4)
})
afterAll(() => world.app.close())

const customer = (place: number) => present(world.customers[place], 'customer')
const passport = {
  country: 'ES',
  certificate: 'passport',
  name: 'Ana Díaz Paz',
  birthDate: '1990-05-01',
  number: 'XDA000001',
  expiry: '2031-01-01',
}
async function submit(place: number, number: string): Promise<Id<'kyc'>> {
  const front = await world.photo(customer(place).customerId, 'front')
  const answer = await world.submit(customer(place).token, { ...passport, number, front })
  expect(answer.json.code, answer.body).toBe(0)
  return idOf('kyc', String(dataOf(answer).caseId))
}
async function open(who: (typeof staff)['ana'], caseId: Id<'kyc'>): Promise<void> {
  const read = dataOf(await world.staffAsks(who, '/identity/case', { caseId }))
  const front = (read.papers as readonly { field: string; value: string }[]).find(({ field }) => field === 'front')
  const viewed = await world.staffAsks(who, '/files/view', { fileId: front?.value ?? '', caseId, reason: 'review' })
  expect(viewed.json.code, viewed.body).toBe(0)
}
const refusalOf = ({ body }: { readonly body: string }): unknown =>
  (JSON.parse(body) as { data?: { rejection?: unknown } }).data?.rejection

it('lets nobody verify or refuse their own papers, whoever asks the database', async () => {
  const { owner, sql } = world.app.database
  const caseId = await submit(0, 'XDA000001')
  await giveStaffPapers(owner, staff.ana.operatorId, caseId)
  await open(staff.ana, caseId)
  expect(refusalOf(await world.staffAsks(staff.ana, '/identity/verify', { caseId }))).toBe('approval-own-account')
  const refusing = { caseId, refusals: 'front:blurred' }
  expect(refusalOf(await world.staffAsks(staff.ana, '/identity/refuse', refusing))).toBe('approval-own-account')
  await expect(stepByHand(sql, { caseId, by: staff.ana.operatorId })).rejects.toThrow(/their own papers/)
  // The control: it is the trigger that holds.
  await switchTrigger(owner, 'identity_step', 'not_own', 'off')
  await stepByHand(sql, { caseId, by: staff.ana.operatorId })
  await switchTrigger(owner, 'identity_step', 'not_own', 'on')
  // Not verified yet: no account of staff. Somebody else verifies, and it is one.
  expect(await findStaffTag(sql, customer(0).customerId)).toBeUndefined()
  await open(staff.luis, caseId)
  expect((await world.staffAsks(staff.luis, '/identity/verify', { caseId })).json.code).toBe(0)
  expect(await findStaffTag(sql, customer(0).customerId)).toBe(staff.ana.operatorId)
})

it('says which pictures whoever asks has opened, and verifies nothing before they opened them all', async () => {
  const caseId = await submit(2, 'XDA000009')
  const opened = async (who: (typeof staff)['ana']) =>
    dataOf(await world.staffAsks(who, '/identity/case', { caseId })).opened
  expect(await opened(staff.luis)).toEqual([])
  expect(refusalOf(await world.staffAsks(staff.luis, '/identity/verify', { caseId }))).toBe('papers-unopened')
  await open(staff.ana, caseId)
  expect(await opened(staff.luis)).toEqual([])
  expect(await opened(staff.ana)).toHaveLength(1)
})

it('knows the account of somebody who joins after they were verified', async () => {
  const { owner, sql } = world.app.database
  const caseId = await submit(1, 'XDA000002')
  await open(staff.luis, caseId)
  expect((await world.staffAsks(staff.luis, '/identity/verify', { caseId })).json.code).toBe(0)
  expect(await findStaffTag(sql, customer(1).customerId)).toBeUndefined()
  await giveStaffPapers(owner, staff.luis.operatorId, caseId)
  expect(await findStaffTag(sql, customer(1).customerId)).toBe(staff.luis.operatorId)
  for (const edit of staffTagEdits) await expect(edit(owner)).rejects.toThrow(/stay what they are/)
})

it('lets nobody propose or decide about their own account by plain SQL, and others do', async () => {
  const { sql } = world.app.database
  const about = customer(0).customerId
  const [ana, luis, cashier] = [staff.ana.operatorId, staff.luis.operatorId, staff.cashier.operatorId]
  await expect(proposeByHand(sql, { number: 1, by: ana, about })).rejects.toThrow(/their own account/)
  const id = await proposeByHand(sql, { number: 2, by: luis, about })
  await expect(decideByHand(sql, { id, by: ana })).rejects.toThrow(/their own account/)
  await decideByHand(sql, { id, by: cashier })
  // Of a customer who is nobody of the staff ana decides.
  const other = await proposeByHand(sql, { number: 3, by: luis, about: customer(3).customerId })
  await decideByHand(sql, { id: other, by: ana })
})

it('publishes accounts of staff in sum', async () => {
  const { sql, clock } = world.app.services
  const sums: StaffSums = {
    ledger: createLedger(),
    results: [async (_, customerId) => [{ asset: 'MXN', minor: customerId === customer(0).customerId ? -500n : 200n }]],
    scaleOf: () => 2,
  }
  expect(await sumStaffAccounts(sums, { db: sql, now: clock.now() })).toMatchObject({
    accounts: 2,
    balances: [],
    results: [{ asset: 'MXN', amount: '-3.00' }],
  })
})
