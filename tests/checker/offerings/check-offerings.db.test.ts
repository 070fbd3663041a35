import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { rightTradePassword } from '@bolsillo/identity/fixtures'
import { growTree, sealActs } from '@bolsillo/ledger/server'
import { instruments } from '@bolsillo/market/domain'
import { testCustomer, testSessions } from '@bolsillo/test-kit'
import { createBookVenue } from '@bolsillo/trading/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../check-books.ts'
import { collectFindings } from '../finding.ts'
import { checkLedger } from '../journal/check-ledger.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkOfferings } from './check-offerings.ts'

const tables = [
  ...['offering', 'offering_publication', 'offering_application', 'offering_leave', 'offering_simulated'],
  ...['offering_closing', 'offering_allotment', 'offering_line', 'offering_result', 'offering_settlement'],
  ...['offering_end', 'approval', 'approval_decision'],
]

let stand: ComposedApp<HandMarket>
/** The offering that was allotted. */
let done = ''

beforeAll(async () => {
  const instrumentIds = instruments.flatMap(({ id, kind }) => (kind === 'stock' ? [id] : []))
  stand = await composedApp({
    sessions: testSessions([1, 3, 4].map((number) => testCustomer(number))),
    market: (services) =>
      handMarket(services, {
        hours: 'always',
        venue: () => createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds }),
      }),
  })
  for (const id of instrumentIds) stand.chosen.quote(id, 61_980n, 62_000n)
  for (const customer of [1, 3, 4]) await stand.fund(customer, 'stock', 'MXN', 100_000_00n)
  await stand.runJob('offerings.practice')
  const open = await offerings()
  // One is allotted and paid; in another somebody stands, and somebody left.
  await apply(1, open[0].id)
  await apply(4, open[0].id)
  done = open[0].id
  await apply(1, open[1].id)
  await apply(3, open[1].id)
  await stand.as(3, '/stock/order/new/unsubscribe', { applicationId: await firstOf(3) })
  const { clock, sql } = stand.app.services
  clock.advanceMs(open[0].paysAt - clock.now())
  for (let each = 0; each < 3; each += 1) {
    await sealActs(sql, clock)
    await growTree(sql, (await stand.composition.parts.ledger.head(sql)).seq)
    await stand.runJob('offerings.pass')
  }
})
afterAll(() => stand.close())

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer
const read = async (path: string, customer = 1): Promise<any> =>
  JSON.parse(JSON.stringify((await stand.as(customer, `/stock${path}`)).json.data))
const offerings = async () => (await read('/index/new/today')).rows
const firstOf = async (customer: number): Promise<string> => (await read('/order/new/list', customer)).rows[0].id
async function apply(customer: number, id: string): Promise<void> {
  const { prospectus } = await read(`/index/new/info?id=${id}`, customer)
  const sent = await stand.as(customer, '/stock/order/new/apply', {
    ...{ id, quantity: '100', prospectus: prospectus.hash, risks: String(prospectus.risks.length) },
    tradePassword: rightTradePassword,
  })
  expect(sent.json.code, sent.body).toBe(0)
}

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(stand.app.database.owner, tables, statement, async (tx) => {
    const ledger = await checkLedger(tx, collectFindings(50), { isFixture: true })
    await checkOfferings(tx, ledger, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

it('finds nothing wrong with an offering that was paid and one that is open', async () => {
  expect(await foundAfter('select 1')).toBe('')
  const [paid] = await stand.app.database.owner`select count(*)::int as rows from offering_settlement`
  expect(paid?.rows).toBe(2)
})

it('finds positions, locks and holds as applications and entries make them', async () => {
  const found = await checkBooks(stand.app.database.owner, { market: 'fixture', now: stand.app.services.clock.now() })
  expect(found.filter(({ invariant }) => ['I5', 'I6', 'I13', 'I15', 'I17'].includes(invariant))).toEqual([])
})

const own = `(select min(id) from offering_application where offering_id in (select offering_id from offering_allotment))`
const its = `where offering_id in (select offering_id from offering_allotment)`
it.each<[string, string, RegExp]>([
  [
    'a line that got more',
    `update offering_line set allotted = allotted + 10 ${its} and line = (select max(line) from offering_line)`,
    /gave line \w+ another number of lots/,
  ],
  [
    'a line removed',
    `delete from offering_line where line = (select min(line) from offering_line)`,
    /other applications than at its closing/,
  ],
  ['another secret', `update offering_allotment set secret = repeat('0', 64)`, /opened another secret/],
  ['another public value', `update offering_allotment set public_value = repeat('0', 64)`, /another seed/],
  ['a value of another act', `update offering_allotment set public_at = public_at + 1`, /public value of another act/],
  ['another sum', `update offering_allotment set allotted = allotted + 10`, /another sum/],
  ['another seed', `update offering_allotment set seed = repeat('0', 64)`, /another seed/],
  ['another root', `update offering_closing set root = repeat('0', 64)`, /other applications than at its closing/],
  [
    'another rule',
    `update offering set rule = case rule when 'lottery' then 'pro-rata' else 'lottery' end`,
    /another number of lots/,
  ],
  ['more shares', `update offering set supply = supply * 2`, /another number of lots/],
  [
    'a result that is not that of its line',
    `update offering_result set allotted = allotted + 10 where application_id = ${own}`,
    /not what the published list has/,
  ],
  [
    'an application nobody published',
    `update offering_application set line = repeat('e', 64) where id = ${own}`,
    /not what the published list has/,
  ],
  [
    'an application that holds less',
    `update offering_application set held = held - 1 where id = ${own}`,
    /not what it costs/,
  ],
  ['an application that is gone', `delete from offering_application where id = ${own}`, /is of no application/],
  [
    'a settlement that is gone',
    `delete from offering_settlement; update offering_result set entry_id = 'ent_x' || entry_id`,
    /on hold, not/,
  ],
  [
    'a leave nobody took',
    `insert into offering_leave select id, customer_id, applied_at from offering_application where id = (select max(id) from offering_application where customer_id = (select customer_id from offering_application where id = ${own}))`,
    /on hold, not 0/,
  ],
  ['another price', `update offering set price = price + 1`, /not what it costs/],
  ['another time of sale', `update offering set sellable_at = sellable_at + 1`, /sold from another time/],
  ['one published by nobody', `update offering_publication set is_practice = false`, /published by nobody who may/],
])('finds %s', async (_, statement, says) => {
  expect(done).toMatch(/^off_/)
  expect(await foundAfter(statement)).toMatch(says)
})
