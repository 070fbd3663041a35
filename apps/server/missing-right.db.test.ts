import { readdirSync } from 'node:fs'
import { addressFor, connect, type DatabaseAddress, type EmbeddedServer } from '@bolsillo/server-kit'
import {
  databaseUrl,
  newDataFolder,
  removeDataFolder,
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
