import { request as httpRequest } from 'node:http'
import { defineCall, field, z } from '@bolsillo/contract'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../database/connect.ts'
import type { Room } from '../room.ts'
import { handlersOf, useCase } from '../use-case.ts'
import { contractProblems } from './contract-problems.ts'
import { saveIdempotencyRecords } from './idempotency-store.ts'
import { openApiOf } from './openapi.ts'

const attach = defineCall({
  name: 'attach',
  method: 'POST',
  path: '/sample/attach',
  audience: 'customer',
  needs: [],
  request: z.object({ purpose: field.oneOf(['letter', 'photo']) }),
  reply: z.object({ bytes: z.number(), name: z.string(), times: z.number() }),
  rejections: [],
  summary: 'Takes a file.',
  effect: 'write',
  commits: 'use-case',
  file: { field: 'file', bytesMax: 1024 * 1024 },
})
let times = 0
const room: Room = {
  name: 'attachments',
  handlers: handlersOf(
    [
      useCase(attach, async (_, { file, claim, answer, db, now }) => {
        times += 1
        const reply = { bytes: file?.bytes.length ?? -1, name: file?.name ?? '', times }
        await transaction(db, async (tx) => {
          if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
        })
        return reply
      }),
    ],
    {},
  ),
  messages: { 'es-ES': { rejections: {} }, 'en-US': { rejections: {} }, 'pt-BR': { rejections: {} } },
}
const { token } = testCustomer(1)
let app: TestApp
beforeAll(async () => {
  app = await testApp({ rooms: () => [room] })
})
afterAll(async () => {
  await app.close()
})

const type = 'multipart/form-data; boundary=b'
const part = (name: string, content: string | Buffer, fileName?: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const bodyOf = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--b--\r\n')])
const whole = bodyOf(part('purpose', 'photo'), part('file', Buffer.from([0, 1, 2, 255]), 'a.jpg'))
const send = (body: Buffer, headers: Record<string, string> = {}, who = token) =>
  app.ask({
    method: 'POST',
    path: '/ipcf-api/sample/attach',
    token: who,
    body,
    headers: { 'content-type': type, ...headers },
  })

it('hands a file of any bytes to the use case, with its fields parsed', async () => {
  const answer = await send(whole)
  expect(answer.json).toMatchObject({ code: 0, data: { bytes: 4, name: 'a.jpg' } })
})

it('answers a repeated key as before, and one with another file as reused', async () => {
  const key = { 'idempotency-key': 'a-key-of-a-file' }
  const first = await send(whole, key)
  const again = await send(whole, key)
  expect(again.body).toBe(first.body)
  const other = bodyOf(part('purpose', 'photo'), part('file', Buffer.from([0, 1, 2, 254]), 'a.jpg'))
  expect((await send(other, key)).json.code).toBe(10_011)
})

it.each([
  [
    'a file one byte too large',
    bodyOf(part('purpose', 'photo'), part('file', Buffer.alloc(1024 * 1024 + 1), 'a')),
    10_008,
    'file',
  ],
  ['a body far too large', bodyOf(part('file', Buffer.alloc(1024 * 1024 + 40_000), 'a')), 10_008, 'file'],
  ['no file', bodyOf(part('purpose', 'photo')), 10_004, 'file'],
  ['no field', bodyOf(part('file', 'x', 'a')), 10_004, 'purpose'],
  ['an unknown word', bodyOf(part('purpose', 'other'), part('file', 'x', 'a')), 10_005, 'purpose'],
  [
    'a file under another name',
    bodyOf(part('purpose', 'photo'), part('file', 'x', 'a'), part('second', 'y', 'b')),
    10_002,
    'second',
  ],
  ['two files', bodyOf(part('purpose', 'photo'), part('file', 'x', 'a'), part('file', 'y', 'b')), 10_003, 'file'],
  [
    'a field nobody asked for',
    bodyOf(part('purpose', 'photo'), part('owner', 'me'), part('file', 'x', 'a')),
    10_002,
    'owner',
  ],
  ['no parts', Buffer.from('hello'), 10_001, undefined],
])('refuses %s', async (_, body, code, fieldName) => {
  const before = times
  const answer = await send(body)
  expect([answer.json.code, (answer.json.data as { field?: string }).field]).toEqual([code, fieldName])
  expect(answer.status).toBeLessThan(500)
  expect(times).toBe(before)
})

it('refuses another kind of body, and parts where no file is taken', async () => {
  expect((await send(Buffer.from('{"purpose":"photo"}'), { 'content-type': 'application/json' })).json.code).toBe(
    10_006,
  )
  const plain = await testApp({
    rooms: () => [
      {
        ...room,
        handlers: handlersOf([useCase({ ...attach, file: undefined } as never, async () => ({}) as never)], {}),
      },
    ],
  })
  const answer = await plain.ask({
    method: 'POST',
    path: '/ipcf-api/sample/attach',
    token,
    body: whole,
    headers: { 'content-type': type },
  })
  expect(answer.json.code).toBe(10_006)
  await plain.close()
})

it('looks at who asks before it reads anything, however much is announced', async () => {
  const url = new URL(await app.listen())
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        method: 'POST',
        path: '/ipcf-api/sample/attach',
        headers: { 'content-type': type, 'content-length': 10_000_000_000, 'x-requested-with': 'test' },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    asked.on('error', reject)
    // Only the first bytes are ever sent: a server that waits for the rest waits for ever.
    asked.write('--b\r\n')
  })
  expect(status).toBe(401)
})

it('is described as multipart, and its contract is sound', () => {
  expect(contractProblems([room])).toEqual([])
  const text = JSON.stringify(openApiOf([room], 'SIM'))
  expect(text).toContain('"multipart/form-data"')
  expect(text).toContain('"format":"binary"')
})
