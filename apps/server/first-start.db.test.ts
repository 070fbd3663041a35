import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressFor, connect, type DatabaseAddress, type EmbeddedServer } from '@bolsillo/server-kit'
import {
  databaseUrl,
  newDataFolder,
  removeDataFolder,
  runTool,
  type ServerProcess,
  startServerProcess,
  temporaryServer,
} from '@bolsillo/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

// A server of its own, where the owner of the database is an ordinary role, as a firm gives it.
let server: EmbeddedServer
const folders: string[] = []
const processes: ServerProcess[] = []
beforeAll(async () => {
  server = await temporaryServer({ durable: false })
  // The groups of a server belong to the one who made them: one owner for all databases of the firm.
  await asSuperuser("create role firm login password 'x' createrole", "create role no_roles login password 'x'")
})
afterAll(() => server.stop())
afterEach(async () => {
  await Promise.all(processes.splice(0).map((started) => started.stop()))
  for (const folder of folders.splice(0)) removeDataFolder(folder)
})

const newFolder = (): string => {
  const folder = newDataFolder()
  folders.push(folder)
  return folder
}

async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const admin = connect(server.address, { connectionsMax: 1, name: 'test admin' })
  for (const statement of statements) await admin.unsafe(statement)
  await admin.end()
}

/** A database of a role of the same server. */
async function databaseOf(role: string, name: string): Promise<DatabaseAddress> {
  await asSuperuser(`create database ${name} owner ${role}`)
  return { ...addressFor(server.address, { database: name }), user: role, password: 'x' }
}

function start(environment: Readonly<Record<string, string>>): ServerProcess {
  const started = startServerProcess(environment)
  processes.push(started)
  return started
}

/** Starts a server, kills it after some time unless it is ready before, and tells whether it was. */
async function startAndKill(environment: Readonly<Record<string, string>>, afterMs: number): Promise<boolean> {
  const started = start(environment)
  for (let waitedMs = 0; waitedMs < afterMs && !started.out().endsWith('}\n'); waitedMs += 5) await sleep(5)
  const isReady = started.out().endsWith('}\n')
  started.child.kill('SIGKILL')
  await started.ended
  return isReady
}

async function atTheDemo(started: ServerProcess): Promise<void> {
  while (!started.said().includes('Making the demo')) {
    expect(started.child.exitCode, started.said()).toBeNull()
    await sleep(2)
  }
}

/** Kills first starts later and later, each on what the one before left, until one is ready. */
async function killUntilReady(environment: Readonly<Record<string, string>>, stepMs: number): Promise<void> {
  for (let afterMs = stepMs; !(await startAndKill(environment, afterMs)); afterMs += stepMs)
    expect(afterMs, 'a start gets ready').toBeLessThan(60_000)
}

async function refusalOf(address: DatabaseAddress): Promise<string> {
  const dataDir = newFolder()
  const started = start({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl(address) })
  expect(await started.ended, started.said()).toBe(2)
  const [line = '', ...more] = started
    .said()
    .trim()
    .split('\n')
    .filter((text) => !text.endsWith('…'))
  expect(more).toEqual([])
  expect(readdirSync(dataDir)).toEqual([])
  return line
}

async function expectWhole(environment: Readonly<Record<string, string>>): Promise<void> {
  const last = start(environment)
  expect((await last.block()).customers).toHaveLength(2)
  const checked = await runTool(new URL('../../tools/check-books.ts', import.meta.url), [], environment)
  expect(checked.code, checked.out + checked.said).toBe(0)
  const verify = new URL('../../tools/ledger-verify.ts', import.meta.url)
  const verified = await runTool(verify, [], environment)
  expect(verified.code, verified.out + verified.said).toBe(0)
  expect(await last.stop()).toBe(0)
}

describe('a first start that is killed', () => {
  it('goes on with a database of one’s own, wherever it was cut short', async () => {
    const address = await databaseOf('firm', 'first_own')
    const environment = { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(address) }
    await killUntilReady(environment, 1300)
    await expectWhole(environment)
  })

  it('goes on with the embedded database, wherever it was cut short', async () => {
    const environment = { DATA_DIR: newFolder() }
    await killUntilReady(environment, 1700)
    await expectWhole(environment)
  })

  it('goes on between its migrations and the record of the installation', async () => {
    const address = await databaseOf('firm', 'first_record')
    const environment = { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(address) }
    const first = start(environment)
    await atTheDemo(first)
    first.child.kill('SIGKILL')
    await first.ended
    const owner = connect(addressFor(server.address, { database: 'first_record' }), { connectionsMax: 1, name: 'test' })
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from installation`
    })
    await owner.end()
    await expectWhole(environment)
  })

  it('cannot be made up by who owns the database: signed heads contradict the new journal', async () => {
    const address = await databaseOf('firm', 'first_again')
    const environment = { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(address) }
    const first = start(environment)
    await first.block()
    expect(await first.stop()).toBe(0)
    const owner = connect(addressFor(server.address, { database: 'first_again' }), { connectionsMax: 1, name: 'test' })
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update installation set demo_at = null`
    })
    await owner.end()
    const second = start(environment)
    await second.block()
    const verified = await runTool(new URL('../../tools/ledger-verify.ts', import.meta.url), [], environment)
    expect([verified.code, verified.out + verified.said]).toEqual([1, expect.stringMatching(/made anew/)])
    expect(await second.stop()).toBe(0)
  })

  it('is not begun anew under a server that is at it', async () => {
    const address = await databaseOf('firm', 'first_two')
    const first = start({ DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(address) })
    await atTheDemo(first)
    first.child.kill('SIGSTOP')
    const second = start({ DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(address) })
    expect(await second.ended).toBe(2)
    expect(second.said()).toMatch(/another server is at its first start on the database of DATABASE_URL/)
    first.child.kill('SIGCONT')
    expect((await first.block()).customers).toHaveLength(2)
  })
})

describe('an owner of the database who lacks a right gets one line with what to run', () => {
  it('one who may not create roles', async () => {
    const line = await refusalOf(await databaseOf('no_roles', 'without'))
    expect(line).toMatch(
      /must own the database and may create roles: as a superuser, run alter role no_roles createrole$/,
    )
  })

  it('one who does not own the database', async () => {
    const address = await databaseOf('firm', 'not_mine')
    await asSuperuser(`alter database not_mine owner to ${server.address.user}`)
    expect(await refusalOf(address)).toMatch(/run alter database not_mine owner to firm$/)
  })
})
