import { sampleRoom, type TestApp, testApp, testCustomer, testSessions } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionPort } from '../ports.ts'

const room = sampleRoom()
const sessions = testSessions([testCustomer(1)])
let app: TestApp
let isDown = false
let trouble: Error | undefined

const troubled: SessionPort = {
  ...sessions,
  find: async (...asked) => {
    if (trouble !== undefined) throw trouble
    return await sessions.find(...asked)
  },
}
beforeAll(async () => {
  app = await testApp({ rooms: () => [room], sessions: troubled, isDatabaseDown: () => isDown })
})
afterAll(async () => {
  await app.close()
})

const note = (text: string) =>
  app.ask({ method: 'POST', path: '/ipcf-api/sample/note', token: testCustomer(1).token, body: { text } })

describe('without a database', () => {
  it('a call is refused before anything is started, and says that nothing was done', async () => {
    isDown = true
    const before = room.effects.count
    const answer = await note('down')
    isDown = false
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({ code: 10_022, data: { rejection: 'unavailable' } })
    expect(answer.headers['retry-after']).toBe('1')
    expect(room.effects.count).toBe(before)
    expect((await note('up')).json.code).toBe(0)
  })

  it.each(['ECONNREFUSED', 'ENOENT', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT'])(
    'so is one whose session cannot be looked up (%s)',
    async (code) => {
      trouble = Object.assign(new Error('gone'), { code })
      const answer = await note('lost')
      trouble = undefined
      expect([answer.status, answer.json.code]).toEqual([503, 10_022])
    },
  )

  it('any other trouble of the look-up is a bug, and its outcome unknown', async () => {
    trouble = new Error('a bug')
    const answer = await note('bug')
    trouble = undefined
    expect([answer.status, answer.json.code]).toEqual([500, 10_999])
  })
})
