import type { Call } from '@bolsillo/contract'
import { sampleRoom, type TestApp, type TestRequest, testApp, testCustomer, testNeeds } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handler, Room } from '../room.ts'
import { contractProblems } from './contract-problems.ts'

const { token } = testCustomer(1)
const room = sampleRoom()
let app: TestApp

beforeAll(async () => {
  app = await testApp({ rooms: () => [room] })
})
afterAll(async () => {
  await app.close()
})

const events = async (): Promise<number> => (await app.database.owner`select 1 from outbox`).length
const note = (body: TestRequest['body'], headers: Record<string, string> = {}): TestRequest => ({
  method: 'POST',
  path: '/ipcf-api/sample/note',
  token,
  headers,
  ...(body === undefined ? {} : { body }),
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('an answer', () => {
  it('is an envelope that says it is simulated, in Spanish unless asked otherwise, and is not stored', async () => {
    const answer = await app.ask({ path: '/ipcf-api/sample/echo?text=hola+%C3%B1' })
    expect(answer.json).toEqual({ code: 0, msg: 'Listo', data: { text: 'hola ñ', who: 'anyone' }, simulated: true })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-bolsillo-simulated': 'true',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(answer.headers['x-request-id']).toMatch(/^req_/)
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)))
  })

  it('has the headers every answer has, written by hand or by the framework', async () => {
    const [called, unread] = [
      await app.ask({ path: '/ipcf-api/sample/echo?text=a' }),
      await app.ask({ ...note('{}'), headers: { 'content-type': 'application/json', 'content-length': '9' } }),
    ]
    const constant = ({ headers }: typeof called) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !/^(?:content-length|date|connection|x-request-id|x-bolsillo-time)$/.test(name),
        ),
      )
    expect([called.status, unread.status]).toEqual([200, 400])
    expect(constant(called)).toEqual(constant(unread))
  })

  it('knows the customer of a public call when there is a session', async () => {
    const answer = await app.ask({ path: '/ipcf-api/sample/echo?text=a', token })
    expect(answer.json.data).toMatchObject({ who: testCustomer(1).customerId })
  })

  it.each([
    ['en-US,es;q=0.5', 'Done'],
    ['fr, pt;q=0.8, en;q=0.7', 'Pronto'],
    ['es-MX', 'Listo'],
    ['en;q=0, zz', 'Listo'],
    [';;;,,q=', 'Listo'],
  ])('speaks the language of %s', async (language, msg) => {
    const answer = await app.ask({ path: '/ipcf-api/sample/echo?text=a', headers: { 'accept-language': language } })
    expect(answer.json.msg).toBe(msg)
  })

  it('of an unforeseen failure says that the outcome is unknown and nothing else, and undoes it', async () => {
    const before = await events()
    const answer = await app.ask(note({ text: 'broken' }))
    expect(answer.status).toBe(500)
    expect(answer.json.code).toBe(10_999)
    expect(answer.body).not.toMatch(/hunter2|select/)
    expect(await events()).toBe(before)
    expect(app.services.log.lines.some(({ level }) => level === 'error')).toBe(true)
  })
})

describe('guards', () => {
  it.each([
    ['no session', { token: '' }, 401, -1000],
    ['a session that does not exist', { token: 'test-token-of-customer-9' }, 401, -1000],
    ['a malformed token', { token: "' or 1=1 --" }, 401, -1000],
    ['a restricted customer', { token: testCustomer(2).token }, 403, 10_040],
    ['no X-Requested-With', { token, headers: { 'x-requested-with': '' } }, 403, 10_013],
    ['a foreign origin', { token, headers: { origin: 'https://evil.example' } }, 403, 10_013],
    ['a null origin', { token, headers: { origin: 'null' } }, 403, 10_013],
    ['a foreign site', { token, headers: { 'sec-fetch-site': 'cross-site' } }, 403, 10_013],
  ])('refuse %s', async (_, change, status, code) => {
    const before = await events()
    const answer = await app.ask({ ...note({ text: 'x' }), ...change })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(await events()).toBe(before)
  })

  it('let the own origin write', async () => {
    const answer = await app.ask(note({ text: 'own' }, { origin: 'http://shop.test', host: 'shop.test' }))
    expect(answer.status).toBe(200)
  })

  it('require X-Requested-With also of the GETs that write, which exist as POST too', async () => {
    const path = '/ipcf-api/sample/cancel?text=a'
    expect((await app.ask({ path, token })).status).toBe(403)
    expect((await app.ask({ path, token, headers: { 'x-requested-with': 'a' } })).status).toBe(200)
    expect((await app.ask({ ...note({ text: 'a' }), path: '/ipcf-api/sample/cancel' })).status).toBe(200)
  })

  it('count calls per customer and say how long to wait', async () => {
    const trade: TestRequest = { ...note({ text: 'x' }), path: '/ipcf-api/sample/trade' }
    for (let i = 0; i < 3; i += 1) expect((await app.ask(trade)).status).toBe(200)
    const refused = await app.ask(trade)
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([429, 10_020, '20'])
    expect((await app.ask({ ...trade, token: testCustomer(3).token })).status).toBe(200)
    app.services.clock.advanceMs(20_000)
    expect((await app.ask(trade)).status).toBe(200)
    expect((await app.ask(trade)).status).toBe(429)
  })

  it('ask for what must be set first', async () => {
    const other = await testApp({ rooms: () => [sampleRoom()], needs: testNeeds(['trade-password-set']) })
    const answer = await other.ask({ ...note({ text: 'x' }), path: '/ipcf-api/sample/trade' })
    await other.close()
    expect([answer.status, answer.json.code]).toEqual([403, 10_042])
  })
})

describe('bad inputs are refused with the field they are about, and change nothing', () => {
  const nested = (depth: number): string => `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const table: readonly (readonly [string, TestRequest, number, string, string | undefined])[] = [
    ['a missing field', note({}), 400, 'field-missing', 'text'],
    ['no body at all', note(undefined), 400, 'field-missing', 'text'],
    ['an empty form field', note('text=', form), 400, 'field-missing', 'text'],
    ['an unknown field', note({ text: 'a', balance: '1' }), 400, 'field-unknown', 'balance'],
    ['an unknown form field', note('text=a&role=admin', form), 400, 'field-unknown', 'role'],
    ['__proto__ in JSON', note('{"text":"a","__proto__":{"x":1}}'), 400, 'field-unknown', '__proto__'],
    ['constructor in a form', note('text=a&constructor=1', form), 400, 'field-unknown', 'constructor'],
    ['a JSON key twice', note('{"text":"a","text":"b"}'), 400, 'field-twice', 'text'],
    ['a JSON key twice, once escaped', note('{"text":"a","te\\u0078t":"b"}'), 400, 'field-twice', 'text'],
    ['a form field twice', note('text=a&text=b', form), 400, 'field-twice', 'text'],
    ['a query field twice', { path: '/ipcf-api/sample/echo?text=a&text=b' }, 400, 'field-twice', 'text'],
    ['a number for text', note({ text: 5 }), 400, 'field-invalid', 'text'],
    ['true for text', note({ text: true }), 400, 'field-invalid', 'text'],
    ['null for text', note({ text: null }), 400, 'field-invalid', 'text'],
    ['a list for text', note({ text: [] }), 400, 'field-invalid', 'text'],
    ['an object for text', note({ text: { $gt: 0 } }), 400, 'field-invalid', 'text'],
    ['NUL in text', note({ text: 'a\u0000b' }), 400, 'field-invalid', 'text'],
    ['NUL in a form', note('text=a%00b', form), 400, 'field-invalid', 'text'],
    ['NUL in a secret', note({ text: 'a', secret: 'a\u0000' }), 400, 'field-invalid', 'secret'],
    ['a lone surrogate', note('{"text":"\\ud800"}'), 400, 'field-invalid', 'text'],
    ['only spaces', note({ text: '   ' }), 400, 'field-invalid', 'text'],
    ['too long a text', note({ text: 'a'.repeat(201) }), 400, 'field-invalid', 'text'],
    ...[
      '0x10',
      '-1',
      '-0',
      '+5',
      'NaN',
      'Infinity',
      '1e3',
      '012',
      '1_000',
      '1,000',
      ' 12 ',
      '٣',
      '５',
      '12\u202e',
      '5;6',
    ]
      .concat(['1'.repeat(40), '0.0000000000001', '1 OR 1=1', '.5', '5.'])
      .map((amount) => [`the amount ${amount}`, note({ text: 'a', amount }), 400, 'field-invalid', 'amount'] as const),
    ['an amount as a number', note({ text: 'a', amount: 12 }), 400, 'field-invalid', 'amount'],
    ['a count of 0', { path: '/ipcf-api/sample/echo?text=a&count=0' }, 400, 'field-invalid', 'count'],
    ['a count of 10', { path: '/ipcf-api/sample/echo?text=a&count=10' }, 400, 'field-invalid', 'count'],
    ['an enum in other case', { path: '/ipcf-api/sample/echo?text=a&side=BUY' }, 400, 'field-invalid', 'side'],
    ['truncated JSON', note('{"text":"a"'), 400, 'body-malformed', undefined],
    ['two JSON documents', note('{"text":"a"}{}'), 400, 'body-malformed', undefined],
    ['a JSON list', note('[]'), 400, 'body-malformed', undefined],
    ['JSON with a comma too many', note('{"text":"a",}'), 400, 'body-malformed', undefined],
    ['JSON with a raw control character', note('{"text":"a\nb"}'), 400, 'body-malformed', undefined],
    ['JSON nested 30 deep', note(nested(30)), 400, 'body-malformed', undefined],
    ['JSON nested 30,000 deep', note(nested(30_000)), 400, 'body-malformed', undefined],
    [
      '300 JSON fields',
      note(JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, 1])))),
      400,
      'body-malformed',
      undefined,
    ],
    [
      '300 form fields',
      note(Array.from({ length: 300 }, (_, i) => `f${i}=1`).join('&'), form),
      400,
      'body-malformed',
      undefined,
    ],
    ['a byte order mark', note('\ufeff{"text":"a"}'), 400, 'body-malformed', undefined],
    ['bad UTF-8', note(Buffer.from([0x7b, 0xff, 0x7d])), 400, 'body-malformed', undefined],
    ['UTF-16', note(Buffer.from('{"text":"a"}', 'utf16le')), 400, 'body-malformed', undefined],
    ['bad UTF-8 in an escape', note('text=%ff', form), 400, 'body-malformed', undefined],
    ['a broken escape', note('text=%zz', form), 400, 'body-malformed', undefined],
    ['a form named JSON', note('text=a'), 400, 'body-malformed', undefined],
    ['JSON named a form', note('{"text":"a"}', form), 400, 'field-unknown', '{"text":"a"}'],
    ['another content type', note('text=a', { 'content-type': 'text/plain' }), 415, 'content-unsupported', undefined],
    [
      'another charset',
      note('{"text":"a"}', { 'content-type': 'application/json; charset=utf-16' }),
      415,
      'content-unsupported',
      undefined,
    ],
    [
      'multipart',
      note('--x', { 'content-type': 'multipart/form-data; boundary=x' }),
      415,
      'content-unsupported',
      undefined,
    ],
    ['a content type that is none', note('a', { 'content-type': '@@' }), 415, 'content-unsupported', undefined],
    ['65 KiB', note({ text: 'a'.repeat(65 * 1024) }), 413, 'body-too-large', undefined],
    [
      'fields in the address of a POST',
      { ...note({ text: 'a' }), path: '/ipcf-api/sample/note?amount=1' },
      400,
      'body-malformed',
      undefined,
    ],
    ['a body on GET', { path: '/ipcf-api/sample/echo?text=a', body: '{}' }, 400, 'body-malformed', undefined],
    [
      'a short idempotency key',
      note({ text: 'a' }, { 'idempotency-key': 'a' }),
      400,
      'idempotency-key-malformed',
      undefined,
    ],
    [
      'a key of 10 kB',
      note({ text: 'a' }, { 'idempotency-key': 'a'.repeat(10_000) }),
      400,
      'idempotency-key-malformed',
      undefined,
    ],
  ]
  it.each(table)('%s', async (_, request, status, rejection, field) => {
    const before = await events()
    const answer = await app.ask(request)
    expect(answer.status).toBe(status)
    expect(answer.json.data).toMatchObject({ rejection, ...(field === undefined ? {} : { field }) })
    expect(answer.json.msg).not.toMatch(/\{[a-z]+\}/)
    expect(await events()).toBe(before)
  })

  it('names what is allowed', async () => {
    const unknown = await app.ask(note({ text: 'a', fee: '0' }))
    expect(unknown.json.msg).toBe('El campo «fee» no existe aquí. Se permiten: text, amount, secret.')
    const side = await app.ask({ path: '/ipcf-api/sample/echo?text=a&side=x', headers: { 'accept-language': 'en' } })
    expect(side.json.msg).toBe('The field “side” is not valid: it must be one of buy, sell.')
    const long = await app.ask(note({ text: 'a'.repeat(201) }))
    expect(long.json.msg).toBe('El campo «text» no es válido: debe tener como máximo 200 caracteres.')
  })
})

describe('contracts', () => {
  it('of the sample room fit together', () => {
    expect(contractProblems([room])).toEqual([])
  })

  it('that clash are named', () => {
    const problems = contractProblems([room, { ...room, name: 'other', messages: { ...room.messages, 'pt-BR': {} } }])
    expect(problems).toContain('two calls are named note')
    expect(problems).toContain('two calls are mounted at POST /ipcf-api/sample/note')
  })

  it('of staff name who may make them', () => {
    const [first] = room.handlers
    if (first === undefined) throw new Error('the sample room has calls')
    const { roles: _, ...call } = { ...first.call, name: 'of-staff', path: '/staff', audience: 'operator' as const }
    const withCall = (changed: Partial<Call>): Room => ({
      ...room,
      operatorHandlers: [{ ...first, call: { ...call, ...changed } } as Handler],
    })
    expect(contractProblems([withCall({})])).toContain('of-staff is of staff and names no roles')
    expect(contractProblems([withCall({ roles: [] })])).toContain('of-staff is of staff and names no roles')
    expect(contractProblems([withCall({ roles: ['auditor'] })])).toEqual([])
    expect(contractProblems([withCall({ audience: 'public', roles: ['auditor'] })])).toContain(
      'of-staff names roles of staff and is not theirs',
    )
  })

  it('are published as OpenAPI 3.1', async () => {
    const answer = await app.ask({ path: '/ipcf-api/openapi.json' })
    const document: unknown = JSON.parse(answer.body)
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/ipcf-api/sample/note': {
          post: {
            operationId: 'note',
            requestBody: {
              content: { 'application/json': { schema: { additionalProperties: false, required: ['text'] } } },
            },
            responses: { '409': { content: { 'application/json': { examples: { 'name-taken': {} } } } } },
          },
        },
        '/ipcf-api/sample/cancel': { get: {}, post: {} },
      },
    })
  })
})
