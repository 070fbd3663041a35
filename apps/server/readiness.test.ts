import type { Sql } from '@bolsillo/server-kit'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { mountOperations } from './operations.ts'

interface State {
  readonly database?: 'gone'
  readonly desk?: string
  readonly stopping?: true
}

it.each<[State, number, readonly string[]]>([
  [{}, 200, []],
  [{ database: 'gone' }, 503, ['database']],
  [{ desk: 'loading' }, 503, ['desk']],
  [{ stopping: true }, 503, ['stopping']],
  [{ stopping: true, database: 'gone', desk: 'stopped' }, 503, ['stopping', 'database', 'desk']],
])('a server of state %j answers /ready with %i', async ({ database, desk, stopping }, status, missing) => {
  const app = Fastify()
  const sql = () => (database === 'gone' ? Promise.reject(new Error('no connection')) : Promise.resolve([]))
  mountOperations(app, sql as unknown as Sql, {
    stream: () => ({ sockets: 0, subscriptions: 0, closedSlow: 0, waitingBytesMax: 0, frameEveryMs: 100 }),
    outboxLag: () => new Map(),
    desk: () => desk ?? 'running',
    isStopping: () => stopping === true,
    liquidations: () => ({ below: 0, late: 0, blind: 0 }),
  })
  const answer = await app.inject({ url: '/ready' }).finally(() => app.close())
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ ready: status === 200, missing })
  expect(answer.headers['cache-control']).toBe('no-store')
})
