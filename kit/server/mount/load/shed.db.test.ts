import { sampleRoom, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixedAdmission } from './admission.ts'

const room = sampleRoom()
const lines = { desk: createFixedAdmission(0, 0), others: createFixedAdmission(0, 1) }
let app: TestApp

beforeAll(async () => {
  app = await testApp({ rooms: () => [room], admission: lines })
})
afterAll(async () => {
  await app.close()
})

const post = (call: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  app.ask({
    method: 'POST',
    path: `/ipcf-api/sample/${call}`,
    token: testCustomer(1).token,
    body: { ...body },
    headers,
  })

describe('a full line', () => {
  it.each(['deal', 'note', 'order'])('turns a call away before anything else is done (%s)', async (call) => {
    const before = room.effects.count
    const answer = await post(call, { text: 'late' })
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({ code: 10_021, data: { rejection: 'overloaded' }, simulated: true })
    expect(answer.headers['retry-after']).toBe('1')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(String(answer.headers['x-request-id'])).toMatch(/^req_/)
    expect(room.effects.count).toBe(before)
  })

  it('has a text in the reader’s language', async () => {
    expect((await post('note', { text: 'late' }, { 'accept-language': 'en-US' })).json.msg).toMatch(/too many requests/)
    expect((await post('note', { text: 'late' }, { 'accept-language': 'pt-BR' })).json.msg).toMatch(/demais/)
  })

  it('lets in what gives back or protects', async () => {
    const answer = await post('cancel', { text: 'urgent' })
    expect([answer.status, answer.json.code]).toEqual([200, 0])
    expect(lines.others.inside()).toBe(0)
  })

  it('is logged once a second, with the number, not once for each', async () => {
    app.services.clock.advanceMs(2000)
    const lineCount = (): number => app.services.log.lines.filter(({ message }) => /more requests/.test(message)).length
    const before = lineCount()
    for (let at = 0; at < 20; at += 1) await post('note', { text: 'late' })
    expect(lineCount()).toBe(before + 1)
  })
})
