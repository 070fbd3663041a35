import { idOf, plusMs } from '@bolsillo/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositLimits } from '../../domain/index.ts'
import { type DepositsStand, depositsStand, pesos } from '../testing/deposits-stand.ts'

// Held money whose origin cannot be paid: to another account of whoever paid, or to rest. Thought as two dishonest people
// of the staff would, who wish to send a stranger's money to themselves.

let stand: DepositsStand
let to: string
const payer = 'PEDRO PARAMO RULFO'
/** Another account of the payer, and one of somebody else: both with a right check digit. */
const otherAccount = '002010077777777771'
const documentHash = 'a'.repeat(64)
const reason = 'payer-bank-named'
const dayMs = 24 * 3_600_000

const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const code = ({ json }: { readonly json: { readonly code: number } }): number => json.code
const rowOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}
/** Money that cannot go back: the bank named the payer's account as free text. */
const held = async (externalId: string, account = 'CUENTA EXTERIOR', name = payer, text = '90.00'): Promise<string> => {
  stand.rails.spei.deliver({ externalId, amount: pesos(text), to, name, account })
  await stand.engine.readRails()
  return String((await rowOf(externalId)).id)
}
const wish = (depositId: string, change: object = {}) => ({
  depositId,
  account: otherAccount,
  holder: 'Pedro Páramo Rulfo',
  documentHash,
  reason,
  ...change,
})
const propose = (depositId: string, change: object = {}) =>
  stand.asStaff('teresa', '/deposits/return-elsewhere', wish(depositId, change))
const plan = async (depositId: string): Promise<void> => {
  const { approvalId } = dataOf(await propose(depositId))
  expect((await stand.approve('carlos', approvalId, reason)).status).toBe(200)
}
const later = (ms: number): void => {
  const { clock } = stand.app.services
  clock.moveTo(plusMs(clock.now(), ms))
}
const send = async (): Promise<void> => {
  await stand.runJob('deposits.send-elsewhere')
  await stand.engine.sendPayouts()
}
const caseOf = async (depositId: string) =>
  dataOf(await stand.asStaff('carlos', `/deposits/case?depositId=${depositId}`))
const kindOf = async (depositId: string): Promise<unknown> =>
  dataOf(await stand.asStaff('carlos', '/deposits')).rows.find(
    ({ caseId }: { readonly caseId: string }) => caseId === depositId,
  )?.kind

beforeAll(async () => {
  stand = await depositsStand()
  to = await stand.target(1, 'spei-mxn')
})
afterAll(() => stand.close())

describe('held money that cannot go back to its origin', () => {
  it('goes to another account of whoever paid, in full, once, after three days and not before', async () => {
    const depositId = await held('E1')
    expect(await caseOf(depositId)).toMatchObject({ canReturn: false, canReturnElsewhere: true })
    await plan(depositId)
    expect((await caseOf(depositId)).elsewhere).toMatchObject({ account: otherAccount, holder: payer, reason })
    expect(stand.written.at(-1)?.text).toContain('MX$\u00a090.00')
    const paid = stand.rails.spei.paid.length
    later(depositLimits.elsewhereWaitMs - 1)
    await send()
    expect(stand.rails.spei.paid).toHaveLength(paid)
    expect(await rowOf('E1')).toMatchObject({ stage: 'held' })
    later(1)
    await send()
    await send()
    expect(stand.rails.spei.paid.slice(paid)).toMatchObject([
      { amount: pesos('90.00'), destination: { kind: 'clabe', clabe: otherAccount, holder: payer } },
    ])
    stand.rails.spei.end(stand.rails.spei.paid.at(-1)?.payoutId ?? idOf('pay', ''), 'confirmed')
    await stand.engine.readRails()
    expect(await rowOf('E1')).toMatchObject({ stage: 'failed', fail_reason: 'returned' })
    expect(await stand.balance('house:unmatched:MXN')).toBe(0n)
    expect(await stand.verify()).toBe(true)
  })

  it('goes to nobody else, whatever staff write', async () => {
    const depositId = await held('E2')
    expect(code(await propose(depositId, { holder: 'Juana Rulfo Páramo' }))).toBe(21_045)
    expect(code(await propose(depositId, { holder: 'Pedro Páramo' }))).toBe(21_045)
    expect(code(await propose(depositId, { account: '002010077777777772' }))).toBe(21_047)
    expect(code(await propose(depositId, { account: 'somewhere' }))).toBe(21_047)
    expect(code(await propose(depositId, { account: to }))).toBe(21_047)
    const unhashed = await propose(depositId, { documentHash: 'a letter of the bank' })
    expect(dataOf(unhashed)).toMatchObject({ rejection: 'field-invalid', field: 'documentHash' })
    // An account a customer named as their own, and one that money came from under another name.
    stand.destinations.set('014320655060659392', 'Carlos Soto Mena')
    expect(code(await propose(depositId, { account: '014320655060659392' }))).toBe(21_048)
    await held('E2-other', '021180040123456788', 'JUAN NADIE LUNA', '1.00')
    expect(code(await propose(depositId, { account: '021180040123456788' }))).toBe(21_048)
    expect(await stand.balance('house:payouts:MXN')).toBe(0n)
  })

  it('is not sent to whoever proposes or decides, though their name fits', async () => {
    const ofMaker = await held('E3', 'CUENTA EXTERIOR', 'TERESA RUIZ LUNA')
    expect(code(await propose(ofMaker, { holder: 'Teresa Ruiz Luna' }))).toBe(21_046)
    const ofChecker = await held('E3-checker', 'CUENTA EXTERIOR', 'CARLOS SOTO MENA')
    const { approvalId } = dataOf(
      // An account nobody is known by: the one of the tests before is the payer's of them.
      await propose(ofChecker, { holder: 'Carlos Soto Mena', account: '044180001234567896' }),
    )
    expect(code(await stand.approve('carlos', approvalId, reason))).toBe(21_046)
    expect((await caseOf(ofChecker)).elsewhere).toBeUndefined()
  })

  it('is proposed by treasury and decided by compliance, and by nobody else', async () => {
    const depositId = await held('E4')
    expect(code(await stand.asStaff('carlos', '/deposits/return-elsewhere', wish(depositId)))).toBe(10_047)
    expect(code(await stand.asStaff('olga', '/deposits/return-elsewhere', wish(depositId)))).toBe(10_047)
    const { approvalId } = dataOf(await propose(depositId))
    expect((await stand.approve('teresa', approvalId, reason)).status).toBe(403)
  })

  it('is tried at its origin first, and may go elsewhere once that has failed', async () => {
    const depositId = await held('E5', '032180000118359719')
    expect(code(await propose(depositId))).toBe(21_043)
    const back = { depositId, reason: 'third-party' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/return', back))
    expect((await stand.approve('carlos', approvalId, 'third-party')).status).toBe(200)
    await stand.engine.sendPayouts()
    stand.rails.spei.end(stand.rails.spei.paid.at(-1)?.payoutId ?? idOf('pay', ''), 'failed')
    await stand.engine.readRails()
    await plan(depositId)
    // The closed account is not tried again while the other way waits.
    later(11 * dayMs - depositLimits.elsewhereWaitMs)
    await stand.runJob('deposits.return-overdue')
    expect(await rowOf('E5')).toMatchObject({ stage: 'held' })
  })

  it('is not sent after one person stopped it, nor when something else came first', async () => {
    const [stopped, matched] = [await held('E6'), await held('E6-matched')]
    await plan(stopped)
    await plan(matched)
    expect(code(await propose(stopped))).toBe(21_049)
    expect((await stand.asStaff('carlos', '/deposits/return-elsewhere/stop', { depositId: stopped })).status).toBe(200)
    expect(code(await stand.asStaff('carlos', '/deposits/return-elsewhere/stop', { depositId: stopped }))).toBe(21_050)
    const match = { depositId: matched, customer: stand.customerId(3).slice(-8), reason: 'reference-mistyped' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/match', match))
    expect((await stand.approve('carlos', approvalId, match.reason)).status).toBe(200)
    later(depositLimits.elsewhereWaitMs)
    await send()
    const returned = await stand.app.database.owner`
      select from deposit_return join deposit on deposit.id = deposit_id where external_id in ('E6', 'E6-matched')`
    expect(returned).toHaveLength(0)
    expect(await rowOf('E6')).toMatchObject({ stage: 'held' })
    expect(await rowOf('E6-matched')).toMatchObject({ stage: 'credited' })
    const ends = await stand.app.database.owner<{ outcome: string }[]>`
      select ended.outcome from deposit_elsewhere_end ended join deposit_elsewhere planned on planned.id = elsewhere_id
        join deposit on deposit.id = deposit_id where external_id in ('E6', 'E6-matched') order by external_id`
    expect(ends.map(({ outcome }) => outcome)).toEqual(['stopped', 'overtaken'])
  })

  it('is not sent when the account is found to be another’s while it waits', async () => {
    const depositId = await held('E7')
    const { approvalId } = dataOf(await propose(depositId, { account: '012180001234567899' }))
    expect((await stand.approve('carlos', approvalId, reason)).status).toBe(200)
    stand.destinations.set('012180001234567899', 'Juan Nadie')
    later(depositLimits.elsewhereWaitMs)
    await send()
    expect(await rowOf('E7')).toMatchObject({ stage: 'held' })
    expect((await caseOf(depositId)).elsewhere).toBeUndefined()
  })

  it('is held to its wait by the database, whatever program asks', async () => {
    const depositId = await held('E8')
    await plan(depositId)
    const [row] = await stand.app.database.owner<{ id: string; due_at: bigint }[]>`
      select id, due_at from deposit_elsewhere where deposit_id = ${depositId}`
    const sentAt = (row?.due_at ?? 0n) - 1n
    await expect(
      stand.app.database.owner`
        with back as (
          insert into deposit_return (id, deposit_id, minor, reason, actor, asked_at)
          values ('ret_early', ${depositId}, 1, 'x', 'x', 0) returning id)
        insert into deposit_elsewhere_end (elsewhere_id, outcome, actor, return_id, at)
        select ${row?.id ?? ''}, 'sent', 'x', id, ${sentAt} from back`,
    ).rejects.toThrow(/before its day/)
    await expect(
      stand.app.database.owner`update deposit_elsewhere set due_at = 0 where id = ${row?.id ?? ''}`,
    ).rejects.toThrow(/insert-only/)
  })
})

describe('held money nobody claims', () => {
  const rest = (depositId: string) =>
    stand.asStaff('teresa', '/deposits/unclaimed', { depositId, reason: 'payer-unknown' })

  it('rests, still owed, in a queue of its own until it is looked at again, and can be matched meanwhile', async () => {
    const depositId = await held('U1', '', '')
    expect((await caseOf(depositId)).canReturnElsewhere).toBe(false)
    expect(code(await propose(depositId, { holder: '' }))).not.toBe(0)
    expect(code(await propose(depositId, { holder: 'Pedro Páramo Rulfo' }))).toBe(21_044)
    expect(code(await rest(depositId))).toBe(21_051)
    later(10 * dayMs)
    const owed = await stand.balance('house:unmatched:MXN')
    const { approvalId } = dataOf(await rest(depositId))
    expect((await stand.approve('carlos', approvalId, 'payer-unknown')).status).toBe(200)
    expect(await stand.balance('house:unmatched:MXN')).toBe(owed)
    expect(await kindOf(depositId)).toBe('unclaimed')
    const { unclaimed, dueAt } = await caseOf(depositId)
    expect(dueAt).toBe(unclaimed.since + depositLimits.unclaimedReviewMs)
    const match = { depositId, customer: stand.customerId(3).slice(-8), reason: 'reference-mistyped' }
    const proposal = dataOf(await stand.asStaff('teresa', '/deposits/match', match))
    expect((await stand.approve('carlos', proposal.approvalId, match.reason)).status).toBe(200)
    expect(await rowOf('U1')).toMatchObject({ stage: 'credited' })
    expect(await kindOf(depositId)).toBeUndefined()
    expect(await stand.verify()).toBe(true)
  })

  it('does not rest while it can go back by itself', async () => {
    const depositId = await held('U2', '032180000118359719')
    later(10 * dayMs)
    expect(code(await rest(depositId))).toBe(21_051)
  })
})
