import { createHash, hash as hashOf } from 'node:crypto'
import { idOf, instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import type { HashedEntry } from '../contract/entry-shape.ts'
import {
  custodyPesos,
  deviceSha256,
  editedAct,
  fixtureEntry,
  fixtureId,
  fixtureJournal,
  mariaPesos,
  moves,
  reserves,
  walmexBuyEntry,
} from '../fixtures.ts'
import { actBytes } from './acts/index.ts'
import { entryPreimage, genesis } from './chain.ts'
import { actOfAccount } from './entry-act.ts'
import { movedOn, parseHashedEntry, readHashedEntries, sumsToZero } from './hashed-entry.ts'
import { hexText } from './journal-tree.ts'

const areAsHashed = async (...shown: HashedEntry[]) => (await readHashedEntries(shown, deviceSha256)).areAsHashed

describe('an entry from before acts', () => {
  const account = 'cus_01KJ0000000000000000000001:stock:MXN'
  const entry = {
    ...{ seq: 1n, id: idOf('ent', 'ent_01KJ0000000000000000000001'), kind: 'deposit', at: instant(1_772_000_000_000) },
    ...{ actor: 'payments', reference: 'deposit:dep_1', details: { rail: 'test-spei' } },
    postings: [
      { account, posted: 500n, held: 0n, postedAfter: 500n, heldAfter: 0n },
      { account: 'house:unmatched:MXN', posted: -500n, held: 0n, postedAfter: 0n, heldAfter: 0n },
    ],
  } as const
  const canonical = entryPreimage(genesis.hash, entry)
  const hash = createHash('sha256').update(canonical).digest('hex')
  const shown = { seq: '1', entryId: entry.id, canonical, previousHash: genesis.hash, hash }

  it('is read back with what it moved', async () => {
    const parsed = parseHashedEntry(shown)
    expect(parsed).toMatchObject({ seq: '1', id: entry.id, kind: 'deposit', previousHash: genesis.hash })
    expect(parsed?.lines).toEqual([
      { account, posted: 500n, held: 0n, postedAfter: 500n },
      { account: 'house:unmatched:MXN', posted: -500n, held: 0n, postedAfter: 0n },
    ])
    expect(parsed === undefined ? 0n : movedOn(parsed, 'house:unmatched:MXN')).toBe(-500n)
    expect(sumsToZero(parsed?.lines ?? [])).toBe(true)
    expect(await areAsHashed(shown)).toBe(true)
  })

  it.each([
    ['another place', { ...shown, seq: '2' }],
    ['another entry', { ...shown, entryId: 'ent_01KJ0000000000000000000002' }],
    ['another entry before', { ...shown, previousHash: '1'.repeat(64) }],
    ['no entry before', { ...shown, previousHash: undefined }],
    ['another hash', { ...shown, hash: '2'.repeat(64) }],
    ['another text', { ...shown, canonical: canonical.replaceAll('500', '900') }],
    ['a text and names', { ...shown, names: [] }],
    ['a text and an act', { ...shown, act: '80' }],
  ])('is not taken for %s', async (_, other) => {
    expect(await areAsHashed(other)).toBe(false)
  })

  it('is nothing when the text is no entry', () => {
    expect(parseHashedEntry({ ...shown, canonical: '{' })).toBeUndefined()
    expect(parseHashedEntry({ ...shown, canonical: '["something else"]' })).toBeUndefined()
    expect(parseHashedEntry({ ...shown, canonical: undefined })).toBeUndefined()
    expect(sumsToZero([])).toBe(false)
  })
})

describe('an entry as an act', () => {
  const sha256 = (bytes: Uint8Array) => hashOf('sha256', bytes, 'buffer')
  const holdId = fixtureId('hld', 1)
  const journal = fixtureJournal(
    [
      fixtureEntry(1, [moves(mariaPesos, 500_000n), moves(custodyPesos, -500_000n)]),
      fixtureEntry(2, [reserves(mariaPesos, 312_885n, holdId)]),
      walmexBuyEntry(3, holdId),
    ],
    sha256,
  )
  const [funding, reserving, buy] = journal.shown
  if (funding === undefined || reserving === undefined || buy === undefined) throw new Error('three entries')
  const [first = { seq: '', act: '' }, ...others] = buy.names ?? []

  it('is read back with what it moved, and whose accounts it moved', async () => {
    expect(await areAsHashed(funding, reserving, buy)).toBe(true)
    const parsed = parseHashedEntry(buy)
    expect(parsed).toMatchObject({ id: buy.entryId, seq: buy.seq, kind: 'stock-buy' })
    expect(parsed?.names.map(({ seq }) => String(seq))).toEqual(buy.names?.map(({ seq }) => seq))
    expect(parsed === undefined ? 0n : movedOn(parsed, mariaPesos)).toBe(-312_885n)
    expect(parsed?.lines[0]).toMatchObject({ account: mariaPesos, posted: -311_980n, held: -312_885n })
    expect(parsed?.lines[0]?.postedAfter).toBe(188_020n)
    expect(sumsToZero(parsed?.lines ?? [])).toBe(true)
    expect(parseHashedEntry(reserving)?.lines).toMatchObject([{ account: mariaPesos, posted: 0n, held: 312_885n }])
  })

  it('does not sum to zero when a line moves more', () => {
    const act = editedAct(buy.act, ({ postings }) => ({
      postings: postings.map((line, place) => (place === 0 ? { ...line, posted: line.posted + 1n } : line)),
    }))
    expect(sumsToZero(parseHashedEntry({ ...buy, act })?.lines ?? [])).toBe(false)
  })

  /** The act that names the first account, with something else in it. */
  const naming = (seq: bigint, account: typeof mariaPesos, accountNo: number) => ({
    seq: String(seq),
    act: hexText(actBytes(actOfAccount(seq, fixtureEntry(1, []).at, { account, accountNo }))),
  })
  const named = (...names: NonNullable<HashedEntry['names']>) => ({ ...buy, names })
  const act = buy.act ?? ''
  /** What the hash would be right for: what is refused is the act itself. */
  const rehashed = (hex: string) => ({ ...buy, act: hex, hash: hexText(sha256(Buffer.from(hex, 'hex'))) })
  it.each<[string, HashedEntry]>([
    ['another place', { ...buy, seq: '8' }],
    ['another entry', { ...buy, entryId: funding.entryId }],
    ['another hash', { ...buy, hash: '2'.repeat(64) }],
    ['an entry with one before', { ...buy, previousHash: genesis.hash }],
    ['another act', { ...buy, act: funding.act }],
    ['the act of another kind', { ...buy, act: editedAct(act, () => ({ kind: 'stock-sell' })) }],
    ['an act with another byte', { ...buy, act: `${act.slice(0, -2)}07` }],
    ['an act in capital letters', { ...buy, act: act.toUpperCase() }],
    ['an act of half a byte', { ...buy, act: `${act}0` }],
    ['an act and what follows it', rehashed(`${act}00`)],
    ['an act cut short', rehashed(act.slice(0, -2))],
    ['nothing', rehashed('')],
    ['an act of other words', rehashed(editedAct(act, () => ({ payload: { quantity: 50n } })))],
    ['an act of no entry', rehashed(editedAct(act, () => ({ cause: 'account:1' })))],
    ['an act with nothing in it', named(first)],
    ['no names', { ...buy, names: undefined }],
    ['a name too few', named(...others)],
    ['a name twice', named(first, first, ...others)],
    ['a name too many', named(first, ...others, naming(4n, 'house:rounding:MXN', 99))],
    ['a name another account has', named(naming(1n, custodyPesos, 1), ...others)],
    ['the name of another number', named(naming(1n, mariaPesos, 99), ...others)],
    ['a name from behind the entry', named(naming(99n, mariaPesos, 1), ...others)],
    ['a name from another place', named({ ...first, seq: '3' }, ...others)],
    ['a name that is an entry', named({ seq: funding.seq, act: funding.act ?? '' }, ...others)],
    ['a name of another kind', named({ seq: '1', act: editedAct(first.act, () => ({ kind: 'x' })) }, ...others)],
    ['a name that is no account', named({ seq: '1', act: editedAct(first.act, () => ({ subject: 'x' })) }, ...others)],
    ['a name that is no act', named({ seq: '1', act: '80' }, ...others)],
  ])('is not taken for %s', async (_, other) => {
    expect(await areAsHashed(other)).toBe(false)
  })

  it('may be another act under the hash of that one: what it says is for the checks of its room', async () => {
    expect(await areAsHashed(rehashed(editedAct(act, () => ({ kind: 'stock-sell' }))))).toBe(true)
  })

  it('is read only in its one encoding', () => {
    // The version in two bytes instead of one: the same number with another hash.
    const longer = `891801${act.slice(4)}`
    expect(act.startsWith('8901')).toBe(true)
    expect(parseHashedEntry(rehashed(longer))).toBeUndefined()
  })

  it('is not refused by an accident when its time is beyond any', () => {
    const late = Buffer.from(act, 'hex')
    const at = late.indexOf(0x1b)
    late.writeBigUInt64BE(2n ** 53n - 1n, at + 1)
    expect(at).toBeGreaterThan(0)
    expect(parseHashedEntry({ ...buy, act: late.toString('hex') })).toBeUndefined()
  })
})
