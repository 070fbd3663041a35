import { createHash } from 'node:crypto'
import { type Audit, createAudit } from '@bolsillo/audit/server'
import { createFiles, type Files, samplePicture } from '@bolsillo/files/server'
import { instant, isRejection, present } from '@bolsillo/kernel'
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

const tables = [
  ...['support_conversation', 'support_line', 'support_attachment', 'stored_file', 'stored_file_body'],
  'stored_file_use',
]
/** Two pictures of the same size, so that only their bytes tell them apart. */
const photos = ['UNA', 'OTRA'].map((title) => samplePicture({ title, lines: [], width: 400 }))

let app: TestApp
let audit: Pick<Audit, 'record'>
let files: Files
let id = ''
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const made = createAudit()
      audit = made.audit
      const settings = { get: (setting: { standard: unknown }) => setting.standard } as never
      const madeFiles = createFiles({ services, settings, audit: made.audit, namesOf: async () => new Map() })
      files = madeFiles.files
      const support = createSupport({
        ...{ services, settings, audit, files },
        publisher: { publish: () => undefined } as never,
        views: { viewed: unused, isReadable: unused, viewedForCase: unused },
        customers: { find: async () => undefined, notify: async () => undefined },
        tradingOf: () => ({ findOrder: async () => undefined }),
        isOwnPayment: async () => false,
      })
      return [made.room, madeFiles.room, support]
    },
  })
  await app.database.owner`
    insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
      privacy_agreed_at, created_at)
    values (${maria.customerId}, 10000000, '+525555550110', '', 'es-ES', 'I1', 0, 0, 0)`
  const opened = await ask('open', { topic: 'account', text: 'Hola' })
  id = JSON.parse(opened.body).data.conversation.id
  app.services.clock.advanceMs(1000)
  const [picture1, picture2] = [await kept(0), await kept(1)]
  await ask('write', { id, text: 'Otra cosa', picture1, picture2 })
  // One of its own that was not attached.
  await kept(1)
})
afterAll(() => app?.close())

async function kept(place: 0 | 1): Promise<string> {
  const bytes = await present(photos[place], 'a picture')
  const fileId = await files.keep({
    ...{ customerId: maria.customerId, purpose: 'support', file: { name: 'photo.jpg', bytes } },
  })
  if (isRejection(fileId)) throw new Error('the picture was not kept')
  return fileId
}

const ask = (path: string, body: Record<string, unknown>) =>
  app.ask({
    ...{ method: 'POST', path: `/ipcf-api/user/support/${path}`, token: maria.token, body },
    headers: { 'idempotency-key': `check-support-${path}`.padEnd(32, '0') },
  })

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(app.database.owner, tables, statement, async (tx) => {
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
  [
    'a picture that took the place of another',
    `update stored_file_body set body = (select body from stored_file_body where file_id =
      (select file_id from support_attachment where place = 2))
      where file_id = (select file_id from support_attachment where place = 1)`,
    /line 2: picture 1 is not the one that was attached/,
  ],
  [
    'a picture attached in the place of another',
    `update support_attachment set file_id = (select id from stored_file where used_at is null) where place = 1`,
    /line 2: picture 1 is somebody else's, or for something else/,
  ],
  ['pictures that changed places', 'update support_attachment set place = 3 - place', /line 2 has no record/],
  [
    'a picture that says it is of other bytes',
    `update support_attachment set hash = repeat('0', 64) where place = 2`,
    /line 2 has no record/,
  ],
  [
    'a picture swapped together with what is said of it',
    `update stored_file_body set body = body || 'x'::bytea where file_id =
      (select file_id from support_attachment where place = 1);
     update support_attachment set bytes = bytes + 1, stored_hash =
      (select encode(sha256(body), 'hex') from stored_file_body as kept where kept.file_id = support_attachment.file_id)
      where place = 1`,
    /line 2 has no record/,
  ],
  [
    'a picture of another size',
    'update support_attachment set bytes = bytes + 1 where place = 1',
    /not the one that was/,
  ],
  ['a picture removed', 'delete from support_attachment where place = 2', /line 2 has no record/],
  ['a picture without its use', 'delete from stored_file_use', /line 2: picture 1 is somebody else's, or for some/],
  ['a picture whose bytes are gone', 'delete from stored_file_body', /line 2: picture 1 is gone/],
  [
    'a picture of another customer',
    `update stored_file set customer_id = 'cus_x'`,
    /line 2: picture 1 is somebody else's, or for something else/,
  ],
  [
    'a picture on another line',
    'update support_attachment set no = 1',
    /line 1 has no record[\s\S]*line 2 has no record|line 2 has no record[\s\S]*line 1 has no record/,
  ],
  [
    'pictures on a line that is not there',
    'update support_attachment set no = 7',
    /line 7 has pictures, and is not there/,
  ],
  [
    'a picture that was attached and taken off',
    'delete from support_attachment',
    /fil_\w+ was taken into use, and is on no line/,
  ],
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
