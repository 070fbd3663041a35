import { assert } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AccountId,
  accountParts,
  deskKinds,
  entryGrammar,
  entryProblems,
  grammarProblem,
  type JournalEntry,
  onceKeyOf,
} from '../domain/index.ts'
import { type Draw, exampleEntry, exampleKinds, forgedEntry } from '../domain/testing/grammar-draws.ts'
import { fixtureEntry, fixtureId, jorge, maria, moves } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'

const ledger = createLedger()
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ grammar: true })
})
afterAll(async () => {
  await database.drop()
})

/** The same numbers in every run. */
function drawing(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

const drawnEntries = (seed: number, count: number): readonly JournalEntry[] => {
  const draw = drawing(seed)
  return Array.from({ length: count }, (_, at) => {
    const kind = exampleKinds[at % exampleKinds.length]
    assert(kind !== undefined, 'there are kinds')
    const sound = exampleEntry(kind, at + 1)
    return draw(5) === 0 ? sound : forgedEntry(draw, draw(3) === 0 ? forgedEntry(draw, sound) : sound)
  })
}

/** What the database says of entries, as acts of a journal whose accounts have numbers. */
async function askDatabase(entries: readonly JournalEntry[]) {
  const accounts = [...new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)))]
  const numbers = await transaction(database.sql, async (tx) => {
    const rows = await tx<{ id: AccountId; account_no: number }[]>`
      select id, account_no from ledger_accounts(${accounts}::text[])`
    return new Map(rows.map((row) => [row.id, row.account_no]))
  })
  const acts = entries.map(({ id, kind, actor, reference, details, postings }) =>
    JSON.stringify([
      ...[1, 1, 1, kind, actor, id, reference, details],
      postings.map(({ account, posted, held }) => [numbers.get(account), Number(posted), 0, Number(held)]),
    ]),
  )
  return await database.owner<{ problem: string | null; once: string | null }[]>`
    select ledger_entry_problem(act::jsonb) as problem, ledger_once_key(act::jsonb) as once
    from unnest(${acts}::text[]) with ordinality as drawn (act, place) order by place`
}

/** Gives every account enough, as a test may and a room may not. */
async function fund(accounts: readonly AccountId[]): Promise<void> {
  const amount = 1_000_000n
  const debits = accounts.filter((account) => accountParts(account).side === 'debit')
  const credits = accounts.filter((account) => accountParts(account).side === 'credit')
  const pairs = [
    ...credits.map((account) => [account, `venue-simulated:custody:${accountParts(account).asset}`] as const),
    ...debits.map((account) => [`house:rounding:${accountParts(account).asset}`, account] as const),
  ]
  await database.owner`alter table journal_block disable trigger check_entries`
  for (const [to, from] of pairs as readonly (readonly [AccountId, AccountId])[]) {
    funded += 1
    const entry = fixtureEntry(9000 + funded, [moves(to, amount), moves(from, -amount)])
    await transaction(database.sql, (tx) => ledger.post(tx, [entry]))
  }
  await database.owner`alter table journal_block enable trigger check_entries`
}
let funded = 0

describe('the grammar of entries', () => {
  it('is the same in the database and in the code', async () => {
    const rows = await database.sql`
      select kind, actor, subject, lines, needs, customers_max, assets_max, shape, cause, of_desk from ledger_entry_rule`
    const expected = Object.entries(entryGrammar).map(([kind, rule]) => ({
      ...{ kind, actor: rule.actor, subject: rule.subject, lines: rule.lines, shape: rule.shape, cause: rule.cause },
      needs: rule.needs.map((ways) => ways.join('|')),
      ...{ customers_max: rule.customersMax, assets_max: rule.assetsMax, of_desk: deskKinds.has(kind) },
    }))
    const byKind = (one: { kind?: string }, other: { kind?: string }) =>
      (one.kind ?? '') < (other.kind ?? '') ? -1 : 1
    expect([...rows].sort(byKind)).toEqual(expected.sort(byKind))
  })

  it('cannot be changed, nor a cause forgotten, by the runtime role', async () => {
    const { sql } = database
    await expect(sql`update ledger_entry_rule set actor = 'either'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from ledger_cause`).rejects.toThrow(/permission denied/)
    await expect(sql`insert into ledger_cause values ('a', 1)`).rejects.toThrow(/permission denied/)
  })

  it('says the same of 4,000 drawn entries in the database as in the code', async () => {
    const entries = drawnEntries(7, 4000)
    const found = await askDatabase(entries)
    for (const [at, entry] of entries.entries()) {
      const problem = grammarProblem(entry)
      expect(
        [found[at]?.problem === null, found[at]?.once],
        `${JSON.stringify(entry.postings, writeBig)} ${problem}`,
      ).toEqual([problem === undefined, onceKeyOf(entry) ?? null])
    }
    const refused = found.filter(({ problem }) => problem !== null).length
    expect(refused).toBeGreaterThan(1500)
    expect(refused).toBeLessThan(3500)
  })

  it('refuses 500 fabricated entries, and each of those an audit made, whoever posts them', async () => {
    const fabricated = [...madeByAudit(), ...drawnEntries(11, 6000)]
      .filter((entry) => grammarProblem(entry) !== undefined && entry.postings.every(({ held }) => held === 0n))
      .filter((entry) => entryProblems(entry).length === 0)
      .slice(0, 500)
    expect(fabricated).toHaveLength(500)
    await fund([...new Set(fabricated.flatMap(({ postings }) => postings.map(({ account }) => account)))])
    const before = await database.owner`select seq from ledger_head`
    const refusals = new Map<string, number>()
    for (const entry of fabricated) {
      const refusal = await transaction(database.sql, (tx) => ledger.post(tx, [entry])).then(
        (outcome) => JSON.stringify([outcome, entry], writeBig),
        (error: unknown) => (error instanceof Error ? error.message : '').replace(/ no such .*/, ''),
      )
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
    }
    expect([...refusals]).toEqual([['the grammar of entries allows', 500]])
    expect(await database.owner`select seq from ledger_head`).toEqual(before)
  })

  it('books a movement, a grant and a transfer once', async () => {
    await fund(['house:practice-funding:MXN', 'house:practice-funding:USDT'])
    const twice = async (entry: JournalEntry, changed: Partial<JournalEntry> = {}) => {
      await transaction(database.sql, (tx) => ledger.post(tx, [entry]))
      const again = { ...entry, ...changed, id: fixtureId('ent', 7777) }
      await expect(transaction(database.sql, (tx) => ledger.post(tx, [again]))).rejects.toThrow(/ledger_cause_pkey/)
    }
    await twice(exampleEntry('practice-grant', 801))
    await twice(exampleEntry('deposit', 802), { reference: `deposit:${fixtureId('dep', 2)}` })
    // Held, and credited from the same movement once more.
    const held = exampleEntry('deposit-held', 803)
    await twice(held, { kind: 'deposit', postings: [moves(`${jorge}:stock:MXN`, 9n), ...held.postings.slice(1)] })
  })
})

const writeBig = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** The entries by which an audit made money, or moved somebody else's. */
function madeByAudit(): readonly JournalEntry[] {
  const [mine, theirs] = [`${maria}:stock:MXN`, `${jorge}:stock:MXN`] as const
  const custody = 'venue-simulated:custody:MXN'
  const pair = (from: AccountId, to: AccountId) => [moves(from, -500n), moves(to, 500n)]
  const transfer = (number: number) => ({
    kind: 'purse-transfer',
    reference: `transfer:${fixtureId('ent', number)}`,
    actor: maria,
  })
  return [
    fixtureEntry(601, pair(theirs, mine), transfer(601)),
    fixtureEntry(602, pair(mine, 'house:fees:MXN'), transfer(602)),
    fixtureEntry(603, pair(custody, mine), {
      kind: 'deposit',
      actor: 'deposits',
      reference: `deposit:${fixtureId('dep', 3)}`,
    }),
    fixtureEntry(604, pair('house:fees:MXN', mine), { kind: 'goodwill', actor: 'desk', reference: 'goodwill:1' }),
    fixtureEntry(605, pair('house:insurance:USDT', `${maria}:contract:USDT`), {
      kind: 'contract-funding',
      actor: 'desk',
    }),
    fixtureEntry(606, pair('house:practice-funding:MXN', mine), { actor: jorge, reference: `practice:${jorge}` }),
    fixtureEntry(607, pair(custody, 'house:practice-funding:MXN'), {
      kind: 'practice-pool',
      actor: 'ledger',
      reference: 'practice:pool',
    }),
    fixtureEntry(608, pair(custody, mine), {
      kind: 'stock-buy',
      actor: maria,
      reference: `order:${fixtureId('ord', 1)}`,
    }),
  ]
}
