import { createHash } from 'node:crypto'
import { createSigner } from '@bolsillo/ledger/server'
import {
  accountPreimage,
  heightMin,
  leafPreimage,
  nodePreimage,
  noStatementBefore,
  type SumNode,
  writeStatement,
} from '@bolsillo/proof/domain'
import { createTreeBuilder, pathThrough, saltsOf } from '@bolsillo/proof/server'
import { describe, expect, it } from 'vitest'
import { verifyProofFile } from './verifier.mjs'
import { verifyWholeTree } from './verify-tree.mjs'

const secret = new Uint8Array(32).fill(7)
const signer = createSigner(new Uint8Array(32).fill(9))
const sha = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** What an honest house owes: a hundred customers, of a cent to a fortune. */
const owed: ReadonlyMap<string, bigint> = new Map(
  Array.from({ length: 100 }, (_, number) => [String(10_000_001 + number), BigInt(number + 1) ** 9n]),
)
const total = [...owed.values()].reduce((sum, balance) => sum + balance, 0n)
const [victim = ''] = owed.keys()
const victimBalance = owed.get(victim) ?? 0n

interface Leaf {
  readonly hash: string
  readonly sum: bigint
}

const leafOf = (customerNumber: string, balance: bigint, salt: Uint8Array): Leaf => ({
  hash: sha(leafPreimage(Buffer.from(sha(accountPreimage(customerNumber)), 'hex'), salt, BigInt.asUintN(128, balance))),
  sum: balance,
})
const saltOf = (customerNumber: string) => saltsOf(secret, 1, 'MXN').of(customerNumber)
const padding = (place: number): Leaf => ({ hash: saltsOf(secret, 1, 'MXN').padding(place).toString('hex'), sum: 0n })
const honestLeaves = (balances: ReadonlyMap<string, bigint> = owed): Leaf[] =>
  [...balances].map(([customerNumber, balance]) => leafOf(customerNumber, balance, saltOf(customerNumber)))

/** Makes a tree of any leaves whatever, as a house would that wants to cheat: nothing is refused, sums wrap. */
function forge(
  leaves: readonly Leaf[],
  {
    sorted = true,
    sum = (a: bigint, b: bigint): bigint => a + b,
  }: { sorted?: boolean; sum?: (a: bigint, b: bigint) => bigint } = {},
) {
  const all = [...leaves, ...Array.from({ length: 2 ** heightMin - leaves.length }, (_, place) => padding(place))]
  if (sorted) all.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const levels: SumNode[][] = [all]
  for (let level = all as SumNode[]; level.length > 1; ) {
    const parents: SumNode[] = []
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place], level[place + 1]]
      if (left === undefined || right === undefined) throw new Error('odd')
      const wrap = (node: SumNode): SumNode => ({ hash: node.hash, sum: BigInt.asUintN(128, node.sum) })
      parents.push({ hash: sha(nodePreimage(wrap(left), wrap(right))), sum: sum(left.sum, right.sum) })
    }
    levels.push(parents)
    level = parents
  }
  const root = levels.at(-1)?.[0] ?? { hash: '', sum: 0n }
  const pathOf = (hash: string) => {
    const index = all.findIndex((leaf) => leaf.hash === hash)
    const path = levels.slice(0, -1).map((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? root)
    return { index, path }
  }
  return { leaves: all, root, pathOf }
}
type Forged = ReturnType<typeof forge>

const statementOf = (root: SumNode, changes: { total?: bigint; number?: number } = {}): string =>
  writeStatement({
    number: changes.number ?? 1,
    at: 1_772_467_200_000,
    mode: 'SIM',
    journal: { seq: 100n, hash: 'ab'.repeat(32) },
    previous: noStatementBefore,
    assets: [{ asset: 'MXN', scale: 2, height: heightMin, root: root.hash, total: changes.total ?? root.sum }],
    custody: [],
    house: [],
    notCovered: ['practice-market'],
  })

interface FileParts {
  readonly customerNumber: string
  readonly balance: bigint
  readonly salt: Uint8Array
  readonly way: { readonly index: number; readonly path: readonly SumNode[] }
}

const fileOf = (statement: string, { customerNumber, balance, salt, way }: FileParts): string =>
  JSON.stringify({
    kind: 'bolsillo.proof-file.1',
    statement,
    hash: sha(statement),
    key: signer.key,
    signature: signer.sign(statement),
    customerNumber,
    missing: [],
    leaves: [
      {
        asset: 'MXN',
        balance: String(balance),
        salt: Buffer.from(salt).toString('hex'),
        index: way.index,
        path: way.path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
      },
    ],
  })

/** The file of a customer out of a forged tree, with whatever balance and leaf the house says. */
const fileFrom = (
  tree: Forged,
  customerNumber: string,
  balance: bigint,
  leaf = leafOf(customerNumber, balance, saltOf(customerNumber)),
) =>
  fileOf(statementOf(tree.root), { customerNumber, balance, salt: saltOf(customerNumber), way: tree.pathOf(leaf.hash) })

const known = { customer: victim, balances: { MXN: String(victimBalance) } }
const published = (tree: Forged) => ({ height: heightMin, root: tree.root.hash, total: String(tree.root.sum) })
const written = (tree: Forged) => tree.leaves.map(({ hash, sum }) => ({ hash, sum: String(sum) }))

describe('the second implementation', () => {
  it('finds the part of every customer in the tree the server builds, and no file is beyond 4 kB', async () => {
    const builder = createTreeBuilder(async () => undefined)
    const salts = saltsOf(secret, 1, 'MXN')
    for (const [customerNumber, balance] of owed) builder.add(salts.leaf(customerNumber, balance), balance)
    const { root, tiles, height } = await builder.build(salts.padding)
    expect([root.sum, height]).toEqual([total, heightMin])
    for (const [customerNumber, balance] of owed) {
      const way = pathThrough(tiles, salts.leaf(customerNumber, balance))
      if (way === undefined) throw new Error(`${customerNumber} is not in the tree`)
      const file = fileOf(statementOf(root), { customerNumber, balance, salt: salts.of(customerNumber), way })
      expect(file.length).toBeLessThan(4_096)
      const balances = { MXN: String(balance) }
      expect(await verifyProofFile(file, { customer: customerNumber, key: signer.key, balances })).toMatchObject({
        ok: true,
      })
    }
  })

  it('agrees with the builder of this test, so that what it refuses below is refused for the fraud alone', async () => {
    const tree = forge(honestLeaves())
    expect(await verifyProofFile(fileFrom(tree, victim, victimBalance), known)).toMatchObject({ ok: true })
    expect(await verifyWholeTree(written(tree), published(tree))).toEqual({ ok: true })
  })

  it('refuses a tree that leaves a customer out, however the house shows it', async () => {
    const others = new Map([...owed].filter(([customerNumber]) => customerNumber !== victim))
    const tree = forge(honestLeaves(others))
    for (const stranger of tree.leaves)
      expect(await verifyProofFile(fileFrom(tree, victim, victimBalance, stranger), known)).toMatchObject({ ok: false })
    const silent = { ...JSON.parse(fileFrom(tree, victim, victimBalance)), leaves: [] }
    expect(await verifyProofFile(JSON.stringify(silent), known)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/leaves out/),
    })
    const admitted = JSON.stringify({ ...silent, missing: ['MXN'] })
    expect(await verifyProofFile(admitted)).toMatchObject({ ok: false, problem: expect.stringMatching(/leaves out/) })
  })

  it('refuses a leaf that was made smaller, whether the house shows the small balance or the true one', async () => {
    const less = victimBalance - 1n
    const tree = forge(honestLeaves(new Map([...owed, [victim, less]])))
    const small = leafOf(victim, less, saltOf(victim))
    expect(await verifyProofFile(fileFrom(tree, victim, less), known)).toMatchObject({ ok: false })
    expect(await verifyProofFile(fileFrom(tree, victim, victimBalance, small), known)).toMatchObject({ ok: false })
  })

  it('refuses one leaf that two customers are shown, and a leaf that is there twice', async () => {
    const [, second = ''] = owed.keys()
    const tree = forge(honestLeaves())
    const shared = fileFrom(tree, victim, victimBalance)
    const toTheOther = JSON.stringify({ ...JSON.parse(shared), customerNumber: second })
    expect(await verifyProofFile(toTheOther, { customer: second })).toMatchObject({ ok: false })
    expect(await verifyProofFile(shared, { customer: second })).toMatchObject({ ok: false })
    const leaf = leafOf(victim, victimBalance, saltOf(victim))
    const twice = forge([leaf, ...honestLeaves()])
    expect(await verifyWholeTree(written(twice), published(twice))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/twice/),
    })
    const beside = forge([leaf, leaf, ...honestLeaves().slice(1)], { sorted: false })
    expect(await verifyProofFile(fileFrom(beside, victim, victimBalance), known)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/own sibling/),
    })
  })

  it('refuses a leaf below zero that makes the total smaller, seen by whoever stands beside it', async () => {
    const negative = leafOf('99999999', -5n, saltOf('none'))
    const leaf = leafOf(victim, victimBalance, saltOf(victim))
    const tree = forge([leaf, negative, ...honestLeaves().slice(1)], { sorted: false })
    expect(tree.root.sum).toBe(total - 5n)
    for (const text of [fileFrom(tree, victim, victimBalance)]) {
      expect(await verifyProofFile(text, known)).toMatchObject({ ok: false })
      // Written as the bytes have it, beyond the range, it is refused as well.
      const wrapped = text.replace('"sum":"-5"', `"sum":"${2n ** 128n - 5n}"`)
      expect(await verifyProofFile(wrapped, known)).toMatchObject({ ok: false })
    }
    expect(await verifyWholeTree(written(tree), published(tree))).toMatchObject({ ok: false })
  })

  it('refuses a parent whose sum is not that of its children, at every height and to every customer below it', async () => {
    for (let height = 0; height < heightMin; height += 1) {
      let made = 0
      // The first node made at this height says one cent less.
      const first = Array.from({ length: height }, (_, below) => 2 ** (heightMin - 1 - below)).reduce(
        (a, b) => a + b,
        0,
      )
      const tree = forge(honestLeaves(), { sum: (a, b) => a + b - (made++ === first ? 1n : 0n) })
      expect(tree.root.sum).toBe(total - 1n)
      expect(await verifyWholeTree(written(tree), published(tree))).toMatchObject({ ok: false })
      const below = [...owed].filter(([customerNumber, balance]) => {
        const leaf = leafOf(customerNumber, balance, saltOf(customerNumber))
        return tree.leaves.findIndex(({ hash }) => hash === leaf.hash) < 2 ** (height + 1)
      })
      for (const [customerNumber, balance] of below)
        expect(await verifyProofFile(fileFrom(tree, customerNumber, balance))).toMatchObject({ ok: false })
    }
  })

  it('refuses an old root, another statement, and any single letter changed', async () => {
    const tree = forge(honestLeaves())
    const later = statementOf(forge(honestLeaves(new Map([...owed, [victim, victimBalance + 1n]]))).root, { number: 2 })
    const file = fileFrom(tree, victim, victimBalance)
    expect(await verifyProofFile(file, { hash: sha(later) })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/published/),
    })
    const parsed = JSON.parse(file)
    const resigned = { ...parsed, statement: later, hash: sha(later), signature: signer.sign(later) }
    expect(await verifyProofFile(JSON.stringify(resigned), known)).toMatchObject({ ok: false })
    expect(await verifyProofFile(JSON.stringify({ ...parsed, statement: later }), known)).toMatchObject({ ok: false })
    expect(
      await verifyProofFile(JSON.stringify({ ...parsed, hash: sha(later), statement: later }), known),
    ).toMatchObject({ ok: false, problem: expect.stringMatching(/signature/) })
    const other = createSigner(new Uint8Array(32).fill(1))
    const foreign = JSON.stringify({ ...parsed, key: other.key, signature: other.sign(parsed.statement) })
    expect(await verifyProofFile(foreign, { key: signer.key })).toMatchObject({ ok: false })
    // Each hex digit and decimal of the leaf and its path is bound.
    for (const match of file.slice(file.indexOf('"leaves"')).matchAll(/(?<=":"?)[0-9a-f]+(?="|,)/g)) {
      const at = file.indexOf('"leaves"') + match.index
      const changed = file.slice(0, at) + (file[at] === '1' ? '2' : '1') + file.slice(at + 1)
      expect(await verifyProofFile(changed, known), match[0]).toMatchObject({ ok: false })
    }
  })

  it('refuses a total the root does not come to, and a file that is none', async () => {
    const tree = forge(honestLeaves())
    const statement = statementOf(tree.root, { total: total - 1n })
    const leaf = leafOf(victim, victimBalance, saltOf(victim))
    const parts = { customerNumber: victim, balance: victimBalance, salt: saltOf(victim), way: tree.pathOf(leaf.hash) }
    expect(await verifyProofFile(fileOf(statement, parts))).toMatchObject({ ok: false })
    for (const text of ['', '[]', 'null', '{"kind":"x"}', '{"kind":"bolsillo.proof-file.1"}'])
      expect(await verifyProofFile(text)).toMatchObject({ ok: false })
  })
})
