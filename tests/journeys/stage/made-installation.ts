import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The first start of an installation makes a database and the demo's history, which takes two thirds of what a journey
// waits for its server. A run of journeys makes one and copies it: what a server finds then is an installation that was
// stopped and started again.

const variable = 'BOLSILLO_MADE_INSTALLATION'

/** Vitest's global set-up: where this run keeps the installation its journeys begin with. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'bolsillo-made-'))
  // The user of the database passes through, or the server keeps its database elsewhere.
  chmodSync(folder, 0o711)
  process.env[variable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * A data folder for a journey.
 * @param makeIn starts a server with its defaults in this folder, and stops it.
 */
export async function madeInstallation(makeIn: (folder: string) => Promise<void>): Promise<string> {
  const mine = newDataFolder()
  const kept = process.env[variable]
  // A single experiment or tool has no run of journeys around it.
  if (kept === undefined) return mine
  const made = join(kept, 'data')
  if (!existsSync(made)) await makeIn(made)
  rmSync(mine, { recursive: true })
  // With its owners: the database runs as a user of its own.
  execFileSync('cp', ['-a', made, mine])
  return mine
}

/** An empty data folder. */
export function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'bolsillo-journey-'))
}
