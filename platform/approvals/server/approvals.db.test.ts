import { createAudit } from '@bolsillo/audit/server'
import { coreRejections } from '@bolsillo/contract'
import { assert, idOf, isRejection, plusMs, reject } from '@bolsillo/kernel'
import { type OperatorSession, transaction } from '@bolsillo/server-kit'
import { type TestAnswer, type TestApp, testApp, testCustomer, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApprovalPayload, approvalLifeMs } from '../domain/index.ts'
import { anaAdmin, carlosCompliance, octavioAuditor, rememberingKind, teresaTreasury } from '../fixtures.ts'
import { type ApprovalsRoom, createApprovals } from './index.ts'

const another = testOperator(5, ['compliance'])
const sample = rememberingKind()
const customer = testCustomer(1).customerId
let app: TestApp
let made: ApprovalsRoom
let subjects = 0
let subject = ''

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      made = createApprovals({ services, audit, namesOf: async () => new Map() })
      made.approvals.declare([sample.kind])
      return [auditRoom, made.room]
    },
    operators: testOperators([teresaTreasury, carlosCompliance, anaAdmin, octavioAuditor, another]),
  })
})
afterAll(async () => {
  await app.close()
})
beforeEach(() => {
  subjects += 1
  subject = `thing:${subjects}`
  sample.refuseWith = undefined
  sample.done.length = 0
})

const proposeOnce = (
  by: OperatorSession = teresaTreasury,
  payload: ApprovalPayload = { amount: '10.00 MXN' },
  reason = 'agreed',
) =>
  transaction(app.services.sql, (tx) =>
    made.approvals.propose(tx, {
      kind: 'sample.act',
      subject,
      customerId: customer,
      payload,
      reason,
      by,
      now: app.services.clock.now(),
    }),
  )
const proposed = async (...given: Parameters<typeof proposeOnce>): Promise<string> => {
  const outcome = await proposeOnce(...given)
  assert(!isRejection(outcome), 'it is proposed')
  return outcome.approvalId
}
const asked = async (path: string, token: string) =>
  JSON.parse(JSON.stringify((await app.ask({ path: `/console-api${path}`, token })).json.data))
const read = (approvalId: string, token = carlosCompliance.token) =>
  asked(`/approvals/detail?approvalId=${approvalId}`, token)
const decide = async (
  approvalId: string,
  { token = carlosCompliance.token, key = '', ...change }: Record<string, string> = {},
): Promise<TestAnswer> => {
  const { payloadHash, factsHash } = await read(approvalId, anaAdmin.token)
  return app.ask({
    method: 'POST',
    path: '/console-api/approvals/decide',
    token,
    ...(key === '' ? {} : { headers: { 'idempotency-key': key } }),
    body: { approvalId, payloadHash, factsHash, decision: 'approve', reason: 'agreed', ...change },
  })
}
const refusal = (answer: TestAnswer): string => JSON.parse(JSON.stringify(answer.json.data)).rejection

describe('a proposal', () => {
  it('is approved by a second person, and then it is done, once', async () => {
    const id = await proposed()
    const answer = await decide(id)
    expect(answer.json).toMatchObject({ code: 0, data: { approvalId: id, state: 'approved' } })
    expect(sample.done).toMatchObject([
      { payload: { amount: '10.00 MXN' }, maker: teresaTreasury.operatorId, checker: carlosCompliance.operatorId },
    ])
    expect(refusal(await decide(id))).toBe('approval-closed')
    expect(sample.done).toHaveLength(1)
  })

  it('is refused by a second person, and nothing is done', async () => {
    const id = await proposed()
    expect((await decide(id, { decision: 'refuse', reason: 'suspicious' })).json.data).toMatchObject({
      state: 'refused',
    })
    expect(sample.done).toEqual([])
    expect((await read(id)).decision).toMatchObject({ by: carlosCompliance.operatorId, reason: 'suspicious' })
  })

  it.each([
    ['its maker, whatever roles they have', { token: anaAdmin.token, by: 'ana' }, 'approval-own'],
    ['somebody without the role', { token: teresaTreasury.token, by: 'ana' }, 'role-needed'],
    ['an auditor', { token: octavioAuditor.token }, 'role-needed'],
    ['somebody who saw another payload', { payloadHash: '0'.repeat(64) }, 'approval-changed'],
    ['somebody who saw other facts', { factsHash: '0'.repeat(64) }, 'approval-changed'],
    ['somebody with a reason of their own', { reason: 'because' }, 'reason-unlisted'],
    ['somebody who refuses with a reason for approving', { decision: 'refuse' }, 'reason-unlisted'],
  ])('is not decided by %s', async (_, { by = '', ...change }: Record<string, string>, rejection) => {
    const id = await proposed(by === 'ana' ? anaAdmin : teresaTreasury)
    expect(refusal(await decide(id, change))).toBe(rejection)
    expect((await read(id)).approval.state).toBe('open')
    expect(sample.done).toEqual([])
  })

  it('ends after an hour, and can then be made anew', async () => {
    const id = await proposed()
    app.services.clock.advanceMs(approvalLifeMs)
    expect((await read(id)).approval.state).toBe('open')
    app.services.clock.advanceMs(1)
    expect(refusal(await decide(id))).toBe('approval-expired')
    const second = await proposed(anaAdmin)
    expect((await read(id)).approval.state).toBe('expired')
    expect((await decide(second)).json.code).toBe(0)
  })

  it('is closed by a job when nobody decides it', async () => {
    const id = await proposed()
    app.services.clock.advanceMs(approvalLifeMs + 1)
    for (const job of made.room.jobs ?? []) await job.run(app.services)
    const [row] = await app.database.owner`select open, outcome from approval
      join approval_decision on approval_id = id where id = ${id}`
    expect(row).toEqual({ open: false, outcome: 'expired' })
  })

  it('is the only one: nobody else proposes the same meanwhile, and its maker voids it by editing it', async () => {
    const id = await proposed()
    expect(await proposeOnce(anaAdmin)).toMatchObject({ spec: { name: 'approval-open' } })
    expect(await proposeOnce()).toMatchObject({ spec: { name: 'approval-open' } })
    const edited = await proposed(teresaTreasury, { amount: '11.00 MXN' })
    expect(refusal(await decide(id))).toBe('approval-closed')
    expect((await read(id)).approval.state).toBe('void')
    expect((await decide(edited)).json.code).toBe(0)
    expect(sample.done).toMatchObject([{ payload: { amount: '11.00 MXN' } }])
  })

  it('is taken back by its maker only', async () => {
    const id = await proposed()
    const takeBack = (token: string) =>
      app.ask({ method: 'POST', path: '/console-api/approvals/withdraw', token, body: { approvalId: id } })
    expect(refusal(await takeBack(carlosCompliance.token))).toBe('approval-unknown')
    expect((await takeBack(teresaTreasury.token)).json.data).toMatchObject({ state: 'void' })
    expect(refusal(await takeBack(teresaTreasury.token))).toBe('approval-closed')
  })

  it('stays open when what it asks for is refused by the room', async () => {
    const id = await proposed()
    sample.refuseWith = reject(coreRejections.overloaded)
    expect(refusal(await decide(id))).toBe('overloaded')
    expect((await read(id)).approval.state).toBe('open')
    sample.refuseWith = undefined
    expect((await decide(id)).json.code).toBe(0)
  })

  it('is made with a listed reason, by one who may', async () => {
    expect(await proposeOnce(teresaTreasury, { amount: '1' }, 'because')).toMatchObject({
      spec: { name: 'reason-unlisted' },
    })
    expect(await proposeOnce(carlosCompliance)).toMatchObject({ spec: { name: 'role-needed' } })
  })

  it('is recorded in the log of the customer it concerns, with every step and every view', async () => {
    const id = await proposed()
    await read(id)
    await decide(id)
    const rows = await app.database.owner<{ action: string }[]>`
      select action from audit_entry where subject = ${customer} and details::text like ${`%${id}%`} order by seq`
    expect(rows.map(({ action }) => action)).toEqual([
      'approvals.propose',
      'approvals.view',
      'approvals.view',
      'approvals.approve',
    ])
  })
})

describe('a proposal that takes three people', () => {
  const three = () => proposed(teresaTreasury, { amount: '10.00 MXN', people: '3' })

  it('is done when the second of two others agrees, and not by one of them twice', async () => {
    const id = await three()
    const first = await decide(id)
    expect(JSON.parse(JSON.stringify(first.json.data))).toMatchObject({ state: 'open' })
    expect(sample.done).toEqual([])
    expect(refusal(await decide(id))).toBe('approval-agreed')
    expect(await read(id, another.token)).toMatchObject({
      approval: { state: 'open', deciders: 2, agreed: 1, decidable: true },
      agreedNames: [carlosCompliance.operatorId],
    })
    expect(await read(id)).toMatchObject({ approval: { decidable: false } })
    expect((await decide(id, { token: another.token })).json.code).toBe(0)
    expect(sample.done).toMatchObject([{ checker: another.operatorId, agreed: [carlosCompliance.operatorId] }])
  })

  it('is in the list of what somebody can decide, and in the count beside it, until they agreed to it', async () => {
    const listed = async ({ token }: { readonly token: string }): Promise<readonly string[]> => {
      const [{ rows }, { rows: work }] = [await asked('/approvals?state=mine', token), await asked('/work', token)]
      expect(work.find((row: { readonly path: string }) => row.path === '/approvals')?.count ?? 0).toBe(rows.length)
      expect(rows.every(({ decidable }: { readonly decidable: boolean }) => decidable)).toBe(true)
      return rows.map(({ approvalId }: { readonly approvalId: string }) => approvalId)
    }
    const id = await three()
    for (const one of [carlosCompliance, another]) expect(await listed(one)).toContain(id)
    for (const nobody of [teresaTreasury, octavioAuditor]) expect(await listed(nobody)).not.toContain(id)
    await decide(id)
    expect(await listed(carlosCompliance)).not.toContain(id)
    expect(await listed(another)).toContain(id)
    await decide(id, { token: another.token })
    expect(await listed(another)).not.toContain(id)
  })

  it('ends when one of them refuses', async () => {
    const id = await three()
    await decide(id)
    await decide(id, { token: another.token, decision: 'refuse', reason: 'suspicious' })
    expect((await read(id)).approval.state).toBe('refused')
    expect(sample.done).toEqual([])
  })

  it('is not approved by two people, whatever program asks', async () => {
    const id = await three()
    const { payloadHash } = await read(id)
    const { sql, clock } = app.services
    const row = { approval_id: id, payload_hash: payloadHash, reason: 'agreed', decided_at: clock.now() }
    const approve = (by: string) =>
      sql`insert into approval_decision ${sql({ ...row, outcome: 'approved', decided_by: by })}`
    const agree = (by: string) => sql`insert into approval_consent ${sql({ ...row, decided_by: by })}`
    await expect(approve(carlosCompliance.operatorId)).rejects.toThrow(/takes more people/)
    await expect(agree(teresaTreasury.operatorId)).rejects.toThrow(/cannot agree/)
    await agree(carlosCompliance.operatorId)
    await expect(agree(carlosCompliance.operatorId)).rejects.toThrow(/duplicate key/)
    await expect(approve(carlosCompliance.operatorId)).rejects.toThrow(/takes more people/)
    await expect(approve(teresaTreasury.operatorId)).rejects.toThrow(/cannot decide/)
    await expect(sql`update approval set deciders = 1 where id = ${id}`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from approval_consent`).rejects.toThrow(/permission denied|insert-only/)
    await approve(another.operatorId)
    expect((await read(id)).approval.state).toBe('approved')
  })
})

describe('the queue', () => {
  it('shows what waits to those who may decide it and to auditors, and says who may', async () => {
    const id = await proposed()
    const rowFor = async (token: string) => {
      const answer = await app.ask({ path: '/console-api/approvals?limit=100', token })
      return JSON.parse(JSON.stringify(answer.json.data)).rows.find(
        (row: { approvalId: string }) => row.approvalId === id,
      )
    }
    expect(await rowFor(carlosCompliance.token)).toMatchObject({ decidable: true, own: false, reason: 'agreed' })
    expect(await rowFor(teresaTreasury.token)).toMatchObject({ decidable: false, own: true })
    expect(await rowFor(octavioAuditor.token)).toMatchObject({ decidable: false, own: false })
  })
})

describe('the database, whatever program asks', () => {
  const insertDecision = (id: string, change: Record<string, string | number>) => {
    const decision = {
      approval_id: id,
      outcome: 'approved',
      payload_hash: '',
      decided_by: carlosCompliance.operatorId,
      reason: 'agreed',
      decided_at: app.services.clock.now(),
      ...change,
    }
    return app.services.sql`insert into approval_decision ${app.services.sql(decision)}`
  }

  it.each([
    ['a decision of the maker', { decided_by: teresaTreasury.operatorId }, /cannot decide/],
    ['a decision about another payload', { payload_hash: 'f'.repeat(64) }, /something else/],
    ['a decision after the hour', { late: 1 }, /expired/],
    ['a decision dated before the proposal', { late: -approvalLifeMs - 1 }, /before it was made/],
    ['a decision of a program', { decided_by: 'approvals' }, /only a person/],
    ['taking back what another made', { outcome: 'void' }, /only its maker/],
    ['letting it expire early', { outcome: 'expired' }, /has not expired/],
  ])('refuses %s', async (_, { late, ...change }: Record<string, string | number>, problem) => {
    const id = await proposed()
    const { payloadHash, approval } = await read(id)
    const at = late === undefined ? {} : { decided_at: approval.expiresAt + Number(late) }
    await expect(insertDecision(id, { payload_hash: payloadHash, ...change, ...at })).rejects.toThrow(problem)
  })

  it('refuses a second decision, changes of a proposal, and removing anything', async () => {
    const id = await proposed()
    const { payloadHash } = await read(id)
    await insertDecision(id, { payload_hash: payloadHash })
    await expect(insertDecision(id, { payload_hash: payloadHash })).rejects.toThrow(/not open/)
    const { owner } = app.database
    await expect(owner`update approval set reason = 'urgent' where id = ${id}`).rejects.toThrow(/only ever closed/)
    await expect(owner`update approval set open = true where id = ${id}`).rejects.toThrow(/only ever closed/)
    await expect(owner`delete from approval where id = ${id}`).rejects.toThrow(/insert-only/)
    await expect(owner`update approval_decision set outcome = 'refused'`).rejects.toThrow(/insert-only/)
    await expect(app.services.sql`update approval set open = false`).rejects.toThrow(/permission denied/)
  })

  it('refuses a proposal whose hash is of something else, and one that lasts longer', async () => {
    const insert = (hash: string, lifeMs: number) => app.services.sql`
      insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at)
      values (${idOf('apv', `apv_${String(subjects).padStart(26, '0')}`)}, 'sample.act', ${subject}, '{"a":"1"}',
        ${hash}, 'agreed', 'opr_1', 0, ${lifeMs})`
    await expect(insert('0'.repeat(64), approvalLifeMs)).rejects.toThrow(/check constraint/)
    const [row] = await app.services.sql<{ hash: string }[]>`
      select encode(sha256(convert_to('{"a":"1"}', 'UTF8')), 'hex') as hash`
    await expect(insert(row?.hash ?? '', approvalLifeMs + 1)).rejects.toThrow(/check constraint/)
  })
})

describe('fifty at once', () => {
  it('approve: it is done once, and the others are answered that it was decided', async () => {
    const id = await proposed()
    const asked = Array.from({ length: 50 }, (_, number) =>
      decide(id, { token: number % 2 === 0 ? carlosCompliance.token : another.token }),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(new Set(answers.filter(({ json }) => json.code !== 0).map(refusal))).toEqual(new Set(['approval-closed']))
    expect(sample.done).toHaveLength(1)
  })

  it('approve and refuse: one of the two happens', async () => {
    const id = await proposed()
    const asked = Array.from({ length: 50 }, (_, number) =>
      number % 2 === 0 ? decide(id) : decide(id, { token: another.token, decision: 'refuse', reason: 'suspicious' }),
    )
    const won = (await Promise.all(asked)).filter(({ json }) => json.code === 0)
    expect(won).toHaveLength(1)
    const { state } = JSON.parse(JSON.stringify(won[0]?.json.data))
    expect(sample.done).toHaveLength(state === 'approved' ? 1 : 0)
    expect((await read(id)).approval.state).toBe(state)
  })

  it('approve with one key: one effect, one answer', async () => {
    const id = await proposed()
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(id, { key: `approve-${id.slice(4)}` })))
    const done = answers.filter(({ json }) => json.code === 0)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    expect(sample.done).toHaveLength(1)
  })

  it('propose: one proposal is open', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, number) => proposeOnce(number % 2 === 0 ? teresaTreasury : anaAdmin)),
    )
    expect(outcomes.filter((outcome) => !isRejection(outcome))).toHaveLength(1)
    const [row] = await app.database
      .owner`select count(*)::int as open from approval where subject = ${subject} and open`
    expect(row).toEqual({ open: 1 })
  })
})

describe('looks at personal data', () => {
  it('are announced to all others from three quarters of an hour’s views on, and rejected beyond them', async () => {
    const { clock } = app.services
    const look = (number: number) =>
      made.views.viewed(
        { operator: another, now: clock.now() },
        { customerId: testCustomer(1000 + number).customerId, what: 'identity-file', caseId: 'kyc_1' },
      )
    clock.advanceMs(2 * 3_600_000)
    for (let number = 0; number < 60; number += 1) expect(await look(number)).toBeUndefined()
    expect(await look(60)).toMatchObject({ spec: { name: 'customer-views-too-many' } })
    expect(await look(5)).toBeUndefined()
    clock.advanceMs(3_600_001)
    expect(await look(60)).toBeUndefined()
    const rows = await app.database.owner`
      select action from audit_entry where subject = ${another.operatorId} and action = 'approvals.views-stop'`
    expect(rows).toHaveLength(1)
    const alarms = await app.database.owner<{ customers: number }[]>`select customers from view_alarm`
    expect(alarms).toEqual([{ customers: 45 }])
    expect(await asked('/work', octavioAuditor.token)).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ titleKey: 'approvals.console.viewsAlarm', count: 1 })]),
    })
  })

  it('of a case that is over for long take two people; any time before, none', async () => {
    const { clock } = app.services
    const { customerId } = testCustomer(2000)
    const look = (endedDaysAgo: number) =>
      made.views.viewed(
        { operator: carlosCompliance, now: clock.now() },
        { customerId, what: 'deposit', caseId: 'dep_1', endedAt: plusMs(clock.now(), -endedDaysAgo * 86_400_000) },
      )
    expect(await look(29)).toBeUndefined()
    expect(await look(30)).toMatchObject({ spec: { name: 'customer-case-unfit' } })
  })
})
