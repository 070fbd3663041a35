import { coreRejections } from '@bolsillo/contract'
import { newDataFolder, removeDataFolder, type ServerProcess, startServerProcess } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Every call the server publishes, asked with every bad value in every field: a refusal that names it, never an unknown
// outcome, never a slow answer, never a word of what is inside.

interface Parameter {
  readonly in: string
  readonly name: string
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}
interface Operation {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface CallToAsk {
  readonly method: string
  readonly path: string
  readonly fields: readonly string[]
}

const badValues: readonly unknown[] = [
  ...['', '0', '-1', '-0', '+5', 'NaN', 'Infinity', '1e3', '1e400', '0x10', '012', '1_000', '1,000', ' 12 ', '٣', '５'],
  ...[
    '9223372036854775808',
    '9007199254740993',
    '1'.repeat(40),
    '0.000000006',
    '5;6',
    '1 OR 1=1',
    "'); DROP TABLE x--",
  ],
  ...['../../etc/passwd', '<img src=x onerror=alert(1)>', '{{7*7}}', '=HYPERLINK("x")', '\u202e', 'a\u0000b', '\ud800'],
  ...['WALMEX.mx', 'WΑLMEX.MX', 'ord_00000000000000000000000000', 'cus_00000000000000000000000000', '2026-02-30'],
  ...['1795249296687000', 'x'.repeat(60_000), '👍', '   '],
  ...[5, -1, 1.5, true, null, [], [5], {}, { $gt: 0 }],
]

const dataDir = newDataFolder()
// A bound for what hangs in an input, not for what a busy machine makes slow.
const answerWithinMs = 20_000
let server: ServerProcess
let url = ''
let token = ''
let calls: readonly CallToAsk[] = []

beforeAll(async () => {
  server = startServerProcess({ DATA_DIR: dataDir })
  const block = await server.block()
  url = `${block.url}/ipcf-api`
  const [customer] = block.customers
  const answer = await fetch(`${url}/user/login`, {
    method: 'POST',
    headers: { 'x-requested-with': 'test', 'content-type': 'application/json' },
    body: JSON.stringify({ account: customer?.account, password: customer?.password }),
  })
  const envelope = (await answer.json()) as { readonly data: { readonly token: string } }
  token = envelope.data.token
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace('/ipcf-api', ''),
      fields:
        method === 'get'
          ? operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
          : Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
    })),
  )
})
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

interface Answered {
  readonly status: number
  readonly body: string
  readonly tookMs: number
}

async function ask(call: CallToAsk, fields: Readonly<Record<string, unknown>>): Promise<Answered> {
  const isGet = call.method === 'GET'
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const startedAt = performance.now()
  const response = await fetch(`${url}${call.path}${isGet ? `?${new URLSearchParams(texts)}` : ''}`, {
    method: call.method,
    headers: {
      'x-requested-with': 'test',
      accesstoken: token,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    ...(isGet ? {} : { body: JSON.stringify(fields) }),
  })
  return { status: response.status, body: await response.text(), tookMs: performance.now() - startedAt }
}

const leaks = /\bat .*\.ts:\d|postgres|SELECT |syntax error|violates|TypeError|undefined/

describe('every published call', () => {
  it('refuses or takes each bad value in each field, quickly, and shows nothing of its inside', async () => {
    expect(calls.length).toBeGreaterThan(40)
    const wrong: string[] = []
    let asked = 0
    // Signing out would end the session the other calls are asked with.
    for (const call of calls.filter(({ path }) => !/logout|revoke|update\/password/.test(path))) {
      for (const field of call.fields) {
        const answers = await Promise.all(
          badValues.map(async (value) => ({ value, answer: await ask(call, { [field]: value }) })),
        )
        for (const { value, answer } of answers) {
          asked += 1
          const isClean = answer.status < 500 && answer.tookMs < answerWithinMs && !leaks.test(answer.body)
          if (!isClean)
            wrong.push(
              `${call.method} ${call.path} ${field}=${JSON.stringify(value).slice(0, 60)}: ${answer.status} in ${Math.round(answer.tookMs)} ms ${answer.body.slice(0, 200)}`,
            )
        }
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(2_000)
    expect(server.said()).not.toContain('outcome unknown')
    // Every value in every field of every call: the more calls there are, the longer it takes.
  }, 240_000)

  it('refuses a field it does not know, by name', async () => {
    for (const call of calls) {
      const { status, body } = await ask(call, { approvedBy: 'me' })
      const { code } = JSON.parse(body) as { readonly code: number }
      // A call that takes a file speaks no JSON at all.
      const refusedEarlier = [401, 403, 415, 429].includes(status)
      if (!refusedEarlier)
        expect([call.path, status, code]).toEqual([call.path, 400, coreRejections.fieldUnknown.number])
    }
  })

  it('answers a stranger with a session refusal wherever a session is needed', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: unknown }>>>>
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        if (security === undefined) continue
        const response = await fetch(`${url.replace('/ipcf-api', '')}${path}`, {
          method: method.toUpperCase(),
          headers: { 'x-requested-with': 'test', accesstoken: 'A'.repeat(43) },
        })
        expect([path, response.status, ((await response.json()) as { code: number }).code]).toEqual([path, 401, -1000])
      }
    }
  })
})
