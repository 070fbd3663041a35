import { sealActs } from '@bolsillo/ledger/server'
import { commitChangedTables, transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDecisions } from '../check-books.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await seal()
})
afterEach(() => database.drop())

const seal = () => sealActs(database.sql, testServices({ sql: database.sql }).clock)
const found = async (): Promise<readonly string[]> => {
  const waiting = (await checkDecisions(database.owner)).map(({ what }) => what)
  await seal()
  // What waits is as good as what has its number.
  expect((await checkDecisions(database.owner)).map(({ what }) => what.replace(/^act \d+/, 'act'))).toEqual(
    waiting.map((what) => what.replace(/^act at place \d+/, 'act')),
  )
  return waiting
}
const hire = (id: string) =>
  transaction(
    database.owner,
    (tx) => tx`insert into operator (id, account, name, password_hash, roles, created_at)
      values (${id}, ${id}, 'Ana', 'hash', '{support}', 1)`,
    { cause: 'job:sample' },
  )

describe('rows that decide something', () => {
  it('are committed to when they were there before their table was kept', async () => {
    const { owner } = database
    await owner`drop trigger row_written on operator`
    await owner`delete from row_keeping where table_name = 'operator'`
    await hire('opr_1')
    await hire('opr_2')
    expect(await found()).toEqual([
      'operator opr_1 was written without an act: it has no salt',
      'operator opr_2 was written without an act: it has no salt',
    ])
    await owner`select keep_rows('operator', '{id}')`
    expect(await found()).toEqual([])
    await hire('opr_3')
    expect(await found()).toEqual([])
  })

  it('are committed to anew by the migrations that change their columns', async () => {
    const { owner } = database
    await hire('opr_1')
    expect(await found()).toEqual([])
    await owner`alter table operator add column desk text not null default 'first', drop column name`
    expect(await found()).toEqual(['operator opr_1 is not what its last act says'])
    await transaction(owner, commitChangedTables)
    expect(await found()).toEqual([])
    const acts = async () => (await owner`select 1 from journal_act where subject = 'operator'`).length
    expect(await acts()).toBe(2)
    await transaction(owner, commitChangedTables)
    expect(await found()).toEqual([])
    expect(await acts()).toBe(2)
  })

  it('may be written by whoever says why, and not by anybody else', async () => {
    const { owner } = database
    await hire('opr_1')
    await owner`update operator set roles = '{admin}'`
    expect(await found()).toEqual([expect.stringMatching(/^act .*: operator opr_1 was written by nobody knows what$/)])
  })

  it('can be erased with their salts, and leave the journal whole', async () => {
    const { owner } = database
    await hire('opr_1')
    await transaction(owner, (tx) => tx`delete from operator`, { cause: 'job:erase' })
    expect(await owner`select 1 from row_salt where table_name = 'operator'`).toHaveLength(0)
    expect(await found()).toEqual([])
  })

  it('that are for good are neither changed nor removed, whatever is named as the cause', async () => {
    const { owner } = database
    const as = (cause: string, statement: string) => transaction(owner, (tx) => tx.unsafe(statement), { cause })
    await as(
      'job:market-news',
      `insert into content_market_news (id, kind, symbol, session, happened_at, written_at, facts)
      values ('art_1', 'large-move', 'WALMEX.MX', '2026-11-28', 1, 1, '{}')`,
    )
    await as('job:market-news', `update content_market_news set happened_at = 1`)
    expect(await found()).toEqual([])
    await owner`alter table content_market_news add column more text`
    await transaction(owner, commitChangedTables)
    expect(await found()).toEqual([])
    await as('job:market-news', `update content_market_news set symbol = 'AAPL.US'`)
    await as('job:market-news', `delete from content_market_news`)
    expect(await found()).toEqual([
      expect.stringMatching(/^act .*: content_market_news art_1 was changed, and is for good$/),
      expect.stringMatching(/^act .*: content_market_news art_1 was removed, and is for good$/),
    ])
  })

  it('that leave in time were written last long before, whatever is named as the cause', async () => {
    const { owner, sql } = database
    const { clock } = testServices({ sql })
    const sealed = async (statement: string) => {
      await transaction(owner, (tx) => tx.unsafe(statement), { cause: 'job:outbox.end-old' })
      await sealActs(sql, clock)
      return (await checkDecisions(owner)).map(({ what }) => what)
    }
    const message = (id: string) =>
      sealed(`insert into message_outbox (id, channel, shown_to, kind, has_code, created_at, expires_at, state, sealed, next_try_at)
        values ('${id}', 'email', 'm***', 'notice', false, 1, 2, 'waiting', 'x', 1)`)
    const end = (id: string) =>
      sealed(`update message_outbox set state = 'late', sealed = null, ended_at = 3 where id = '${id}'`)
    const remove = (id: string) => sealed(`delete from message_outbox where id = '${id}'`)
    await message('msg_kept')
    expect(await end('msg_kept')).toEqual([])
    const receipt = `insert into message_receipt (message_id, fate, received_at) values ('msg_kept', 'delivered', 4)`
    expect(await sealed(receipt)).toEqual([])
    clock.advanceMs(90 * 86_400_000)
    expect(await remove('msg_kept')).toEqual([])
    await message('msg_waits')
    clock.advanceMs(1000)
    const early = /^act \d+: message_outbox msg_\w+ was removed 1000 ms after it was written$/
    expect(await remove('msg_waits')).toEqual([expect.stringMatching(early)])
    await message('msg_ended')
    await end('msg_ended')
    clock.advanceMs(1000)
    expect(await remove('msg_ended')).toEqual([early, early].map((line) => expect.stringMatching(line)))
  })
})
