import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assert } from '@bolsillo/kernel'

/** A process of ours that answers messages: the generator of load, a peer, a server. */
export interface Child {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined
  /** Sends a message and waits for its result. @throws Error with the child's error message. */
  readonly ask: <Answer>(message: object | string) => Promise<Answer>
  /** The message the process sends once it is ready. */
  readonly hear: <Answer>() => Promise<Answer>
  readonly end: () => Promise<void>
  readonly kill: () => void
}

/** Starts a child. It must exit when its parent disconnects, and apart from its ready message only answers. */
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
