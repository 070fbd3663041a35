import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ModelRun } from './second-model.ts'

/** A world to be run. */
export interface World {
  readonly model: string
  readonly seed: number
  readonly steps: number
  readonly fault?: string
  readonly lines?: boolean
}

const script = fileURLToPath(new URL('run-world.ts', import.meta.url))
/** A world that takes longer than this hangs: an invariant of its own. */
const worldMaxMs = 300_000

/**
 * Runs a world in a process of its own against the server of the set-up. A process that ends without a result is a
 * finding, too: nothing a world does may bring the product down.
 */
export function runWorld(world: World): Promise<ModelRun> {
  const { model, seed, steps, fault, lines } = world
  const args = [script, '--model', model, '--seed', String(seed), '--steps', String(steps)]
  if (fault !== undefined) args.push('--fault', fault)
  if (lines === true) args.push('--lines')
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => out.push(part))
    child.stderr.on('data', (part: Buffer) => errors.push(part))
    const timer = setTimeout(() => child.kill('SIGKILL'), worldMaxMs)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      const last = Buffer.concat(out).toString().trim().split('\n').at(-1) ?? ''
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last) as ModelRun)
      else {
        const words = Buffer.concat(errors).toString().trim().slice(-2_000)
        const what = `the process ended with ${signal ?? code}: ${words}`
        resolve({ seed, steps, figures: {}, lines: [], findings: [{ step: 0, rule: 'process', what }] })
      }
    })
  })
}
