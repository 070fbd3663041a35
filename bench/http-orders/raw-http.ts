import { connect, type Socket } from 'node:net'

/** An answer as a load generator needs it. */
export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * One keep-alive connection that sends requests written out beforehand and reads answers with a Content-Length. It does
 * as little as a client can, so that on a shared machine the server is measured and not its client.
 */
export interface RawConnection {
  readonly isFree: () => boolean
  /** Sends a whole request; `done` gets the answer, or undefined when the connection broke before it came. */
  readonly send: (request: string, done: (answer: RawAnswer | undefined) => void) => void
  readonly close: () => void
}

const headEnd = Buffer.from('\r\n\r\n')

/** Opens a connection; it opens itself again when the server closes it. */
export async function openConnection(host: string, port: number): Promise<RawConnection> {
  let socket: Socket
  let waiting: ((answer: RawAnswer | undefined) => void) | undefined
  let buffered: Buffer | undefined
  let isClosed = false

  const finish = (answer: RawAnswer | undefined): void => {
    const done = waiting
    waiting = undefined
    done?.(answer)
  }
  const onData = (chunk: Buffer): void => {
    const bytes = buffered === undefined ? chunk : Buffer.concat([buffered, chunk])
    buffered = bytes
    const end = bytes.indexOf(headEnd)
    if (end < 0) return
    const head = bytes.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (bytes.length < end + 4 + length) return
    buffered = undefined
    finish({ status: Number(head.slice(9, 12)), head, body: bytes.toString('utf8', end + 4, end + 4 + length) })
  }
  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      socket = connect({ host, port, noDelay: true })
      socket.once('connect', resolve)
      socket.once('error', reject)
      socket.on('data', onData)
      socket.on('close', () => {
        buffered = undefined
        finish(undefined)
        if (!isClosed) open().catch(() => undefined)
      })
    })
  await open()
  return {
    isFree: () => waiting === undefined,
    send: (request, done) => {
      waiting = done
      socket.write(request, 'latin1')
    },
    close: () => {
      isClosed = true
      socket.destroy()
    },
  }
}
