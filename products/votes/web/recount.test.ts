import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BallotLine, ballotText, listText, tallyOf } from '../domain/ballot-list.ts'
import { isFine, recount } from './recount.ts'
import type { Vote } from './vote-words.tsx'

const hash = async (text: string) => createHash('sha256').update(text).digest('hex')
const id = 'vot_01KJ0000000000000000000001'
const ballot = async (option: number, weight: string, seed: string): Promise<BallotLine> => {
  const nonce = await hash(seed)
  return { receipt: await hash(ballotText({ voteId: id, option, weight, nonce })), option, weight, nonce }
}

/** A counted vote, its list, and the ballot that is one's own. */
async function counted() {
  const mine = await ballot(2, '50', 'mine')
  const lines = [mine, await ballot(1, '7', 'other')].sort((a, b) => (a.receipt < b.receipt ? -1 : 1))
  const list = { voteId: id, options: 2, scale: 0, lines }
  const count = { countedAt: 0, ballots: 2, listHash: await hash(listText(list)), options: [...tallyOf(list)] }
  const vote: Vote = {
    ...{ id, question: '¿Uno o dos?', options: ['Uno', 'Dos'], weighting: 'shares', scale: 0 },
    ...{ publishedAt: 0, recordAt: 0, opensAt: 1, closesAt: 2, state: 'closed', count },
  }
  return { vote, lines, mine }
}

describe('a recount on a device', () => {
  it('agrees with what was published, and finds the own ballot', async () => {
    const { vote, lines, mine } = await counted()
    const found = await recount(vote, lines, { receipt: mine.receipt, kept: mine }, hash)
    expect(isFine(found)).toBe(true)
    expect(found.own).toEqual({ is: 'there', option: 2 })
  })

  it('says that the own ballot is missing, also when the server has forgotten it', async () => {
    const { vote, lines, mine } = await counted()
    const without = lines.filter(({ receipt }) => receipt !== mine.receipt)
    const found = await recount(vote, without, { receipt: undefined, kept: mine }, hash)
    expect(found).toMatchObject({ own: { is: 'missing' }, isHashFine: false, areSumsFine: false })
    expect(isFine(found)).toBe(false)
  })

  it('says that the own ballot counts for something else', async () => {
    const { vote, lines, mine } = await counted()
    const changed = lines.map((line) => (line.receipt === mine.receipt ? { ...line, option: 1 } : line))
    const found = await recount(vote, changed, { receipt: mine.receipt, kept: mine }, hash)
    expect(found).toMatchObject({ own: { is: 'other' }, areLinesFine: false })
  })

  it('says that published sums are not those of the list', async () => {
    const { vote, lines } = await counted()
    const options = [...(vote.count?.options ?? [])].reverse()
    const wrong = { ...vote, ...(vote.count === undefined ? {} : { count: { ...vote.count, options } }) }
    const found = await recount(wrong, lines, { receipt: undefined, kept: undefined }, hash)
    expect(found).toMatchObject({ isHashFine: true, areLinesFine: true, areSumsFine: false })
    expect(isFine(found)).toBe(false)
  })

  it('has nothing of one’s own to look for when none was cast', async () => {
    const { vote, lines } = await counted()
    expect((await recount(vote, lines, { receipt: undefined, kept: undefined }, hash)).own).toBeUndefined()
  })
})
