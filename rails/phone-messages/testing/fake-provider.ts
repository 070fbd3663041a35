import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { PhoneProvider, ProviderId } from '../config.ts'
import { twilioSignature } from '../twilio.ts'

/** What the fake provider answers a request with instead of taking it. */
type Trouble =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** `lost`: it takes the message, and the connection breaks before it says so. */
  | 'lost'
  | 'silent'
  | 'drip'
  | 'closes'

/** What it has taken, unchanged. */
interface TakenByProvider {
  readonly headers: Readonly<Record<string, string>>
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A call of the provider at our door, signed as the real one signs. */
interface SignedCall {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A provider on this machine that speaks both dialects. */
export interface FakeProvider {
  readonly url: string
  readonly asked: () => number
  readonly taken: readonly TakenByProvider[]
  /** The next answers; after them it takes everything. `undefined` takes one. */
  readonly troubles: (Trouble | undefined)[]
  readonly close: () => Promise<void>
}

/** Who the fake provider knows, in each dialect. */
export function fakeAccount(provider: ProviderId, url: string): PhoneProvider {
  const user = provider === 'twilio' ? `AC${'0a'.repeat(16)}` : 'abcd1234'
  const signatureSecret = provider === 'twilio' ? 'the token' : 'the secret of signatures'
  return { provider, url, from: '+525512340000', user, password: 'the token', signatureSecret }
}

/** Starts it on a free port. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const taken: TakenByProvider[] = []
  const troubles: (Trouble | undefined)[] = []
  let asked = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked += 1
      answer(request, response, Buffer.concat(parts).toString('utf8'), troubles.shift(), taken)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    taken,
    troubles,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  trouble: Trouble | undefined,
  taken: TakenByProvider[],
): void {
  if (trouble === 'silent') return
  if (trouble === 'closes') request.socket.destroy()
  else if (trouble === 'drip') drip(response)
  else if (trouble === undefined || trouble === 'lost') take(request, response, text, trouble === 'lost', taken)
  else {
    response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers })
    response.end(JSON.stringify(trouble.body ?? {}))
  }
}

function take(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  isLost: boolean,
  taken: TakenByProvider[],
): void {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  const fields = isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as Record<string, unknown>)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  taken.push({ path: request.url ?? '', headers, fields })
  if (isLost) {
    request.socket.destroy()
    return
  }
  response.writeHead(isForm ? 201 : 202, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isForm ? { sid: `SM${'1'.repeat(32)}`, status: 'queued' } : { message_uuid: 'a-b-c' }))
}

/** An answer of which a byte comes now and then, without an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

/** What the provider says of a message afterwards. `status` in its own words. */
export function signedCall(
  account: PhoneProvider,
  call: { readonly messageId: string; readonly url: string; readonly status: string; readonly at: number },
): SignedCall {
  if (account.provider === 'twilio') {
    const form: [string, string][] = [
      ['MessageSid', `SM${'1'.repeat(32)}`],
      ['MessageStatus', call.status],
      ['AccountSid', account.user],
      ['To', '+525512341907'],
      ['ApiVersion', '2010-04-01'],
    ]
    const signature = twilioSignature(account.signatureSecret, call.url, form).toString('base64')
    const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' }
    return { headers, body: new URLSearchParams(form).toString() }
  }
  const body = JSON.stringify({
    message_uuid: 'a-b-c',
    status: call.status,
    client_ref: call.messageId,
    channel: 'sms',
  })
  const claims = {
    iat: Math.floor(call.at / 1000),
    jti: 'one',
    iss: 'Vonage',
    api_key: account.user,
    payload_hash: createHash('sha256').update(body).digest('hex'),
  }
  const token = signedToken({ alg: 'HS256', typ: 'JWT' }, claims, account.signatureSecret)
  return { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body }
}

/** A token as Vonage signs them. */
export function signedToken(head: object, claims: object, secret: string): string {
  const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
