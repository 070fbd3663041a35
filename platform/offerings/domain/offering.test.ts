import { describe, expect, it } from 'vitest'
import { planProblem } from './allotment/plan.ts'
import { stageOf, stateOf } from './offering.ts'
import { areSizesFit, areTimesFit, planOf, quantityProblem } from './offering-rules.ts'
import { offeringWordsProblem, readProspectus, readRisks } from './offering-words.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const times = { opensAt: 2 * dayMs, closesAt: 4 * dayMs, paysAt: 5 * dayMs, sellableAt: 9 * dayMs }
const sizes = { supply: 1_000n, lot: 10n, minimum: 20n, cap: 500n }
const standing = { isLeft: false, isClosed: false, isSettled: false }
const closed = { ...standing, isClosed: true }

describe('the state of an application', () => {
  it.each([
    ['applying', standing, times.closesAt - 1],
    ['to-be-allocated', standing, times.closesAt],
    // A clock that was set back opens nothing again.
    ['to-be-allocated', closed, times.opensAt],
    ['unsubscribed', { ...standing, isLeft: true }, times.closesAt],
    ['did-not-receive-allotment', { ...closed, allotted: 0n }, times.closesAt],
    ['did-not-receive-allotment', { ...closed, allotted: 0n, isSettled: true }, times.paysAt],
    ['allocated-and-pending-payment', { ...closed, allotted: 10n }, times.paysAt - 1],
    ['waiting-for-payment', { ...closed, allotted: 10n }, times.paysAt],
    ['paid', { ...closed, allotted: 10n, isSettled: true }, times.opensAt],
  ] as const)('follows from what was recorded and the clock: %s', (state, facts, now) => {
    expect(stateOf(facts, times, now)).toBe(state)
  })

  it('goes with the stage of its offering', () => {
    const none = { isClosed: false, isAllotted: false, isSettled: false }
    expect([0, times.opensAt, times.closesAt].map((now) => stageOf(times, none, now))).toEqual([
      ...['coming', 'open', 'allotting'],
    ])
    expect(stageOf(times, { ...none, isClosed: true }, times.opensAt)).toBe('allotting')
    expect(stageOf(times, { isClosed: true, isAllotted: true, isSettled: false }, 0)).toBe('settling')
    expect(stageOf(times, { isClosed: true, isAllotted: true, isSettled: true }, 0)).toBe('done')
  })
})

describe('terms', () => {
  it('leave everybody a day before the opening and a day until the closing', () => {
    expect(areTimesFit(times, dayMs)).toBe(true)
    expect(areTimesFit(times, dayMs + 1)).toBe(false)
    for (const change of [
      ...[{ closesAt: times.opensAt + dayMs - 1 }, { paysAt: times.closesAt - 1 }, { sellableAt: times.paysAt - 1 }],
      ...[{ paysAt: times.closesAt + 11 * dayMs, sellableAt: 99 * dayMs }, { sellableAt: times.paysAt + 721 * dayMs }],
    ])
      expect(areTimesFit({ ...times, ...change }, 0), JSON.stringify(change)).toBe(false)
  })

  it('are whole lots, minimum below cap below supply, and make a plan that can be run', () => {
    expect(areSizesFit(sizes)).toBe(true)
    for (const change of [{ supply: 1_001n }, { minimum: 5n }, { cap: 10n }, { cap: 2_000n }, { lot: 30n }])
      expect(areSizesFit({ ...sizes, ...change })).toBe(false)
    for (const rule of ['pro-rata', 'lottery'] as const)
      expect(
        planProblem(planOf({ ...sizes, id: 'off_00000000000000000000000001', rule, secretHash: '0'.repeat(64) })),
      ).toBeUndefined()
  })

  it('say what fits on both sides of a quantity', () => {
    expect(quantityProblem(sizes, 19n)).toEqual({ problem: 'below' })
    expect(quantityProblem(sizes, 501n)).toEqual({ problem: 'above' })
    expect(quantityProblem(sizes, 25n)).toEqual({ problem: 'lot', below: 20n })
    expect(quantityProblem(sizes, 500n)).toBeUndefined()
  })
})

describe('words', () => {
  const text = { title: 'Oferta', prospectus: 'Uno.\n\nDos.', risks: ['Puedes perder.'] }
  const words = { 'es-ES': text, 'en-US': text, 'pt-BR': text }

  it('are read as they are kept', () => {
    expect(readRisks(' uno \r\n\n dos')).toEqual(['uno', 'dos'])
    expect(readProspectus(' a\r\n\n\n\nb ')).toBe('a\n\nb')
  })

  it('have the same risks in every language, and no character that is not seen', () => {
    expect(offeringWordsProblem(words)).toBeUndefined()
    expect(offeringWordsProblem({ ...words, 'pt-BR': { ...text, risks: [] } })).toEqual({
      ...{ problem: 'risks', language: 'pt-BR' },
    })
    expect(offeringWordsProblem({ ...words, 'en-US': { ...text, title: 'a\u202eb' } })?.problem).toBe('title')
    expect(offeringWordsProblem({ ...words, 'en-US': { ...text, prospectus: 'a\u200bb' } })?.problem).toBe('prospectus')
  })
})
