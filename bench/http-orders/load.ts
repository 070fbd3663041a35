import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type RawAnswer, type RawConnection } from './raw-http.ts'

/** The result of a load run. Times are milliseconds from a request's due time to its answer. */
export interface LoadResult {
  readonly seconds: number
  readonly sent: number
  /** Number of answers by status; 0 counts broken connections. */
  readonly statuses: Readonly<Record<string, number>>
  /** Times of answers with status 2xx, in order. */
  readonly timesMs: readonly number[]
  /** An answer that was not a success, if there was one: what went wrong, in the server's words. */
  readonly refusal: string | undefined
}

/** Connections a load is sent over. */
export interface Load {
  /** Every connection sends its next request as soon as it has an answer, for so many seconds. */
  readonly closedLoop: (next: () => string, seconds: number) => Promise<LoadResult>
  /**
   * Requests are due at a constant rate. One that finds no free connection waits, and its time counts from when it
   * was due, so that a stall counts in full for all requests due during it (no coordinated omission).
   */
  readonly openLoop: (
    next: () => string,
    options: { readonly rate: number; readonly seconds: number },
  ) => Promise<LoadResult>
  readonly close: () => void
}

const drainWithinMs = 20_000

/** Opens so many connections. */
export async function openLoad(host: string, port: number, connectionCount: number): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => openConnection(host, port)))
  return {
    closedLoop: async (next, seconds) => {
      const tally = createTally()
      const startedMs = performance.now()
      const endsMs = startedMs + seconds * 1000
      await Promise.all(connections.map((connection) => keepSending(connection, next, endsMs, tally)))
      return tally.result((performance.now() - startedMs) / 1000)
    },
    openLoop: async (next, { rate, seconds }) => {
      const tally = createTally()
      // Requests are built before the measurement starts.
      const requests = Array.from({ length: Math.round(rate * seconds) }, next)
      const free = [...connections]
      const startedMs = performance.now()
      let at = 0
      const dueMs = (index: number): number => startedMs + (index * 1000) / rate
      const send = (connection: RawConnection): void => {
        const index = at
        at += 1
        tally.sent()
        connection.send(requests[index] ?? '', (answer) => {
          tally.answered(answer, performance.now() - dueMs(index))
          free.push(connection)
          sendDue()
        })
      }
      const sendDue = (): void => {
        while (at < requests.length && dueMs(at) <= performance.now()) {
          const connection = free.pop()
          if (connection === undefined) return
          send(connection)
        }
      }
      while (at < requests.length) {
        sendDue()
        await sleep(1)
      }
      const seen = (performance.now() - startedMs) / 1000
      for (let waitedMs = 0; free.length < connections.length && waitedMs < drainWithinMs; waitedMs += 10)
        await sleep(10)
      return tally.result(seen)
    },
    close: () => {
      for (const connection of connections) connection.close()
    },
  }
}

function keepSending(connection: RawConnection, next: () => string, endsMs: number, tally: Tally): Promise<void> {
  return new Promise((resolve) => {
    const send = (): void => {
      const sentMs = performance.now()
      if (sentMs >= endsMs) {
        resolve()
        return
      }
      tally.sent()
      connection.send(next(), (answer) => {
        tally.answered(answer, performance.now() - sentMs)
        send()
      })
    }
    send()
  })
}

interface Tally {
  readonly sent: () => void
  readonly answered: (answer: RawAnswer | undefined, tookMs: number) => void
  readonly result: (seconds: number) => LoadResult
}

function createTally(): Tally {
  const statuses: Record<string, number> = {}
  const timesMs: number[] = []
  let sent = 0
  let refusal: string | undefined
  return {
    sent: () => {
      sent += 1
    },
    answered: (answer, tookMs) => {
      const status = answer?.status ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 200 && status < 300) timesMs.push(tookMs)
      else refusal ??= answer?.body.slice(0, 300) ?? 'the connection broke'
    },
    result: (seconds) => ({ seconds, sent, statuses, timesMs: timesMs.sort((a, b) => a - b), refusal }),
  }
}
