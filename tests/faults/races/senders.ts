import { connect, type Socket } from 'node:net'
import { customerPrefix, type Envelope, headerNames, type RejectionData } from '@bolsillo/contract'

/** A POST as one sender of a race makes it. */
export interface Post {
  /** Below the customers' prefix: `/stock/order/buy`. */
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly token?: string
  /** The Idempotency-Key; without one nothing tells a repetition from a second wish. */
  readonly key?: string
  /** Milliseconds after the others: for who would otherwise always be first. A function is asked at the release. */
  readonly afterMs?: number | (() => number)
  /** The loopback address it comes from, for calls that are limited by network. */
  readonly from?: string
  /** The cookie of a browser. */
  readonly cookie?: string
}

/** What a sender was answered. */
export interface RaceAnswer {
  readonly post: Post
  readonly status: number
  /** As received, byte for byte. */
  readonly body: string
  /** 0 is done; else the number of the rejection. */
  readonly code: number
  /** The name of the rejection; empty when it was done. */
  readonly rejection: string
  readonly data: Readonly<Record<string, unknown>>
}

const answerWithinMs = 30_000

/**
 * Sends requests so that they arrive as one: every sender has a connection of its own and has sent all but the last byte
 * before the first of them sends its last. What is left to chance is the order in which the server reads its sockets.
 */
export async function releaseTogether(url: string, posts: readonly Post[]): Promise<readonly RaceAnswer[]> {
  const target = new URL(url)
  const ready = await Promise.all(posts.map((post) => prepare(target, post)))
  for (const { release } of ready) release()
  return await Promise.all(ready.map(({ answer }) => answer))
}

/** One request, without a race. */
export async function send(url: string, post: Post): Promise<RaceAnswer> {
  const [answer] = await releaseTogether(url, [post])
  if (answer === undefined) throw new Error('one request has one answer')
  return answer
}

interface Ready {
  readonly release: () => void
  readonly answer: Promise<RaceAnswer>
}

async function prepare(target: URL, post: Post): Promise<Ready> {
  const bytes = requestBytes(target, post)
  const socket = connect({
    host: '127.0.0.1',
    port: Number(target.port),
    ...(post.from === undefined ? {} : { localAddress: post.from }),
  })
  socket.setNoDelay(true)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })
  const answer = readAnswer(socket, post)
  // Somebody waits for it later; until then a failure is not a rejection nobody looks at.
  answer.catch(() => undefined)
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, -1), () => resolve()))
  const last = bytes.subarray(-1)
  const release = (): void => {
    const afterMs = typeof post.afterMs === 'function' ? post.afterMs() : (post.afterMs ?? 0)
    if (afterMs === 0) socket.write(last)
    else setTimeout(() => socket.write(last), afterMs)
  }
  return { release, answer }
}

function requestBytes(target: URL, { path, fields, token, key, cookie }: Post): Buffer {
  const body = new URLSearchParams(fields).toString()
  // A body is never empty, so that there is a last byte to hold back.
  const text = body === '' ? ' ' : body
  const lines = [
    `POST ${customerPrefix}${path} HTTP/1.1`,
    `host: ${target.host}`,
    'connection: close',
    `content-type: ${body === '' ? 'application/json' : 'application/x-www-form-urlencoded'}`,
    `content-length: ${Buffer.byteLength(body === '' ? '{}' : text)}`,
    `${headerNames.requestedWith}: XMLHttpRequest`,
    ...(token === undefined ? [] : [`${headerNames.token}: ${token}`]),
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
    ...(key === undefined ? [] : [`${headerNames.idempotencyKey}: ${key}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body === '' ? '{}' : text}`)
}

function readAnswer(socket: Socket, post: Post): Promise<RaceAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`${post.path} was not answered within ${answerWithinMs} ms`))
    }, answerWithinMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('close', () => {
      clearTimeout(timer)
      const text = Buffer.concat(chunks).toString('utf8')
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0)
      const body = text.slice(text.indexOf('\r\n\r\n') + 4)
      const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1] ?? -1)
      if (status === 0 || Buffer.byteLength(body) !== length) reject(new Error(`${post.path} was cut off`))
      else resolve(answerOf(post, status, body))
    })
  })
}

function answerOf(post: Post, status: number, body: string): RaceAnswer {
  const { code, data } = JSON.parse(body) as Envelope<Readonly<Record<string, unknown>>>
  const rejection = code === 0 ? '' : ((data as RejectionData | undefined)?.rejection ?? 'unknown')
  return { post, status, body, code, rejection, data: data ?? {} }
}
