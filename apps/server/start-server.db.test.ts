import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { present } from '@bolsillo/kernel'
import { addressFor, connect, runningServer } from '@bolsillo/server-kit'
import {
  databaseUrl,
  emptyTestDatabase,
  isInstalled,
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
  type TestDatabase,
} from '@bolsillo/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

// What a process that should have ended says is worth more than a test that hangs.
const refusedWithinMs = 60_000

const folders: string[] = []
const processes: ServerProcess[] = []

const newFolder = (): string => {
  const folder = newDataFolder()
  folders.push(folder)
  return folder
}

function start(environment: Readonly<Record<string, string>>): ServerProcess {
  const started = startServerProcess(environment)
  processes.push(started)
  return started
}

const blockOf = (started: ServerProcess): Promise<StartBlock> => started.block()

async function refusalOf(environment: Readonly<Record<string, string>>): Promise<string> {
  const started = start(environment)
  const code = await Promise.race([started.ended, sleep(refusedWithinMs, 'still running')])
  expect(code, started.said()).toBe(2)
  expect(started.out()).toBe('')
  return started.said().trim().split('\n').at(-1) ?? ''
}

/** Every file below a folder with its size, without what a running database touches. */
const contents = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => `${name} ${statSync(join(folder, name)).size} ${statSync(join(folder, name)).mtimeMs}`)
    .sort()

afterEach(async () => {
  await Promise.all(processes.splice(0).map((started) => started.stop()))
})
afterAll(() => {
  for (const folder of folders) removeDataFolder(folder)
})

describe('a server', () => {
  it('starts on an empty folder, prints one JSON object, and starts again with everything it had', async () => {
    const dataDir = join(newFolder(), 'made/on/the/way')
    const first = start({ DATA_DIR: dataDir })
    const block = await blockOf(first)
    expect(Object.keys(block)).toEqual(expect.arrayContaining(['url', 'console', 'customers']))
    expect(block.customers).toHaveLength(2)
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
    expect((await fetch(`${block.url}/health`)).status).toBe(200)
    expect(await (await fetch(`${block.url}/ready`)).json()).toEqual({ ready: true, missing: [] })
    expect(await (await fetch(`${block.url}/metrics`)).text()).toContain('bolsillo_stream_sockets 0')
    expect((await fetch(`${block.url}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(404)
    expect((await fetch(`${block.url}/ipcf-api/openapi.json`)).status).toBe(200)
    expect(await (await fetch(`${block.url}/ipcf-api/no/such/call`)).json()).toMatchObject({ code: 10_030 })
    const coming = fetch(`${block.url}/ipcf-api/user/vip/get`, { headers: { 'accept-language': 'en-US' } })
    expect(await (await coming).json()).toMatchObject({ code: -1001, msg: 'Not open yet, please stay tuned.' })
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(readdirSync(dataDir)).not.toContain('server.lock')
    const second = start({ DATA_DIR: dataDir })
    expect((await blockOf(second)).customers).toEqual(block.customers)
  })

  it('serves without a superuser: nobody but its own logins is connected, and none of their roles has a power', async () => {
    const dataDir = newFolder()
    await blockOf(start({ DATA_DIR: dataDir }))
    expect(statSync(join(dataDir, 'database.key')).mode & 0o777).toBe(0o600)
    const address = addressFor(present(runningServer(dataDir), 'its PostgreSQL'), { database: 'bolsillo' })
    const owner = connect(address, { connectionsMax: 1, name: 'test' })
    try {
      const [connected, powerful] = await Promise.all([
        owner`
          select distinct regexp_replace(seen.usename, '[0-9]+$', '') as who, usesuper as super from pg_stat_activity as seen
            join pg_user using (usesysid)
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        owner`
          select rolname from pg_roles where rolname like 'bolsillo%' and rolname <> 'bolsillo_owner' and (rolsuper
            or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or has_schema_privilege(oid, 'public', 'create')
            or has_database_privilege(oid, current_database(), 'create, temporary')
            or pg_has_role(oid, 'bolsillo_owner', 'member'))`,
      ])
      expect([...connected]).toEqual([{ who: 'bolsillo_app_', super: false }])
      expect([...powerful]).toEqual([])
    } finally {
      await owner.end()
    }
  })

  it('keeps its database elsewhere when its folder is closed to the database’s user', async () => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o700)
    const first = start({ DATA_DIR: dataDir })
    const block = await blockOf(first)
    first.child.kill('SIGINT')
    await first.ended
    const second = start({ DATA_DIR: dataDir })
    expect((await blockOf(second)).customers).toEqual(block.customers)
    second.child.kill('SIGINT')
    await second.ended
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true })
  })

  it('starts after a kill -9, which leaves its database running', async () => {
    const dataDir = newFolder()
    const first = start({ DATA_DIR: dataDir })
    const block = await blockOf(first)
    first.child.kill('SIGKILL')
    await first.ended
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(true)
    const second = start({ DATA_DIR: dataDir })
    expect((await blockOf(second)).customers).toEqual(block.customers)
  })

  it('has no test clock, unless a test asks for one', async () => {
    const plain = await blockOf(start({ DATA_DIR: newFolder() }))
    const ask = (url: string): Promise<Response> =>
      fetch(`${url}/test/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"advanceMs": 86400000}',
      })
    expect((await ask(plain.url)).status).toBe(404)
    const moved = await blockOf(start({ DATA_DIR: newFolder(), TEST_CLOCK: '1' }))
    const answer = await ask(moved.url)
    expect(answer.status).toBe(200)
    const { now } = (await answer.json()) as { now: number }
    expect(now - Date.now()).toBeGreaterThan(86_000_000)
  })
})

describe('a server that cannot start says why in one line, ends with 2 and changes nothing:', () => {
  let taken: Server
  let takenPort = ''
  let database: TestDatabase
  beforeAll(async () => {
    taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    takenPort = String(typeof address === 'object' && address !== null ? address.port : 0)
    database = await emptyTestDatabase()
  })
  afterAll(async () => {
    taken.close()
    await database.drop()
  })

  it('a bad value', async () => {
    const dataDir = join(newFolder(), 'var')
    expect(await refusalOf({ DATA_DIR: dataDir, MARKET_HOURS: 'sometimes' })).toMatch(
      /^MARKET_HOURS=sometimes is not one of always, exchange/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it.skipIf(isInstalled('ccxt'))('real prices without the library for them', async () => {
    const dataDir = join(newFolder(), 'var')
    expect(await refusalOf({ DATA_DIR: dataDir, MARKET: 'ccxt:kraken' })).toBe(
      'MARKET=ccxt:kraken needs the library ccxt, which is not installed: run npm install --no-save ccxt@4',
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  it('a taken port', async () => {
    const dataDir = join(newFolder(), 'var')
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: takenPort })).toMatch(new RegExp(`^PORT=${takenPort} is taken`))
    expect(existsSync(dataDir)).toBe(false)
  })

  it('a taken port of the console', async () => {
    const dataDir = join(newFolder(), 'var')
    const line = await refusalOf({ DATA_DIR: dataDir, CONSOLE_PORT: takenPort })
    expect(line).toMatch(new RegExp(`^CONSOLE_PORT=${takenPort} is taken .* set CONSOLE_PORT to another$`))
    const before = String(Number(takenPort) - 1)
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: before, CONSOLE_PORT: '' })).toBe(line)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('an address of another machine', async () => {
    expect(await refusalOf({ DATA_DIR: newFolder(), HOST: '192.0.2.1' })).toMatch(
      /^HOST=192\.0\.2\.1 is not an address/,
    )
  })

  it('a data folder that is a file', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await refusalOf({ DATA_DIR: file })).toMatch(/^DATA_DIR=.* cannot be used/)
    expect(await refusalOf({ DATA_DIR: join(file, 'below') })).toMatch(/^DATA_DIR=.* cannot be used/)
  })

  it('a data folder where none can be made', async () => {
    expect(await refusalOf({ DATA_DIR: '/proc/bolsillo' })).toMatch(/^DATA_DIR=.* cannot be used/)
  })

  it('a data folder another server uses', async () => {
    const dataDir = newFolder()
    const first = start({ DATA_DIR: dataDir })
    const { url } = await blockOf(first)
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(new RegExp(`in use .* process number ${first.child.pid}`))
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('a database of another version of PostgreSQL', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    const before = readFileSync(join(dataDir, 'postgres/PG_VERSION'))
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(/PostgreSQL 17, this program needs 18/)
    expect(readFileSync(join(dataDir, 'postgres/PG_VERSION'))).toEqual(before)
    expect(contents(dataDir).map((line) => line.split(' ')[0])).not.toContain('postgres.key')
  })

  it('a database that cannot be reached', async () => {
    const line = await refusalOf({ DATA_DIR: newFolder(), DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x' })
    expect(line).toMatch(/^DATABASE_URL cannot be reached/)
    expect(line).not.toContain('hunter2')
  })

  const onDatabase = () => ({ DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(database.address) })

  it('a database with tables of something else', async () => {
    await database.owner`create table somebody_elses (a int)`
    expect(await refusalOf(onDatabase())).toMatch(/tables of something else/)
    await database.owner`drop table somebody_elses`
  })

  it('a database of a newer version of ours, one of mode LIVE', async () => {
    const environment = onDatabase()
    const started = start(environment)
    expect((await blockOf(started)).customers).toHaveLength(2)
    expect(await started.stop(), started.said()).toBe(0)
    await database.owner`insert into migration values ('kit', '0999-future.sql', 'x', 0)`
    expect(await refusalOf(environment)).toMatch(/0999-future\.sql, which this version does not know/)
    await database.owner`delete from migration where file = '0999-future.sql'`
    await database.owner`update installation set mode = 'LIVE'`
    expect(await refusalOf(environment)).toMatch(/mode LIVE, this program runs SIM/)
  })
})
