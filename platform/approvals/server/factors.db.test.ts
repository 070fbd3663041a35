import { createAudit } from '@bolsillo/audit/server'
import type { OperatorFactors } from '@bolsillo/factors/server'
import { assert, type Instant, isRejection, reject } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestApp, testApp, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalsRejections } from '../contract/index.ts'
import { freshFactorMs } from '../domain/index.ts'
import { carlosCompliance, rememberingKind, teresaTreasury } from '../fixtures.ts'
import { type ApprovalsRoom, createApprovals } from './index.ts'

const sample = rememberingKind()
const right = '246810'
const challengeId = 'chl_01KJ0000000000000000000001'
const verified: Parameters<OperatorFactors['verify']>[0][] = []
let givenAt: Instant | undefined
let app: TestApp
let made: ApprovalsRoom
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const factors: OperatorFactors = {
        givenAt: async () => givenAt,
        verify: async (attempt) => {
          verified.push(attempt)
          return attempt.proof.code === right ? undefined : reject(approvalsRejections.factorMissing, { field: 'code' })
        },
      }
      made = createApprovals({ services, audit, factors, namesOf: async () => new Map() })
      made.approvals.declare([sample.kind])
      return [auditRoom, made.room]
    },
    operators: testOperators([teresaTreasury, carlosCompliance]),
  })
})
afterAll(async () => {
  await app.close()
})

const propose = (subject: string) =>
  transaction(app.services.sql, (tx) =>
    made.approvals.propose(tx, {
      kind: 'sample.act',
      subject,
      payload: { amount: '10.00 MXN' },
      reason: 'agreed',
      by: teresaTreasury,
      now: app.services.clock.now(),
    }),
  )

describe('the second factor', () => {
  it('was given by the maker in this session, within the last fifteen minutes', async () => {
    givenAt = undefined
    expect(await propose('thing:1')).toMatchObject({ spec: { name: 'factor-stale' } })
    givenAt = app.services.clock.now()
    app.services.clock.advanceMs(freshFactorMs)
    expect(isRejection(await propose('thing:1'))).toBe(false)
    app.services.clock.advanceMs(1)
    expect(await propose('thing:2')).toMatchObject({ spec: { name: 'factor-stale' } })
  })

  it('is given by the checker for exactly this decision, and without it nothing is done', async () => {
    givenAt = app.services.clock.now()
    const proposed = await propose('thing:3')
    assert(!isRejection(proposed), 'it is proposed')
    const { approvalId } = proposed
    const { token } = carlosCompliance
    const detail = await app.ask({ path: `/console-api/approvals/detail?approvalId=${approvalId}`, token })
    const { payloadHash, factsHash } = JSON.parse(JSON.stringify(detail.json.data))
    const decide = (proof: Record<string, string>) => {
      const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason: 'agreed', ...proof }
      return app.ask({ method: 'POST', path: '/console-api/approvals/decide', token, body })
    }
    expect((await decide({})).json.data).toMatchObject({ rejection: approvalsRejections.factorMissing.name })
    expect((await decide({ code: right })).json.data).toMatchObject({
      rejection: approvalsRejections.factorMissing.name,
    })
    expect(verified).toEqual([])
    expect((await decide({ challengeId, code: '000000' })).json.data).toMatchObject({
      rejection: approvalsRejections.factorMissing.name,
    })
    expect(sample.done).toEqual([])
    expect((await decide({ challengeId, code: right })).json.code).toBe(0)
    expect(sample.done).toHaveLength(1)
    expect(verified.at(-1)).toMatchObject({
      operatorId: carlosCompliance.operatorId,
      purpose: { action: 'approval', bound: { payloadHash, decision: 'approve' } },
    })
  })
})
