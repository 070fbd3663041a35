import { grammarProblem, onceKeyOf } from '@bolsillo/ledger/domain'
import { type Draw, exampleEntry, exampleKinds, forgedEntry } from '@bolsillo/ledger/fixtures/grammar'
import { describe, expect, it } from 'vitest'
import { entryProblem, onceOf } from './entry-grammar.ts'

/** The same numbers in every run. */
function drawing(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

describe('the checker’s copy of the grammar of entries', () => {
  it.each(exampleKinds)('knows %s', (kind) => {
    const entry = exampleEntry(kind, 1)
    expect([entryProblem(entry), grammarProblem(entry)]).toEqual([undefined, undefined])
  })

  it('says of 100,000 drawn entries what the product says', () => {
    const draw = drawing(3)
    let refused = 0
    for (let at = 0; at < 100_000; at += 1) {
      const sound = exampleEntry(exampleKinds[at % exampleKinds.length] ?? 'deposit', at + 1)
      const entry = draw(4) === 0 ? forgedEntry(draw, forgedEntry(draw, sound)) : forgedEntry(draw, sound)
      const [one, other] = [entryProblem(entry), grammarProblem(entry)]
      if ((one === undefined) !== (other === undefined) || onceOf(entry) !== onceKeyOf(entry))
        throw new Error(`${entry.kind}: the checker says ${one}, the product ${other}`)
      if (one !== undefined) refused += 1
    }
    expect(refused).toBeGreaterThan(50_000)
  })
})
