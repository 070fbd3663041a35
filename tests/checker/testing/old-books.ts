import { auditPayload } from '@bolsillo/audit/domain'
import { mariaSignsIn } from '@bolsillo/audit/fixtures'
import { createAuditLog } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import {
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  mariaPesos,
  mariaWalmex,
  reserves,
  walmexBuyEntry,
} from '@bolsillo/ledger/fixtures'
import { writeOldRecords } from '@bolsillo/ledger/fixtures/old-audit'
import { writeOldBlock } from '@bolsillo/ledger/fixtures/old-blocks'
import { createLedger, sealActs } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'

const acts = [1, 2, 3].map((at) =>
  auditPayload({ ...mariaSignsIn, at: instant(1_700_000_000_000 + at), details: { device: `phone ${at}` } }),
)

/**
 * The books of an installation made before acts: blocks of both kinds, and a reservation of the old that a new one draws on;
 * records of the audit in a chain, and one behind it.
 */
export async function oldBooks(): Promise<TestDatabase> {
  const database = await testDatabase()
  await writeOldRecords(database.owner, acts)
  const [hold, kept] = [fixtureId('hld', 1), fixtureId('hld', 2)]
  await writeOldBlock(database.owner, [
    fundingEntry(1, mariaPesos, 1_000_000n),
    fixtureEntry(2, [reserves(mariaPesos, 312_885n, hold)], { kind: 'stock-order-hold', actor: 'desk' }),
  ])
  await writeOldBlock(database.owner, [
    fundingEntry(3, jorgePesos, 500n),
    fixtureEntry(4, [reserves(mariaPesos, 1000n, kept)], { kind: 'stock-order-hold', actor: 'desk' }),
  ])
  await transaction(database.sql, (tx) =>
    createLedger().post(tx, [
      fundingEntry(5, mariaWalmex, 7n),
      walmexBuyEntry(6, hold),
      fundingEntry(7, jorgePesos, 1n),
    ]),
  )
  await transaction(database.sql, (tx) => createAuditLog().record(tx, mariaSignsIn))
  await sealActs(database.sql, testServices({ sql: database.sql }).clock)
  return database
}

/** What an owner of the database does to the chain: one record edited, and all that follow recomputed so that they agree. */
const chainAnew = `update audit_record set payload = replace(payload, 'phone', 'other') where seq = 1;
  do $$ declare record record; before bytea := decode(repeat('00', 32), 'hex'); begin
    for record in select seq, payload from audit_record order by seq loop
      before := sha256(convert_to('bolsillo.audit.record.1' || E'\\n' || record.seq || E'\\n' || encode(before, 'hex')
        || E'\\n' || record.payload, 'UTF8'));
      update audit_record set hash = before where seq = record.seq;
    end loop;
    update audit_head set hash = before; end $$`

const first = 'where first_seq = 1'

/** Changes of a block from before acts, and of what follows from it: the statement, and what somebody must say of it. */
export const oldEdits: readonly { readonly what: string; readonly sql: string; readonly says: RegExp }[] = [
  ...[
    ['an id', "ids[1] = 'ent_01KJ0000000000000000000009'"],
    ['a kind', "kinds[1] = 'gift'"],
    ['a time', 'recorded_ats[1] = recorded_ats[1] - 86400000'],
    ['an actor', "actors[1] = 'nobody'"],
    ['a reference', `"references"[1] = 'order:none'`],
    ['a detail', `details[1] = '{"price":"0.001"}'`],
    ['a hash', 'hashes[1] = sha256(hashes[1])'],
    ['the order of postings', 'lines = array[lines[2], lines[1]] || lines[3:]'],
    ['the account of a posting', 'account_nos[1] = account_nos[2]'],
    ['an amount', 'posted[1] = posted[1] + 1'],
    ['a reserved amount', 'held[3] = held[3] + 1'],
    ['a hold', "hold_ids[3] = 'hld_01KJ0000000000000000000009'"],
    ['a running balance', 'posted_after[1] = posted_after[1] + 1'],
    ['a running reservation', 'held_after[1] = held_after[1] + 1'],
  ].map(([what, change]) => ({
    what: `edit ${what}`,
    sql: `update ledger_block set ${change} ${first}`,
    says: /entry [12] .*does not have the hash of its content/,
  })),
  {
    what: 'edit the entry of a posting',
    sql: `update ledger_block set places[2] = 9 ${first}`,
    says: /posting 1 of entry 10 belongs to no entry/,
  },
  {
    what: 'edit its number',
    sql: `update ledger_block set first_seq = first_seq + 1000, last_seq = last_seq + 1000 where first_seq = 3`,
    says: /entry 3 is missing: the next one is 1003/,
  },
  { what: 'delete', sql: `delete from ledger_block ${first}`, says: /entry 1 is missing: the next one is 3/ },
  {
    what: 'delete the last',
    sql: 'delete from ledger_block where first_seq = 3',
    says: /act 3 is missing: the next block begins with 5/,
  },
  { what: 'truncate', sql: 'truncate ledger_block', says: /act 1 is missing: the next block begins with 5/ },
  {
    what: 'hide it from its accounts',
    sql: 'delete from ledger_account_block where first_seq = 1',
    says: /2 accounts that block 1 posted to are not noted there/,
  },
  {
    what: 'note it once more',
    sql: 'update ledger_account_block set first_seq = 2 where first_seq = 1',
    says: /is noted in block 2, which did not post to it/,
  },
  {
    what: 'edit a record of the audit',
    sql: `update audit_record set payload = replace(payload, '"action":"', '"action":"x') where seq = 2`,
    says: /record 2 of the audit does not have the hash of its content/,
  },
  {
    what: 'edit the hash of a record of the audit',
    sql: 'update audit_record set hash = sha256(hash) where seq = 1',
    says: /record 1 of the audit does not have the hash of its content/,
  },
  {
    what: 'delete a record of the audit',
    sql: 'delete from audit_record where seq = 2',
    says: /record 2 of the audit is missing: the next one is 3/,
  },
  {
    what: 'delete the last record of the chain',
    sql: 'delete from audit_record where seq = 3',
    says: /the journal names record 3 of the audit, whose chain ends at 2/,
  },
  {
    what: 'end the chain of the audit earlier, with its head',
    sql: `delete from audit_record where seq > 2;
      update audit_head set seq = 2, hash = (select hash from audit_record where seq = 2)`,
    says: /the journal names record 3 of the audit, whose chain ends at 2/,
  },
  {
    what: 'edit a record of the audit and make all that follow anew, with the head',
    sql: chainAnew,
    says: /the journal names record 3 of the audit as [0-9a-f]{64}, it is [0-9a-f]{64}/,
  },
  {
    what: 'edit where the chain of the audit ends',
    sql: 'update audit_head set seq = 2',
    says: /the head of the audit says 2 \w+, it ends at 3/,
  },
]
