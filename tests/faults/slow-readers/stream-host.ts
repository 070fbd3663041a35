import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromHost, Planted, ToHost } from './host-messages.ts'

const file = fileURLToPath(new URL('host-process.ts', import.meta.url))

export type Look = Extract<FromHost, { kind: 'looked' }>

/** The stream in a process of its own. */
export interface StreamHost {
  readonly url: string
  readonly look: () => Promise<Look>
  /** Ends the publishing; answers how many were published under each name. */
  readonly silence: () => Promise<Readonly<Record<string, number>>>
  readonly kill: () => void
}

/** Starts it, with a planted fault or none. */
export async function startStreamHost(planted: Planted): Promise<StreamHost> {
  // What its memory grows by must not be the room it takes for new objects.
  const child = fork(file, { execArgv: ['--max-semi-space-size=16'] })
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  try {
    const { url } = await ask(child, { kind: 'start', planted }, 'started')
    return {
      url,
      look: () => ask(child, { kind: 'look' }, 'looked'),
      silence: async () => (await ask(child, { kind: 'silence' }, 'silent')).published,
      kill,
    }
  } catch (error) {
    kill()
    throw error
  }
}

function ask<Kind extends FromHost['kind']>(
  child: ChildProcess,
  message: ToHost,
  kind: Kind,
): Promise<Extract<FromHost, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const isIt = (said: FromHost): said is Extract<FromHost, { kind: Kind }> => said.kind === kind
    const ended = (code: number | null): void => reject(new Error(`the stream's process ended with code ${code}`))
    const hear = (said: FromHost): void => {
      if (!isIt(said)) return
      child.off('message', hear)
      child.off('exit', ended)
      resolve(said)
    }
    child.on('message', hear)
    child.once('exit', ended)
    child.send(message)
  })
}
