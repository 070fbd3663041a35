import { mariaSignsIn, operatorLooksAtMaria } from '@bolsillo/audit/fixtures'
import { createAuditLog } from '@bolsillo/audit/server'
import { connect, transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundingEntry, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { createActSealer, sealActs } from '../journal/seal-acts.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { auditRows } from './audit-rows.ts'
import { checkRows, rebuildRows } from './rebuild-rows.ts'

const audit = createAuditLog()
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ connectionsMax: 8 })
})
afterEach(() => database.drop())

const services = () => testServices({ sql: database.sql })
const seal = () => sealActs(database.sql, services().clock)
const record = () => transaction(database.sql, (tx) => audit.record(tx, mariaSignsIn, operatorLooksAtMaria))
const verify = () => verifyLedger(database.owner, { sources: [auditRows] })
const ofMaria = () => audit.aboutCustomer(database.sql, mariaSignsIn.subject, { limit: 100 })
/** As the owner of the database can, with no trigger in the way. */
const tamper = (statements: string) =>
  database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statements)
  })

describe('records of the audit', () => {
  it('are there when they are committed, and say the same as acts of the journal', async () => {
    await record()
    const waiting = await ofMaria()
    expect(waiting).toEqual([
      { ...operatorLooksAtMaria, seq: 2n, hash: undefined },
      { ...mariaSignsIn, seq: 1n, hash: undefined },
    ])
    expect(await verify()).toMatchObject({ ok: true })
    await seal()
    const acts = await database.owner<{ number: string; at: bigint; hash: Buffer }[]>`
      select payload ->> 'number' as number, at, hash from journal_act where kind = 'audit' order by number`
    expect(acts.map(({ number, at }) => [number, at])).toEqual([
      ['1', BigInt(mariaSignsIn.at)],
      ['2', BigInt(operatorLooksAtMaria.at)],
    ])
    const hashes = acts.map((act) => act.hash.toString('hex')).toReversed()
    expect(await ofMaria()).toEqual(waiting.map((one, place) => ({ ...one, hash: hashes[place] })))
    expect(await verify()).toMatchObject({ ok: true })
  })

  it('are numbered in the order of the journal, however many are written at once while others seal', async () => {
    const sealers = [createActSealer(services()), createActSealer(services())]
    await Promise.all(sealers.map((sealer) => sealer.start()))
    await Promise.all([
      ...Array.from({ length: 30 }, record),
      ...Array.from({ length: 5 }, (_, no) =>
        transaction(database.sql, (tx) => createLedger().post(tx, [fundingEntry(no + 1, mariaPesos, 5n)])),
      ),
    ])
    await Promise.all(sealers.map((sealer) => sealer.stop()))
    const numbers = await database.owner<{ number: bigint }[]>`
      select (payload ->> 'number')::bigint as number from journal_act where kind = 'audit' order by journal_act.number`
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, place) => BigInt(place + 1)))
    expect(await verify()).toMatchObject({ ok: true })
  })

  it.each([
    ['one that nothing finds', 'delete from audit_index where seq = 1', /audit_index seq=1: the row is missing/],
    ['one of no act', 'update audit_index set seq = 9 where seq = 2', /audit_index seq=\d/],
    ['one found by another', "update audit_index set actor = 'x' where seq = 1", /actor is x, should be cus_/],
    ['the number of the last', 'update audit_count set records = 7', /audit_count .*records is 7, should be 4/],
    ['one that waits: gone', "delete from act_queue where key = '4'", /audit_count .*records is 4, should be 3/],
    [
      'one that waits: gone, the next not',
      "delete from act_queue where key = '3'",
      /record 4 of the audit: record 3 is missing/,
    ],
    [
      'one that waits: another time',
      `update act_queue set payload = replace(payload, '"at":1', '"at":2') where key = '3'`,
      /audit_index seq=3: digest is/,
    ],
    [
      'one that waits: of somebody else',
      "update act_queue set subject = 'cus_x' where key = '3'",
      /subject is cus_\w+, should be cus_x/,
    ],
    [
      'one that waits: no record any more',
      "update act_queue set payload = '{' where key = '3'",
      /^what waits at place \d+ is no record/,
    ],
    [
      'one that waits: no details',
      "update act_queue set payload = '{\"at\":1}' where key = '3'",
      /^what waits at place \d+ is no record/,
    ],
    [
      'an act',
      'update journal_block set body = set_byte(body, octet_length(body) - 20, 65)',
      /is not what was recorded: its hash differs/,
    ],
  ])('are found changed: %s', async (_, statements, problem) => {
    await record()
    await seal()
    await record()
    expect(await verify()).toMatchObject({ ok: true })
    await tamper(statements)
    expect(await verify()).toEqual(expect.objectContaining({ ok: false, problem: expect.stringMatching(problem) }))
  })

  it('are found again by whom and about whom when their index is made anew', async () => {
    await record()
    await seal()
    await record()
    const before = await ofMaria()
    await database.sql.end({ timeout: 5 })
    await tamper('delete from audit_index; update audit_count set records = 90')
    const rebuilt = await rebuildRows({ owner: database.owner, audit, now: mariaSignsIn.at }, { sources: [auditRows] })
    expect(rebuilt).toMatchObject({ ok: true, differences: { length: 5 } })
    expect(await checkRows(database.owner, { sources: [auditRows] })).toMatchObject({ ok: true, differences: [] })
    const sql = connect(database.address, { connectionsMax: 1, name: 'again' })
    expect(await audit.aboutCustomer(sql, mariaSignsIn.subject, { limit: 100 })).toEqual(before)
    await sql.end({ timeout: 5 })
  })
})
