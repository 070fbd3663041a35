import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountId, Balance, JournalEntry } from '../domain/index.ts'
import {
  custodyPesos,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  mariaPesos,
  mariaWalmex,
  moves,
  reserves,
} from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import type { PreparedPosting } from './post-entries.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
let ledger: Ledger
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase()
  await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(1, mariaPesos, 1000n)]))
})
afterEach(async () => {
  expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  await database.drop()
})

const accounts: readonly AccountId[] = [mariaPesos, jorgePesos, custodyPesos]
/** Maria gives Jorge, whose account is not open yet, ten. */
const gift = [fixtureEntry(2, [moves(mariaPesos, -10n), moves(jorgePesos, 10n)])]

async function prepared(
  entries: readonly JournalEntry[],
  instead: ReadonlyMap<AccountId, Balance> = new Map(),
): Promise<PreparedPosting | undefined> {
  const [balances, head] = [await ledger.balances(database.sql, accounts), await ledger.head(database.sql)]
  return await ledger.prepare(entries, { balances: new Map([...balances, ...instead]), head })
}

const postPrepared = (entries: readonly JournalEntry[], given: PreparedPosting | undefined) =>
  transaction(database.sql, async (tx) => {
    await ledger.lock(tx, accounts, { withHead: true })
    return await ledger.post(tx, entries, { areNew: true, prepared: given })
  })

const hashOf = async (entry: JournalEntry) => (await ledger.entries(database.sql, [entry.id])).map(({ hash }) => hash)
const posted = async () => {
  const found = await ledger.balances(database.sql, accounts)
  return accounts.map((account) => found.get(account)?.posted)
}

describe('entries worked out before anything is locked', () => {
  it('are sent as they are when nothing moved, also where they open an account', async () => {
    const given = await prepared(gift)
    expect(await postPrepared(gift, given)).toEqual({ kind: 'posted', seqs: [2n] })
    expect(await posted()).toEqual([990n, 10n, -1000n])
    expect(await hashOf(gift[0] as JournalEntry)).toEqual([given?.written.head.hash])
  })

  it('are worked out anew when somebody posted meanwhile', async () => {
    const given = await prepared(gift)
    await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(3, mariaPesos, 5n)]))
    expect(await postPrepared(gift, given)).toEqual({ kind: 'posted', seqs: [3n] })
    expect(await posted()).toEqual([995n, 10n, -1005n])
    expect(await hashOf(gift[0] as JournalEntry)).not.toEqual([given?.written.head.hash])
  })

  it('are worked out anew when the journal went on with others', async () => {
    const given = await prepared(gift)
    await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(3, mariaWalmex, 5n)]))
    expect(await postPrepared(gift, given)).toEqual({ kind: 'posted', seqs: [3n] })
  })

  it('are worked out anew when a balance is not what was assumed, at the same head', async () => {
    const given = await prepared(gift, new Map([[mariaPesos, { posted: 2000n, held: 0n }]]))
    expect(given).toBeDefined()
    expect(await postPrepared(gift, given)).toEqual({ kind: 'posted', seqs: [2n] })
    expect(await posted()).toEqual([990n, 10n, -1000n])
  })

  it('say so when they do not fit after all', async () => {
    const much = [fixtureEntry(2, [moves(mariaPesos, -1500n), moves(jorgePesos, 1500n)])]
    const given = await prepared(much, new Map([[mariaPesos, { posted: 2000n, held: 0n }]]))
    expect(given).toBeDefined()
    expect(await postPrepared(much, given)).toMatchObject({ kind: 'insufficient', account: mariaPesos, short: 500n })
  })

  it('reserve, and draw on what was reserved before', async () => {
    const hold = fixtureId('hld', 1)
    const reserve = [fixtureEntry(2, [reserves(mariaPesos, 600n, hold)])]
    await postPrepared(reserve, await prepared(reserve))
    const release = [fixtureEntry(3, [reserves(mariaPesos, -600n, hold)])]
    await postPrepared(release, await prepared(release))
    expect(await ledger.openHolds(database.sql, mariaPesos)).toEqual([])
  })

  it('are none where they cannot be known: nothing is assumed of an account, one does not fit, one comes twice', async () => {
    const head = await ledger.head(database.sql)
    const funds = new Map([[mariaPesos, { posted: 1000n, held: 0n }]])
    expect(await ledger.prepare(gift, { balances: funds, head })).toBeUndefined()
    const much = [fixtureEntry(2, [moves(mariaPesos, -1500n), moves(jorgePesos, 1500n)])]
    expect(await prepared(much)).toBeUndefined()
    expect(await prepared([...gift, ...gift])).toBeUndefined()
  })

  it('belong to the entries they were made of', async () => {
    const given = await prepared(gift)
    const others = [fixtureEntry(3, [moves(mariaPesos, -1n), moves(jorgePesos, 1n)])]
    await expect(postPrepared(others, given)).rejects.toThrow('what was prepared is what is posted')
  })
})
