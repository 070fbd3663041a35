import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assert } from '@bolsillo/kernel'

/** A process of ours that answers messages: the generator of load, a peer, a server. */
export interface Child {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined
  /** Sends a message and waits for what it came to. @throws Error with what the process says went wrong. */
  readonly ask: <Answer>(message: object | string) => Promise<Answer>
  /** What the process says by itself once it is ready. */
  readonly hear: <Answer>() => Promise<Answer>
  readonly end: () => Promise<void>
  readonly kill: () => void
}

/** Starts one. It must end when its parent disconnects, and says nothing that was not asked, its readiness apart. */
export function startChild(file: URL, environment: Readonly<Record<string, string>> = {}): Child {
  const child: ChildProcess = fork(fileURLToPath(file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    serialization: 'advanced',
    env: { ...process.env, ...environment },
  })
  const ended = once(child, 'exit')
  const hear = async <Answer>(): Promise<Answer> => {
    const [answer] = await Promise.race([once(child, 'message'), ended.then(() => [{ failed: `${file} ended` }])])
    assert(answer.failed === undefined, answer.failed)
    return 'result' in answer ? answer.result : answer
  }
  return {
    pid: child.pid,
    hear,
    ask: (message) => {
      const answer = hear<never>()
      child.send(message)
      return answer
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

/** The child's side: answers each message of the parent process with its result, and exits with the parent. */
export function answerParent<Message>(carryOut: (message: Message) => Promise<unknown>): void {
  process.on('message', (message: Message) => {
    carryOut(message).then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : 'failed' }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
