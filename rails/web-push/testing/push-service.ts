import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** What a push service received for one of its browsers, decrypted with that browser's keys. */
export interface Delivered {
  /** Which subscription it was for. */
  readonly name: string
  readonly content: Readonly<Record<string, unknown>>
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
  /** Of the token: whom it was made for, until when (seconds), and who answers for it. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** A push service of a test, on this machine, and the browsers that it reaches. */
export interface TestPushService {
  /** `127.0.0.1:41234`. */
  readonly host: string
  readonly origin: string
  readonly delivered: readonly Delivered[]
  /** Every request, also those it refused. */
  readonly asked: () => number
  /** What it answers from now on: a status, or nothing at all. */
  answer: (response: ServerResponse) => void
  /** Makes a browser subscribe with the key of a server. @returns what it gives that server. */
  readonly subscribe: (
    name: string,
    serverKey: string,
  ) => { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly close: () => Promise<void>
}

interface Browser {
  readonly keys: ECDH
  readonly auth: Buffer
  readonly serverKey: string
}

/** Opens a push service. It refuses, as the real ones do, what is not signed by the server a browser subscribed with. */
export async function openPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Browser>()
  const delivered: Delivered[] = []
  let asked = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked += 1
      const name = decodeURIComponent((request.url ?? '').replace('/push/', ''))
      const browser = browsers.get(name)
      if (browser === undefined) return void response.writeHead(404).end()
      const claims = claimsOf(request.headers, browser.serverKey, service.origin)
      if (claims === undefined) return void response.writeHead(403).end()
      service.answer(response)
      if (!response.headersSent || response.statusCode >= 300) return
      const { ttl, urgency, topic } = request.headers
      const content = JSON.parse(decrypt(Buffer.concat(parts), browser)) as Delivered['content']
      delivered.push({ name, content, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), claims })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const service: TestPushService = {
    host,
    origin: `http://${host}`,
    delivered,
    asked: () => asked,
    answer: (response) => void response.writeHead(201).end(),
    subscribe: (name, serverKey) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(name, { keys, auth, serverKey })
      const p256dh = keys.getPublicKey().toString('base64url')
      return { endpoint: `http://${host}/push/${name}`, p256dh, auth: auth.toString('base64url') }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/** The claims of a token signed by the key a browser subscribed with, for this service (RFC 8292); undefined for any other. */
function claimsOf(headers: IncomingHttpHeaders, serverKey: string, origin: string): Delivered['claims'] | undefined {
  const [, head = '', body = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== serverKey) return undefined
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${body}`)
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, by, Buffer.from(signature, 'base64url'))) return undefined
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Delivered['claims']
  return claims.aud === origin ? claims : undefined
}

/** Decrypts as a browser does: written from the RFCs, and not with what the rail encrypts with. */
export function decrypt(message: Buffer, browser: Pick<Browser, 'keys' | 'auth'>): string {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const record = message.subarray(21 + keyLength)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.keys.getPublicKey(), sender])
  const secret = hkdfSync('sha256', browser.keys.computeSecret(sender), browser.auth, about, 32)
  const derive = (what: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(record.length - 16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, record.length - 16)), decipher.final()])
  // Behind the text is a 2, and perhaps zeros.
  const end = plain.lastIndexOf(2)
  return plain.subarray(0, end).toString('utf8')
}
