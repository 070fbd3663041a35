import { createAudit } from '@bolsillo/audit/server'
import type { CustomerSummary } from '@bolsillo/identity/server'
import { instant } from '@bolsillo/kernel'
import type { Room } from '@bolsillo/server-kit'
import { defineSetting, noticeMs, operationsSettings } from '@bolsillo/settings/domain'
import { createSettings, refusePaused, type SettingsRegistry } from '@bolsillo/settings/server'
import {
  askingOf,
  type TestAnswer,
  type TestApp,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anaAdmin, carlosCompliance, octavioAuditor, teresaTreasury } from '../fixtures.ts'
import { type ApprovalsRoom, createApprovals } from './index.ts'
import { cases, nobody, notices, people, records } from './testing/desk-people.ts'

const saraSupport = testOperator(6, ['support'])
const pabloProduct = testOperator(7, ['product'])
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const fee = defineSetting({
  key: 'rails.fee',
  type: 'whole',
  standard: 5,
  min: 0,
  max: 25,
  purpose: 'A fee.',
  publicName: 'fee',
  worse: 'higher',
})

const firmName = defineSetting({ key: 'rails.name', type: 'text', standard: '', lengthMax: 20, purpose: 'A name.' })

let app: TestApp
let made: ApprovalsRoom
let settings: SettingsRegistry

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit({ lookFor: (...asked) => made.views.viewedForCase(...asked) })
      const made1 = createSettings({ services, audit, declared: [fee, firmName] })
      settings = made1.settings
      const rooms: Room[] = [auditRoom, made1.room]
      made = createApprovals({
        services,
        audit,
        namesOf: async () => new Map(),
        desk: { customers: records, staff: nobody, settings, rooms: () => rooms, papersOf: async () => undefined },
      })
      const { declareCases } = made.approvals
      declareCases([{ prefix: 'tst', find: async (_, caseId) => cases.get(caseId) }])
      rooms.push(made.room)
      return rooms
    },
    operators: testOperators([teresaTreasury, carlosCompliance, anaAdmin, octavioAuditor, saraSupport, pabloProduct]),
  })
  await settings.refresh()
})
afterAll(async () => {
  await app.close()
})

let number = 10
let maria: CustomerSummary
beforeEach(() => {
  number += 1
  maria = {
    customerId: testCustomer(number).customerId,
    displayNumber: String(10_482_000 + number),
    account: '+52 55•••••22',
    status: 1,
    identityState: 'succ',
    language: 'es-ES',
    createdAt: instant(0),
  }
  people.set(maria.customerId, maria)
})

const now = (): number => app.services.clock.now()
const ask = (path: string, token: string, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff({ token }, path, body)
const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusal = (answer: TestAnswer): string => dataOf(answer).rejection
const approve = async (approvalId: string, reason: string, token = carlosCompliance.token): Promise<TestAnswer> => {
  const detail = dataOf(await ask(`/approvals/detail?approvalId=${approvalId}`, octavioAuditor.token))
  const { payloadHash, factsHash } = detail
  return ask('/approvals/decide', token, { approvalId, payloadHash, factsHash, decision: 'approve', reason })
}
const look = (change: Record<string, unknown> = {}) => ({
  number: maria.displayNumber,
  reason: 'complaint',
  evidence: 'Queja 2231 del cliente',
  ...change,
})
/** A look two people agreed on: the case for it. */
const agreedLook = async (): Promise<string> => {
  const { approvalId } = dataOf(await ask('/customers/look', saraSupport.token, look()))
  expect((await approve(approvalId, 'complaint')).json.code).toBe(0)
  return approvalId
}
const restriction = (change: Record<string, unknown> = {}) => ({
  customerId: maria.customerId,
  reason: 'account-stolen',
  evidence: 'Ticket SUP-2231',
  until: now() + dayMs,
  ...change,
})
const restrict = async (change: Record<string, unknown> = {}) => {
  const { approvalId } = dataOf(await ask('/customers/restrict', saraSupport.token, restriction(change)))
  const reason = String(change.reason ?? 'account-stolen')
  expect((await approve(approvalId, reason)).json.code).toBe(0)
}

describe('a customer', () => {
  it('is restricted by two people, notified why and until when, and found in the queue', async () => {
    await restrict()
    expect(people.get(maria.customerId)?.status).toBe(0)
    expect(notices.at(-1)).toMatchObject({
      customerId: maria.customerId,
      title: { 'es-ES': 'Tu cuenta está restringida' },
    })
    expect(JSON.stringify(notices.at(-1))).not.toMatch(/[{]reason[}]|[{]until[}]/)
    const { rows } = dataOf(await ask('/customers/restricted?limit=100', carlosCompliance.token))
    expect(rows).toContainEqual(expect.objectContaining({ customerId: maria.customerId }))
  })

  it('is freed by a job when the time is over, without anybody', async () => {
    await restrict()
    app.services.clock.advanceMs(dayMs)
    for (const job of made.room.jobs ?? []) await job.run(app.services)
    expect(people.get(maria.customerId)?.status).toBe(1)
    expect(notices.at(-1)).toMatchObject({ title: { 'en-US': 'Your account is no longer restricted' } })
  })

  it('is freed by two people before that, and the history keeps both', async () => {
    await restrict()
    const free = { customerId: maria.customerId, reason: 'owner-identified', evidence: 'Video call 4411' }
    const { approvalId } = dataOf(await ask('/customers/free', saraSupport.token, free))
    expect((await approve(approvalId, 'owner-identified')).json.code).toBe(0)
    expect(people.get(maria.customerId)?.status).toBe(1)
    const path = `/customers/find?number=${maria.displayNumber}&caseId=${await agreedLook()}`
    expect(dataOf(await ask(path, carlosCompliance.token)).restrictions).toMatchObject([
      { reason: 'account-stolen', ended: { reason: 'owner-identified', by: approvalId } },
    ])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['for a reason not of the list', { reason: 'asked-to-withdraw' }, 'reason-unlisted'],
    ['without an end in sight', { until: Date.UTC(2030, 0) }, 'restriction-until-unfit'],
    ['until the past', { until: Date.UTC(2020, 0) }, 'restriction-until-unfit'],
    ['without evidence', { evidence: '' }, 'field-invalid'],
    ['who does not exist', { customerId: testCustomer(999).customerId }, 'customer-unknown'],
  ])('is not restricted %s', async (_, change, rejection) => {
    expect(refusal(await ask('/customers/restrict', saraSupport.token, restriction(change)))).toBe(rejection)
    expect(people.get(maria.customerId)?.status).toBe(1)
  })

  it('is not notified of a proposal to restrict them until it is decided', async () => {
    await ask('/customers/restrict', saraSupport.token, restriction())
    const rows = await app.database.owner`select 1 from audit_entry where subject = ${maria.customerId}`
    expect(rows).toHaveLength(0)
  })

  it('sees in their own log that somebody looked them up, and for which case', async () => {
    const caseId = await agreedLook()
    expect(
      (await ask(`/customers/find?number=${maria.displayNumber}&caseId=${caseId}`, saraSupport.token)).status,
    ).toBe(200)
    const rows = await app.database.owner`
      select action, actor, details from audit_entry where subject = ${maria.customerId} order by seq`
    expect(rows.map(({ action }) => action)).toEqual([
      'approvals.propose',
      'approvals.view',
      'approvals.approve',
      'approvals.view',
    ])
    expect(rows.at(-1)).toMatchObject({
      action: 'approvals.view',
      actor: saraSupport.operatorId,
      details: { what: 'customer-summary', case: caseId },
    })
  })

  it('is looked at for an open case about them alone: invented, of others, over, or one’s own proposal is refused', async () => {
    const find = async (caseId: string, who = saraSupport) =>
      refusal(await ask(`/customers/find?number=${maria.displayNumber}&caseId=${caseId}`, who.token))
    for (const invented of ['SUP-2231', 'wdr_01JD0000000000000000000000', 'apv_01JD0000000000000000000000', 'kyc_x'])
      expect([invented, await find(invented)]).toEqual([invented, 'customer-case-unfit'])
    cases.set('tst_other', { customerId: testCustomer(998).customerId, endedAt: undefined })
    cases.set('tst_over', { customerId: maria.customerId, endedAt: instant(now()) })
    cases.set('tst_open', { customerId: maria.customerId, endedAt: undefined })
    expect(await find('tst_other')).toBe('customer-case-unfit')
    expect(await find('tst_over')).toBe('customer-case-unfit')
    const proposal = dataOf(await ask('/customers/look', saraSupport.token, look())).approvalId
    expect(await find(proposal)).toBe('customer-case-unfit')
    expect(await find(proposal, carlosCompliance)).toBeUndefined()
    expect(await find('tst_open')).toBeUndefined()
    const seen = await app.database.owner`
      select distinct details ->> 'case' as looked from audit_entry
      where subject = ${maria.customerId} and action = 'approvals.view' and actor = ${saraSupport.operatorId}`
    expect(seen.map(({ looked }) => looked)).toEqual(['tst_open'])
  })

  it('is open to an agreed look for a week, and no longer', async () => {
    const path = `/customers/find?number=${maria.displayNumber}&caseId=${await agreedLook()}`
    app.services.clock.advanceMs(7 * dayMs - 1)
    expect((await ask(path, saraSupport.token)).status).toBe(200)
    app.services.clock.advanceMs(1)
    expect(refusal(await ask(path, saraSupport.token))).toBe('customer-case-unfit')
  })
})

describe('a setting', () => {
  const change = (body: Record<string, unknown> = {}) => ({
    key: 'app.main-indicator',
    value: 'EMA',
    effectiveAt: now() + 2 * hourMs,
    reason: 'service-improved',
    ...body,
  })

  it('changes from the announced time on, once a second person agreed; customers see the dates', async () => {
    const { approvalId } = dataOf(await ask('/settings/propose', pabloProduct.token, change()))
    const effectiveAt = now() + 2 * hourMs
    expect((await approve(approvalId, 'service-improved', teresaTreasury.token)).json.code).toBe(0)
    const prop = async () => dataOf(await app.ask({ path: '/ipcf-api/common/prop?key=mainInd' })).value
    expect(await prop()).toBe('SMA')
    const dated = dataOf(await app.ask({ path: '/ipcf-api/common/props/changes?key=mainInd' }))
    expect(dated.rows).toMatchObject([{ name: 'mainInd', value: 'EMA', effectiveAt, reason: 'service-improved' }])
    const { rows } = dataOf(await ask('/settings', octavioAuditor.token))
    expect(rows.find(({ key }: { key: string }) => key === 'app.main-indicator')).toMatchObject({
      value: 'SMA',
      next: { value: 'EMA', effectiveAt },
    })
    app.services.clock.advanceMs(2 * hourMs)
    expect(await prop()).toBe('EMA')
    const history = dataOf(await ask('/settings/history?key=app.main-indicator', octavioAuditor.token))
    expect(history.rows).toMatchObject([{ value: 'EMA', actor: pabloProduct.operatorId }])
  })

  it('of text changes by two people, one of whom proposed it and cannot decide it', async () => {
    const named = change({ key: 'rails.name', value: 'Firma, S.A.' })
    const { approvalId } = dataOf(await ask('/settings/propose', anaAdmin.token, named))
    expect((await approve(approvalId, 'service-improved', anaAdmin.token)).json.code).not.toBe(0)
    app.services.clock.advanceMs(1000)
    expect((await approve(approvalId, 'service-improved', teresaTreasury.token)).json.code).toBe(0)
    app.services.clock.advanceMs(2 * hourMs)
    expect(settings.get(firmName)).toBe('Firma, S.A.')
    const long = change({ key: 'rails.name', value: 'x'.repeat(21), effectiveAt: now() + 2 * hourMs })
    expect(refusal(await ask('/settings/propose', anaAdmin.token, long))).toBe('setting-value-unfit')
  })

  it('does not change on what was seen before another change', async () => {
    const key = 'app.sub-indicator'
    const first = dataOf(await ask('/settings/propose', pabloProduct.token, change({ key, value: 'RSI' })))
    const other = { setting: settings.declared.find((one) => one.key === key), value: 'KDJ' }
    await app.services.sql.begin((tx) =>
      settings.change(tx, {
        setting: other.setting as never,
        value: 'KDJ',
        effectiveAt: 'now',
        actor: 'test',
        reason: 'test',
      }),
    )
    expect(refusal(await approve(first.approvalId, 'service-improved', teresaTreasury.token))).toBe('approval-changed')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['that is not there', { key: 'app.nothing' }, 'setting-unknown'],
    ['that is a pause', { key: 'operations.orders-paused-until', value: '9999999999999' }, 'setting-unknown'],
    ['to what it may not be', { value: 'WIN' }, 'setting-value-unfit'],
    ['beyond its bounds', { key: 'app.loading-delay-ms', value: '999999' }, 'setting-value-unfit'],
    ['to what it is', { key: 'app.area-code', value: '+52' }, 'setting-value-same'],
    ['at once', { effectiveAt: Date.UTC(2026, 2, 2) }, 'setting-effective-unfit'],
    ['in ten years', { value: 'BOLL', effectiveAt: Date.UTC(2036, 2, 2) }, 'setting-effective-unfit'],
    ['for no listed reason', { key: 'app.trade', value: 'x', reason: 'x' }, 'field-invalid'],
  ])('is not proposed %s', async (_, body, rejection) => {
    expect(refusal(await ask('/settings/propose', pabloProduct.token, change(body)))).toBe(rejection)
  })
})

describe('a setting that touches withdrawals', () => {
  const propose = (value: string, effectiveAt: number) =>
    ask('/settings/propose', pabloProduct.token, {
      key: 'rails.fee',
      value,
      effectiveAt,
      reason: 'service-improved',
    })

  it('gets worse seven days after two people agreed, in the last minute they may, and better in an hour', async () => {
    const early = await propose('6', now() + noticeMs)
    expect(refusal(early)).toBe('setting-needs-notice')
    expect(early.json.msg).not.toMatch(/[{}]/)
    expect(refusal(await propose('26', now() + 30 * dayMs))).toBe('setting-value-unfit')
    const { approvalId } = dataOf(await propose('6', now() + noticeMs + hourMs))
    app.services.clock.advanceMs(59 * 60_000)
    expect((await approve(approvalId, 'service-improved', teresaTreasury.token)).json.code).toBe(0)
    const { rows } = dataOf(await ask('/settings', octavioAuditor.token))
    expect(rows.find(({ key }: { key: string }) => key === 'rails.fee')).toMatchObject({
      notice: { worse: 'higher', days: 7 },
      next: { value: '6' },
    })
    const better = dataOf(await propose('1', now() + 2 * hourMs))
    expect((await approve(better.approvalId, 'service-improved', teresaTreasury.token)).json.code).toBe(0)
  })
})

describe('a pause', () => {
  it('takes two people, lasts as long as they set, is announced to everybody, and ends by itself', async () => {
    const pause = { what: 'withdrawals', hours: '3', reason: 'books-differ' }
    const { approvalId } = dataOf(await ask('/operations/pause', teresaTreasury.token, pause))
    expect(refusePaused(settings, 'withdrawals', app.services.clock.now())).toBeUndefined()
    expect((await approve(approvalId, 'books-differ')).json.code).toBe(0)
    expect(refusePaused(settings, 'withdrawals', app.services.clock.now())).toMatchObject({
      values: { minutes: '180' },
    })
    const { pauses } = dataOf(await app.ask({ path: '/ipcf-api/index/operations' }))
    expect(pauses).toEqual([{ what: 'withdrawals', since: now(), until: now() + 3 * hourMs, reason: 'books-differ' }])
    app.services.clock.advanceMs(3 * hourMs)
    expect(refusePaused(settings, 'withdrawals', app.services.clock.now())).toBeUndefined()
    expect(dataOf(await app.ask({ path: '/ipcf-api/index/operations' })).pauses).toEqual([])
  })

  it('ends before when two people say so', async () => {
    const pause = { what: 'orders', hours: '24', reason: 'market-disorder' }
    const { approvalId } = dataOf(await ask('/operations/pause', teresaTreasury.token, pause))
    await approve(approvalId, 'market-disorder')
    const resume = { what: 'orders', reason: 'cause-gone' }
    const second = dataOf(await ask('/operations/resume', teresaTreasury.token, resume))
    expect((await approve(second.approvalId, 'cause-gone')).json.code).toBe(0)
    expect(settings.get(operationsSettings.orders)).toBe(0)
    expect(refusal(await ask('/operations/resume', teresaTreasury.token, resume))).toBe('not-paused')
  })

  it('lasts at most a day', async () => {
    const pause = { what: 'deposits', hours: '25', reason: 'books-differ' }
    expect(refusal(await ask('/operations/pause', teresaTreasury.token, pause))).toBe('field-invalid')
  })
})

describe('the journal', () => {
  it('is searched by what was done, alone and with about whom', async () => {
    const caseId = await agreedLook()
    await ask(`/customers/find?number=${maria.displayNumber}&caseId=${caseId}`, saraSupport.token)
    const actionsOf = async (query: string): Promise<string[]> => {
      const { rows } = dataOf(await ask(`/audit?limit=100&${query}`, octavioAuditor.token))
      return rows.map(({ action }: { action: string }) => action)
    }
    expect(new Set(await actionsOf('action=approvals.view'))).toEqual(new Set(['approvals.view']))
    const about = `action=approvals.view&about=${maria.customerId}`
    expect(refusal(await ask(`/audit?${about}`, octavioAuditor.token))).toBe('journal-case-needed')
    const madeUp = 'wdr_01JD0000000000000000000000'
    expect(refusal(await ask(`/audit?${about}&caseId=${madeUp}`, octavioAuditor.token))).toBe('journal-case-needed')
    expect(new Set(await actionsOf(`${about}&caseId=${caseId}`))).toEqual(new Set(['approvals.view']))
    // The view of the journal is recorded in the customer's log as well.
    const [last] = await app.database.owner`
      select actor, details from audit_entry where subject = ${maria.customerId} order by seq desc limit 1`
    expect(last).toMatchObject({ actor: octavioAuditor.operatorId, details: { what: 'journal', case: caseId } })
    // Nobody is named to whoever reads all of it, and of customers only that they did something.
    const all = await ask('/audit?limit=100', octavioAuditor.token)
    expect(all.body).not.toMatch(/cus_[0-9A-Z]{26}/)
    expect(all.body).toContain('"subject":"customer"')
    expect(await actionsOf(`action=settings.change&about=${maria.customerId}&caseId=${caseId}`)).toEqual([])
    expect(refusal(await ask('/audit?action=x', octavioAuditor.token))).toBe('field-invalid')
  })
})

describe('the work to do', () => {
  it('counts what somebody may decide and did not make, and the queues of their roles', async () => {
    made.approvals.declareQueues([
      {
        path: '/sample',
        titleKey: 'approvals.console.title',
        roles: ['treasury'],
        slaMs: hourMs,
        waiting: async () => ({ count: 7, oldestAt: instant(5) }),
      },
    ])
    await ask('/customers/restrict', carlosCompliance.token, restriction())
    const own = dataOf(await ask('/work', carlosCompliance.token))
    const others = dataOf(await ask('/work', anaAdmin.token))
    expect(own.ownOpen).toBeGreaterThan(0)
    expect(others.rows[0]).toMatchObject({ path: '/approvals', count: expect.any(Number) })
    expect(others.rows[0].count).toBeGreaterThan(own.rows[0].count)
    expect(dataOf(await ask('/work', teresaTreasury.token)).rows).toContainEqual(
      expect.objectContaining({ path: '/sample', count: 7, oldestAt: 5 }),
    )
  })
})
