import { idOf } from '@bolsillo/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, moveMoney, pesos } from './testing/deposits-stand.ts'

// Held money is sent back to its origin, its bank takes it back meanwhile, and then the way back fails.

let stand: DepositsStand
let to: string
const own = (customer: number): string => `${stand.customerId(customer)}:stock:MXN`
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const rowOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}
const books = async () => ({
  unmatched: await stand.balance('house:unmatched:MXN'),
  payouts: await stand.balance('house:payouts:MXN'),
  claims: await stand.balance('house:claims:MXN'),
  fees: await stand.balance('house:fees:MXN'),
  custody: await stand.balance('rail-test-spei:custody:MXN'),
})
const claimsOf = async (externalId: string) => {
  const rows = await stand.app.database.owner<{ id: string }[]>`
    select claim.id from deposit_claim claim join deposit on deposit.id = deposit_id
    where external_id = ${externalId} order by claim.id`
  const answers = await Promise.all(rows.map(({ id }) => stand.asStaff('teresa', `/deposits/claim?claimId=${id}`)))
  return answers.map((answer) => dataOf(answer).claim)
}

/** Money under another name, which is held. */
const held = async (externalId: string, text = '90.00'): Promise<string> => {
  stand.rails.spei.deliver({ externalId, amount: pesos(text), to, name: 'OTRA PERSONA' })
  await stand.engine.readRails()
  return String((await rowOf(externalId)).id)
}
const sendBack = async (depositId: string): Promise<void> => {
  const reason = 'third-party'
  const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/return', { depositId, reason }))
  expect((await stand.approve('carlos', approvalId, reason)).status).toBe(200)
  await stand.engine.sendPayouts()
}
const takeBack = async (externalId: string, text: string, no = 1): Promise<void> => {
  stand.rails.spei.takeBack(externalId, `${externalId}-back-${no}`, pesos(text))
  await stand.engine.readRails()
}
const tellEnd = (outcome: 'confirmed' | 'failed'): void =>
  stand.rails.spei.end(stand.rails.spei.paid.at(-1)?.payoutId ?? idOf('pay', ''), outcome)
const end = async (outcome: 'confirmed' | 'failed'): Promise<void> => {
  tellEnd(outcome)
  await stand.engine.readRails()
}
const proposeSettling = async (claimId: string, way: 'write-off' | 'take-available', amount: string) => {
  const wish = { claimId, way, amount, reason: 'bank-error' }
  return dataOf(await stand.asStaff('teresa', '/deposits/claim/settle', wish)).approvalId
}
const match = (depositId: string) => {
  const customer = stand.customerId(3).slice(-8)
  return stand.asStaff('teresa', '/deposits/match', { depositId, customer, reason: 'reference-mistyped' })
}

beforeAll(async () => {
  stand = await depositsStand()
  to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId: 'funds', amount: pesos('500.00'), to })
  await stand.engine.readRails()
  await moveMoney(stand, own(1), 'house:fees:MXN', pesos('200.00'))
})
afterAll(() => stand.close())

it('taken back in full: what came back settles the claim, and the deposit has ended', async () => {
  const before = await books()
  const depositId = await held('F1')
  await sendBack(depositId)
  await takeBack('F1', '90.00')
  expect(await rowOf('F1')).toMatchObject({ stage: 'returning', reversed_minor: 9_000n })
  expect(await books()).toEqual({ ...before, payouts: 9_000n, claims: -9_000n })
  expect(await claimsOf('F1')).toMatchObject([{ amount: '90.00', open: '90.00', steps: [] }])

  await end('failed')
  expect(await rowOf('F1')).toMatchObject({ stage: 'failed', fail_reason: 'reversed' })
  expect(await books()).toEqual(before)
  expect(await claimsOf('F1')).toMatchObject([
    { open: '0.00', steps: [{ way: 'returned', amount: '90.00', reason: 'return-failed' }] },
  ])
  expect(dataOf(await stand.asStaff('olga', '/deposits')).rows).toEqual([])
  const { deposit, life } = dataOf(await stand.as(1, `/user/recharge/info?depositId=${depositId}`))
  expect(deposit).toMatchObject({ state: 'fail', failReason: 'reversed', reversal: { claimed: '90.00', open: '0.00' } })
  expect(life.at(-1)).toMatchObject({ stage: 'failed', reason: 'return-failed' })
  const acts = await stand.deps.audit.aboutCustomer(stand.app.services.sql, stand.customerId(1), { limit: 20 })
  expect(acts.filter(({ action }) => action === 'deposits.claim-returned')).toHaveLength(1)

  // Nothing of it is left to be matched or sent, and a second report changes nothing.
  expect((await match(depositId)).json.code).toBe(21_014)
  const told = await stand.fingerprint()
  await end('failed')
  expect(await stand.fingerprint()).toBe(told)
  expect(await stand.verify()).toBe(true)
})

it('taken back in part: the rest is held and can be matched', async () => {
  const before = await books()
  const customer = await stand.balance(own(3))
  const depositId = await held('F2')
  await sendBack(depositId)
  await takeBack('F2', '20.00', 1)
  await takeBack('F2', '10.00', 2)
  await end('failed')
  expect(await rowOf('F2')).toMatchObject({ stage: 'held', reversed_minor: 3_000n })
  expect(await books()).toEqual({
    ...before,
    unmatched: before.unmatched + 6_000n,
    custody: before.custody - 6_000n,
  })
  expect(await claimsOf('F2')).toMatchObject([{ open: '0.00' }, { open: '0.00' }])
  const { approvalId } = dataOf(await match(depositId))
  expect((await stand.approve('carlos', approvalId, 'reference-mistyped')).status).toBe(200)
  expect((await stand.balance(own(3))) - customer).toBe(6_000n)
  expect(await rowOf('F2')).toMatchObject({ stage: 'credited', credited_minor: 6_000n })
  expect(await books()).toEqual({ ...before, custody: before.custody - 6_000n })
  expect(await stand.verify()).toBe(true)
})

it('sent back again after it failed: only what was taken back since is settled, and what arrived leaves its claim', async () => {
  const before = await books()
  const depositId = await held('F3')
  await sendBack(depositId)
  await takeBack('F3', '30.00', 1)
  await end('failed')
  await sendBack(depositId)
  await takeBack('F3', '15.00', 2)
  await end('failed')
  expect(await rowOf('F3')).toMatchObject({ stage: 'held', reversed_minor: 4_500n })
  expect((await claimsOf('F3')).map(({ open }) => open)).toEqual(['0.00', '0.00'])
  await sendBack(depositId)
  await takeBack('F3', '5.00', 3)
  await end('confirmed')
  expect(await rowOf('F3')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
  expect((await claimsOf('F3')).map(({ open }) => open).toSorted()).toEqual(['0.00', '0.00', '5.00'])
  const after = await books()
  expect(after).toMatchObject({ unmatched: before.unmatched, payouts: before.payouts, fees: before.fees })
  expect(after.claims).toBe(before.claims - 500n)
  expect(await stand.verify()).toBe(true)
})

it('covered meanwhile by the customer and by the house: both have back what they covered', async () => {
  const [before, customer] = [await books(), await stand.balance(own(1))]
  const depositId = await held('F4')
  await sendBack(depositId)
  await takeBack('F4', '90.00')
  const [{ claimId }] = await claimsOf('F4')
  for (const [way, amount] of [
    ['write-off', '25.00'],
    ['take-available', '10.00'],
  ] as const) {
    const approvalId = await proposeSettling(claimId, way, amount)
    expect((await stand.approve('carlos', approvalId, 'bank-error')).status).toBe(200)
  }
  expect(await stand.balance(own(1))).toBe(customer - 1_000n)
  const late = await proposeSettling(claimId, 'write-off', '55.00')
  await end('failed')
  expect(await stand.balance(own(1))).toBe(customer)
  expect(await books()).toEqual(before)
  expect(stand.written.at(-1)).toMatchObject({ title: 'Recuperaste lo que cubriste' })
  expect(stand.written.at(-1)?.text).toContain('MX$\u00a010.00')
  const [claim] = await claimsOf('F4')
  expect(claim.open).toBe('0.00')
  expect(claim.steps.map(({ way }: { way: string }) => way).toSorted()).toEqual([
    'returned',
    'take-available',
    'write-off',
  ])
  // What two people were still deciding finds nothing open any more.
  expect((await stand.approve('carlos', late, 'bank-error')).json.code).toBe(21_034)
  expect(await books()).toEqual(before)
  expect(await stand.verify()).toBe(true)
})

it('covered at the very moment it comes back: the books are the same, whoever is first', async () => {
  const before = await books()
  for (let round = 0; round < 5; round += 1) {
    const externalId = `F5-${round}`
    const depositId = await held(externalId)
    await sendBack(depositId)
    await takeBack(externalId, '90.00')
    const [{ claimId }] = await claimsOf(externalId)
    const approvalId = await proposeSettling(claimId, 'write-off', '40.00')
    tellEnd('failed')
    const [decided] = await Promise.all([stand.approve('carlos', approvalId, 'bank-error'), stand.engine.readRails()])
    expect(decided.status).toBeLessThan(500)
    await stand.engine.readRails()
    expect(await rowOf(externalId)).toMatchObject({ stage: 'failed' })
    expect(await books()).toEqual(before)
  }
  expect(await stand.verify()).toBe(true)
})
