import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a program of the repository to its end, with nothing of our own environment but what is given. */
export async function runTool(
  script: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly out: string; readonly said: string }> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, said }
}
