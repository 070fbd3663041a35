import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClientCounts, FromClients, Subscription, ToClients } from './wire.ts'

const file = fileURLToPath(new URL('client-process.ts', import.meta.url))

/** Many WebSocket clients in processes of their own. */
export interface Clients {
  readonly connect: (
    url: string,
    subscriptions: readonly (readonly Subscription[])[],
    tokens: readonly string[],
  ) => Promise<void>
  readonly subscribe: () => Promise<void>
  readonly unsubscribe: () => Promise<void>
  /** Counts what arrives while `work` runs. */
  readonly count: <T>(work: () => Promise<T>) => Promise<{ readonly of: T; readonly counts: ClientCounts }>
  readonly disconnect: () => Promise<void>
  readonly stop: () => void
}

/** Starts `processes` of them; of the clients of each, `checking` read and check everything. */
export function startClients(processes: number, checking: number): Clients {
  const children = Array.from({ length: processes }, () => fork(file, { serialization: 'advanced' }))
  const all = async (message: ToClients): Promise<void> => {
    await Promise.all(children.map((child) => ask(child, message)))
  }
  return {
    connect: async (url, subscriptions, tokens) => {
      const share = Math.ceil(subscriptions.length / processes)
      await Promise.all(
        children.map((child, at) =>
          ask(child, {
            kind: 'connect',
            url,
            subscriptions: subscriptions.slice(at * share, (at + 1) * share),
            checking,
            tokens: tokens.slice(at * checking, (at + 1) * checking),
            network: at + 1,
          }),
        ),
      )
    },
    subscribe: () => all({ kind: 'subscribe' }),
    unsubscribe: () => all({ kind: 'unsubscribe' }),
    count: async (work) => {
      await all({ kind: 'begin' })
      const of = await work()
      const counts = await Promise.all(children.map((child) => ask(child, { kind: 'end' })))
      return { of, counts: counts.flatMap((one) => (one === undefined ? [] : [one])).reduce(sumOf) }
    },
    disconnect: () => all({ kind: 'close' }),
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** Sends a message to a process and waits until it is done. Resolves to its counts, if the message asked for them. */
function ask(child: ChildProcess, message: ToClients): Promise<ClientCounts | undefined> {
  return new Promise((resolve, reject) => {
    let counts: ClientCounts | undefined
    const settle = (work: () => void): void => {
      child.off('message', hear)
      child.off('exit', ended)
      work()
    }
    const hear = (said: FromClients): void => {
      if (said.kind === 'counts') counts = said.counts
      else settle(() => resolve(counts))
    }
    const ended = (code: number | null): void =>
      settle(() => reject(new Error(`a process of clients ended with code ${code}`)))
    child.on('message', hear)
    child.on('exit', ended)
    child.send(message)
  })
}

function sumOf(one: ClientCounts, other: ClientCounts): ClientCounts {
  return {
    messages: one.messages + other.messages,
    bytes: one.bytes + other.bytes,
    checked: one.checked + other.checked,
    ages: sumOfAges(one.ages, other.ages),
    ownAges: sumOfAges(one.ownAges, other.ownAges),
    gaps: one.gaps + other.gaps,
    backwards: one.backwards + other.backwards,
    own: one.own + other.own,
    lost: one.lost + other.lost,
  }
}

function sumOfAges(one: ClientCounts['ages'], other: ClientCounts['ages']): Record<number, number> {
  const ages: Record<number, number> = { ...one }
  for (const [age, count] of Object.entries(other)) ages[Number(age)] = (ages[Number(age)] ?? 0) + count
  return ages
}
