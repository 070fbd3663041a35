import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import {
  checkpointText,
  consistencyRanges,
  cosignedAt,
  foldSubtrees,
  headStatement,
  hexText,
  type LeafRange,
  noLineBefore,
  noteKeyId,
  plainHead,
  readCheckpoint,
  readNoteKey,
  readNoteLines,
  type Sha256Bytes,
  type Subtree,
  subtreesOf,
  treeLeafPreimage,
  treeNodePreimage,
  writeNote,
  writeNoteKey,
} from '@bolsillo/ledger/domain'
import { isSignedByKey } from '@bolsillo/ledger/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askLog, createWitness, readLogKey, serveWitness } from './witness.mjs'

// What a witness of tools/witness.mjs answers, by c2sp.org/tlog-witness; the log here is made with the ledger's own code,
// of which the witness shares none.

const sha256: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')
const origin = 'firm.example/journal'

/** A log of leaves that follow from a name: another name, another history. */
function logOf(named: string, { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }) {
  const key = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  const id = noteKeyId(origin, 'log', key, sha256)
  const node = ({ level, place }: Subtree): Uint8Array =>
    level === 0
      ? sha256(treeLeafPreimage(sha256(Buffer.from(`${named}.${place}`))))
      : sha256(
          treeNodePreimage(
            node({ level: level - 1, place: 2n * place }),
            node({ level: level - 1, place: 2n * place + 1n }),
          ),
        )
  const range = (one: LeafRange): Uint8Array => foldSubtrees(subtreesOf(one).map(node), sha256)
  const textOf = (size: number) =>
    checkpointText({ origin, size: BigInt(size), root: hexText(range({ start: 0n, end: BigInt(size) })) })
  const note = (size: number, text = textOf(size)) =>
    writeNote(text, [{ name: origin, id, signature: sign(null, Buffer.from(text), privateKey) }])
  const head = (count: number) => {
    const root = hexText(range({ start: 0n, end: BigInt(count) }))
    const signed = { seq: BigInt(count), hash: root, at: instant(1), previous: noLineBefore }
    const text = headStatement({ ...signed, tree: { size: BigInt(count), root } })
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    return plainHead({ ...signed, tree: { size: BigInt(count), root }, key: key.toString('base64url'), signature })
  }
  const path = (from: number, to: number) => consistencyRanges(BigInt(from), BigInt(to)).map(range)
  const body = (old: number, size: number, proof = path(old, size)) =>
    `old ${old}\n${proof.map((one) => `${Buffer.from(one).toString('base64')}\n`).join('')}\n${note(size)}`
  return { vkey: writeNoteKey({ name: origin, id, key }, 'log'), note, textOf, path, head, body }
}

const pair = () => generateKeyPairSync('ed25519')
const keys = pair()
const honest = logOf('honest', keys)
const forged = logOf('forged', keys)
const log = readLogKey(honest.vkey)
if (log === undefined) throw new Error('the log’s own key is not read')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bolsillo-cosigner-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const said: string[] = []
const open = (now = () => 1_770_000_000_500) =>
  createWitness({ name: 'other.example/w', dir, logs: [log], now, say: (line) => said.push(line) })
const forksOf = () => readdirSync(join(dir, 'forks')).sort()

describe('a witness', () => {
  it('cosigns what continues what it cosigned, at its own time, and keeps it over a restart', () => {
    const witness = open()
    const key = readNoteKey(witness.vkey, 'witness', sha256)
    if (key === undefined) throw new Error('the witness’s key is not read')
    const sizes = [1, 2, 3, 7, 8, 9, 31, 64, 65, 100]
    for (const [at, size] of sizes.entries()) {
      const again = open()
      const answer = again.add(honest.body(sizes[at - 1] ?? 0, size))
      expect(answer, `${size}`).toMatchObject({ status: 200 })
      const lines = readNoteLines(answer.body) ?? []
      expect(cosignedAt({ text: honest.textOf(size), lines }, key, isSignedByKey)).toBe(1_770_000_000_000)
      expect(again.vkey).toBe(witness.vkey)
    }
    expect(open().lastOf(origin)).toMatchObject({ size: 100 })
    // The same checkpoint again: still the newest, cosigned with a later time.
    expect(open(() => 1_770_000_060_000).add(honest.body(100, 100))).toMatchObject({ status: 200 })
    const shown = readCheckpoint(open().checkpointOf(hash('sha256', origin)) ?? '')
    expect(shown).toMatchObject({ size: 100n, origin })
    expect(shown?.lines.map(({ name }) => name)).toEqual([origin, 'other.example/w'])
    expect(forksOf()).toEqual([])
  })

  it('tells who begins elsewhere where it is', () => {
    const witness = open()
    expect(witness.add(honest.body(0, 9)).status).toBe(200)
    for (const [old, size] of [
      [0, 20],
      [5, 20],
      [8, 9],
    ] as const)
      expect(witness.add(honest.body(old, size))).toEqual({ status: 409, body: '9\n', type: 'text/x.tlog.size' })
  })

  it('refuses what does not continue it, keeps what shows it, and stays where it is', () => {
    const witness = open()
    expect(witness.add(honest.body(0, 9)).status).toBe(200)
    said.length = 0
    // Another history of the same length is a fork by itself; a longer one lacks the way, which alone proves nothing.
    expect(witness.add(forged.body(9, 9))).toEqual({ status: 409, body: '9\n', type: 'text/x.tlog.size' })
    expect(witness.add(forged.body(9, 20)).status).toBe(422)
    expect(witness.add(honest.body(9, 20, honest.path(8, 20))).status).toBe(422)
    expect(witness.add(honest.body(9, 20, [])).status).toBe(422)
    expect(forksOf()).toEqual([
      `${hash('sha256', origin).slice(0, 16)}-fork-1.json`,
      `${hash('sha256', origin).slice(0, 16)}-unproven.json`,
    ])
    const evidence: unknown = JSON.parse(readFileSync(join(dir, 'forks', forksOf()[0] ?? ''), 'utf8'))
    expect(evidence).toMatchObject({
      kind: 'fork',
      offered: forged.note(9),
      kept: expect.stringContaining(honest.note(9)),
    })
    expect(said[0]).toBe(`FORK: ${origin} signed 9 acts that do not continue the 9 this witness cosigned`)
    expect(open().add(honest.body(9, 20)).status).toBe(200)
  })

  it('answers nothing but the right to what is not the log’s, or no checkpoint at all', () => {
    const witness = open()
    const other = logOf('honest', pair())
    const named = (body: string, name: string) => body.replace(origin, name)
    const rest = honest.body(0, 9).slice('old 0\n'.length)
    const tooMany = Array.from({ length: 64 }, () => new Uint8Array(32))
    const cases: ReadonlyArray<readonly [number, string]> = [
      [404, named(honest.body(0, 9), 'elsewhere.example/journal')],
      [403, other.body(0, 9)],
      [403, honest.body(0, 9).replace('\n9\n', '\n8\n')],
      [400, `old 20\n\n${honest.note(9)}`],
      [400, honest.body(0, 9, [new Uint8Array(32)])],
      [400, honest.body(0, 9, tooMany)],
      [400, `old 00\n${rest}`],
      [400, `old -1\n${rest}`],
      [400, `old  0\n${rest}`],
      [400, `old 0\r\n${rest}`],
      [400, rest],
      [400, ''],
      [400, `old 0\nnot a hash\n\n${honest.note(9)}`],
      [400, `old 0\n\n${honest.textOf(9)}`],
    ]
    for (const [status, body] of cases) expect(witness.add(body).status, body.slice(0, 80)).toBe(status)
    expect(witness.lastOf(origin)).toBeUndefined()
  })

  it('cosigns nothing once it cannot read what it cosigned', () => {
    expect(open().add(honest.body(0, 9)).status).toBe(200)
    writeFileSync(join(dir, `${hash('sha256', origin)}.checkpoint`), '')
    expect(() => open().add(honest.body(0, 9))).toThrow(/holds no checkpoint/)
  })

  it('answers over the network, and bounds what it is sent', async () => {
    const server = serveWitness(open())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = async (body: string, path = '/add-checkpoint') => {
      const answer = await fetch(`${url}${path}`, { method: 'POST', body })
      return [answer.status, answer.headers.get('content-type'), await answer.text()]
    }
    expect(await post(honest.body(0, 9))).toEqual([200, 'text/plain; charset=utf-8', expect.stringMatching(/^— other/)])
    expect(await post(honest.body(0, 9))).toEqual([409, 'text/x.tlog.size', '9\n'])
    expect((await post('x'.repeat(100_000)))[0]).toBe(413)
    expect((await post('', '/elsewhere'))[0]).toBe(404)
    expect(await (await fetch(url)).text()).toBe(`${open().vkey}\n`)
    expect((await fetch(`${url}/${hash('sha256', origin)}/checkpoint`)).status).toBe(200)
    expect((await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404)
    server.close()
  })
})

describe('a witness that asks by itself', () => {
  it('follows a log, and finds another history, one cut short, and one that is silent', async () => {
    let [shown, size] = [honest, 9]
    // What everybody else is shown, where that is another history than the checkpoint is of.
    let newest: { readonly of?: typeof honest; readonly size: number } = { size: 0 }
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://log')
      if (url.pathname === '/journal/checkpoint') {
        response.end(shown.note(size))
        return
      }
      const [from, asked] = [Number(url.searchParams.get('from')), url.searchParams.get('to')]
      const to = asked === null ? Math.max(size, newest.size) : Number(asked)
      const of = asked === null ? (newest.of ?? shown) : shown
      const path =
        from <= to && to <= Math.max(size, newest.size)
          ? of.path(from, to).map((one) => Buffer.from(one).toString('hex'))
          : undefined
      response.end(
        JSON.stringify(path === undefined ? { code: 14_006 } : { code: 0, data: { path, head: of.head(to) } }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const witness = open()
    const ask = () => askLog(witness, { origin, url, say: () => undefined })
    expect(await ask()).toBe('cosigned')
    size = 20
    expect(await ask()).toBe('cosigned')
    expect(await ask()).toBe('cosigned')
    expect(witness.lastOf(origin)?.size).toBe(20)
    for (const count of [20, 25, 12]) {
      ;[shown, size] = [forged, count]
      expect(await ask(), `${count}`).toBe('fork')
    }
    ;[shown, size] = [honest, 12]
    expect(await ask(), 'a log that has lost its end').toBe('fork')
    expect(forksOf()).toHaveLength(4)
    ;[size, newest] = [20, { of: forged, size: 30 }]
    expect(await ask(), 'the checkpoint it knows, and another history for everybody else').toBe('fork')
    ;[size, newest] = [21, { of: honest, size: 30 }]
    expect(await ask()).toBe('cosigned')
    server.close()
    expect(await ask()).toBe('silent')
  })
})
