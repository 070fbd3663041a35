import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testLog } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import { watchOutages } from './outage-watch.ts'

let folder: string
let server: EmbeddedServer | undefined
const log = testLog()

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-embedded-'))
  chmodSync(folder, 0o755)
  server = await startEmbeddedServer({ dataDir: folder, durable: false, log })
})
afterEach(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const postmaster = (): number => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Whether a process is there; one that ended and was not waited for by its parent has no command any more. */
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await holds()) return
    await sleep(10)
  }
  throw new Error('it never came')
}

describe('the embedded PostgreSQL', () => {
  it('is started again whenever it is killed, and whoever watches knows when it is not there', async () => {
    const { address } = server ?? (await startEmbeddedServer({ dataDir: folder, durable: false }))
    const watch = watchOutages(connect(address, { connectionsMax: 1, name: 'watch' }), log)
    const sql = connect(address, { connectionsMax: 2, name: 'watched', onLost: watch.suspect })
    for (let kills = 1; kills <= 3; kills += 1) {
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
      expect(watch.isDown()).toBe(false)
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      await until(watch.isDown)
      await until(() => !watch.isDown())
      expect(postmaster()).not.toBe(killed)
    }
    await watch.stop()
    await sql.end()
    const ends = log.lines.filter(({ message }) => /ended by itself/.test(message))
    expect(ends.length).toBeGreaterThanOrEqual(3)
    // Each wait is longer than the one before, so that what cannot start does not keep the machine busy.
    const waits = ends.map(({ fields }) => ('waitMs' in fields ? Number(fields.waitMs) : 0))
    expect(waits.slice(0, 3)).toEqual([100, 200, 400])
  })

  it('one connection that ends is no outage', async () => {
    const { address } = server ?? (await startEmbeddedServer({ dataDir: folder, durable: false }))
    let looks = 0
    const watch = watchOutages(connect(address, { connectionsMax: 1, name: 'watch' }), log)
    const suspect = (): void => {
      looks += 1
      watch.suspect()
    }
    const sql = connect(address, { connectionsMax: 1, name: 'ends', onLost: suspect })
    await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined)
    await until(() => looks > 0)
    for (let turn = 0; turn < 20; turn += 1) {
      expect(watch.isDown()).toBe(false)
      await sleep(10)
    }
    await watch.stop()
    await sql.end()
  })

  it('starts where the machine stopped: the file of the killed server says that it is ready', async () => {
    await server?.stop()
    const script = `
      import { startEmbeddedServer } from '@bolsillo/server-kit'
      await startEmbeddedServer({ dataDir: ${JSON.stringify(folder)}, durable: false })
      process.kill(process.pid, 'SIGKILL')`
    spawnSync(process.execPath, ['--input-type=module', '-e', script])
    const left = postmaster()
    process.kill(left, 'SIGKILL')
    await until(() => !isAlive(left))
    server = await startEmbeddedServer({ dataDir: folder, durable: false, log })
    const sql = connect(server.address, { connectionsMax: 1, name: 'after' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
  })

  it('left behind by a process that was killed is stopped by the next start, and the folder of its socket goes', async () => {
    await server?.stop()
    const script = `
      import { startEmbeddedServer } from '@bolsillo/server-kit'
      const { address } = await startEmbeddedServer({ dataDir: ${JSON.stringify(folder)}, durable: false })
      console.log(address.host)
      process.kill(process.pid, 'SIGKILL')`
    const killed = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(killed.signal).toBe('SIGKILL')
    const [host, left] = [killed.stdout.trim(), postmaster()]
    expect([existsSync(host), isAlive(left)]).toEqual([true, true])
    server = await startEmbeddedServer({ dataDir: folder, durable: false, log })
    expect([existsSync(host), isAlive(left)]).toEqual([false, false])
    const sql = connect(server.address, { connectionsMax: 1, name: 'after' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
  })
})
