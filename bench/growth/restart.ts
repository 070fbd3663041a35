import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DatabaseAddress } from '@bolsillo/server-kit'

const child = fileURLToPath(new URL('restart-child.ts', import.meta.url))

/** What a start came to. */
export interface Restart {
  readonly tookMs: number
  readonly loadMs: number
  readonly heapMb: number
}

/** Starts a desk in a process of its own and waits for its first durable answer. */
export async function restart(
  address: DatabaseAddress,
  size: { readonly customers: number; readonly instruments: number },
  run: number,
): Promise<Restart> {
  const args = [child, String(size.customers), String(size.instruments), String(run)]
  const env = { ...process.env, RESTART_DATABASE: JSON.stringify(address) }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout) as Restart
}
