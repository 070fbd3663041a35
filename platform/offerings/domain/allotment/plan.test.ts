import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixturePlan, worlds } from '../testing/allotment-worlds.ts'
import { type AllotmentPlan, type AllotmentRule, planHashOf, planProblem, planText, readPlan } from './index.ts'

const tier = (name: string, lockupDays: number) => ({ name, lockupDays, rule: { kind: 'pro-rata' } as const })
const plan = fixturePlan({ kind: 'pro-rata', cap: 40n }, 100n, 5n)

describe('a plan', () => {
  it('has one text, whose names are in order', () => {
    expect(planText({ ...plan, secretHash: '0'.repeat(64) })).toBe(
      `{"lot":"5","offeringId":"off_TEST","publicValue":{"actsAfterClosing":10,"kind":"journal-head"},"rule":{"cap":"40","kind":"pro-rata"},"secretHash":"${'0'.repeat(64)}","supply":"100","version":1}`,
    )
  })

  it('has a hash that anybody makes of its text', () => {
    const text = `bolsillo.allotment-plan.1\n${planText(plan)}\n`
    expect(planHashOf(plan)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('reads as it is written', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        expect(readPlan(planText(world.plan))).toEqual(world.plan)
      }),
      { numRuns: 100 },
    )
    const beacon: AllotmentPlan = {
      ...plan,
      publicValue: { kind: 'beacon', name: 'drand/quicknet', secondsAfterClosing: 60 },
    }
    expect(readPlan(planText(beacon))).toEqual(beacon)
  })

  it.each<[string, (text: string) => string]>([
    ['with a space', (text) => text.replace(',', ', ')],
    ['with a field more', (text) => text.replace('{', '{"a":1,')],
    ['with a field less', (text) => text.replace('"lot":"5",', '')],
    ['with a number that is written otherwise', (text) => text.replace('"100"', '"0100"')],
    ['with a number that is a number', (text) => text.replace('"100"', '100')],
    ['of another version', (text) => text.replace('"version":1', '"version":2')],
    ['of a rule there is not', (text) => text.replace('"pro-rata"', '"first-come"')],
    ['with a field twice', (text) => text.replace('"lot":"5"', '"lot":"5","lot":"5"')],
    ['that is cut', (text) => text.slice(0, -1)],
    ['that is a list', () => '[]'],
  ])('is not read from a text %s', (_, change) => {
    const text = planText(plan)
    expect(readPlan(change(text))).toBeUndefined()
    expect(change(text)).not.toBe(text)
  })

  it.each<[string, Partial<AllotmentPlan> | { readonly rule: AllotmentRule }, string]>([
    ['an id of other characters', { offeringId: 'a b' }, 'offering-id'],
    ['a supply below zero', { supply: -1n }, 'supply'],
    ['no lot', { lot: 0n }, 'lot'],
    ['a cap that is no whole lots', { rule: { kind: 'pro-rata', cap: 7n } }, 'cap'],
    ['a cap of nothing', { rule: { kind: 'pro-rata', cap: 0n } }, 'cap'],
    ['a parcel that is no whole lots', { rule: { kind: 'lottery', parcel: 7n } }, 'parcel'],
    ['no tier', { rule: { kind: 'tiers', tiers: [] } }, 'tiers'],
    ['a tier twice', { rule: { kind: 'tiers', tiers: [tier('a', 10), tier('a', 0)] } }, 'tier-name'],
    ['a tier of other characters', { rule: { kind: 'tiers', tiers: [tier('A"', 10)] } }, 'tier-name'],
    ['the shorter lock-up first', { rule: { kind: 'tiers', tiers: [tier('a', 0), tier('b', 10)] } }, 'tier-order'],
    ['a lock-up below zero', { rule: { kind: 'tiers', tiers: [tier('a', -1)] } }, 'tier-order'],
    ['no hash of a secret', { secretHash: '' }, 'secret-hash'],
    [
      'a value that is known at the closing',
      { publicValue: { kind: 'journal-head', actsAfterClosing: 0 } },
      'public-value',
    ],
    ['a beacon without a name', { publicValue: { kind: 'beacon', name: '', secondsAfterClosing: 9 } }, 'public-value'],
  ])('with %s has a problem', (_, change, problem) => {
    expect(planProblem(plan)).toBeUndefined()
    expect(planProblem({ ...plan, ...change })).toBe(problem)
  })
})
