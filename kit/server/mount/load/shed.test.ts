import { coreRejections } from '@bolsillo/contract'
import { type RejectionSpec, reject } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { secondsToWait } from './shed.ts'

const attempts: RejectionSpec = { name: 'attempts', number: 29_009, status: 429, retry: 'retryable' }

describe('a refusal that passes by itself', () => {
  it.each([
    [coreRejections.overloaded, undefined, '1'],
    [coreRejections.tooMany, { seconds: '20' }, '20'],
    [attempts, { minutes: '2', until: '1090500' }, '91'],
    [attempts, { until: '900000' }, '1'],
    [attempts, undefined, '1'],
    [coreRejections.keyInFlight, undefined, undefined],
    [coreRejections.fieldInvalid, { seconds: '5' }, undefined],
  ])('says when (%#)', (spec, values, seconds) => {
    expect(secondsToWait(reject(spec, values === undefined ? {} : { values }), 1_000_000)).toBe(seconds)
  })
})
