import { createHash } from 'node:crypto'
import { instant, writeCsv } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { auditGenesis, auditPayload, auditPreimage } from './audit-record.ts'
import {
  chainOwn,
  checkOwn,
  missingSince,
  type OwnAct,
  type OwnLine,
  type OwnReader,
  ownLogCells,
  ownLogHead,
  readOwnLog,
} from './own-log.ts'

const hash = async (of: string | Uint8Array): Promise<string> => createHash('sha256').update(of).digest('hex')
/** An act of these tests is the JSON of what it says, in hex. */
const readAct = (act: string): OwnAct | undefined => {
  const bytes = Uint8Array.from(Buffer.from(act, 'hex'))
  const { seq, ...said } = JSON.parse(Buffer.from(bytes).toString()) as Omit<OwnAct, 'seq'> & { seq: string }
  return seq === 'none' ? undefined : { ...said, seq: BigInt(seq), bytes }
}
const reader: OwnReader = { hash, readAct }
const head = {
  ...{ seq: '9', hash: 'a'.repeat(64), size: '9', root: 'b'.repeat(64), at: 1, previous: '0'.repeat(64) },
  ...{ key: 'k', signature: 's' },
}
const actOf = (seq: string): string => {
  const said = { seq, at: 1_700_000_000_009, actor: 'cus_maria', action: 'identity.sign-in', subject: 'cus_maria' }
  return Buffer.from(JSON.stringify(said)).toString('hex')
}
const recordOf = async (seq: string): Promise<Omit<OwnLine, 'chain'>> => {
  const act = actOf(seq)
  return { seq, act, hash: await hash(Buffer.from(act, 'hex')), way: { index: '7', path: ['c'.repeat(64)] }, head }
}

/** Four records of one customer in the chain of earlier versions, whose third is somebody else's; then two acts. */
async function records(): Promise<Omit<OwnLine, 'chain'>[]> {
  const made: Omit<OwnLine, 'chain'>[] = []
  let previous = auditGenesis
  for (const seq of [1, 2, 3, 4, 5]) {
    const payload = auditPayload({
      at: instant(1_700_000_000_000 + seq),
      actor: seq === 3 ? 'cus_other' : 'cus_maria',
      action: 'identity.sign-in',
      subject: 'cus_maria',
      details: { device: 'Chrome, "Android"', network: '=10.0.0.1' },
    })
    const own = await hash(auditPreimage(BigInt(seq), previous, payload))
    if (seq !== 3) made.push({ seq: String(seq), payload, previous, hash: own })
    previous = own
  }
  return [...made, await recordOf('6'), await recordOf('8')]
}
const fileOf = (lines: readonly OwnLine[]): string =>
  writeCsv([['Bolsillo'], [...ownLogHead], ...lines.map((line) => ownLogCells(line, reader))])

describe('one’s own log as a file', () => {
  it('is read as it was written, and every hash can be made again', async () => {
    const lines = await chainOwn(await records(), reader)
    const read = readOwnLog(fileOf(lines))
    expect(read).toEqual(lines)
    expect(await checkOwn(read ?? [], reader)).toBeUndefined()
    expect(readOwnLog('a,b\r\n1,2\r\n')).toBeUndefined()
    expect(readOwnLog(fileOf(lines).replace('"previous"', '"previous'))).toBeUndefined()
    expect(readOwnLog(fileOf(lines).replaceAll('"index', '"place').replaceAll('""index', '""place'))).toBeUndefined()
  })

  it('is read when it is from before records were acts', async () => {
    const lines = (await chainOwn(await records(), reader)).slice(0, 4)
    const earlier = writeCsv([
      ['Bolsillo'],
      [...ownLogHead].slice(0, 9),
      ...lines.map((line) => ownLogCells(line, reader).slice(0, 9)),
    ])
    expect(readOwnLog(earlier)).toEqual(lines)
  })

  it.each<[string, (lines: OwnLine[]) => OwnLine[], string]>([
    [
      'an edited act',
      (all) => all.map((l, i) => (i === 1 ? { ...l, payload: l.payload?.replace('Chrome', 'Safari') } : l)),
      'hash',
    ],
    ['an act left out', (all) => all.filter((_, i) => i !== 1), 'chain'],
    ['two swapped', (all) => [all[1], all[0], ...all.slice(2)].flatMap((l) => (l === undefined ? [] : [l])), 'chain'],
    ['an edited act of the journal', (all) => all.map((l, i) => (i === 4 ? { ...l, act: `${l.act}20` } : l)), 'hash'],
    ['another act of the journal', (all) => all.map((l, i) => (i === 4 ? { ...l, act: actOf('8') } : l)), 'hash'],
    ['what is no act', (all) => all.map((l, i) => (i === 4 ? { ...l, act: actOf('none') } : l)), 'hash'],
    ['an act beside a text', (all) => all.map((l, i) => (i === 4 ? { ...l, payload: '{}' } : l)), 'hash'],
    ['neither an act nor a text', (all) => all.map((l, i) => (i === 4 ? { ...l, act: undefined } : l)), 'hash'],
    ['a hash of its own', (all) => all.map((l, i) => (i === 3 ? { ...l, hash: 'f'.repeat(64) } : l)), 'hash'],
  ])('shows %s', async (_, tamper, fault) => {
    const lines = await chainOwn(await records(), reader)
    expect(await checkOwn(tamper([...lines]), reader)).toMatchObject({ fault })
  })

  it('shows what a log of today no longer has, though it was chained anew', async () => {
    const all = await records()
    const kept = await chainOwn(all, reader)
    expect(missingSince(kept.slice(0, 2), kept)).toBeUndefined()
    const rewritten = await chainOwn(
      all.filter((_, index) => index !== 1),
      reader,
    )
    expect(await checkOwn(rewritten, reader)).toBeUndefined()
    expect(missingSince(kept, rewritten)).toBe('2')
  })
})
