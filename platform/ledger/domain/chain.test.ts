import { instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { custodyPesos, fixtureEntry, fixtureId, mariaPesos, moves, walmexBuyEntry } from '../fixtures.ts'
import { entryPreimage, genesis, type RecordedEntry, sameContent } from './chain.ts'

const hold = fixtureId('hld', 1)

function recorded(changes: Partial<RecordedEntry> = {}): RecordedEntry {
  const entry = walmexBuyEntry(7, hold)
  const postings = entry.postings.map((posting, index) => ({ ...posting, postedAfter: BigInt(index), heldAfter: 0n }))
  return { ...entry, seq: 48_215n, postings, ...changes }
}

const postings = recorded().postings
const [first] = postings
if (first === undefined) throw new Error('the fixture has postings')
const withFirst = (change: Partial<typeof first>): RecordedEntry =>
  recorded({ postings: [{ ...first, ...change }, ...postings.slice(1)] })

describe('the text behind an entry’s hash', () => {
  it('is canonical JSON with everything in it', () => {
    const entry = fixtureEntry(1, [moves(mariaPesos, 5n), moves(custodyPesos, -5n)], {
      details: { quantity: '50', instrument: 'WALMEX.MX', note: 'dice "sí" \\ 50 €' },
    })
    const text = entryPreimage(genesis.hash, {
      ...entry,
      seq: 9_007_199_254_740_993n,
      postings: entry.postings.map((posting) => ({ ...posting, postedAfter: 1n, heldAfter: 0n })),
    })
    expect(text).toBe(
      `["bolsillo.ledger.entry.1","9007199254740993","${'0'.repeat(64)}","ent_01KJ0000000000000000000001",` +
        '"practice-grant",1772467200000,"seed","example:1",' +
        '{"instrument":"WALMEX.MX","note":"dice \\"sí\\" \\\\ 50 €","quantity":"50"},' +
        `[["${mariaPesos}","5","0",null,"1","0"],["venue-simulated:custody:MXN","-5","0",null,"1","0"]]]`,
    )
    expect(text).toBe(JSON.stringify(JSON.parse(text)))
  })

  it.each<[string, RecordedEntry, string?]>([
    ['the hash before', recorded(), 'f'.repeat(64)],
    ['seq', recorded({ seq: 48_216n })],
    ['id', recorded({ id: fixtureId('ent', 8) })],
    ['kind', recorded({ kind: 'stock-sell' })],
    ['at', recorded({ at: instant(1) })],
    ['actor', recorded({ actor: 'desk2' })],
    ['reference', recorded({ reference: 'order:other' })],
    ['a detail’s value', recorded({ details: { instrument: 'WALMEX.MX', quantity: '51' } })],
    ['a detail’s key', recorded({ details: { instrument: 'WALMEX.MX', quantities: '50' } })],
    ['a posting’s account', withFirst({ account: custodyPesos })],
    ['a posting’s amount', withFirst({ posted: 1n })],
    ['a posting’s hold amount', withFirst({ held: 1n })],
    ['a posting’s hold', withFirst({ holdId: fixtureId('hld', 2) })],
    ['a posting’s balance after', withFirst({ postedAfter: 99n })],
    ['a posting’s held after', withFirst({ heldAfter: 99n })],
    ['the order of postings', recorded({ postings: postings.toReversed() })],
    ['the number of postings', recorded({ postings: postings.slice(1) })],
  ])('changes with %s', (_, changed, previous = genesis.hash) => {
    expect(entryPreimage(previous, changed)).not.toBe(entryPreimage(genesis.hash, recorded()))
  })

  it('does not depend on the order details were written in', () => {
    const [a, b] = [
      { x: '1', y: '2' },
      { y: '2', x: '1' },
    ]
    expect(entryPreimage('', recorded({ details: a }))).toBe(entryPreimage('', recorded({ details: b })))
  })

  it('cannot be confused by quotes in a field', () => {
    const one = recorded({ actor: 'a","b', reference: 'c' })
    const two = recorded({ actor: 'a', reference: 'b","c' })
    expect(entryPreimage('', one)).not.toBe(entryPreimage('', two))
  })
})

describe('the same entry again', () => {
  it('is one with the same content, wherever it is', () => {
    expect(sameContent(walmexBuyEntry(1, hold), recorded({ id: fixtureId('ent', 1), seq: 5n }))).toBe(
      sameContent(recorded({ id: fixtureId('ent', 1) }), walmexBuyEntry(1, hold)),
    )
    expect(sameContent(walmexBuyEntry(1, hold), walmexBuyEntry(1, hold))).toBe(true)
    expect(sameContent(walmexBuyEntry(1, hold), walmexBuyEntry(1, fixtureId('hld', 2)))).toBe(false)
  })
})
