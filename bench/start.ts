import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lockHolder } from '@bolsillo/app-server'
import { newDataFolder, removeDataFolder } from '@bolsillo/test-kit'
import { type Figure, figure } from './figure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const runsCount = 5

/**
 * How long `npm start -- --json` takes from the command to its block, installed and built: on an empty data folder and
 * on one that exists. The whole of it counts: npm, the check of what must be built, the database, migrations, demo.
 */
export async function run(): Promise<readonly Figure[]> {
  const cold: number[] = []
  const warm: number[] = []
  for (let i = 0; i < runsCount; i += 1) {
    const dataDir = newDataFolder()
    cold.push(await readyMs(dataDir))
    warm.push(await readyMs(dataDir))
    removeDataFolder(dataDir)
  }
  return [figure('start-cold', 'ms', cold), figure('start-warm', 'ms', warm)]
}

async function readyMs(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--', '--json'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // npm forwards signals to its own process only, so the signal goes to the whole group.
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let out = ''
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.endsWith('}\n')) resolve(performance.now() - startedAt)
    })
    child.once('exit', () => reject(new Error(`npm start ended: ${out}`)))
  })
  const tookMs = await ready
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  // npm exits without waiting for the server to stop.
  while (lockHolder(dataDir) !== undefined) await sleep(20)
  return Math.round(tookMs)
}
