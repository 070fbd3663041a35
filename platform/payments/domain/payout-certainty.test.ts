import { currencies, instant, money, plusMs } from '@bolsillo/kernel'
import { expect, it } from 'vitest'
import { type CertaintyFacts, certaintyQuietMs, type Doubt, doubtOf, writtenAfterMs } from './payout-certainty.ts'

const now = instant(Date.UTC(2026, 2, 2, 16))
const amount = money(50_000n, currencies.MXN)
const line = { externalId: 'OUT-1', direction: 'out', amount, at: now } as const

/** The rail was asked, knows nothing of it, and its statement is empty. */
const certain: CertaintyFacts = {
  state: 'requested',
  amount,
  requestedAt: plusMs(now, -3_600_000),
  now,
  attempts: 5,
  attemptAt: plusMs(now, -certaintyQuietMs),
  answer: 'unknown',
  lines: [],
  explained: new Set(),
  externalId: undefined,
  isWritten: false,
}

it.each<[string, Partial<CertaintyFacts>, Doubt | undefined]>([
  ['was asked a while ago and does not know it', {}, undefined],
  ['was never asked', { attempts: 0, attemptAt: undefined, answer: undefined, lines: undefined }, undefined],
  ['says that it failed', { state: 'instructed', answer: 'failed' }, undefined],
  ['was asked just now', { attemptAt: now }, 'asked-lately'],
  ['cannot be asked', { answer: undefined }, 'rail-silent'],
  ['has it under way', { answer: 'under-way' }, 'taken'],
  ['took it and does not know it any more', { state: 'instructed' }, 'taken'],
  ['shows no statement', { lines: undefined }, 'statement-silent'],
  ['shows a payment like it that nobody can explain', { lines: [line] }, 'on-statement'],
  ['shows a payment like it that ended another one', { lines: [line], explained: new Set(['OUT-1']) }, undefined],
  ['took a payment in of that amount back', { lines: [{ ...line, reverses: 'IN-1' }] }, undefined],
  [
    'wrote that it will not pay, before a week is over',
    { isWritten: true, answer: undefined, attemptAt: undefined },
    'too-early',
  ],
  [
    'wrote so a week ago, while its statement has a payment like it',
    { isWritten: true, answer: undefined, requestedAt: plusMs(now, -writtenAfterMs), lines: [line] },
    'on-statement',
  ],
  [
    'wrote so a week ago, with nothing on its statement',
    { isWritten: true, answer: undefined, requestedAt: plusMs(now, -writtenAfterMs) },
    undefined,
  ],
  [
    'wrote so a week ago and shows no statement',
    { isWritten: true, answer: undefined, requestedAt: plusMs(now, -writtenAfterMs), lines: undefined },
    'too-early',
  ],
  ['wrote so and says it paid', { isWritten: true, answer: 'paid' }, 'taken'],
  ['ended it', { state: 'confirmed' }, 'ended'],
])('whether a payment was not made, of a rail that %s', (_, facts, doubt) => {
  expect(doubtOf({ ...certain, ...facts })).toBe(doubt)
})
