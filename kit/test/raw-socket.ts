import { connect, type Socket } from 'node:net'

/** An HTTP answer, read from the socket. */
export interface RawReply {
  /** 0: the connection was closed without a word. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Everything that came, byte for byte. */
  readonly all: string
  readonly tookMs: number
}

/** A connection that sends what no library would. `reply` is what came until the other side closed it. */
export interface RawSocket {
  readonly socket: Socket
  readonly reply: Promise<RawReply>
}

/** Opens one to an address of ours. */
export async function openRaw(url: string, localAddress = '127.0.0.1'): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const startedMs = performance.now()
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  const reply = new Promise<RawReply>((resolve) =>
    socket.once('close', () => resolve(readReply(Buffer.concat(chunks).toString(), performance.now() - startedMs))),
  )
  await new Promise((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', resolve)
  })
  return { socket, reply }
}

/** What is answered to these bytes, once the connection is closed. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawReply> {
  const { socket, reply } = await openRaw(url)
  socket.write(bytes)
  return await reply
}

function readReply(all: string, tookMs: number): RawReply {
  const [head = '', ...rest] = all.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  return { status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n'), all, tookMs }
}
