import { createHash } from 'node:crypto'
import { type Audit, createAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { createSupport } from '@bolsillo/support/server'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkSupport } from './check-support.ts'

const maria = testCustomer(1)
const unused = (): never => {
  throw new Error('unused')
}

let app: TestApp
let audit: Pick<Audit, 'record'>
let id = ''
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const made = createAudit()
      audit = made.audit
      const support = createSupport({
        ...{ services, audit },
        settings: { get: (setting: { standard: unknown }) => setting.standard } as never,
        publisher: { publish: () => undefined } as never,
        views: { viewed: unused, isReadable: unused, viewedForCase: unused },
        customers: { find: async () => undefined, notify: async () => undefined },
        tradingOf: () => ({ findOrder: async () => undefined }),
        isOwnPayment: async () => false,
      })
      return [made.room, support]
    },
  })
  const opened = await ask('open', { topic: 'account', text: 'Hola' })
  id = JSON.parse(opened.body).data.conversation.id
  app.services.clock.advanceMs(1000)
  await ask('write', { id, text: 'Otra cosa' })
})
afterAll(() => app?.close())

const ask = (path: string, body: Record<string, unknown>) =>
  app.ask({
    ...{ method: 'POST', path: `/ipcf-api/user/support/${path}`, token: maria.token, body },
    headers: { 'idempotency-key': `check-support-${path}`.padEnd(32, '0') },
  })

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(app.database.owner, ['support_conversation', 'support_line'], statement, async (tx) => {
    await checkSupport(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

it('finds nothing wrong with a conversation as it was written', async () => {
  expect(await foundAfter('select 1')).toBe('')
  const [lines] = await app.database.owner`select count(*)::int as count from support_line`
  expect(lines?.count).toBe(2)
})

it.each<[string, string, RegExp]>([
  [
    'a message removed',
    'delete from support_line where no = 2',
    /the audit has support\.write of cus_\w+, and nothing/,
  ],
  [
    'a message that says something else',
    `update support_line set hash = repeat('0', 64) where no = 1`,
    /line 1 has no record/,
  ],
  ['a message of another time', 'update support_line set at = at + 1 where no = 2', /line 2 has no record/],
  ['a message of somebody else', `update support_line set actor = 'opr_x' where no = 2`, /line 2 has no record/],
  [
    'a line put in',
    `insert into support_line select conversation_id, customer_id, 3, 'closed', 'opr_x', at, null, null, 'solved'
      from support_line where no = 2`,
    /line 3 has no record/,
  ],
  ['lines with a gap', 'update support_line set no = 5 where no = 2', /line 5 is the 2\. that is there/],
  ['a line before the one before it', 'update support_line set at = 1 where no = 2', /line 2 is of 1, before the one/],
  ['a conversation of somebody else', `update support_conversation set customer_id = 'cus_x'`, /cnv_\w+ has no record/],
  ['a conversation about something else', `update support_conversation set about = 'ord_x'`, /cnv_\w+ has no record/],
  ['a conversation removed', 'delete from support_conversation', /the audit has support\.open of cus_/],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})

it('finds a record of a message that is nowhere', async () => {
  await transaction(app.services.sql, (tx) =>
    audit.record(tx, {
      ...{ at: instant(1), actor: 'opr_1', action: 'support.answer', subject: maria.customerId },
      details: { case: id, number: '3', hash: createHash('sha256').update('x').digest('hex') },
    }),
  )
  expect(await foundAfter('select 1')).toBe(
    `I16 the audit has support.answer of ${maria.customerId}, and nothing is there`,
  )
})
