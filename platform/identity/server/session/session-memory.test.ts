import { idOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { createSessionMemory } from './session-memory.ts'
import type { Moment, TokenSession } from './session-store.ts'

const body = (number: number): string => String(number).padStart(26, '0')
const customer = (number: number) => idOf('cus', `cus_${body(number)}`)
const sessionOf = (number: number): TokenSession => ({
  sessionId: idOf('ses', `ses_${body(number)}`),
  customerId: customer(number),
  isRestricted: false,
  lastSeenAt: 0,
  expiresAt: 1_000_000,
})
const moment = (transaction: number, databaseStart = 'monday'): Moment => ({
  transaction: BigInt(transaction),
  databaseStart,
})
const [hour, now] = [3_600_000, 1_000]

function memoryOf(...numbers: number[]) {
  const memory = createSessionMemory()
  for (const number of numbers) memory.keep(`hash ${number}`, sessionOf(number), moment(100), now)
  return memory
}

describe('the memory of sessions', () => {
  it('asks for nothing while it is empty, and then from the moment of its first session', () => {
    const memory = memoryOf()
    expect(memory.since(now)).toBeUndefined()
    memory.keep('hash 1', sessionOf(1), moment(100), now)
    memory.keep('hash 2', sessionOf(2), moment(130), now)
    expect(memory.since(now)).toBe(100n)
  })

  it('forgets every session of a customer something changed for, and nobody else’s', () => {
    const memory = memoryOf(1, 2)
    memory.keep('hash 1b', sessionOf(1), moment(100), now)
    memory.apply({ moment: moment(120), customerIds: [customer(1), customer(9)] }, now)
    expect(['hash 1', 'hash 1b', 'hash 2'].map((hash) => memory.find(hash)?.customerId)).toEqual([
      undefined,
      undefined,
      customer(2),
    ])
    expect(memory.since(now)).toBe(120n)
  })

  it('does not keep what was read before changes it has heard of already', () => {
    const memory = memoryOf(1)
    memory.apply({ moment: moment(120), customerIds: [customer(2)] }, now)
    memory.keep('hash 2', sessionOf(2), moment(119), now)
    expect(memory.find('hash 2')).toBeUndefined()
    memory.keep('hash 2', sessionOf(2), moment(120), now)
    expect(memory.find('hash 2')).toBeDefined()
  })

  it('never goes back for a look that is answered late, but believes what it says', () => {
    const memory = memoryOf(1, 2)
    memory.apply({ moment: moment(150), customerIds: [] }, now)
    memory.apply({ moment: moment(140), customerIds: [customer(1)] }, now)
    expect(memory.since(now)).toBe(150n)
    expect(memory.find('hash 1')).toBeUndefined()
    expect(memory.find('hash 2')).toBeDefined()
  })

  it('forgets everything when the database was started again, whichever answer shows it first', () => {
    const heard = memoryOf(1)
    heard.apply({ moment: moment(500, 'tuesday'), customerIds: [] }, now)
    expect([heard.find('hash 1'), heard.since(now)]).toEqual([undefined, undefined])
    const read = memoryOf(1)
    read.keep('hash 2', sessionOf(2), moment(50, 'tuesday'), now)
    expect([read.find('hash 1'), read.since(now)]).toEqual([undefined, 50n])
    expect(read.find('hash 2')).toBeDefined()
  })

  it('starts anew after an hour without a look, forwards or backwards', () => {
    for (const later of [now + hour + 1, now - hour - 1]) {
      const memory = memoryOf(1)
      expect(memory.since(later)).toBeUndefined()
      expect(memory.find('hash 1')).toBeUndefined()
    }
    const awake = memoryOf(1)
    awake.apply({ moment: moment(101), customerIds: [] }, now + hour)
    expect(awake.since(now + 2 * hour)).toBe(101n)
  })

  it('keeps fifty thousand sessions and forgets the ones it has kept longest', () => {
    const memory = createSessionMemory()
    for (let number = 0; number < 50_001; number += 1)
      memory.keep(`hash ${number}`, sessionOf(number), moment(100), now)
    expect(memory.find('hash 0')).toBeUndefined()
    expect(memory.find('hash 1')).toBeDefined()
    expect(memory.find('hash 50000')).toBeDefined()
  })
})
