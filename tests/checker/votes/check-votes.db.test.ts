import { createHash } from 'node:crypto'
import { createApprovals } from '@bolsillo/approvals/server'
import { type Audit, createAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, createLedgerHistory } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { createVotes } from '@bolsillo/votes/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkVotes } from './check-votes.ts'

const maria = testCustomer(1)
const rogelio = testCustomer(2, 0)
const voteId = 'vot_01KJ0000000000000000000001'
const openId = 'vot_01KJ0000000000000000000002'
const asset = 'STK:WALMEX.MX'
const minuteMs = 60_000
const dayMs = 86_400_000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

let app: TestApp
let recordings: Pick<Audit, 'record'>
beforeAll(async () => {
  let run = async (): Promise<void> => undefined
  app = await testApp({
    rooms: (services) => {
      const { room: auditRoom, audit } = createAudit()
      recordings = audit
      const { room: approvalsRoom } = createApprovals({ services, audit, namesOf: async () => new Map() })
      const votes = createVotes({
        ...{ services, audit, history: createLedgerHistory(), instruments: [] },
        approvals: { propose: () => Promise.reject(new Error('unused')), openAbout: async () => undefined },
        customers: {
          find: async (_, customerId) => ({
            ...{ customerId, displayNumber: '1', account: '', status: 1, identityState: 'succ', language: 'es-ES' },
            createdAt: instant(0),
          }),
        },
      })
      run = async () => {
        for (const job of votes.jobs ?? []) await job.run(services)
      }
      return [auditRoom, approvalsRoom, votes]
    },
  })
  const { clock, sql } = app.services
  const ledger = createLedger()
  const give = async (customerId: `cus_${string}`, shares: bigint): Promise<void> => {
    const entry = grantEntry(app.services, customerAccount(customerId, 'stock', asset), shares)
    await transaction(sql, (tx) => ledger.post(tx, [entry]))
  }
  await give(maria.customerId, 50n)
  await give(rogelio.customerId, 7n)
  for (const id of [voteId, openId]) await publish(id, clock.now())
  clock.advanceMs(dayMs + 2 * minuteMs)
  // Bought after the record time: it counts nothing.
  await give(maria.customerId, 1000n)
  clock.advanceMs(4 * minuteMs)
  await run()
  for (const who of [maria, rogelio]) for (const id of [voteId, openId]) await cast(who, id)
  clock.advanceMs(dayMs + 20 * minuteMs)
  await run()
  // A server that is at work long after the closing.
  for (let hours = 0; hours < 3; hours += 1) {
    clock.advanceMs(60 * minuteMs)
    await give(rogelio.customerId, 1n)
  }
})
afterAll(() => app?.close())

/** A vote by shares as two people publish it, whose closing the second of them has far away. */
async function publish(id: string, now: number): Promise<void> {
  const recordAt = now + dayMs + minuteMs
  const opensAt = recordAt + 4 * minuteMs
  const times = [recordAt, opensAt, opensAt + dayMs + (id === openId ? 1000 : 15) * minuteMs] as const
  const words = { question: '¿Uno o dos?', options: ['Uno', 'Dos'] }
  const all = JSON.stringify({ 'es-ES': words, 'en-US': words, 'pt-BR': words })
  const said = ['es-ES', 'en-US', 'pt-BR'].map((language) => [language, words.question, ...words.options])
  const voteHash = sha256(JSON.stringify([id, 'WALMEX.MX', 'shares', ...times, said]))
  const payload = JSON.stringify({ voteHash, voteId: id })
  await transaction(app.services.sql, (tx) =>
    recordings.record(tx, {
      ...{ at: app.services.clock.now(), actor: 'opr_1', action: 'votes.propose', subject: id },
      details: { kind: 'shares', symbol: 'WALMEX.MX' },
    }),
  )
  await app.database.owner.begin(async (tx) => {
    // No operators are there to decide.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at, open)
      values (${`apv ${id}`}, 'votes.publish', ${id}, ${payload}, ${sha256(payload)}, 'firm-asks', 'opr_1', ${now},
        ${now + 60 * minuteMs}, false)`
    await tx`
      insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
      values (${`apv ${id}`}, 'approved', ${sha256(payload)}, 'opr_2', 'firm-asks', ${now})`
  })
  await app.database.owner`
    insert into vote (id, symbol, asset, scale, weighting, words, option_count, record_at, opens_at, closes_at, written_at, written_by)
    values (${id}, 'WALMEX.MX', ${asset}, 0, 'shares', ${all}::text::jsonb, 2, ${times[0]}, ${times[1]}, ${times[2]}, ${now},
      'opr_1')`
  await app.database.owner`
    insert into vote_publication (vote_id, approval_id, decided_at, maker, checker)
    values (${id}, ${`apv ${id}`}, ${now}, 'opr_1', 'opr_2')`
}

let keys = 0
async function cast(who: typeof maria, id: string): Promise<void> {
  keys += 1
  const nonce = sha256(`${id} ${who.token}`)
  const answer = await app.ask({
    ...{ method: 'POST', path: '/ipcf-api/vote', token: who.token, body: { id, option: '1', nonce } },
    headers: { 'idempotency-key': `check-votes-${keys}-`.padEnd(32, '0') },
  })
  expect(answer.json.code, answer.body).toBe(0)
}

const tables = [
  ...['vote', 'vote_publication', 'vote_snapshot', 'vote_weight', 'vote_ballot', 'vote_count', 'vote_line'],
  ...['approval', 'approval_decision'],
]

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(app.database.owner, tables, statement, async (tx) => {
    await checkVotes(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

it('finds nothing wrong with a vote that was counted and one that is open', async () => {
  expect(await foundAfter('select 1')).toBe('')
  const [done] = await app.database.owner`select ballots from vote_count where vote_id = ${voteId}`
  expect(done?.ballots).toBe(2)
})

const of = `where vote_id = '${voteId}'`
const marias = `${of} and customer_id = '${maria.customerId}'`
const first = `${of} and receipt = (select min(receipt) from vote_line ${of})`
it.each<[string, string, RegExp]>([
  [
    'a ballot added',
    `insert into vote_ballot select vote_id, 'cus_x', 7, repeat('0', 64), sealed, cast_at from vote_ballot ${marias}`,
    /0{64} is not in the list/,
  ],
  [
    'a ballot added to an open vote',
    `insert into vote_ballot select vote_id, 'cus_x', 7, repeat('0', 64), sealed, cast_at from vote_ballot where vote_id = '${openId}' limit 1`,
    /its voter has 0/,
  ],
  ['a ballot removed', `delete from vote_ballot ${marias}`, /was cast by nobody/],
  [
    'a ballot from after the closing',
    `update vote_ballot set cast_at = cast_at + 100000000 ${marias}`,
    /ballot .* is of/,
  ],
  ['a ballot that counts more', `update vote_ballot set weight = 51 ${marias}`, /counts 51, its voter has 50/],
  ['a weight that was changed', `update vote_weight set weight = 51 ${marias}`, /weight of 51, by the journal 50/],
  ['a holder that was removed', `delete from vote_weight ${marias}`, /weight of 0, by the journal 50/],
  [
    'another place in the journal',
    `update vote_snapshot set position = position + 10`,
    /weight of 50, by the journal 1050/,
  ],
  [
    'holdings of another time, with weights that are right for it',
    `update vote_snapshot set position = position + 10; update vote_weight set weight = 1050 ${marias}`,
    /is not the last by the record time/,
  ],
  [
    'holdings of before the record time',
    `update vote_snapshot set position = position - 1 ${of}`,
    /is not the last by the record time/,
  ],
  [
    'a line added',
    `insert into vote_line values ('${voteId}', repeat('f', 64), 1, 7, repeat('0', 64))`,
    /was cast by nobody/,
  ],
  ['a line removed', `delete from vote_line ${first}`, /is not in the list/],
  ['a line for another option', `update vote_line set option = 2 ${first}`, /not the ballot of its receipt/],
  ['a line with another weight', `update vote_line set weight = weight + 1 ${first}`, /counts .*, in the list/],
  [
    'a count of something else',
    `update vote_count set tally = '[{"ballots":2,"weight":"58"},{"ballots":0,"weight":"0"}]'`,
    /the count is 2 58, 0 0, by its list 2 57, 0 0/,
  ],
  [
    'a count before the closing',
    `update vote set closes_at = closes_at + 100000000 where id = '${voteId}'`,
    /before its closing/,
  ],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})

/** Everything of a vote that bears its id. */
const hidden = ['vote_line', 'vote_count', 'vote_ballot', 'vote_weight', 'vote_snapshot', 'vote_publication']
  .map((table) => `delete from ${table} ${of}; `)
  .join('')
const ofOpen = `where vote_id = '${openId}'`
/** Maria's ballot as whoever has the database makes it again: for the other option, with a receipt that is its hash. */
const receipt = sha256(`bolsillo.ballot.1\n${voteId}\n2\n50\n${'0'.repeat(64)}\n`)
const madeAgain = `
  update vote_line set receipt = '${receipt}', option = 2, nonce = repeat('0', 64)
    where receipt = (select receipt from vote_ballot ${marias});
  update vote_ballot set receipt = '${receipt}' ${marias};
  update vote_count set tally = '[{"ballots":1,"weight":"7"},{"ballots":1,"weight":"50"}]', list_hash = encode(sha256(
    (select 'bolsillo.vote.1,${voteId},2,0' || chr(10) || string_agg(receipt || ',' || option || ',' || weight || ',' || nonce
      || chr(10), '' order by receipt collate "C") from vote_line ${of})::bytea), 'hex') ${of}`

it('finds a ballot that was made again with its list, sums and hash, by its records alone', async () => {
  const found = (await foundAfter(madeAgain)).split('\n')
  expect(found).toEqual([
    `I16 ${voteId}: ballot ${receipt} has no record in the audit`,
    `I16 ${voteId}: the count has no record in the audit`,
    `I16 the audit has votes.cast of ${maria.customerId}, and nothing is there`,
    `I16 the audit has votes.count of ${voteId}, and nothing is there`,
  ])
})

it.each<[string, string, RegExp]>([
  [
    'a ballot removed before the count',
    `delete from vote_ballot ${ofOpen} and customer_id = '${maria.customerId}'`,
    /the audit has votes\.cast of cus_\w+, and nothing is there/,
  ],
  [
    'a ballot of who did not vote',
    `insert into vote_weight values ('${openId}', 'cus_x', 5); insert into vote_ballot
      select vote_id, 'cus_x', 5, repeat('0', 64), sealed, cast_at from vote_ballot ${ofOpen} limit 1`,
    /ballot 0{64} has no record in the audit/,
  ],
  [
    'a vote that is gone with all it had',
    `${hidden} delete from vote where id = '${voteId}'`,
    /votes\.propose of vot_/,
  ],
  ['the same, its proposal left', hidden, /two people published vot_\w+, and it is not there/],
  ['a vote that is not counted', `delete from vote_line ${of}; delete from vote_count ${of}`, /is not counted/],
  [
    'other words after the publication',
    `update vote set words = jsonb_set(words, '{pt-BR,options,0}', '"Dois"') where id = '${voteId}'`,
    /is not what was approved/,
  ],
  ['another closing', `update vote set closes_at = closes_at - 1 where id = '${openId}'`, /is not what was approved/],
  ['a vote nobody approved', `delete from approval where subject = '${voteId}'`, /approved by nobody/],
  ['a vote that was refused', `update approval_decision set outcome = 'refused'`, /an approval of something else/],
  ['others who approved it', `update vote_publication set checker = 'opr_3' ${of}`, /by others than it names/],
  [
    'a publication less than a day before the record time',
    `update vote_publication set decided_at = decided_at + 100000 ${of}`,
    /published at \d+, too late for its record time/,
  ],
  [
    'a vote that is open for less than a day',
    `update vote set opens_at = closes_at - 80000000 where id = '${openId}'`,
    /is open from \d+ to \d+ only/,
  ],
  [
    'holdings of a later time, as they were then',
    `update vote_snapshot set position = (select max(number) from journal_act) ${ofOpen};
      update vote_weight set weight = 1050 ${ofOpen} and customer_id = '${maria.customerId}'`,
    /holdings are of act \d+, act \d+ is of \d+, the record time is/,
  ],
  [
    'holdings of an earlier time',
    `update vote_snapshot set position = 1 ${ofOpen}`,
    /holdings are of act 1, act 2 is of \d+, the record time is/,
  ],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})
