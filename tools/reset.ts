import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { lockHolder, readConfig, StartRefused } from '@bolsillo/app-server'
import { stopLeftoverServer } from '@bolsillo/server-kit'

// `npm run reset`: removes what the server keeps in its data folder (database, demo logins, keys), after asking.
// `-- --yes` answers for you. Only files of ours are touched.

const exitDone = 0
const exitKept = 1
const exitCannot = 2

const ours = [
  'postgres',
  'postgres.part',
  'postgres.key',
  'postgres.log',
  'postgres.log.1',
  'secret.key',
  'restoring',
  'witness',
  'demo.json',
  'demo-replay.json',
  'demo-live-binance.json',
  'demo-live-kraken.json',
  'server.lock',
] as const

async function isConfirmed(question: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await Promise.race([
    lines.question(question),
    new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
  ])
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}

async function reset(): Promise<number> {
  const { dataDir, databaseUrl } = readConfig(process.env, fileURLToPath(new URL('..', import.meta.url)))
  if (databaseUrl !== undefined) {
    process.stderr.write(
      'DATABASE_URL is set, and a database of your own is yours to drop: unset it to reset DATA_DIR\n',
    )
    return exitCannot
  }
  const holder = lockHolder(dataDir)
  if (holder !== undefined) {
    process.stderr.write(`The server with process number ${holder} uses ${dataDir}: stop it first\n`)
    return exitCannot
  }
  const found = ours.map((name) => join(dataDir, name)).filter((path) => existsSync(path))
  if (found.length === 0) {
    process.stderr.write(`There is nothing in ${dataDir}\n`)
    return exitDone
  }
  const question = `This removes every account, order and balance in ${dataDir}, for good. Type yes to go on: `
  if (!(await isConfirmed(question))) {
    process.stderr.write('Nothing was removed\n')
    return exitKept
  }
  await stopLeftoverServer(dataDir)
  // The database folder may be a link to another place; see reachableDir in kit/server.
  for (const path of found) {
    const behind = realpathSync(path)
    rmSync(path, { recursive: true, force: true })
    rmSync(behind, { recursive: true, force: true })
  }
  process.stderr.write(`Removed. The next npm start begins anew in ${dataDir}\n`)
  return exitDone
}

try {
  process.exitCode = await reset()
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = exitCannot
}
