import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { currencies, type Id, idOf, money, present } from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import { createPayments, type PaymentEngine, type Payments } from '@bolsillo/payments/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { askingOf, type TestApp, testApp, testCustomer, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualRail } from './index.ts'

const staff = {
  teresa: testOperator(1, ['treasury']),
  tomas: testOperator(2, ['treasury']),
  arturo: testOperator(3, ['auditor']),
  sara: testOperator(4, ['support', 'compliance', 'product', 'admin']),
}
type Who = keyof typeof staff

let app: TestApp
let payments: Payments
let engine: PaymentEngine
const told: { kind: string; externalId?: string; cause: string | undefined }[] = []
beforeAll(async () => {
  const made: { payments?: Payments; engine?: PaymentEngine } = {}
  app = await testApp({
    operators: testOperators(Object.values(staff)),
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const {
        room: approvalsRoom,
        approvals,
        views,
      } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const manual = createManualRail({
        services,
        account: { bank: 'Banco', number: '0123456789', holder: 'Bolsillo' },
      })
      const room = createPayments({
        services,
        settings: fixedSettings(),
        ledger: createLedger(),
        rails: [manual.rail],
        manual: manual.desk,
        staff: { audit, approvals, views },
      })
      approvals.declare(room.room.approvalKinds ?? [])
      Object.assign(made, room)
      return [auditRoom, approvalsRoom, manual.room, room.room]
    },
  })
  payments = present(made.payments, 'payments')
  engine = present(made.engine, 'engine')
  payments.takePayouts('wdr', {
    sent: async () => undefined,
    confirmed: async (_, { payout, event }) =>
      void told.push({ kind: 'confirmed', externalId: event.externalId, cause: payout?.cause }),
    failed: async (_, { payout }) => void told.push({ kind: 'failed', cause: payout?.cause }),
    returned: async (_, { payout, returnId }) => {
      told.push({ kind: 'returned', externalId: returnId, cause: payout.cause })
      return true
    },
    ownerKnown: false,
  })
})
afterAll(async () => {
  await app.close()
})

const ask = (who: Who, path: string, body?: Readonly<Record<string, unknown>>) =>
  askingOf(app).asStaff(staff[who], path, body)
const dataOf = (answer: { readonly json: { readonly data?: unknown } }): Record<string, unknown> =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))

/** A withdrawal by hand that somebody is to make at the bank. */
async function asked(cause: string): Promise<Id<'pay'>> {
  const { payoutId } = await transaction(app.database.sql, (tx) =>
    payments.requestPayout(tx, {
      cause,
      customerId: testCustomer(1).customerId,
      channel: 'transfer-usd',
      amount: money(50_000n, currencies.USD),
      destination: { kind: 'account', bank: 'Chase', number: '000123456789', holder: 'Ana López' },
      reference: 'RETIRO',
      now: app.services.clock.now(),
    }),
  )
  await engine.sendPayouts()
  return payoutId
}

async function decide(who: Who, approvalId: unknown, reason: string) {
  const detail = dataOf(await ask(who, `/approvals/detail?approvalId=${approvalId}`))
  const { payloadHash, factsHash } = detail
  return await ask(who, '/approvals/decide', { approvalId, payloadHash, factsHash, decision: 'approve', reason })
}

const stateOf = async (cause: string) => (await payments.payoutOf(app.database.sql, cause))?.state
const paid = { outcome: 'paid', trackingNumber: 'RASTREO-77', reason: 'on-bank-statement' } as const

describe('a transfer made by hand', () => {
  it('is ended by two people, never by one', async () => {
    const payoutId = await asked('wdr_TWO')
    const proposed = await ask('teresa', '/transfers/propose', { payoutId, ...paid })
    expect(proposed.json).toMatchObject({ code: 0 })
    const { approvalId } = dataOf(proposed)
    const own = await decide('teresa', approvalId, paid.reason)
    expect(own.json).toMatchObject({ data: { rejection: 'approval-own' } })
    await engine.readRails()
    expect(await stateOf('wdr_TWO')).toBe('instructed')
    expect(dataOf(await ask('teresa', '/transfers'))).toMatchObject({ rows: [{ payoutId, proposed: 'paid' }] })
    expect((await decide('tomas', approvalId, paid.reason)).json).toMatchObject({ code: 0 })
    await engine.readRails()
    expect(await stateOf('wdr_TWO')).toBe('confirmed')
    expect(told).toEqual([{ kind: 'confirmed', externalId: 'RASTREO-77', cause: 'wdr_TWO' }])
    expect(dataOf(await ask('teresa', '/transfers'))).toEqual({ rows: [] })
  })

  it('has a number that ends no other, however it is spelled, proposed or decided', async () => {
    const [first, second] = [await asked('wdr_ONE'), await asked('wdr_OTHER')]
    const one = dataOf(
      await ask('teresa', '/transfers/propose', { payoutId: first, ...paid, trackingNumber: 'abc-99' }),
    )
    // Proposed before the first is decided, so only the decision can refuse it.
    const other = dataOf(
      await ask('teresa', '/transfers/propose', { payoutId: second, ...paid, trackingNumber: 'ABC-99' }),
    )
    expect((await decide('tomas', one.approvalId, paid.reason)).json).toMatchObject({ code: 0 })
    expect((await decide('tomas', other.approvalId, paid.reason)).json).toMatchObject({
      code: 17014,
      data: { rejection: 'payout-number-used' },
    })
    const again = await asked('wdr_THIRD')
    const late = await ask('teresa', '/transfers/propose', { payoutId: again, ...paid, trackingNumber: 'Abc-99' })
    expect(late.json).toMatchObject({ code: 17014, data: { rejection: 'payout-number-used', field: 'trackingNumber' } })
    expect(late.body).toContain('wdr_ONE')
    await engine.readRails()
    expect([await stateOf('wdr_ONE'), await stateOf('wdr_OTHER')]).toEqual(['confirmed', 'instructed'])
  })

  it('that did not arrive goes back by two people too, and cannot then be said to have arrived', async () => {
    const payoutId = await asked('wdr_BACK')
    const failed = { outcome: 'failed', reason: 'bank-returned' }
    const { approvalId } = dataOf(await ask('teresa', '/transfers/propose', { payoutId, ...failed }))
    await decide('tomas', approvalId, failed.reason)
    await engine.readRails()
    expect(await stateOf('wdr_BACK')).toBe('failed')
    const late = await ask('tomas', '/transfers/propose', { payoutId, ...paid })
    expect(late.json).toMatchObject({ code: 17010, data: { rejection: 'transfer-unknown', field: 'payoutId' } })
  })

  it.each([
    [
      'without a tracking number',
      { outcome: 'paid', reason: 'on-bank-statement' },
      'tracking-missing',
      'trackingNumber',
    ],
    ['with one that is none', { ...paid, trackingNumber: 'a b c d' }, 'tracking-malformed', 'trackingNumber'],
    ['for a reason of the other outcome', { ...paid, reason: 'bank-returned' }, 'reason-other', 'reason'],
    ['for a reason that is none', { ...paid, reason: 'because' }, 'field-invalid', 'reason'],
    ['with an outcome that is none', { ...paid, outcome: 'maybe' }, 'field-invalid', 'outcome'],
  ])('is not proposed %s', async (_, body, rejection, field) => {
    const payoutId = await asked('wdr_BAD')
    const answer = await ask('teresa', '/transfers/propose', { payoutId, ...body })
    expect(answer.json).toMatchObject({ data: { rejection, field } })
    expect(await stateOf('wdr_BAD')).toBe('instructed')
  })

  it('that two people ended cannot be ended otherwise before its rail is read', async () => {
    const payoutId = await asked('wdr_BOTH')
    const propose = async (end: Readonly<Record<string, string>>) =>
      dataOf(await ask('teresa', '/transfers/propose', { payoutId, ...end })).approvalId
    const first = await propose({ ...paid, trackingNumber: 'RASTREO-BOTH' })
    const second = await propose({ outcome: 'failed', reason: 'bank-returned' })
    expect((await decide('tomas', first, paid.reason)).json).toMatchObject({ code: 0 })
    expect((await decide('tomas', second, 'bank-returned')).json).toMatchObject({
      data: { rejection: 'transfer-unknown' },
    })
    await engine.readRails()
    expect(await stateOf('wdr_BOTH')).toBe('confirmed')
  })

  it('of nobody, or of another rail, is unknown', async () => {
    const payoutId = idOf('pay', 'pay_01KJ0000000000000000000099')
    const answer = await ask('teresa', '/transfers/propose', { payoutId, ...paid })
    expect(answer.json).toMatchObject({ data: { rejection: 'transfer-unknown' } })
    expect((await ask('teresa', `/transfers/detail?payoutId=${payoutId}`)).json).toMatchObject({ code: 17010 })
  })

  it('shows its account in full only with a line in the customer’s own log', async () => {
    const payoutId = await asked('wdr_LOOK')
    const list = await ask('teresa', '/transfers')
    expect(list.body).not.toContain('000123456789')
    expect(list.body).not.toContain('Ana')
    const looks = () => app.database.owner`
      select 1 from audit_entry where action = 'approvals.view' and details::text like ${`%${payoutId}%`}`
    expect(await looks()).toHaveLength(0)
    const detail = await ask('teresa', `/transfers/detail?payoutId=${payoutId}`)
    expect(dataOf(detail)).toMatchObject({ bank: 'Chase', number: '000123456789', holder: 'Ana López' })
    expect(await looks()).toHaveLength(1)
  })
})

describe('who may what', () => {
  it.each([
    ['/reconciliation', ['teresa', 'arturo']],
    ['/transfers', ['teresa', 'arturo']],
  ] as const)('GET %s', async (path, allowed) => {
    for (const who of Object.keys(staff) as Who[]) {
      const { status } = await ask(who, path)
      const may = who === 'tomas' || allowed.some((one) => one === who)
      expect([who, status]).toEqual([who, may ? 200 : 403])
    }
  })

  it('auditors look and change nothing', async () => {
    const payoutId = await asked('wdr_AUDIT')
    expect((await ask('arturo', '/transfers/propose', { payoutId, ...paid })).status).toBe(403)
    expect((await ask('arturo', `/transfers/detail?payoutId=${payoutId}`)).status).toBe(403)
    const eventId = 'rev_01KJ0000000000000000000001'
    expect((await ask('arturo', '/reconciliation/retry', { eventId })).status).toBe(403)
    expect((await ask('teresa', '/reconciliation/retry', { eventId })).json).toMatchObject({ code: 17013 })
  })
})
