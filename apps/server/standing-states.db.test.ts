import { readFileSync } from 'node:fs'
import { operatorRoles } from '@bolsillo/contract'
import { caseKinds, claimCauses, depositMoves, depositStages } from '@bolsillo/deposits/domain'
import { eventStates, isEventEnded, payoutMoves, payoutStates, troubleKinds } from '@bolsillo/payments/domain'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { isEnded, withdrawalStates } from '@bolsillo/withdrawals/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeRooms } from './compose-rooms.ts'
import type { Composition } from './composition.ts'
import { readConfig } from './config.ts'

// Every state that can hold money ends by itself, or a row names who ends it, where, how and by when.

const root = new URL('../../', import.meta.url).pathname

interface Row {
  readonly what: string
  readonly state: string
  readonly queue: string
  readonly owners: readonly string[]
  readonly acts: readonly string[]
  readonly jobs: readonly string[]
  readonly ends: string
  readonly within: string
}

/** Every state of the rooms' own types in which something waits for somebody. */
const standing: readonly (readonly [what: string, state: string])[] = [
  ...depositStages.filter((stage) => depositMoves[stage].length > 0).map((stage) => ['deposit', stage] as const),
  ...caseKinds.map((kind) => ['deposit case', kind] as const),
  ...withdrawalStates.filter((state) => !isEnded(state)).map((state) => ['withdrawal', state] as const),
  ...payoutStates.filter((state) => payoutMoves[state].length > 0).map((state) => ['payout', state] as const),
  ...eventStates.filter((state) => !isEventEnded(state)).map((state) => ['rail event', state] as const),
  ...troubleKinds.map((kind) => ['trouble', kind] as const),
]

const named = (cell: string, shape: RegExp): readonly string[] => [...cell.matchAll(shape)].map(([, name = '']) => name)

function rowsOf(text: string): readonly Row[] {
  const from = text.indexOf('**States that can last, and how they end.**')
  const lines = text.slice(from, text.indexOf('\n**', from + 2)).split('\n')
  return lines
    .filter((line) => line.startsWith('| ') && !/^\| (?:what|---)/.test(line))
    .map((line) => {
      const [what = '', state = '', queue = '', owner = '', ends = '', within = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      const jobs = named(ends, /job `([^`]+)`/g)
      return {
        ...{ what, state, ends, within, jobs },
        queue: queue.replaceAll('`', ''),
        owners: owner.split(', '),
        acts: named(ends, /`([^`]+)`/g).filter((name) => !jobs.includes(name)),
      }
    })
}

let database: TestDatabase
let composition: Composition
let rows: readonly Row[] = []
beforeAll(async () => {
  database = await testDatabase()
  composition = composeRooms(readConfig({}, '.'), testServices({ sql: database.sql }), { publish: () => undefined })
  rows = rowsOf(readFileSync(`${root}platform/payments/README.md`, 'utf8'))
})
afterAll(() => database.drop())

describe('a state in which money stands', () => {
  it('has a row that says who ends it', () => {
    expect(standing.length).toBeGreaterThan(15)
    const without = standing.filter(([what, state]) => !rows.some((row) => row.what === what && row.state === state))
    expect(without).toEqual([])
  })

  it('is ended by a call its owner may make in a queue they may read, or by a job there is', () => {
    const calls = composition.rooms.flatMap(({ operatorHandlers = [] }) => operatorHandlers.map(({ call }) => call))
    const jobs = new Set(composition.rooms.flatMap(({ jobs: own = [] }) => own.map(({ name }) => name)))
    const mays = (name: string, owners: readonly string[]): boolean =>
      calls.some(
        (call) => call.name === name && owners.some((owner) => (call.roles ?? []).some((role) => role === owner)),
      )
    const reads = (path: string, owners: readonly string[]): boolean =>
      calls.some(
        (call) =>
          call.path === path &&
          call.effect === 'read' &&
          owners.every((owner) => call.roles?.some((role) => role === owner)),
      )
    const troubles = rows.flatMap(({ what, state, queue, owners, acts, jobs: own }) => {
      const row = `${what} ${state}`
      return [
        ...acts.filter((name) => !mays(name, owners)).map((name) => `${row}: ${name} is no call of ${owners}`),
        ...own.filter((name) => !jobs.has(name)).map((name) => `${row}: ${name} is no job`),
        ...(acts.length + own.length === 0 ? [`${row}: nothing ends it`] : []),
        ...(queue === 'none' ? [] : reads(queue, owners) ? [] : [`${row}: ${queue} is no queue of ${owners}`]),
        ...(queue === 'none' && own.length === 0 ? [`${row}: no queue and no job`] : []),
      ]
    })
    expect(troubles).toEqual([])
  })

  it('of a claim names everything a claim can be of', () => {
    const row = rows.find(({ what, state }) => what === 'deposit case' && state === 'claim')
    expect(claimCauses.filter((cause) => row?.ends.includes(`of a ${cause}`) !== true)).toEqual([])
  })

  it('has an owner of the staff where it has a queue, and a time', () => {
    const roles = new Set<string>(operatorRoles)
    const ownerless = rows.filter(({ queue, owners }) => queue !== 'none' && !owners.every((owner) => roles.has(owner)))
    expect(ownerless).toEqual([])
    expect(rows.filter(({ within }) => !/^\d+ (?:h|d|period)$/.test(within))).toEqual([])
  })

  it('is in a queue the console counts', () => {
    const counted = new Set(composition.workQueues.map(({ path }) => path))
    expect(
      [...new Set(rows.map(({ queue }) => queue))].filter((path) => path !== 'none' && !counted.has(path)),
    ).toEqual([])
  })

  it('of an event is one the database knows', () => {
    const sql = readFileSync(`${root}platform/payments/server/migrations/0004-returned-and-ended.sql`, 'utf8')
    const [, list = ''] = /check \(state in \(('waiting'[^)]*)\)/.exec(sql) ?? []
    expect(named(list, /'([a-z]+)'/g)).toEqual([...eventStates])
  })
})
