import { instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import {
  custodyPesos,
  feesPesos,
  fixtureEntry,
  fixtureId,
  mariaPesos,
  mariaWalmex,
  moves,
  reserves,
  walmexBuyEntry,
} from '../fixtures.ts'
import { entryProblems, type JournalEntry, type Posting } from './journal-entry.ts'

const hold = fixtureId('hld', 1)
const pair = (amount: bigint): Posting[] => [moves(mariaPesos, amount), moves(custodyPesos, -amount)]
const beyond = 1n << 63n

describe('an entry', () => {
  it('may pay, reserve, and draw on a reservation with fee and tax as lines of their own', () => {
    expect(entryProblems(fixtureEntry(1, pair(100n)))).toEqual([])
    expect(entryProblems(fixtureEntry(2, [reserves(mariaPesos, 100n, hold)]))).toEqual([])
    expect(entryProblems(walmexBuyEntry(3, hold))).toEqual([])
  })

  it.each<[string, Posting[], RegExp]>([
    ['no postings', [], /no postings/],
    ['money from nothing', [moves(mariaPesos, 1n)], /MXN sums to 1/],
    [
      'one asset paid with another',
      [moves(mariaPesos, 1n), moves(mariaWalmex, -1n)],
      /MXN sums to 1.*WALMEX.MX sums to -1/s,
    ],
    ['a posting of nothing', [...pair(1n), moves(feesPesos, 0n)], /changes nothing/],
    ['an account of no kind', [{ ...moves(feesPesos, 1n), account: 'house:gifts:MXN' as never }], /no such account/],
    ['a hold without an id', [{ account: mariaPesos, posted: 0n, held: 1n }], /no hold id/],
    [
      'a hold id without a hold',
      [{ ...moves(mariaPesos, 1n), holdId: hold }, moves(custodyPesos, -1n)],
      /holds nothing/,
    ],
    ['a hold id of another kind', [reserves(mariaPesos, 1n, fixtureId('ent', 1) as never)], /is not a hold id/],
    ['a hold of the house', [reserves(feesPesos, 1n, hold)], /nothing can be reserved/],
    ['a hold twice', [reserves(mariaPesos, 2n, hold), reserves(mariaPesos, -1n, hold)], /occurs twice/],
    ['an amount beyond 64 bits', [moves(mariaPesos, beyond), moves(custodyPesos, -beyond)], /beyond 64 bits/],
    ['too many postings', Array.from({ length: 33 }, () => pair(1n)).flat(), /more than 64 postings/],
  ])('with %s is refused', (_, postings, problem) => {
    expect(entryProblems(fixtureEntry(1, postings)).join('\n')).toMatch(problem)
  })

  it.each<[string, Partial<JournalEntry>, RegExp]>([
    ['an id of another kind', { id: fixtureId('hld', 1) as never }, /is not an entry id/],
    ['a kind in upper case', { kind: 'Gift' }, /kebab-case/],
    ['a time that is none', { at: Number.NaN as never }, /not an instant/],
    ['a time before 1970', { at: instant(-1) }, /not an instant/],
    ['an actor with a space', { actor: 'Maria Lopez' }, /actor/],
    ['a reference without a kind', { reference: 'ord_1' }, /reference/],
    ['a detail with a line break', { details: { note: 'a\nb' } }, /plain text/],
    ['a detail with half a character', { details: { note: '\ud800' } }, /plain text/],
    ['a detail under __proto__', { details: JSON.parse('{"__proto__":"x"}') as Record<string, string> }, /camelCase/],
    [
      'too many details',
      { details: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])) },
      /more than 16/,
    ],
  ])('with %s is refused', (_, change, problem) => {
    expect(entryProblems(fixtureEntry(1, pair(1n), change)).join('\n')).toMatch(problem)
  })
})
