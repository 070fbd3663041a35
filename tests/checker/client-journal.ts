import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * What a client of an experiment meant to do, durable before the request is sent. One key stands for one thing asked: a
 * retry writes the same key again, with the same `ask`.
 */
export interface Intent {
  readonly kind: 'intent'
  /** The `Idempotency-Key`. No customer uses one for two things, unless an experiment does so on purpose. */
  readonly key: string
  /** Whose request it is: the customer's id where it is known, else what it signs in with. */
  readonly customer: string
  /** The path of the call as the specification writes it: `/stock/order/buy`. */
  readonly call: string
  /** The fields of the request as they were sent, without passwords. */
  readonly ask: Readonly<Record<string, string>>
  /** The server's time, epoch milliseconds. */
  readonly at: number
}

/**
 * The outcome of a request. `ack`: answered 2xx; `answer` is the body, byte for byte. `reject`: answered 4xx, so certainly
 * without effect. `unknown`: 5xx, a timeout, a reset: the effect is there once or not at all.
 */
export interface Outcome {
  readonly kind: 'outcome'
  readonly key: string
  readonly customer: string
  readonly outcome: 'ack' | 'reject' | 'unknown'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** `code` of the answer's envelope, where there was one. */
  readonly code?: number
  readonly answer?: string
  readonly at: number
}

export type ClientLine = Intent | Outcome

/** The file of one client. Each call resolves when its line is on disk. */
export interface ClientJournal {
  readonly intent: (line: Omit<Intent, 'kind'>) => Promise<void>
  readonly outcome: (line: Omit<Outcome, 'kind'>) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a client's file, or goes on with it. Lines that come while the disk is busy go to it together. */
export async function openClientJournal(path: string): Promise<ClientJournal> {
  const file = await open(path, 'a')
  let waiting = ''
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()
  const append = (line: ClientLine): Promise<void> => {
    waiting += `${JSON.stringify(line)}\n`
    if (next === undefined) {
      const turn = last.then(async () => {
        const lines = waiting
        waiting = ''
        next = undefined
        await writeDurably(file, lines)
      })
      next = turn
      last = turn
    }
    return next
  }
  return {
    intent: (line) => append({ kind: 'intent', ...line }),
    outcome: (line) => append({ kind: 'outcome', ...line }),
    close: async () => {
      await last
      await file.close()
    },
  }
}

async function writeDurably(file: FileHandle, lines: string): Promise<void> {
  await file.writeFile(lines)
  await file.datasync()
}

/** All lines of a file. A last line without its end was never durable, so nobody acted on it: it is left out. */
export function readClientJournal(path: string): readonly ClientLine[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line) as ClientLine)
}
