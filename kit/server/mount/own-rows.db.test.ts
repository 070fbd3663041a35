import { defineCall, type Fields, z } from '@bolsillo/contract'
import { sampleRoom, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyone } from '../database/cause-store.ts'
import type { Db, Room } from '../room.ts'
import { handlersOf, useCase } from '../use-case.ts'

const none: Fields = z.object({})
const call = <const Effect extends 'read' | 'write'>(name: string, audience: 'public' | 'customer', effect: Effect) =>
  defineCall({
    name,
    method: effect === 'read' ? 'GET' : 'POST',
    path: `/own/${name}`,
    audience,
    needs: [],
    request: none,
    reply: z.object({ seen: z.array(z.string()), after: z.optional(z.array(z.string())) }),
    rejections: [],
    summary: 'Says whose rows it sees.',
    effect,
  })

const seen = async (db: Db): Promise<string[]> =>
  (await db<{ who: string }[]>`select customer_id as who from market_follow order by 1`).map(({ who }) => who)

const room: Room = {
  ...sampleRoom(),
  name: 'own',
  handlers: handlersOf(
    [
      useCase(call('read', 'customer', 'read'), async (_, { db }) => ({ seen: await seen(db) })),
      useCase(call('read-by-anyone', 'public', 'read'), async (_, { db }) => ({ seen: await seen(db) })),
      useCase(call('write', 'customer', 'write'), async (_, { tx }) => ({
        seen: await everyone(tx, 'whether somebody else follows it', () => seen(tx)),
        after: await seen(tx),
      })),
      useCase(call('write-beside', 'customer', 'write'), async (_, { tx, aside }) => ({
        seen: await seen(tx),
        after: await aside((apart) => seen(apart)),
      })),
      useCase({ ...call('command', 'customer', 'write'), commits: 'use-case' }, async (_, { db }) => ({
        seen: await seen(db),
      })),
    ],
    {},
  ),
}

const [maria, other] = [testCustomer(1), testCustomer(3)]
const both = [maria, other].map(({ customerId }) => String(customerId)).sort()
let app: TestApp
beforeAll(async () => {
  app = await testApp({ rooms: () => [room] })
  for (const customer of both)
    await app.database.owner`insert into market_follow (customer_id, symbol, followed_at) values (${customer}, 'x', 1)`
})
afterAll(() => app.close())

const ask = async (name: string, method: 'GET' | 'POST', token = maria.token): Promise<unknown> =>
  (await app.ask({ path: `/ipcf-api/own/${name}`, method, token, ...(method === 'POST' ? { body: {} } : {}) })).json
    .data

describe('a call of a customer', () => {
  it('reads rows of that customer and no other’s', async () => {
    expect(await ask('read', 'GET')).toEqual({ seen: [maria.customerId] })
    expect(await ask('read', 'GET', other.token)).toEqual({ seen: [other.customerId] })
  })

  it('writes among those rows, and sees others’ only while it declares it', async () => {
    expect(await ask('write', 'POST')).toEqual({ seen: both, after: [maria.customerId] })
  })

  it('leaves nothing of whose it was to the next on its connection, or beside it', async () => {
    expect(await ask('write-beside', 'POST')).toEqual({ seen: [maria.customerId], after: both })
    expect(await seen(app.database.sql)).toEqual(both)
  })

  it('is of everybody where it is carried out by another writer, or public: decision 85 says so', async () => {
    expect(await ask('command', 'POST')).toEqual({ seen: both })
    expect(await ask('read-by-anyone', 'GET')).toEqual({ seen: both })
  })
})
