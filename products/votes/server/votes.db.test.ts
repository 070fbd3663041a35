import { createHash } from 'node:crypto'
import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, createLedgerHistory } from '@bolsillo/ledger/server'
import { type Room, transaction } from '@bolsillo/server-kit'
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
import { ballotText, findFault, listText, readList, tallyOf } from '../domain/index.ts'
import { createVotes } from './index.ts'

const pabloProduct = testOperator(1, ['product'])
const carlosCompliance = testOperator(2, ['compliance'])
const anaAdmin = testOperator(3, ['admin'])
const mariaWith50 = testCustomer(1)
const rogelioRestrictedWith7 = testCustomer(2, 0)
const joanaWithout = testCustomer(3)
const minuteMs = 60_000
const dayMs = 86_400_000
const walmex = { id: 'WALMEX.MX', ticker: 'WALMEX', asset: { code: 'STK:WALMEX.MX', scale: 0 } }
const bitcoin = { id: 'BTC-USDT', ticker: 'BTC', asset: { code: 'BTC', scale: 8 } }

let app: TestApp
let runDue: () => Promise<void>
let joinedAt = 0
const ledger = createLedger()

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      const { room: approvalsRoom, approvals } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const votes = createVotes({
        ...{ services, audit, approvals, instruments: [walmex, bitcoin], history: createLedgerHistory() },
        customers: {
          find: async (_, customerId) => ({
            ...{ customerId, displayNumber: '1', account: '', status: 1, identityState: 'succ', language: 'es-ES' },
            createdAt: instant(customerId === joanaWithout.customerId ? joinedAt : 0),
          }),
        },
      })
      approvals.declare(votes.approvalKinds ?? [])
      runDue = async () => {
        for (const job of votes.jobs ?? []) await job.run(services)
      }
      const rooms: Room[] = [auditRoom, approvalsRoom, votes]
      return rooms
    },
    operators: testOperators([pabloProduct, carlosCompliance, anaAdmin]),
  })
  await give(mariaWith50, 50n)
  await give(rogelioRestrictedWith7, 7n)
})
afterAll(async () => {
  await app.close()
})

const now = (): number => app.services.clock.now()
const advance = (ms: number): void => {
  app.services.clock.advanceMs(ms)
}
/** Shares of a customer, from the next second on. */
async function give({ customerId }: { customerId: `cus_${string}` }, shares: bigint): Promise<void> {
  advance(1000)
  const account = customerAccount(customerId, 'stock', walmex.asset.code)
  const entry = grantEntry(app.services, account, shares)
  const outcome = await transaction(app.services.sql, (tx) => ledger.post(tx, [entry]))
  expect(outcome.kind).toBe('posted')
}

const dataOf = (answer: TestAnswer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
const refusalOf = (answer: TestAnswer): string => dataOf(answer).rejection
const staff = (path: string, who: { token: string }, body?: Record<string, unknown>): Promise<TestAnswer> =>
  askingOf(app).asStaff(who, path, body)
const get = async (path: string, token?: string) =>
  dataOf(await app.ask({ path: `/ipcf-api${path}`, ...(token === undefined ? {} : { token }) }))
const words = {
  ...{ esQuestion: '¿Qué explicamos?', esOptions: 'Las comisiones\nLos riesgos\nNada' },
  ...{ enQuestion: 'What do we explain?', enOptions: 'Fees\nRisks\nNothing' },
  ...{ ptQuestion: 'O que explicamos?', ptOptions: 'As taxas\nOs riscos\nNada' },
}
const times = () => ({
  ...{ recordAt: now() + dayMs + minuteMs, opensAt: now() + dayMs + 5 * minuteMs, closesAt: now() + 3 * dayMs },
})
const propose = (change: Record<string, unknown> = {}, who = pabloProduct) =>
  staff('/votes/propose', who, { weighting: 'account', reason: 'firm-asks', ...words, ...times(), ...change })
const decide = async (proposed: TestAnswer, who = carlosCompliance): Promise<TestAnswer> => {
  const { approvalId } = dataOf(proposed)
  const { payloadHash, factsHash } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, who))
  return staff('/approvals/decide', who, {
    ...{ approvalId, payloadHash, factsHash, decision: 'approve', reason: 'firm-asks' },
  })
}
/** Proposed, published, its record time and opening behind. */
const opened = async (change: Record<string, unknown> = {}): Promise<string> => {
  const proposed = await propose(change)
  const decided = await decide(proposed)
  expect(decided.json.code, `${proposed.body} ${decided.body}`).toBe(0)
  advance(dayMs + 5 * minuteMs)
  await runDue()
  return dataOf(proposed).voteId
}
const sharesOf = { symbol: 'WALMEX.MX', weighting: 'shares', reason: 'shareholders-asked' }
const nonceOf = (text: string): string => createHash('sha256').update(text).digest('hex')
let keys = 0
const cast = (who: { token: string }, id: string, option: number, change: Record<string, unknown> = {}, key = '') => {
  keys += 1
  return app.ask({
    ...{ method: 'POST', path: '/ipcf-api/vote', token: who.token },
    body: { id, option: String(option), nonce: nonceOf(`${id} ${who.token}`), ...change },
    headers: { 'idempotency-key': (key === '' ? `votes-test-key-${keys}-` : key).padEnd(32, '0') },
  })
}
const voteOf = async (id: string, token?: string) => (await get(`/index/vote/info?id=${id}`, token)).rows[0]
const listOf = async (id: string) => {
  const { rows } = await get(`/index/vote/ballots?id=${id}`)
  return { voteId: id, options: 3, scale: 0, lines: rows }
}
const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

describe('a vote', () => {
  it('is there when two people have published it, and not before', async () => {
    const proposed = await propose()
    const { voteId } = dataOf(proposed)
    expect(await voteOf(voteId)).toBeUndefined()
    advance(1234)
    expect((await decide(proposed)).json.code).toBe(0)
    expect(await voteOf(voteId)).toMatchObject({ state: 'announced', question: '¿Qué explicamos?', scale: 0 })
    // What two people did in a hurry is seen to be.
    expect((await voteOf(voteId)).publishedAt).toBe(now())
  })

  it('is refused to one person alone, whatever their roles', async () => {
    const proposed = await propose({}, anaAdmin)
    expect(refusalOf(await decide(proposed, anaAdmin))).toBe('approval-own')
    expect(await voteOf(dataOf(proposed).voteId)).toBeUndefined()
  })

  it('shows the second person all of it, in every language', async () => {
    const { approvalId } = dataOf(await propose(sharesOf))
    const { facts } = dataOf(await staff(`/approvals/detail?approvalId=${approvalId}`, carlosCompliance))
    expect(facts).toContainEqual({ labelKey: 'facts.options.en-US', value: '1. Fees\n2. Risks\n3. Nothing' })
    expect(facts).toContainEqual({ labelKey: 'facts.symbol', value: 'WALMEX.MX' })
  })

  it('is not published when less than a day is left until its record time', async () => {
    const proposed = await propose()
    advance(2 * minuteMs)
    const refused = await decide(proposed)
    expect(refusalOf(refused)).toBe('vote-times')
    expect(refused.json.msg).not.toMatch(/[{}]/)
  })

  it.each<[string, Record<string, unknown>]>([
    ['vote-symbol', { symbol: 'NADA.MX' }],
    ['vote-symbol', { symbol: 'BTC-USDT' }],
    ['vote-weighting', { weighting: 'shares' }],
    ['vote-text', { enOptions: 'a\u202eb\nc\nd' }],
    ['vote-text', { ptQuestion: 'a\u202eb' }],
    ['vote-options', { ptOptions: 'Uma\nDuas' }],
    ['vote-times', { recordAt: 1_770_000_000_000 }],
  ])('is refused as %s: %o', async (name, change) => {
    const answer = await propose(change)
    expect(refusalOf(answer)).toBe(name)
    expect(Object.keys(change)).toContain(dataOf(answer).field)
  })
})

describe('a ballot', () => {
  it('counts the shares that were held at the record time, bought or sold since', async () => {
    const proposed = await propose(sharesOf)
    await decide(proposed)
    advance(dayMs + minuteMs)
    await give(mariaWith50, 1000n)
    advance(5 * minuteMs)
    await runDue()
    const { voteId } = dataOf(proposed)
    expect((await voteOf(voteId, mariaWith50.token)).own).toEqual({ weight: '50' })
    expect(dataOf(await cast(mariaWith50, voteId, 1)).weight).toBe('50')
    // For what follows she has 50 again, of another record time.
    const [row] = await app.database.owner`select position, holders from vote_snapshot where vote_id = ${voteId}`
    expect(row).toMatchObject({ holders: 2 })
  })

  it('is of one account in a poll of everybody who was there at the record time', async () => {
    joinedAt = now() + dayMs + 10 * minuteMs
    const id = await opened()
    expect(dataOf(await cast(mariaWith50, id, 2)).weight).toBe('1')
    expect(refusalOf(await cast(joanaWithout, id, 2))).toBe('vote-ineligible')
    joinedAt = 0
  })

  it('is not for who held nothing, and is for who is restricted', async () => {
    const id = await opened(sharesOf)
    expect(refusalOf(await cast(joanaWithout, id, 1))).toBe('vote-ineligible')
    expect(dataOf(await cast(rogelioRestrictedWith7, id, 1)).weight).toBe('7')
  })

  it('is cast once; the same key is the same ballot', async () => {
    const id = await opened()
    const first = await cast(mariaWith50, id, 1, {}, 'the-same-key')
    expect((await cast(mariaWith50, id, 1, {}, 'the-same-key')).body).toBe(first.body)
    const again = await cast(mariaWith50, id, 2, { nonce: nonceOf('another') })
    expect(refusalOf(again)).toBe('vote-cast')
    expect((await voteOf(id, mariaWith50.token)).own.receipt).toBe(dataOf(first).receipt)
  })

  it('of two sent at once is one', async () => {
    const id = await opened()
    const both = await Promise.all([cast(mariaWith50, id, 1), cast(mariaWith50, id, 2, { nonce: nonceOf('b') })])
    expect(both.filter(({ json }) => json.code === 0)).toHaveLength(1)
  })

  it('has a receipt that its voter makes again from what they sent', async () => {
    const id = await opened()
    const nonce = nonceOf('own')
    const { receipt, weight } = dataOf(await cast(mariaWith50, id, 3, { nonce }))
    expect(receipt).toBe(await sha256(ballotText({ voteId: id, option: 3, weight, nonce })))
  })

  it.each([
    ['vote-option', 4],
    ['vote-option', 99],
  ])('is refused as %s for the option %s', async (name, option) => {
    const answer = await cast(mariaWith50, await opened(), option)
    expect(refusalOf(answer)).toBe(name)
    expect(answer.json.msg).toContain('3')
  })

  it('is refused before the opening and after the closing, naming when', async () => {
    const proposed = await propose()
    await decide(proposed)
    const { voteId } = dataOf(proposed)
    const early = await cast(mariaWith50, voteId, 1)
    expect([refusalOf(early), early.json.msg]).toEqual(['vote-unopened', expect.stringMatching(/\d\d:\d\d UTC/)])
    advance(3 * dayMs)
    expect(refusalOf(await cast(mariaWith50, voteId, 1))).toBe('vote-closed')
    expect(refusalOf(await cast(mariaWith50, 'vot_01KJ0000000000000000000001', 1))).toBe('vote-unknown')
  })

  it('waits until it is known who held what, when the server was stopped at the record time', async () => {
    const proposed = await propose(sharesOf)
    await decide(proposed)
    const { voteId } = dataOf(proposed)
    advance(dayMs + 6 * minuteMs)
    expect(refusalOf(await cast(mariaWith50, voteId, 1))).toBe('vote-unrecorded')
    await runDue()
    expect((await cast(mariaWith50, voteId, 1)).json.code).toBe(0)
  })
})

describe('until the closing', () => {
  let id = ''
  beforeEach(async () => {
    id = await opened()
    await cast(mariaWith50, id, 2)
  })

  it('no call says how many voted, or how', async () => {
    const { rows } = dataOf(await staff('/votes/list', anaAdmin))
    const seen = [
      await voteOf(id),
      await voteOf(id, joanaWithout.token),
      rows.find((row: { id: string }) => row.id === id),
    ]
    for (const one of seen) {
      expect(one.state).toBe('open')
      expect(JSON.stringify(one)).not.toMatch(/"(ballots|count|option)"/)
    }
    const answer = await app.ask({ path: `/ipcf-api/index/vote/ballots?id=${id}` })
    expect(refusalOf(answer)).toBe('vote-uncounted')
  })

  it('the database has no choice in clear, nor has the log or the kept answer', async () => {
    const nonce = nonceOf(`${id} ${mariaWith50.token}`)
    const rows = await app.database.owner`select sealed, receipt from vote_ballot where vote_id = ${id}`
    const answers = await app.database.owner`select * from idempotency_record`
    const acts = await app.database.owner`select * from act_queue`
    const kept = JSON.stringify([rows, answers, acts, app.services.log.lines], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.sealed).includes(Buffer.from(nonce, 'hex'))).toBe(false)
    expect(kept).not.toContain(nonce)
  })
})

describe('after the closing', () => {
  const counted = async (): Promise<string> => {
    const id = await opened(sharesOf)
    await cast(mariaWith50, id, 2)
    await cast(rogelioRestrictedWith7, id, 1)
    advance(2 * dayMs)
    expect((await voteOf(id)).state).toBe('counting')
    await runDue()
    return id
  }

  it('the list is there without accounts, and anybody counts the same', async () => {
    const id = await counted()
    const list = await listOf(id)
    expect(JSON.stringify(list)).not.toContain(mariaWith50.customerId)
    expect(await findFault(list, sha256)).toBeUndefined()
    const { state, count } = await voteOf(id)
    expect(state).toBe('closed')
    expect(count).toMatchObject({ ballots: 2, listHash: await sha256(listText(list)), options: tallyOf(list) })
    expect(count.options.map(({ ballots }: { ballots: number }) => ballots)).toEqual([1, 1, 0])
    expect(readList(listText(list))).toEqual(list)
    const { receipt } = (await voteOf(id, mariaWith50.token)).own
    expect(list.lines.map((line: { receipt: string }) => line.receipt)).toContain(receipt)
  })

  it('it comes in pages without a gap', async () => {
    const id = await counted()
    const first = await get(`/index/vote/ballots?id=${id}&limit=1`)
    const second = await get(`/index/vote/ballots?id=${id}&limit=1&cursor=${first.next}`)
    expect([...first.rows, ...second.rows]).toEqual((await listOf(id)).lines)
    expect(second.next).toBeUndefined()
  })

  it('it is counted once, also after a stop', async () => {
    const id = await counted()
    const before = await voteOf(id)
    advance(2 * dayMs)
    await runDue()
    expect((await voteOf(id)).count).toEqual(before.count)
  })

  it('a ballot races the count: each that was accepted is in it', async () => {
    const id = await opened(sharesOf)
    const closesAt = (await voteOf(id)).closesAt
    advance(closesAt - now() - 1)
    const sent = [cast(mariaWith50, id, 1), cast(rogelioRestrictedWith7, id, 2)]
    advance(1)
    const [answers] = await Promise.all([Promise.all(sent), runDue()])
    await runDue()
    const accepted = answers.filter(({ json }) => json.code === 0).map((answer) => dataOf(answer).receipt)
    const { lines } = await listOf(id)
    expect(lines.map((line: { receipt: string }) => line.receipt)).toEqual(accepted.sort())
    for (const answer of answers) expect(['vote-closed', undefined]).toContain(refusalOf(answer))
  })

  it('no ballot comes behind the count, and no row is changed, whoever tries in the database', async () => {
    const id = await counted()
    const { owner } = app.database
    const late = owner`
      insert into vote_ballot select vote_id, 'cus_x', weight, repeat('0', 64), sealed, cast_at from vote_ballot
      where vote_id = ${id} limit 1`
    await expect(late).rejects.toThrow(/outside of its vote/)
    for (const table of ['vote', 'vote_ballot', 'vote_line', 'vote_weight', 'vote_count', 'vote_snapshot'])
      await expect(owner`delete from ${owner(table)}`).rejects.toThrow(/insert-only/)
  })

  it('a sealed choice put into another row is not counted', async () => {
    const id = await opened(sharesOf)
    await cast(mariaWith50, id, 2)
    await cast(rogelioRestrictedWith7, id, 1)
    const { owner } = app.database
    await owner`alter table vote_ballot disable trigger user`
    await owner`
      update vote_ballot set sealed = (select sealed from vote_ballot as other
        where other.vote_id = ${id} and other.customer_id = ${mariaWith50.customerId}) where vote_id = ${id}`
    await owner`alter table vote_ballot enable trigger user`
    const other = await opened()
    advance(2 * dayMs)
    await expect(runDue()).rejects.toThrow()
    expect((await voteOf(id)).state).toBe('counting')
    // It keeps no other vote waiting, now or later.
    expect((await voteOf(other)).state).toBe('closed')
    await runDue()
    advance(20 * minuteMs)
    await expect(runDue()).rejects.toThrow()
  })
})
