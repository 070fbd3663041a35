import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ClientLine, readClientJournal } from '@bolsillo/checker/client-journal'
import { assert } from '@bolsillo/kernel'
import type { SignedInCustomer } from '@bolsillo/test-kit'
import type { LoadEvent } from './load-client.ts'
import type { ClientPart, FromProcess, ToProcess } from './load-process.ts'

export interface LoadOptions {
  readonly url: string
  readonly seed: number
  readonly clients: number
  readonly customers: readonly SignedInCustomer[]
  readonly newcomers: readonly SignedInCustomer[]
  /** Where the clients' journals are: a file each, gone on with when it is there. */
  readonly folder: string
  readonly everyMs: number
  readonly task?: 'trade' | 'stock-up'
  readonly plantFreshKey?: boolean
  readonly aheadMs?: number
}

/** Clients in processes of their own, under way. */
export interface Load {
  /** The outcomes of requests so far, in the order they were reported. */
  readonly events: readonly LoadEvent[]
  /** The first acknowledgement of `from` or later that `fits`. @throws Error when none comes within `withinMs`. */
  readonly firstAck: (from: number, withinMs: number, fits?: (event: LoadEvent) => boolean) => Promise<LoadEvent>
  /** Ends the clients once they know the outcome of every request. */
  readonly stop: () => Promise<void>
  readonly done: Promise<void>
  /** Ends the processes at once: for what has failed. */
  readonly kill: () => void
}

const processes = 2
const lookEveryMs = 5

const share = <T>(list: readonly T[], parts: number, part: number): T[] =>
  list.filter((_, index) => index % parts === part)

/** Starts the load: `clients` clients, spread over two processes. */
export function startLoad(options: LoadOptions): Load {
  const { url, seed, everyMs, task = 'trade', plantFreshKey = false, aheadMs = 0 } = options
  const parts = Array.from({ length: options.clients }, (_, index): ClientPart => {
    const name = `client-${index}`
    const journalPath = join(options.folder, `${name}.jsonl`)
    const own = <T>(list: readonly T[]): T[] => share(list, options.clients, index)
    return { name, journalPath, customers: own(options.customers), newcomers: own(options.newcomers) }
  })
  const events: LoadEvent[] = []
  const children = Array.from({ length: processes }, (_, index) => {
    const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const clients = share(parts, processes, index)
    tell(child, { kind: 'start', url, seed, everyMs, task, plantFreshKey, aheadMs, clients })
    return child
  })
  const done = Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve, reject) => {
          let isDone = false
          child.on('message', (message: FromProcess) => {
            if (message.kind === 'done') isDone = true
            else events.push(...message.events)
          })
          child.once('exit', (code) => {
            if (isDone) resolve()
            else reject(new Error(`a process of load clients ended with code ${code}`))
          })
        }),
    ),
  ).then(() => undefined)
  // Whoever waits for it gets the error; without anybody waiting it must not end the run by itself.
  done.catch(() => undefined)
  return {
    events,
    done,
    firstAck: async (from, withinMs, fits = () => true) => {
      let looked = events.length
      while (looked > 0 && (events[looked - 1]?.doneAt ?? 0) >= from - 1000) looked -= 1
      for (const until = Date.now() + withinMs; Date.now() < until; await sleep(lookEveryMs)) {
        const found = events
          .slice(looked)
          .filter((event) => event.outcome === 'ack' && event.doneAt >= from && fits(event))
          .sort((a, b) => a.doneAt - b.doneAt)[0]
        if (found !== undefined) return found
      }
      throw new Error(`no request was acknowledged within ${withinMs} ms; last: ${JSON.stringify(events.slice(-3))}`)
    },
    stop: async () => {
      for (const child of children) tell(child, { kind: 'stop' })
      await done
    },
    kill: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function tell(child: ChildProcess, message: ToProcess): void {
  assert(child.connected, 'the process of load clients is there')
  child.send(message)
}

/** All lines of all clients of a folder. */
export function readJournals(folder: string, clients: number): readonly ClientLine[] {
  return Array.from({ length: clients }, (_, index) => readClientJournal(join(folder, `client-${index}.jsonl`))).flat()
}
