import type { Call, ReplyOf } from '@bolsillo/contract'
import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestAnswer, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { countHappenings, listHappenings } from '../../contract/index.ts'
import { type StatementsStand, statementsStand } from '../testing/statements-stand.ts'
import { keepSeen } from './happenings-world-store.ts'

let stand: StatementsStand
const day = Date.UTC(2026, 2, 1, 12)
const dayMs = 86_400_000

function dataOf<C extends Call>(answer: TestAnswer): ReplyOf<C> {
  expect(answer.json.code === 0 ? 0 : answer.json).toBe(0)
  return answer.json.data as ReplyOf<C>
}
const list = async (fields: Record<string, unknown> = {}, customer = 1) =>
  dataOf<typeof listHappenings>(await stand.as(customer, '/user/happening/list', fields))
const count = async (customer = 1): Promise<number> =>
  dataOf<typeof countHappenings>(await stand.as(customer, '/user/happening/count')).unseen

/** An act about customer 1, so many days in. */
async function act(at: number, action: string, session: string): Promise<void> {
  const { customerId } = testCustomer(1)
  const { audit, services } = stand.platform
  const record = { at: instant(at), actor: customerId, action, subject: customerId, details: { session } }
  await transaction(services.sql, (tx) => audit.record(tx, record))
}

beforeAll(async () => {
  stand = await statementsStand()
  const bought = { kind: 'stock-buy', details: { instrument: 'WALMEX.MX', quantity: '5' } }
  await stand.post({ at: day, moves: [{ asset: 'MXN', minor: 100_000_00n }] })
  await act(day + dayMs, 'identity.sign-in', 'ses_another')
  await stand.post({ at: day + 2 * dayMs, ...bought, moves: [{ asset: 'MXN', minor: -300_00n }] })
  // What only moves money of one's own happens to nobody.
  await stand.post({
    at: day + 3 * dayMs,
    kind: 'purse-transfer',
    details: { from: 'stock', to: 'coin', amount: '1.00 MXN' },
    moves: [
      { asset: 'MXN', minor: -1_00n },
      { asset: 'MXN', purse: 'coin', minor: 1_00n },
    ],
  })
  await act(day + 4 * dayMs, 'identity.sign-in', testCustomer(1).sessionId)
  await act(day + 5 * dayMs, 'identity.code-send', 'ses_another')
  await stand.post({ at: day, customer: 3, moves: [{ asset: 'MXN', minor: 5n }] })
})
afterAll(() => stand.close())

it('lists entries and acts together, newest first, in pages without gaps', async () => {
  const kinds = ['identity.sign-in', 'stock-buy', 'identity.sign-in', 'deposit']
  expect((await list()).rows.map(({ kind }) => kind)).toEqual(kinds)
  const paged: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 6; pages += 1) {
    const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) })
    paged.push(...page.rows.map(({ kind }) => kind))
    cursor = page.next
    if (cursor === undefined) break
  }
  expect(paged).toEqual(kinds)
})

it('counts what is new until it was seen; the entry of this session is none', async () => {
  expect(await count()).toBe(3)
  const { rows, upTo } = await list()
  expect(rows.map(({ isNew }) => isNew)).toEqual([false, true, true, true])
  dataOf(await stand.as(1, '/user/happening/see', { upTo }))
  expect(await count()).toBe(0)
  // Said by another phone with an older list, it takes nothing back.
  dataOf(await stand.as(1, '/user/happening/see', { upTo: '0.0' }))
  expect(await count()).toBe(0)
  expect(await count(3)).toBe(1)
  await stand.post({ at: day + 6 * dayMs, moves: [{ asset: 'MXN', minor: 7n }] })
  expect([await count(), (await list()).rows[0]?.isNew]).toEqual([1, true])
})

const beyond = '999999999999999999.999999999999999999'
it.each([
  { what: 'sent', keep: async () => undefined },
  // As a row of before has it: the next look brings it back.
  {
    what: 'kept',
    keep: () => keepSeen(stand.app.database.owner, testCustomer(1).customerId, 999_999_999_999_999_999n),
  },
])('takes a place that is $what beyond everything for the newest: what happens later is new', async ({ keep }) => {
  await keep()
  const { upTo } = await list()
  expect(upTo).not.toBe(beyond)
  dataOf(await stand.as(1, '/user/happening/see', { upTo: beyond }))
  expect(await count()).toBe(0)
  await stand.post({ at: day + 7 * dayMs, moves: [{ asset: 'MXN', minor: 9n }] })
  await act(day + 8 * dayMs, 'identity.freeze', 'ses_another')
  expect([await count(), (await list()).rows.filter(({ isNew }) => isNew).length]).toEqual([2, 2])
})

it('refuses a place that is none', async () => {
  const answer = await stand.as(1, '/user/happening/list', { cursor: '12' })
  expect([answer.status, (answer.json.data as { field?: string }).field]).toEqual([400, 'cursor'])
})
