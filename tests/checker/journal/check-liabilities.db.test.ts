import { hash } from 'node:crypto'
import { type Id, instant } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { feesPesos, fixtureEntry, fundingEntry, moves } from '@bolsillo/ledger/fixtures'
import { createLedger, createSigner, verifyLedger } from '@bolsillo/ledger/server'
import { readStatement, type Statement, writeStatement } from '@bolsillo/proof/domain'
import {
  createTreeBuilder,
  makeProof,
  type NumbersOf,
  type ProofEvidence,
  type ProofMaking,
  proofChecks,
  saltsOf,
} from '@bolsillo/proof/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testCustomer, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BooksRead } from '../books-store.ts'
import { reportBooks } from '../check-books.ts'

// What somebody who has the whole installation can do to a proof of liabilities, key and salts included, and who finds it
// without any customer's help: the checker, and ledger:verify by a copy of the database alone or with the secret.

const people = [1, 2, 3, 4, 5].map((number) => testCustomer(number).customerId)
const numberOf = (id: string): string => String(20_000_000 + (people as readonly string[]).indexOf(id))
const numbersOf: NumbersOf = async (_, ids) => new Map(ids.map((id) => [id, numberOf(id)]))
const secret = new Uint8Array(32).fill(5)
const signer = createSigner(new Uint8Array(32).fill(6))
const withSecret: ProofEvidence = { leaves: { secret, numbersOf } }

let database: TestDatabase
let making: ProofMaking
beforeAll(async () => {
  database = await testDatabase()
  const services = testServices({ sql: database.sql })
  making = { services, signer, secret, numbersOf, scaleOf: () => 2 }
  const ledger = createLedger()
  const post = (...entries: Parameters<typeof ledger.post>[1]) =>
    transaction(database.sql, (tx) => ledger.post(tx, entries))
  const pesos = (at: number) => customerAccount(people[at] as Id<'cus'>, 'stock', 'MXN')
  await post(
    fundingEntry(1, pesos(0), 500n),
    fundingEntry(2, pesos(1), 300n),
    fundingEntry(3, pesos(2), 300n),
    fundingEntry(4, customerAccount(people[2] as Id<'cus'>, 'coin', 'MXN'), 25n),
  )
  const first = await makeProof(making, undefined, instant(1_770_000_000_000))
  await post(fixtureEntry(5, [moves(pesos(0), -7n), moves(feesPesos, 7n)]), fundingEntry(6, pesos(3), 1n))
  await makeProof(making, first, instant(1_770_086_400_000))
  // What is moved after a proof is no matter of its.
  await post(fundingEntry(7, pesos(4), 9n))
})
afterAll(() => database?.drop())

class Undone extends Error {
  override name = 'Undone'
}

interface Found {
  readonly checker: readonly string[]
  readonly verified: string
  readonly bySecret: string
}

/** What each says after a change to the database, which is undone. */
async function foundAfter(change: (tx: BooksRead) => Promise<void>): Promise<Found> {
  let found: Found | undefined
  const work = async (tx: BooksRead): Promise<void> => {
    await tx`set local session_replication_role = replica`
    await change(tx)
    const report = await reportBooks(tx, { market: 'fixture' })
    const verify = async (evidence: ProofEvidence) => {
      const verdict = await verifyLedger(tx, { sources: [proofChecks(evidence)] })
      return verdict.ok ? '' : verdict.problem
    }
    found = {
      checker: report.findings.map(({ invariant, what }) => `${invariant} ${what}`),
      verified: await verify({}),
      bySecret: await verify(withSecret),
    }
    throw new Undone()
  }
  await expect(database.owner.begin(work)).rejects.toThrow(Undone)
  if (found === undefined) throw new Error('nothing was looked at')
  return found
}

interface Leaf {
  readonly number: string
  readonly amount: bigint
  /** Salts of another asset are as good as random ones: a second leaf of the same customer. */
  readonly salt?: string
}

/** Makes the second proof anew with these leaves, signed and salted as the house does it. */
async function forge(
  tx: BooksRead,
  leavesOf: (leaves: readonly Leaf[]) => readonly Leaf[],
  statementOf: (statement: Statement) => Statement = (statement) => statement,
): Promise<void> {
  const [row] = await tx<{ statement: string }[]>`select statement from liability_proof where number = 2`
  const honest = readStatement(row?.statement ?? '')
  const owed: readonly Leaf[] = [493n, 300n, 325n, 1n].map((amount, at) => ({
    number: numberOf(people[at] ?? ''),
    amount,
  }))
  const builder = createTreeBuilder(async () => undefined)
  const salts = saltsOf(secret, 2, 'MXN')
  for (const { number, amount, salt } of leavesOf(owed))
    builder.add((salt === undefined ? salts : saltsOf(secret, 2, salt)).leaf(number, amount), amount)
  const { height, root, tiles } = await builder.build(salts.padding)
  const assets = [{ asset: 'MXN', scale: 2, height, root: root.hash, total: root.sum }]
  const text = writeStatement(statementOf({ ...honest, assets }))
  await tx`delete from liability_tile where number = 2`
  for (const { base, place, nodes } of tiles)
    await tx`insert into liability_tile (number, asset, base, place, first_hash, nodes)
      values (2, 'MXN', ${base}, ${place}, ${nodes.subarray(0, 32)}, ${nodes})`
  const { journal } = readStatement(text)
  await tx`update liability_proof set statement = ${text}, hash = ${Buffer.from(hash('sha256', text), 'hex')},
    signature = ${signer.sign(text)}, journal_seq = ${journal.seq.toString()}::bigint,
    journal_hash = ${Buffer.from(journal.hash, 'hex')} where number = 2`
}

const nothing: Found = { checker: [], verified: '', bySecret: '' }

describe('a proof of liabilities held against the journal', () => {
  it('is right as the house makes it, and as a forger who changes nothing makes it', async () => {
    expect(await foundAfter(async () => undefined)).toEqual(nothing)
    expect(await foundAfter((tx) => forge(tx, (leaves) => leaves))).toEqual(nothing)
  })

  it.each<[string, (leaves: readonly Leaf[]) => readonly Leaf[]]>([
    ['omitted', (leaves) => leaves.slice(1)],
    ['shrunk', ([one, ...rest]) => [{ ...one, amount: 492n } as Leaf, ...rest]],
    ['doubled', (leaves) => [...leaves, { ...leaves[1], salt: 'again' } as Leaf]],
    ['inflated', ([one, ...rest]) => [{ ...one, amount: 494n } as Leaf, ...rest]],
    ['added, who was owed nothing then', (leaves) => [...leaves, { number: numberOf(people[4] ?? ''), amount: 9n }]],
    [
      'shrunk to another’s gain, so that the total stays',
      ([one, two, ...rest]) => [{ ...one, amount: 492n } as Leaf, { ...two, amount: 301n } as Leaf, ...rest],
    ],
    ['put together with another', ([one, , ...rest]) => [{ ...one, amount: 793n } as Leaf, ...rest]],
  ])('is found with a customer %s, without their help', async (_, change) => {
    const { checker, verified, bySecret } = await foundAfter((tx) => forge(tx, change))
    expect(checker.join('\n')).toMatch(/^I15 proof 2: 4 customers were owed 1119 MXN at act \d+, its tree holds/)
    expect(verified).toMatch(/^proof 2 does not hold what 4 customers were owed of MXN at act/)
    expect(bySecret).toBe(verified)
  })

  it('is found with a customer’s leaf given to nobody, by whoever has the secret', async () => {
    // The amounts are right; whose the leaf is shows to its owner, and to the secret.
    const nobody = await foundAfter((tx) =>
      forge(tx, ([one, ...rest]) => [{ ...one, number: '29999999' } as Leaf, ...rest]),
    )
    expect(nobody).toMatchObject({ checker: [], verified: '' })
    expect(nobody.bySecret).toBe(`proof 2 does not hold the leaf of ${people[0]} in MXN`)
  })

  it.each<[string, (statement: Statement) => Statement, RegExp]>([
    [
      'a larger custody',
      (one) => ({ ...one, custody: one.custody.map((row) => ({ ...row, amount: row.amount + 1n })) }),
      /lists custody as|lists other custody/,
    ],
    [
      'a smaller house',
      (one) => ({ ...one, house: one.house.map((row) => ({ ...row, amount: row.amount + 1n })) }),
      /lists house as|lists other custody/,
    ],
    [
      'a total that is not the tree’s',
      (one) => ({ ...one, assets: one.assets.map((row) => ({ ...row, total: row.total - 1n })) }),
      /its tree is|its leaves do not make it/,
    ],
    ['an asset left out', (one) => ({ ...one, assets: [] }), /its tree is|its statement others/],
    [
      'another head of the journal',
      (one) => ({ ...one, journal: { ...one.journal, hash: 'ab'.repeat(32) } }),
      /is of (?:a|the) head abab/,
    ],
    [
      'an earlier head, with the later balances',
      (one) => ({ ...one, journal: { seq: 6n, hash: 'ef'.repeat(32) } }),
      /customers were owed|does not hold what|is of (?:a|the) head/,
    ],
    ['another proof before it', (one) => ({ ...one, previous: 'cd'.repeat(32) }), /says/],
  ])('is found with %s in its statement', async (_, change, problem) => {
    const { checker, verified } = await foundAfter((tx) => forge(tx, (leaves) => leaves, change))
    expect(checker.filter((line) => line.startsWith('I15')).join('\n')).toMatch(problem)
    expect(verified).toMatch(problem)
  })

  it.each([
    ['a node above changed', `update liability_tile set nodes = set_byte(nodes, 40, 1) where number = 1`],
    ['a statement nobody signed', `update liability_proof set signature = repeat('A', 86) where number = 1`],
    [
      'its first taken away',
      `delete from liability_tile where number = 1; delete from liability_proof where number = 1`,
    ],
    ['its tree taken away', `delete from liability_tile where number = 2`],
  ])('is found with %s', async (_, sql) => {
    const { checker, verified } = await foundAfter(async (tx) => {
      for (const one of sql.split(';')) await tx.unsafe(one)
    })
    expect(checker.filter((line) => line.startsWith('I15')).length).toBeGreaterThan(0)
    expect(verified).not.toBe('')
  })

  it('is found to be another than the one that was kept elsewhere, or gone', async () => {
    const [kept] = await database.sql<{ hash: string }[]>`
      select encode(hash, 'hex') as hash from liability_proof where number = 2`
    const verify = async (hashes: ReadonlyMap<number, string>) =>
      await verifyLedger(database.sql, { sources: [proofChecks({ kept: hashes })] })
    expect(await verify(new Map([[2, kept?.hash ?? '']]))).toMatchObject({ ok: true })
    for (const [number, own] of [
      [2, 'ab'.repeat(32)],
      [3, kept?.hash ?? ''],
    ] as const)
      expect(await verify(new Map([[number, own]]))).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/was kept as/),
      })
  })
})
