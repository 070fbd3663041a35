import { createHash } from 'node:crypto'
import { instant, writeCsv } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { auditGenesis, auditPayload, auditPreimage } from './audit-record.ts'
import {
  chainOwn,
  checkOwn,
  missingSince,
  type OwnLine,
  type OwnRecord,
  ownLogCells,
  ownLogHead,
  readOwnLog,
} from './own-log.ts'

const hash = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')

/** Four acts of one customer; the third of the journal is somebody else's. */
async function records(): Promise<OwnRecord[]> {
  const made: OwnRecord[] = []
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
  return made
}
const fileOf = (lines: readonly OwnLine[]): string =>
  writeCsv([['Bolsillo'], [...ownLogHead], ...lines.map(ownLogCells)])

describe('one’s own log as a file', () => {
  it('is read as it was written, and every hash can be made again', async () => {
    const lines = await chainOwn(await records(), hash)
    const read = readOwnLog(fileOf(lines))
    expect(read).toEqual(lines)
    expect(await checkOwn(read ?? [], hash)).toBeUndefined()
    expect(readOwnLog('a,b\r\n1,2\r\n')).toBeUndefined()
  })

  it.each<[string, (lines: OwnLine[]) => OwnLine[], string]>([
    [
      'an edited act',
      (all) => all.map((l, i) => (i === 1 ? { ...l, payload: l.payload.replace('Chrome', 'Safari') } : l)),
      'hash',
    ],
    ['an act left out', (all) => all.filter((_, i) => i !== 1), 'chain'],
    ['two swapped', (all) => [all[1], all[0], ...all.slice(2)].flatMap((l) => (l === undefined ? [] : [l])), 'chain'],
    ['a hash of its own', (all) => all.map((l, i) => (i === 3 ? { ...l, hash: 'f'.repeat(64) } : l)), 'hash'],
  ])('shows %s', async (_, tamper, fault) => {
    const lines = await chainOwn(await records(), hash)
    expect(await checkOwn(tamper([...lines]), hash)).toMatchObject({ fault })
  })

  it('shows what a log of today no longer has, though it was chained anew', async () => {
    const all = await records()
    const kept = await chainOwn(all, hash)
    expect(missingSince(kept.slice(0, 2), kept)).toBeUndefined()
    const rewritten = await chainOwn(
      all.filter((_, index) => index !== 1),
      hash,
    )
    expect(await checkOwn(rewritten, hash)).toBeUndefined()
    expect(missingSince(kept, rewritten)).toBe('2')
  })
})
