import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  areTimesFit,
  type BallotLine,
  type BallotList,
  ballotText,
  findFault,
  listText,
  percentOf,
  readList,
  readOptions,
  stateOf,
  tallyOf,
  voteWordsProblem,
} from './index.ts'

const hash = async (text: string) => createHash('sha256').update(text).digest('hex')
const voteId = 'vot_01KJ0000000000000000000001'
const ballot = async (option: number, weight: string, seed: string): Promise<BallotLine> => {
  const nonce = await hash(seed)
  return { receipt: await hash(ballotText({ voteId, option, weight, nonce })), option, weight, nonce }
}
const listOf = async (...ballots: readonly (readonly [number, string])[]): Promise<BallotList> => {
  const lines = await Promise.all(ballots.map(([option, weight], index) => ballot(option, weight, `seed ${index}`)))
  return { voteId, options: 3, scale: 0, lines: lines.sort((a, b) => (a.receipt < b.receipt ? -1 : 1)) }
}

describe('a list of ballots', () => {
  it('reads as it is written', async () => {
    const list = await listOf([1, '5'], [2, '7'], [1, '1'])
    expect(readList(listText(list))).toEqual(list)
  })

  it('has a form that never changes', async () => {
    const { receipt } = await ballot(2, '40', 'vector')
    expect(receipt).toBe('df10ebc8d6819f32ff8dadad953da3d3c049f1463748172958dddb30179969b4')
  })

  it('is counted by option, in ballots and in weight', async () => {
    const list = await listOf([1, '5'], [2, '7'], [1, '1'])
    expect(tallyOf(list)).toEqual([
      { ballots: 2, weight: '6' },
      { ballots: 1, weight: '7' },
      { ballots: 0, weight: '0' },
    ])
  })

  it('has no fault when every receipt is the hash of its line', async () => {
    expect(await findFault(await listOf([1, '5'], [3, '7']), hash)).toBeUndefined()
  })

  it.each<[string, string, (lines: readonly BallotLine[]) => readonly BallotLine[]]>([
    ['a changed choice', 'receipt', ([one, ...rest]) => [{ ...(one as BallotLine), option: 2 }, ...rest]],
    ['a changed weight', 'receipt', ([one, ...rest]) => [{ ...(one as BallotLine), weight: '500' }, ...rest]],
    ['a weight of nothing', 'weight', ([one, ...rest]) => [{ ...(one as BallotLine), weight: '0' }, ...rest]],
    ['a weight in another form', 'weight', ([one, ...rest]) => [{ ...(one as BallotLine), weight: '5.0' }, ...rest]],
    ['an option there is not', 'option', ([one, ...rest]) => [{ ...(one as BallotLine), option: 4 }, ...rest]],
    ['a ballot twice', 'order', ([one, ...rest]) => [one as BallotLine, one as BallotLine, ...rest]],
    ['another order', 'order', (lines) => lines.toReversed()],
  ])('with %s has the fault %s', async (_, fault, change) => {
    const list = await listOf([1, '5'], [1, '7'])
    expect(await findFault({ ...list, lines: change(list.lines) }, hash)).toMatchObject({ fault })
  })

  it.each([
    ['nothing', '', 1],
    ['another file', 'a,b\n', 1],
    ['a line that is none', `bolsillo.vote.1,${voteId},3,0\nx,1,1,y\n`, 2],
    ['a last line without its end', `bolsillo.vote.1,${voteId},3,0\nabc`, 2],
  ])('is not read from %s', (_, text, badLine) => {
    expect(readList(text)).toEqual({ badLine })
  })
})

describe('the times of a vote', () => {
  const minute = 60_000
  const day = 86_400_000
  it.each<[string, number, number, number, boolean]>([
    ['in order', day, day + minute, 2 * day + minute, true],
    ['with a record time that nobody who comes once a day sees ahead', day - 1, day + minute, 3 * day, false],
    ['that open before the list of who votes is there', day, day + minute - 1, 3 * day, false],
    ['open for less than a day', day, day + minute, 2 * day + minute - 1, false],
    ['too far ahead', day, 91 * day, 92 * day, false],
    ['open for too long', day, 2 * day, 63 * day, false],
  ])('%s', (_, recordAt, opensAt, closesAt, isFit) => {
    expect(areTimesFit({ recordAt, opensAt, closesAt }, 0)).toBe(isFit)
  })

  it('say its state', () => {
    const times = { recordAt: 0, opensAt: 10, closesAt: 20 }
    expect([9, 10, 19, 20].map((now) => stateOf(times, false, now))).toEqual(['announced', 'open', 'open', 'counting'])
    expect(stateOf(times, true, 20)).toBe('closed')
  })
})

describe('the words of a vote', () => {
  const own = { question: '¿Qué sigue?', options: ['Uno', 'Dos'] }
  const words = (change: object = {}) => ({ 'es-ES': own, 'en-US': own, 'pt-BR': { ...own, ...change } })
  it.each<[string, object, string | undefined]>([
    ['that fit', {}, undefined],
    ['with one option only', { options: ['Uno'] }, 'options'],
    ['with an option more than in another language', { options: ['Uno', 'Dos', 'Tres'] }, 'options'],
    ['with an option twice', { options: ['Uno', 'uno'] }, 'options'],
    ['with what turns the direction of a text', { question: 'a\u202eb' }, 'question'],
    ['with an option that is too long', { options: ['Uno', 'x'.repeat(141)] }, 'option'],
  ])('%s', (_, change, problem) => {
    expect(voteWordsProblem(words(change))?.problem).toBe(problem)
  })

  it('have their options one a line', () => {
    expect(readOptions(' Uno \r\n\n Dos\n')).toEqual(['Uno', 'Dos'])
  })
})

describe('a share in percent', () => {
  it.each([
    [1n, 3n, '33.3'],
    [2n, 3n, '66.7'],
    [0n, 0n, '0.0'],
    [5n, 5n, '100.0'],
    [1n, 2000n, '0.1'],
  ])('%s of %s is %s', (part, total, percent) => {
    expect(percentOf(part, total)).toBe(percent)
  })
})
