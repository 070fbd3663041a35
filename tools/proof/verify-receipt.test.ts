import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { instant } from '@bolsillo/kernel'
import {
  checkpointText,
  type HashedEntry,
  headStatement,
  noLineBefore,
  plainHead,
  treeLeafPreimage,
  treeNodePreimage,
  writeNote,
  writeNoteKey,
} from '@bolsillo/ledger/domain'
import {
  custodyPesos,
  editedAct,
  fixtureEntry,
  fixtureId,
  fixtureJournal,
  mariaPesos,
  moves,
  reserves,
  walmexBuyEntry,
} from '@bolsillo/ledger/fixtures'
import { createSigner, logKeyOf } from '@bolsillo/ledger/server'
import { describe, expect, it } from 'vitest'
import { readAct } from './read-act.mjs'
import { verifyFile } from './verifier.mjs'

const signer = createSigner(new Uint8Array(32).fill(9))
const sha = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const texts = Array.from({ length: 21 }, (_, at) =>
  JSON.stringify([
    ...['bolsillo.ledger.entry.1', String(at + 1), 'aa'.repeat(32), `ent_${at + 1}`, 'deposit', 1_770_000_000_000],
    ...['rail', `deposit:${at}`, {}, [['cus_1:stock:MXN', '500', '0', null, '500', '0']]],
  ]),
)
const leavesOf = (hashed: readonly (Uint8Array | string)[]) => hashed.map((one) => sha(treeLeafPreimage(sha(one))))
const leaves = leavesOf(texts)

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

interface Way {
  index: string
  path: string[]
}
interface Receipt {
  kind: string
  entries: (HashedEntry & { proof: Way & { size: string; head: ReturnType<typeof headOf>; names?: Way[] } })[]
}
const wayOf = (seq: string, nodes: readonly Buffer[]): Way => ({
  index: String(BigInt(seq) - 1n),
  path: pathOf(Number(seq) - 1, nodes).map((node) => node.toString('hex')),
})
const receipt = (seqs: readonly number[], size: number): Receipt => ({
  kind: 'bolsillo.receipt-file.1',
  entries: seqs.map((seq) => ({
    entryId: `ent_${seq}`,
    seq: String(seq),
    previousHash: 'aa'.repeat(32),
    hash: sha(texts[seq - 1] ?? '').toString('hex'),
    canonical: texts[seq - 1] ?? '',
    proof: {
      ...wayOf(String(seq), leaves.slice(0, size)),
      size: String(size),
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

  it('says of a checkpoint others cosigned and a head what follows from them', async () => {
    const key = logKeyOf(signer.key, 'firm.example/journal', 'books')
    const root = treeOf(leaves.slice(0, 5)).toString('hex')
    const text = checkpointText({ origin: key.name, size: 5n, root })
    const own = { name: key.name, id: key.id, signature: Buffer.from(signer.sign(text), 'base64url') }
    const cosigned = { name: 'other.example', id: '01020304', signature: new Uint8Array(72) }
    const log = writeNoteKey(key, 'log')
    const file = (note: string, head: object, vkey = log) =>
      JSON.stringify({ kind: 'bolsillo.two-heads.1', heads: [{ note, log: vkey }, head] })
    const note = writeNote(text, [own, cosigned])
    const forked = await verifyFile(file(note, headOf(5, 'ab'.repeat(32))), { key: signer.key })
    expect(forked).toMatchObject({ kind: 'heads', ok: true })
    expect(forked.lines[0]).toMatch(/^5 entries, root [0-9a-f]{64}, signed with 1 cosignatures of others/)
    expect(forked.lines.at(-1)).toMatch(/the house signed two journals/)
    const other = writeNoteKey(logKeyOf(createSigner(new Uint8Array(32)).key, key.name, 'books'), 'log')
    for (const [what, vkey] of [
      [note.replace('\n5\n', '\n6\n'), log],
      [note, other],
      [writeNote(text, [cosigned]), log],
      ['', log],
      [note, ''],
    ] as const)
      expect(await verifyFile(file(what, headOf(5), vkey))).toMatchObject({ ok: false })
  })
})

const vectorFile = new URL('../../platform/ledger/domain/acts/vectors.json', import.meta.url)
const vectors: {
  readonly acts: readonly {
    readonly name: string
    readonly hex: string
    readonly act: Readonly<Record<'number' | 'kind' | 'actor' | 'cause' | 'subject', string>> & {
      readonly at: number
      readonly postings: readonly { readonly posted: string }[]
    }
  }[]
  readonly refused: readonly { readonly name: string; readonly hex: string }[]
} = JSON.parse(readFileSync(vectorFile, 'utf8'))

describe('the verifier’s reader of acts', () => {
  it.each(vectors.acts.map(({ name, hex, act }) => [name, hex, act] as const))('reads %s', (_, hex, act) => {
    const { number, at, kind, actor, cause, subject, postings } = readAct(Buffer.from(hex, 'hex'))
    expect({ at, kind, actor, cause, subject }).toEqual({
      ...{ at: act.at, kind: act.kind, actor: act.actor, cause: act.cause, subject: act.subject },
    })
    expect(String(number)).toBe(act.number)
    expect(postings.map(({ posted }) => String(posted))).toEqual(act.postings.map(({ posted }) => posted))
  })
  it.each(vectors.refused.map(({ name, hex }) => [name, hex] as const))('refuses %s', (_, hex) => {
    expect(() => readAct(Buffer.from(hex, 'hex'))).toThrow()
  })
  it('refuses a time after all days', () => {
    const [shortest] = vectors.acts
    const late = shortest?.hex.replace('89010100', '8901011b001fffffffffffff') ?? ''
    expect(() => readAct(Buffer.from(late, 'hex'))).toThrow(/no time/)
  })
  it('refuses what goes on in itself for ever', () => {
    expect(() => readAct(new Uint8Array(100_000).fill(0x81))).toThrow(/too deep/)
  })
})

describe('the verifier of receipts with acts', () => {
  const holdId = fixtureId('hld', 1)
  const { acts, shown } = fixtureJournal(
    [
      fixtureEntry(1, [moves(mariaPesos, 500_000n), moves(custodyPesos, -500_000n)]),
      fixtureEntry(2, [reserves(mariaPesos, 312_885n, holdId)]),
      walmexBuyEntry(3, holdId),
    ],
    sha,
  )
  const nodes = leavesOf(acts)
  const file = (): Receipt => ({
    kind: 'bolsillo.receipt-file.1',
    entries: shown.map((entry) => ({
      ...structuredClone(entry),
      proof: {
        ...wayOf(entry.seq, nodes),
        names: entry.names?.map(({ seq }) => wayOf(seq, nodes)) ?? [],
        size: String(acts.length),
        head: headOf(acts.length, treeOf(nodes).toString('hex')),
      },
    })),
  })

  it('follows every entry and every name to the root, and says what it moved', async () => {
    const found = await verifyFile(JSON.stringify(file()), { key: signer.key })
    expect(found.problem).toBeUndefined()
    expect(found.ok).toBe(true)
    expect(found.lines).toContain(`  ${mariaPesos}: -311980, reserved -312885; afterwards 188020, 0`)
    expect(found.lines.join('\n')).toContain('stock-buy')
    const hidden = file()
    for (const entry of hidden.entries) {
      delete entry.act
      delete entry.names
      delete entry.proof.names
    }
    expect(await verifyFile(JSON.stringify(hidden))).toMatchObject({ ok: true })
  })

  const first = (entry: Receipt['entries'][number]) => {
    const [name] = entry.names ?? []
    const [way] = entry.proof.names ?? []
    if (name === undefined || way === undefined) throw new Error('an entry names its accounts')
    return { name, way }
  }
  /** The hash of what was changed, so that only the change itself can be found. */
  const rehash = (entry: Receipt['entries'][number], act: string) =>
    Object.assign(entry, { act, hash: sha(Buffer.from(act, 'hex')).toString('hex') })
  it.each<[string, (entry: Receipt['entries'][number]) => unknown, RegExp]>([
    ['a changed byte', (one) => (one.act = `${one.act?.slice(0, -2)}07`), /its act (was changed|is not readable)/],
    ['a changed act', (one) => (one.act = editedAct(one.act, () => ({ kind: 'gift' }))), /its act was changed/],
    [
      'a changed act under its own hash',
      (one) =>
        rehash(
          one,
          editedAct(one.act, () => ({ kind: 'gift' })),
        ),
      /does not lead/,
    ],
    ['another entry’s act', (one) => (one.act = shown[0]?.act), /its act was changed/],
    ['another entry’s act and hash', (one) => rehash(one, shown[0]?.act ?? ''), /its act is of another entry/],
    ['another name', (one) => (one.entryId = fixtureId('ent', 8)), /its act is of another entry/],
    ['another number', (one) => (one.seq = '4'), /its act is of another entry/],
    [
      'an act that is not canonical',
      (one) => rehash(one, String(one.act).replace('8901', '891801')),
      /not readable: a number takes more bytes/,
    ],
    ['something behind the act', (one) => rehash(one, `${one.act}00`), /not readable: something follows/],
    ['an act that is no hex', (one) => (one.act = 'xy'), /its act is not readable/],
    ['an act and a text', (one) => (one.canonical = '[]'), /written in two ways/],
    ['names without an act', (one) => delete one.act, /there are names and no act/],
    [
      'lines that do not sum to zero',
      (one) =>
        rehash(
          one,
          editedAct(one.act, ({ postings }) => ({ postings: postings.slice(1) })),
        ),
      /does not sum to zero/,
    ],
    ['no names', (one) => delete one.names, /there are no names of its accounts/],
    ['a name left out', (one) => one.names?.shift(), /nothing names account 1/],
    ['a name twice', (one) => one.names?.push(first(one).name), /an account has two names/],
    [
      'a number given to another name',
      (one) => (first(one).name.act = editedAct(first(one).name.act, () => ({ subject: 'house:rounding:MXN' }))),
      /the name of house:rounding:MXN: it does not lead/,
    ],
    [
      'one name for two accounts',
      (one) => (first(one).name.act = editedAct(first(one).name.act, () => ({ subject: custodyPesos }))),
      /two accounts have one name/,
    ],
    [
      'a name from another place',
      (one) => Object.assign(first(one).name, { seq: '2' }),
      /what names an account has another number/,
    ],
    [
      'a name with the path of another',
      (one) => Object.assign(first(one).way, wayOf('2', nodes)),
      /its place is not its number/,
    ],
    [
      'a name moved to another place',
      (one) => {
        Object.assign(first(one).name, { seq: '4', act: editedAct(first(one).name.act, () => ({ number: 4n })) })
        Object.assign(first(one).way, wayOf('4', nodes))
      },
      /it does not lead to the root/,
    ],
    [
      'a name from behind the entry',
      (one) =>
        Object.assign(first(one).name, { seq: '99', act: editedAct(first(one).name.act, () => ({ number: 99n })) }),
      /an account was named after it/,
    ],
    [
      'a name that is an entry',
      (one) => Object.assign(first(one).name, { seq: shown[0]?.seq, act: shown[0]?.act }),
      /what names an account is another act/,
    ],
    [
      'a name that is an act of another kind',
      (one) => (first(one).name.act = editedAct(first(one).name.act, () => ({ kind: 'accounts' }))),
      /what names an account is another act/,
    ],
    ['a name that is no act', (one) => (first(one).name.act = '80'), /a name of an account is not readable/],
    [
      'a name nobody asked for',
      (one) =>
        one.names?.push({
          seq: '4',
          act: editedAct(first(one).name.act, () => ({
            number: 4n,
            subject: 'house:rounding:MXN',
            payload: { number: 77n },
          })),
        }),
      /named that it does not move/,
    ],
    ['a name without a path', (one) => one.proof.names?.shift(), /not every name of an account has a path/],
    ['no paths of names', (one) => delete one.proof.names, /not every name of an account has a path/],
    ['a path of a name cut short', (one) => first(one).way.path.shift(), /not as long|does not lead/],
  ])('finds %s', async (_, change, problem) => {
    const changed = file()
    const last = changed.entries.at(-1)
    if (last !== undefined) change(last)
    expect(await verifyFile(JSON.stringify(changed), { key: signer.key })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    })
  })
})
