import { seededRng, tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { readCurp } from './identifiers.ts'
import { paperProblems } from './paper-problems.ts'
import { practicePerson } from './practice-person.ts'
import { reviewHints } from './review.ts'

const today = tradeDate('2026-03-02')
const people = Array.from({ length: 500 }, (_, seed) => practicePerson(seededRng(seed, 'practice'), today))

describe('the person of practice papers', () => {
  it('has papers without a problem and nothing that a reviewer is told to look at', () => {
    for (const person of people) {
      expect(paperProblems({ ...person, front: 'fil_1', back: 'fil_2' }, today)).toEqual([])
      expect(readCurp(person.curp)).toMatchObject({ kind: 'valid', bornOn: person.birthDate })
      const { name, birthDate, number, expiry, curp } = person
      expect(reviewHints({ name, birthDate, number, expiry, curp }, today, false)).toEqual([])
    }
  })

  it('has numbers of its own: nobody else’s papers are the same', () => {
    expect(new Set(people.map(({ number }) => number)).size).toBe(people.length)
    expect(new Set(people.map(({ curp }) => curp)).size).toBe(people.length)
  })
})
