import { contractProblems } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeRooms } from './compose-rooms.ts'
import type { Composition } from './composition.ts'
import { readConfig } from './config.ts'
import { isNotOpen } from './not-open.ts'

let database: TestDatabase
let composition: Composition
beforeAll(async () => {
  database = await testDatabase()
  composition = composeRooms(readConfig({}, '.'), testServices({ sql: database.sql }), { publish: () => undefined })
})
afterAll(async () => {
  await database.drop()
})

describe('the rooms of the server', () => {
  it('have calls, names and numbers that do not clash, and a text in every language for every rejection', () => {
    expect(contractProblems(composition.rooms)).toEqual([])
  })

  it('state events, jobs and settings under names of their own', () => {
    const names = composition.rooms.flatMap(({ events = [], jobs = [] }) =>
      [...events, ...jobs].map(({ name }) => name),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('hand what feeds the stream to every process', () => {
    const streaming = composition.rooms
      .flatMap(({ events = [] }) => events)
      .filter(({ name }) => /stream|publish/.test(name))
    expect(streaming.map(({ name, scope }) => [name, scope])).toEqual(
      streaming.map(({ name }) => [name, 'each-process']),
    )
  })

  it('have no call that is said to be not open', () => {
    const paths = composition.rooms.flatMap(({ handlers }) => handlers.map(({ call }) => call.path))
    expect(paths.filter(isNotOpen)).toEqual([])
    expect(['/stock/ai/list', '/user/vip/buy', '/user/loan/apply'].filter((path) => !isNotOpen(path))).toEqual([])
  })

  it('keep every migration a fresh database gets', async () => {
    const folders = composition.rooms.filter(({ migrations }) => migrations !== undefined).map(({ name }) => name)
    const applied = await database.owner<{ room: string }[]>`select distinct room from migration where room <> 'kit'`
    expect(applied.map(({ room }) => room).sort()).toEqual([...folders].sort())
  })
})
