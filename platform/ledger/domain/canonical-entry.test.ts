import { createHash } from 'node:crypto'
import { idOf, instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { isChained, movedOn, parseCanonicalEntry, sumsToZero } from './canonical-entry.ts'
import { entryPreimage, genesis } from './chain.ts'

const entry = {
  seq: 1n,
  id: idOf('ent', 'ent_01KJ0000000000000000000001'),
  kind: 'deposit',
  at: instant(1_772_000_000_000),
  actor: 'payments',
  reference: 'deposit:dep_1',
  details: { rail: 'test-spei' },
  postings: [
    {
      account: 'cus_01KJ0000000000000000000001:stock:MXN',
      posted: 500n,
      held: 0n,
      postedAfter: 500n,
      heldAfter: 0n,
    },
    { account: 'house:unmatched:MXN', posted: -500n, held: 0n, postedAfter: 0n, heldAfter: 0n },
  ],
} as const
const canonical = entryPreimage(genesis.hash, entry)
const hash = createHash('sha256').update(canonical).digest('hex')
const shown = { seq: '1', entryId: entry.id, canonical, previousHash: genesis.hash, hash }

describe('an entry as it was hashed', () => {
  it('is read back with what it moved', () => {
    const parsed = parseCanonicalEntry(canonical)
    expect(parsed).toMatchObject({ seq: '1', id: entry.id, kind: 'deposit', previousHash: genesis.hash })
    expect(parsed === undefined ? [] : parsed.lines.map(({ posted }) => posted)).toEqual([500n, -500n])
    expect(parsed === undefined ? 0n : movedOn(parsed, 'house:unmatched:MXN')).toBe(-500n)
    expect(sumsToZero(parsed?.lines ?? [])).toBe(true)
    expect(isChained(shown, parsed, hash)).toBe(true)
  })
  it.each([
    ['another place', { ...shown, seq: '2' }],
    ['another entry', { ...shown, entryId: 'ent_01KJ0000000000000000000002' }],
    ['another entry before', { ...shown, previousHash: '1'.repeat(64) }],
    ['another hash', { ...shown, hash: '2'.repeat(64) }],
  ])('is not taken for %s', (_, other) => {
    expect(isChained(other, parseCanonicalEntry(canonical), hash)).toBe(false)
  })
  it('is nothing when the text is no entry', () => {
    expect(parseCanonicalEntry('{')).toBeUndefined()
    expect(parseCanonicalEntry('["something else"]')).toBeUndefined()
    expect(sumsToZero([])).toBe(false)
  })
})
