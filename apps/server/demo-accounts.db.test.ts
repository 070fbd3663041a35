import { present } from '@bolsillo/kernel'
import { addressFor, connect, runningServer } from '@bolsillo/server-kit'
import {
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { readDemoMarks, readReviewTrail } from './demo-accounts-store.ts'

// Whose accounts the demo's are: marked, under everybody's rules, and in no public figure (decision 88).

const dataDir = newDataFolder()
let server: ServerProcess
let block: StartBlock
let token = ''
beforeAll(async () => {
  server = startServerProcess({ DATA_DIR: dataDir, TEST_CLOCK: '1' })
  block = await server.block()
  const [first] = block.customers
  const { account, password } = present(first, 'the demo')
  token = z.object({ token: z.string() }).parse(await ask('/user/login', { account, password })).token
})
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

let keys = 0
async function ask(path: string, fields?: Readonly<Record<string, string>>): Promise<unknown> {
  keys += 1
  const response = await fetch(`${block.url}/ipcf-api${path}`, {
    method: fields === undefined ? 'GET' : 'POST',
    headers: {
      'x-requested-with': 'test',
      'idempotency-key': `demo-accounts-${keys}`,
      ...(token === '' ? {} : { accesstoken: token }),
    },
    ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
  })
  const envelope = z.object({ code: z.number(), data: z.unknown() }).parse(await response.json())
  expect(envelope.code).toBe(0)
  return envelope.data
}

it('marks its two customers, reviews their papers as anybody’s, and gives them no destination', async () => {
  const address = addressFor(present(runningServer(dataDir), 'its PostgreSQL'), { database: 'bolsillo' })
  const owner = connect(address, { connectionsMax: 1, name: 'test' })
  try {
    // In the order of their registration.
    const [first, ...others] = await readDemoMarks(owner)
    expect(others).toHaveLength(1)
    expect(await readReviewTrail(owner, present(first, 'the demo'))).toEqual({
      steps: ['pending by cus', 'succ by opr'],
      caseLooks: 1,
      picturesOpened: 2,
      destinations: 0,
    })
  } finally {
    await owner.end()
  }
  expect(await ask('/user/login/info')).toMatchObject({ tags: ['demo'], user: { idStatus: 'succ' } })
})

it('leaves the review of the demo’s papers out of how long reviews take', async () => {
  expect(await ask('/user/auth')).toMatchObject({ state: 'succ', reviews: { count: 0 } })
})

const rows = <Row extends z.core.SomeType>(row: Row) => z.object({ rows: z.array(row) })

it('says on every line of its past that it was made up', async () => {
  const orders = rows(z.object({ madeUp: z.boolean() })).parse(await ask('/stock/order/list?limit=50'))
  expect(orders.rows.length).toBeGreaterThan(4)
  const past = z.object({ details: z.object({ seed: z.literal('demo') }) })
  expect(rows(past).parse(await ask('/user/point/change/log', { limit: '50' })).rows.length).toBeGreaterThan(5)
  // The statement of its whole past: each line carries the words.
  const to = new Date().toISOString().slice(0, 10)
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const { content } = z
    .object({ content: z.string() })
    .parse(await ask(`/user/statement/file?format=csv&from=${from}&to=${to}`))
  const lines = Buffer.from(content, 'base64').toString('utf8').split('\n')
  const ofEntries = lines.filter((line) => /[0-9a-f]{64},/.test(line))
  expect(ofEntries.length).toBeGreaterThan(10)
  for (const line of ofEntries) expect(line).toContain('inventado para la demostración')
})
