import { mayMove } from '@bolsillo/cases/domain'
import { currencies, money } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTransactionHash, maskAccount, maskName } from './channel.ts'
import { decideArrival, splitReversal } from './credit-rules.ts'
import { depositMoves, depositStages, stateOfStage } from './deposit.ts'

const mxn = (minor: bigint) => money(minor, currencies.MXN)
const verified = { verified: true, nameFits: true } as const
const channel = { amountMin: mxn(5_000n) }

describe('the moves of a deposit', () => {
  it('end for ever in credited and failed', () => {
    expect(depositMoves.credited).toEqual([])
    expect(depositMoves.failed).toEqual([])
    expect([stateOfStage.credited, stateOfStage.failed]).toEqual(['complete', 'fail'])
  })
  it('lead from every stage to an end without a payment of the customer', () => {
    for (const start of depositStages) {
      const seen = new Set([start])
      for (let size = 0; size < seen.size; ) {
        size = seen.size
        for (const stage of [...seen]) for (const next of depositMoves[stage]) seen.add(next)
      }
      expect([...seen].some((stage) => stage === 'credited' || stage === 'failed')).toBe(true)
    }
  })
  it('never lead back from an end, nor from money to an announcement', () => {
    for (const from of ['confirming', 'held', 'returning', 'credited', 'failed'] as const) {
      expect(mayMove(depositMoves, from, 'awaiting-payment')).toBe(false)
      expect(mayMove(depositMoves, from, 'proof-check')).toBe(false)
    }
  })
})

describe('what is done with money that arrived', () => {
  const base = { delivered: mxn(10_000n), owner: verified, channel, asked: undefined, dayLeft: undefined }
  it.each([
    ['credits what came', base, { kind: 'credit', marks: [] }],
    ['credits less than the minimum', { ...base, delivered: mxn(1n) }, { kind: 'credit', marks: ['below-minimum'] }],
    ['credits more than the day’s limit', { ...base, dayLeft: 9_999n }, { kind: 'credit', marks: ['over-limit'] }],
    ['credits exactly the limit unmarked', { ...base, dayLeft: 10_000n }, { kind: 'credit', marks: [] }],
    ['credits another amount', { ...base, asked: mxn(9_999n) }, { kind: 'credit', marks: ['other-amount'] }],
    [
      'credits another asset as it is',
      { ...base, asked: money(1n, currencies.USD) },
      { kind: 'credit', marks: ['other-asset'] },
    ],
    ['holds what is nobody’s', { ...base, owner: undefined }, { kind: 'hold', reason: 'unknown-reference' }],
    ['holds an asset of no channel', { ...base, channel: undefined }, { kind: 'hold', reason: 'wrong-asset' }],
    [
      'holds what came to somebody not verified',
      { ...base, owner: { verified: false, nameFits: undefined } },
      { kind: 'hold', reason: 'not-verified' },
    ],
    [
      'holds what another name sent',
      { ...base, owner: { verified: true, nameFits: false } },
      { kind: 'hold', reason: 'other-name' },
    ],
    [
      'asks chains for no name',
      { ...base, owner: { verified: true, nameFits: undefined } },
      { kind: 'credit', marks: [] },
    ],
  ])('%s', (_, facts, expected) => {
    expect(decideArrival(facts)).toEqual(expected)
  })
})

describe('a reversal', () => {
  it('takes and claims exactly what was taken back, and never more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(-5n, 10n ** 15n), (amount, available) => {
        const { taken, claimed } = splitReversal(amount, available)
        expect(taken + claimed).toBe(amount)
        expect(taken >= 0n && claimed >= 0n).toBe(true)
        expect(taken <= (available > 0n ? available : 0n)).toBe(true)
      }),
    )
  })
})

describe('what others may see', () => {
  it('is the first name and the end of an account', () => {
    expect(maskName(' María  Fernanda López ')).toBe('María F… L…')
    expect(maskAccount('032180000118359719')).toBe('…9719')
  })
})

describe('a transaction’s hash', () => {
  it.each([
    ['bitcoin', 'a'.repeat(64), true],
    ['bitcoin', `0x${'a'.repeat(64)}`, false],
    ['ethereum', `0x${'A'.repeat(64)}`, true],
    ['ethereum', 'a'.repeat(64), false],
    ['tron', `${'a'.repeat(63)}g`, false],
  ] as const)('of %s %s is %s', (network, text, good) => {
    expect(isTransactionHash(text, network)).toBe(good)
  })
})
