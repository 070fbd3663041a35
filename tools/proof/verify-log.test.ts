import { createHash } from 'node:crypto'
import { auditGenesis, auditPreimage, chainOwn, type OwnLine, ownLogCells, ownLogHead } from '@bolsillo/audit/domain'
import { mariaSignsIn } from '@bolsillo/audit/fixtures'
import { instant, writeCsv } from '@bolsillo/kernel'
import {
  actBytes,
  auditOfAct,
  headStatement,
  hexText,
  noLineBefore,
  payloadOfRecord,
  plainHead,
  readOneAct,
  treeLeafPreimage,
  treeNodePreimage,
} from '@bolsillo/ledger/domain'
import { createSigner } from '@bolsillo/ledger/server'
import { describe, expect, it } from 'vitest'
import { verifyFile } from './verifier.mjs'

const signer = createSigner(new Uint8Array(32).fill(9))
const sha = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()
const hash = async (of: Uint8Array | string): Promise<string> => sha(of).toString('hex')
const readAct = (hex: string) => {
  const read = readOneAct(hex)
  const found = read && auditOfAct(read.act)
  return read && found && { seq: found.seq, bytes: read.preimage, ...found.record }
}

const { at, actor, subject } = mariaSignsIn
const recordAct = (number: bigint, kind = 'audit') => {
  const payload = payloadOfRecord(number + 1n, { ...mariaSignsIn, details: { device: 'Chrome, "Android"' } })
  return actBytes({ number, at, kind, actor, cause: `act:${number}`, subject, payload, postings: [] })
}
// Two acts of the journal, which are records 2 and 3; the first record is from before acts.
const acts = [recordAct(1n), recordAct(2n)]
const leaves = acts.map((act) => sha(treeLeafPreimage(sha(act))))
const [left = Buffer.alloc(0), right = Buffer.alloc(0)] = leaves
const root = sha(treeNodePreimage(left, right)).toString('hex')
const unsigned = {
  seq: 2n,
  hash: 'aa'.repeat(32),
  at: instant(1_770_000_000_000),
  previous: noLineBefore,
  tree: { size: 2n, root },
}
const head = plainHead({ ...unsigned, key: signer.key, signature: signer.sign(headStatement(unsigned)) })
const payload = '{"action":"a.b","actor":"cus_x","at":1,"details":{},"subject":"cus_x"}'
const lineOf = (place: number): Omit<OwnLine, 'chain'> => {
  const act = acts[place] ?? new Uint8Array()
  const way = { index: String(place), path: [hexText(leaves[1 - place] ?? new Uint8Array())] }
  return { seq: String(place + 2), act: hexText(act), hash: sha(act).toString('hex'), way, head }
}
const old = {
  seq: '1',
  payload,
  previous: auditGenesis,
  hash: sha(auditPreimage(1n, auditGenesis, payload)).toString('hex'),
}
const records = [old, lineOf(0), lineOf(1)]
const fileOf = async (lines: readonly Omit<OwnLine, 'chain'>[]) =>
  writeCsv([
    ['Bolsillo'],
    [],
    [...ownLogHead],
    ...(await chainOwn(lines, { hash })).map((line) => ownLogCells(line, { readAct })),
  ])
const changed = (place: number, change: Partial<OwnLine>) =>
  fileOf(records.map((one, at) => (at === place ? { ...one, ...change } : one)))

describe('the verifier that shares no code with the app', () => {
  it('follows a log from each record to the signature', async () => {
    const found = await verifyFile(await fileOf(records), { key: signer.key })
    expect(found).toEqual({
      kind: 'log',
      ok: true,
      lines: [
        '3 records, each as it was hashed',
        `the journal of 2 entries was signed at 2026-02-02T02:40:00.000Z with the key ${signer.key}`,
        '2 records are in it; those from before acts have no path',
      ],
    })
  })

  it.each<[string, () => Promise<string>, RegExp]>([
    ['a changed text', () => changed(0, { payload: payload.replace('a.b', 'a.c') }), /record 1: its text was changed/],
    ['a changed act', () => changed(1, { act: hexText(recordAct(1n, 'gift')) }), /record 2: its act was changed/],
    [
      'an act of another kind under its own hash',
      () => changed(1, { act: hexText(recordAct(1n, 'gift')), hash: sha(recordAct(1n, 'gift')).toString('hex') }),
      /record 2: its act is of another record/,
    ],
    [
      'an act of another record',
      () => changed(1, { ...lineOf(1), seq: '2' }),
      /record 2: its act is of another record/,
    ],
    ['what is no act', () => changed(1, { act: '80' }), /record 2: its act is not readable/],
    ['an act and a text', () => changed(1, { payload }), /record 2: it is written in two ways/],
    ['the path of another', () => changed(1, { way: lineOf(1).way }), /record 2: its place is not its number/],
    ['a path cut short', () => changed(1, { way: { index: '0', path: [] } }), /record 2: the path is not as long/],
    [
      'another root',
      () => changed(1, { head: { ...head, root: 'ab'.repeat(32) } }),
      /the signature is not of this head/,
    ],
    ['two swapped', () => fileOf([lineOf(1), lineOf(0)]), /record 2: it is out of order/],
    [
      'a record left out',
      async () => (await fileOf(records)).replace(/^2,.*\r?\n/m, ''),
      /record 3: it, or one before it, is not what was kept/,
    ],
    ['a line cut short', async () => `${await fileOf(records)}4,5\r\n`, /record 4: a line is not whole/],
  ])('finds %s', async (_, file, problem) => {
    expect(await verifyFile(await file(), { key: signer.key })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    })
  })

  it('finds another key', async () => {
    expect(await verifyFile(await fileOf(records), { key: 'A'.repeat(43) })).toMatchObject({ ok: false })
  })
})
