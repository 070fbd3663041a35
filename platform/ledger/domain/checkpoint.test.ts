import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { base64Text, bytesOfBase64, plainBase64, urlBase64 } from './base64.ts'
import {
  checkpointText,
  cosignedAt,
  cosignedText,
  isLogsCheckpoint,
  noteKeyId,
  readCheckpoint,
  readCosignature,
  readNoteKey,
  readNoteLines,
  type VerifySignature,
  writeNote,
  writeNoteKey,
} from './checkpoint.ts'
import type { Sha256Bytes } from './journal-tree.ts'

const sha256: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')
const verified: VerifySignature = (key, text, signature) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }, format: 'jwk' }),
    signature,
  )

const pairOf = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  return { key, signed: (text: string) => sign(null, Buffer.from(text), privateKey) }
}

describe('Base64', () => {
  it('is the platform’s, both ways, and refuses what could be written otherwise', () => {
    for (let length = 0; length < 70; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256)
      expect(base64Text(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(bytesOfBase64(base64Text(bytes))).toEqual(bytes)
      expect(urlBase64(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      expect(bytesOfBase64(plainBase64(urlBase64(bytes)))).toEqual(bytes)
    }
    for (const text of ['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', 'AA=A', 'AA\nA', '-_-_'])
      expect(bytesOfBase64(text), text).toBeUndefined()
  })
})

// The example of c2sp.org/tlog-cosignature and tlog-checkpoint, as it is printed there.
const printed = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`

describe('a checkpoint', () => {
  it('is read and written as the example in the format’s text', () => {
    const note = readCheckpoint(printed)
    if (note === undefined) throw new Error('not read')
    expect(note).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163n })
    expect(writeNote(checkpointText(note), note.lines)).toBe(printed)
    expect(note.lines.map(({ name, id }) => [name, id])).toEqual([
      ['example.com/behind-the-sofa', '033de0ae'],
      ['witness.example.com/w1', '8d66cf3f'],
    ])
    expect(readCosignature(note.lines[1]?.signature ?? new Uint8Array())?.seconds).toBe(1_679_315_147n)
  })

  it.each([
    ['no signature', printed.slice(0, printed.indexOf('\n\n') + 2)],
    ['no end of its last line', printed.slice(0, -1)],
    ['a size with a zero before it', printed.replace('20852163', '020852163')],
    ['a root cut short', printed.replace('CsUYapGGPo4d', '')],
    ['no origin', printed.replace('example.com/behind-the-sofa\n', '\n')],
    ['a line that is no signature', printed.replace('— witness', '- witness')],
    ['too many lines', printed + '— a AAAAAAA=\n'.repeat(40)],
    ['too many letters', printed + '— a AAAAAAA=\n'.repeat(4000)],
  ])('is none with %s', (_, note) => {
    expect(readCheckpoint(note)).toBeUndefined()
  })

  it('is the log’s when its key signed it, and cosigned by who else did', () => {
    const [log, witness, other] = [pairOf(), pairOf(), pairOf()]
    const keyOf = (name: string, type: 'log' | 'witness', { key }: typeof log) => ({
      name,
      id: noteKeyId(name, type, key, sha256),
      key,
    })
    const logKey = keyOf('firm.example/journal', 'log', log)
    const witnessKey = keyOf('other.example/w', 'witness', witness)
    const text = checkpointText({ origin: logKey.name, size: 3n, root: 'ab'.repeat(32) })
    const timed = (pair: typeof log, seconds: bigint, over = text) => {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(seconds)
      return Buffer.concat([time, pair.signed(cosignedText(over, seconds))])
    }
    const own = { name: logKey.name, id: logKey.id, signature: log.signed(text) }
    const line = { name: witnessKey.name, id: witnessKey.id, signature: timed(witness, 1_700_000_000n) }
    const note = readCheckpoint(writeNote(text, [own, line]))
    if (note === undefined) throw new Error('not read')
    expect(isLogsCheckpoint(note, logKey, verified)).toBe(true)
    expect(cosignedAt(note, witnessKey, verified)).toBe(1_700_000_000_000)
    // Another key under the same name, another log's name, a false line beside a true one, a time that was changed.
    expect(isLogsCheckpoint(note, keyOf(logKey.name, 'log', other), verified)).toBe(false)
    expect(isLogsCheckpoint({ ...note, origin: 'x' }, logKey, verified)).toBe(false)
    const doubled = [...note.lines, { ...own, signature: other.signed(text) }]
    expect(isLogsCheckpoint({ ...note, lines: doubled }, logKey, verified)).toBe(false)
    const late = Uint8Array.from(line.signature)
    late[7] = (late[7] ?? 0) ^ 1
    expect(cosignedAt({ text, lines: [{ ...line, signature: late }] }, witnessKey, verified)).toBeUndefined()
    expect(
      cosignedAt({ text, lines: [{ ...line, signature: timed(other, 5n) }] }, witnessKey, verified),
    ).toBeUndefined()
    for (const [type, key] of [
      ['log', logKey],
      ['witness', witnessKey],
    ] as const) {
      const written = writeNoteKey(key, type)
      expect(readNoteKey(written, type, sha256)).toMatchObject({ name: key.name, id: key.id })
      expect(readNoteKey(written, type === 'log' ? 'witness' : 'log', sha256)).toBeUndefined()
      expect(readNoteKey(written.replace(key.id, '00000000'), type, sha256)).toBeUndefined()
    }
    expect(readNoteLines('')).toEqual([])
    expect(readNoteLines('— a b')).toBeUndefined()
  })
})
