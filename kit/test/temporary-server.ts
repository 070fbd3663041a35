import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbeddedServer } from '@bolsillo/server-kit'

const folderPrefix = 'bolsillo-pg-of-'

/**
 * A PostgreSQL server that lasts as long as a test run or a measurement. `durable: true` for measurements: with fsync
 * and synchronous commit, as in earnest. `stop` removes its files.
 */
export async function temporaryServer(options: { readonly durable: boolean }): Promise<EmbeddedServer> {
  removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  // Temporary folders are closed to others, and run by root the database has a user of its own.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedServer({ dataDir, durable: options.durable })
  return {
    address: server.address,
    stop: async () => {
      await server.stop()
      removeFolder(dataDir)
    },
  }
}

function removeFolder(dataDir: string): void {
  const cluster = join(dataDir, 'postgres')
  if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Removes what runs that were killed left behind. Their servers end when their files go. */
function removeLeftovers(): void {
  for (const folder of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(folder)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) removeFolder(join(tmpdir(), folder))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
