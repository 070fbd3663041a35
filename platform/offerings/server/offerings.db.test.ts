import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { createLedger } from '@bolsillo/ledger/server'
import { instruments } from '@bolsillo/market/domain'
import type { Room } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { askingOf, type TestAnswer, type TestApp, testApp, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOfferings } from './index.ts'

const pabloProduct = testOperator(1, ['product'])
const carlosCompliance = testOperator(2, ['compliance'])
const anaAdmin = testOperator(3, ['admin'])
const dayMs = 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const never = async (): Promise<never> => {
        throw new Error('nothing is traded here')
      }
      const offerings = createOfferings({
        ...{ services, audit, approvals, instruments, ledger: createLedger(), settings: fixedSettings([]) },
        market: { day: () => undefined },
        tradingOf: () => ({ allot: never }),
        tradePasswords: { verify: async () => undefined },
        authorisations: { authorisedUntil: async () => undefined, find: async () => undefined },
        ownLimits: { openingRefusal: async () => undefined },
      })
      approvals.declare(offerings.approvalKinds ?? [])
      const rooms: Room[] = [auditRoom, approvalsRoom, offerings]
      return rooms
    },
    operators: testOperators([pabloProduct, carlosCompliance, anaAdmin]),
  })
})
afterAll(() => app.close())

const now = (): number => app.services.clock.now()
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer
type Data = any
const dataOf = (answer: TestAnswer): Data => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const staff = (path: string, who: { token: string }, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff(who, path, body)
const words = {
  ...{ esTitle: 'Más títulos', esProspectus: 'Uno.\n\nDos.', esRisks: 'Puedes perder.\nPuedes no recibir nada.' },
  ...{ enTitle: 'More shares', enProspectus: 'One.\n\nTwo.', enRisks: 'You may lose.\nYou may get nothing.' },
  ...{ ptTitle: 'Mais ações', ptProspectus: 'Um.\n\nDois.', ptRisks: 'Você pode perder.\nVocê pode não receber.' },
}
const terms = { symbol: 'WALMEX.MX', price: '61.50', supply: '10000', lot: '10', minimum: '10', cap: '500' }
const times = () => ({
  ...{ opensAt: now() + dayMs + 60_000, closesAt: now() + 3 * dayMs },
  ...{ paysAt: now() + 4 * dayMs, sellableAt: now() + 10 * dayMs },
})
const propose = (change: Record<string, unknown> = {}, who = pabloProduct) =>
  staff('/offerings/propose', who, {
    ...terms,
    ...words,
    ...times(),
    rule: 'pro-rata',
    reason: 'issuer-asked',
    ...change,
  })
async function decide(proposed: TestAnswer, who = carlosCompliance): Promise<TestAnswer> {
  const { approvalId } = dataOf(proposed)
  const { payloadHash, factsHash } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, who))
  return staff('/approvals/decide', who, {
    ...{ approvalId, payloadHash, factsHash, decision: 'approve', reason: 'issuer-asked' },
  })
}
const listed = async (id: string): Promise<Data> =>
  dataOf(await staff('/offerings/list', pabloProduct)).rows.find((row: Data) => row.id === id)

describe('an offering', () => {
  it('takes place when two people have published it, and not before', async () => {
    const proposed = await propose()
    expect(proposed.json.code, proposed.body).toBe(0)
    const { offeringId } = dataOf(proposed)
    expect(await listed(offeringId)).toMatchObject({ isProposed: true, price: '61.50', currency: 'MXN' })
    expect((await listed(offeringId)).stage).toBeUndefined()
    expect((await decide(proposed, pabloProduct)).json.code).not.toBe(0)
    expect((await decide(proposed)).json.code).toBe(0)
    expect(await listed(offeringId)).toMatchObject({
      ...{ stage: 'coming', isProposed: false, isPractice: false, publishedAt: now() },
      book: { applications: 0, asked: '0', held: '0.00', left: 0 },
    })
  })

  it('commits to a secret that is nowhere in clear, another one each time', async () => {
    const [one, other] = [await propose(), await propose()].map((answer) => dataOf(answer).offeringId)
    const [{ secretHash: first }, { secretHash: second }] = [await listed(one), await listed(other)]
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(second).not.toBe(first)
    const [row] = await app.services.sql<{ sealed: Buffer }[]>`select sealed from offering where id = ${one}`
    const { createHash } = await import('node:crypto')
    for (let from = 0; from + 32 <= (row?.sealed.length ?? 0); from += 1) {
      const part = row?.sealed.subarray(from, from + 32) ?? Buffer.alloc(0)
      expect(createHash('sha256').update(part).digest('hex')).not.toBe(first)
    }
  })

  it('that waited too long for its second person is not published', async () => {
    const proposed = await propose()
    app.services.clock.advanceMs(120_000)
    expect(dataOf(await decide(proposed)).rejection).toBe('offering-times')
  })

  it.each([
    [{ symbol: 'NONE.MX' }, 'offering-symbol', 'symbol'],
    [{ symbol: 'IPC' }, 'offering-symbol', 'symbol'],
    [{ symbol: 'BTC-USDT' }, 'offering-symbol', 'symbol'],
    [{ price: '0' }, 'offering-price', 'price'],
    [{ price: '1.001' }, 'offering-price', 'price'],
    [{ price: '1000001' }, 'offering-price', 'price'],
    [{ supply: '10001' }, 'offering-sizes', 'supply'],
    [{ minimum: '600' }, 'offering-sizes', 'supply'],
    [{ cap: '20000' }, 'offering-sizes', 'supply'],
    [{ ptRisks: 'Um' }, 'offering-risks', 'ptRisks'],
    [{ enProspectus: 'a\u202eb' }, 'offering-text', 'enProspectus'],
    [{ opensAt: 1_000_000_000_000 }, 'offering-times', 'opensAt'],
  ])('is refused with what does not fit: %j', async (change, rejection, field) => {
    expect(dataOf(await propose(change))).toMatchObject({ rejection, field })
  })

  it('is proposed by product and admin, not by compliance', async () => {
    expect((await propose({}, anaAdmin)).json.code).toBe(0)
    expect((await propose({}, carlosCompliance)).status).toBe(403)
  })

  it('of two people is never one of practice, and the database makes up none where money is real', async () => {
    const { offeringId } = dataOf(await propose())
    const write = app.services.sql`
      insert into offering_publication values (${offeringId}, 'apv_1', ${now()}, 'opr_1', 'opr_2', true)`
    await expect(write).rejects.toThrow(/check|practice market/)
    await expect(app.services.sql`update offering set cap = 10`).rejects.toThrow(/insert-only|permission denied/)
  })
})
