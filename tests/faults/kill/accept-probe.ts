import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** When PostgreSQL did not take connections, as somebody saw who tried all the time. Epoch milliseconds. */
export interface Outage {
  /** The first refused attempt began at. */
  readonly refusedFrom: number
  /** The last refused attempt began at: until then it certainly took none. */
  readonly refusedUntil: number
  /** The first attempt it accepted began, and was answered, at. */
  readonly acceptedFrom: number
  readonly acceptedAt: number
}

const everyMs = 4
const attemptMs = 1000

/** The first words of a connection, in protocol 3.0. */
function startupMessage(user: string, database: string): Buffer {
  const words = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(words.length + 8, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, words])
}

/** Whether PostgreSQL takes a connection now: it asks for the password (`R`) once it would let somebody in. */
function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    const end = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(attemptMs, () => end(false))
    socket.once('connect', () => socket.write(startupMessage('bolsillo_owner', 'postgres')))
    socket.once('data', (data: Buffer) => end(data[0] === 'R'.charCodeAt(0)))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
  })
}

/** Watches an outage from its beginning to its end. @throws Error when none begins, or it does not end in time. */
export async function watchOutage(
  socketPath: string,
  options: { readonly beginsWithinMs: number; readonly endsWithinMs: number },
): Promise<Outage> {
  const startedAt = Date.now()
  let refusedFrom: number | undefined
  let refusedUntil = 0
  for (;;) {
    const attemptAt = Date.now()
    const isUp = await accepts(socketPath)
    if (!isUp) {
      refusedFrom ??= attemptAt
      refusedUntil = attemptAt
    } else if (refusedFrom !== undefined)
      return { refusedFrom, refusedUntil, acceptedFrom: attemptAt, acceptedAt: Date.now() }
    if (refusedFrom === undefined && Date.now() - startedAt > options.beginsWithinMs)
      throw new Error('PostgreSQL was not touched by the kill')
    if (Date.now() - startedAt > options.endsWithinMs)
      throw new Error(`PostgreSQL takes no connections for ${Date.now() - startedAt} ms`)
    await sleep(everyMs)
  }
}
