import type { ReplyOf } from '@bolsillo/contract'
import type { getCaptcha } from '../../contract/index.ts'
import workerUrl from './captcha-worker.ts?worker&url'

interface ScriptUrlPolicy {
  readonly createScriptURL: (url: string) => string
}

declare global {
  // What browsers with Trusted Types have; the type library does not know it yet.
  var trustedTypes: { readonly createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy } | undefined
}

/** Lets exactly one address be a worker: our own file, from our own origin. The server's CSP names this policy. */
const rules: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError('only the captcha runs in a worker')
    return url
  },
}
const policy: ScriptUrlPolicy = globalThis.trustedTypes?.createPolicy('bolsillo-worker', rules) ?? rules

type Puzzle = ReplyOf<typeof getCaptcha>

/** Solves a puzzle in a worker. @returns what the server wants as `captcha`, or undefined when it cannot be solved here. */
export function solve(puzzle: Puzzle): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module' })
    const end = (solution: unknown): void => {
      worker.terminate()
      const isSolved = typeof solution === 'object' && solution !== null
      resolve(isSolved ? btoa(JSON.stringify({ challenge: puzzle, solution })) : undefined)
    }
    worker.addEventListener('message', (event) => end(event.data))
    worker.addEventListener('error', () => end(undefined))
    worker.postMessage(puzzle)
  })
}
