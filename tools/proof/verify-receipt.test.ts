import { createHash } from 'node:crypto'
import { instant } from '@bolsillo/kernel'
import { headStatement, noLineBefore, plainHead, treeLeafPreimage, treeNodePreimage } from '@bolsillo/ledger/domain'
import { createSigner } from '@bolsillo/ledger/server'
import { describe, expect, it } from 'vitest'
import { verifyFile } from './verifier.mjs'

const signer = createSigner(new Uint8Array(32).fill(9))
const sha = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const texts = Array.from({ length: 21 }, (_, at) =>
  JSON.stringify([
    ...['bolsillo.ledger.entry.1', String(at + 1), 'aa'.repeat(32), `ent_${at + 1}`, 'deposit', 1_770_000_000_000],
    ...['rail', `deposit:${at}`, {}, [['cus_1:stock:MXN', '500', '0', null, '500', '0']]],
  ]),
)
const leaves = texts.map((text) => sha(treeLeafPreimage(sha(text))))

/** A tree by the definition; and the way from a leaf. */
function treeOf(nodes: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = nodes
  if (nodes.length === 1) return only
  let half = 1
  while (half * 2 < nodes.length) half *= 2
  return sha(treeNodePreimage(treeOf(nodes.slice(0, half)), treeOf(nodes.slice(half))))
}
function pathOf(index: number, nodes: readonly Buffer[]): Buffer[] {
  if (nodes.length === 1) return []
  let half = 1
  while (half * 2 < nodes.length) half *= 2
  const [left, right] = [nodes.slice(0, half), nodes.slice(half)]
  return index < half ? [...pathOf(index, left), treeOf(right)] : [...pathOf(index - half, right), treeOf(left)]
}

function headOf(size: number, root = treeOf(leaves.slice(0, size)).toString('hex'), by = signer) {
  const hash = sha(texts[size - 1] ?? '').toString('hex')
  const head = { seq: BigInt(size), hash, at: instant(1_770_000_000_000), previous: noLineBefore }
  const signed = { ...head, tree: { size: BigInt(size), root } }
  return plainHead({ ...signed, key: by.key, signature: by.sign(headStatement(signed)) })
}

interface Receipt {
  kind: string
  entries: {
    entryId: string
    seq: string
    previousHash: string
    hash: string
    canonical?: string
    proof: { index: string; size: string; path: string[]; head: ReturnType<typeof headOf> }
  }[]
}
const receipt = (seqs: readonly number[], size: number): Receipt => ({
  kind: 'bolsillo.receipt-file.1',
  entries: seqs.map((seq) => ({
    entryId: `ent_${seq}`,
    seq: String(seq),
    previousHash: 'aa'.repeat(32),
    hash: sha(texts[seq - 1] ?? '').toString('hex'),
    canonical: texts[seq - 1] ?? '',
    proof: {
      index: String(seq - 1),
      size: String(size),
      path: pathOf(seq - 1, leaves.slice(0, size)).map((node) => node.toString('hex')),
      head: headOf(size),
    },
  })),
})

describe('the verifier of receipts', () => {
  it('follows every entry of every tree to the root, with and without its text', async () => {
    for (let size = 1; size <= texts.length; size += 1) {
      const file = receipt(
        Array.from({ length: size }, (_, at) => at + 1),
        size,
      )
      delete file.entries[0]?.canonical
      const found = await verifyFile(JSON.stringify(file), { key: signer.key })
      expect(found.problem, `size ${size}`).toBeUndefined()
      expect(found).toMatchObject({ kind: 'receipt', ok: true })
    }
  })

  const stranger = createSigner(new Uint8Array(32).fill(3))
  it.each<[string, (entry: Receipt['entries'][number]) => unknown, RegExp]>([
    [
      'an edited text',
      (one) => (one.canonical = String(one.canonical).replace('"500"', '"900"')),
      /its text was changed/,
    ],
    ['the text of another entry', (one) => (one.canonical = texts[3] ?? ''), /its text was changed/],
    ['another name', (one) => (one.entryId = 'ent_8'), /its text is of another entry/],
    [
      'another number',
      (one) => {
        delete one.canonical
        one.seq = '8'
      },
      /its place is not its number/,
    ],
    ['another place', (one) => (one.proof.index = '7'), /its place is not its number/],
    ['a place below zero', (one) => (one.proof.index = '-1'), /the path names no place/],
    ['a place that is huge', (one) => (one.proof.index = '9'.repeat(30)), /its place is not its number/],
    ['a path cut short', (one) => one.proof.path.pop(), /not as long|does not lead/],
    ['a path too long', (one) => one.proof.path.push('ab'.repeat(32)), /not as long|does not lead/],
    ['a step edited', (one) => (one.proof.path[1] = 'ab'.repeat(32)), /does not lead to the root/],
    ['a step that is no hash', (one) => (one.proof.path[1] = 'zz'), /a step has no hash/],
    ['a root nobody signed', (one) => (one.proof.head.root = 'ab'.repeat(32)), /the signature is not of this head/],
    ['a time nobody signed', (one) => (one.proof.head.at = instant(5)), /the signature is not of this head/],
    [
      'another house’s signature',
      (one) => (one.proof.head = headOf(21, undefined, stranger)),
      /another key than you know/,
    ],
    ['a tree of another size', (one) => (one.proof.size = '20'), /of another tree/],
    ['a head of before there was a tree', (one) => delete one.proof.head.size, /not of a tree of all its entries/],
    ['a head left out', (one) => (one.proof.head = undefined as never), /there is no signed head/],
  ])('finds %s', async (_, change, problem) => {
    const file = receipt([5, 7], 21)
    const [, second] = file.entries
    if (second !== undefined) change(second)
    expect(await verifyFile(JSON.stringify(file), { key: signer.key })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    })
  })

  it.each(['', '[]', '{"kind":"bolsillo.receipt-file.1"}', '{"kind":"bolsillo.receipt-file.1","entries":[null]}'])(
    'says of %j that it is no receipt',
    async (text) => {
      expect((await verifyFile(text)).ok).toBe(false)
    },
  )

  it('says of two heads what follows from them', async () => {
    const file = (one: object, other: object) => JSON.stringify({ kind: 'bolsillo.two-heads.1', heads: [one, other] })
    const forked = await verifyFile(file(headOf(5), headOf(5, 'ab'.repeat(32))))
    expect(forked).toMatchObject({ kind: 'heads', ok: true })
    expect(forked.lines.at(-1)).toMatch(/the house signed two journals/)
    expect((await verifyFile(file(headOf(5), headOf(9)))).lines.at(-1)).toMatch(/consistency\?from=5&to=9$/)
    expect(await verifyFile(file(headOf(5), { ...headOf(9), root: 'ab'.repeat(32) }))).toMatchObject({ ok: false })
  })
})
