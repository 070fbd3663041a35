import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import { allRoomMigrations, temporaryServer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '../room.ts'
import { addressFor, connect } from './connect.ts'
import type { DatabaseAddress, EmbeddedServer, Login } from './embedded-server.ts'
import { deviationsOf } from './guards.ts'
import { type Guards, readGuards } from './guards-store.ts'
import { kitMigrations, migrate } from './migrate.ts'
import { keptPasswords, type Passwords, passwordsInMemory, runtimeAddress, runtimeLogin } from './roles.ts'

// A server of its own: the roles of a server are everybody's there.
let server: EmbeddedServer
let admin: Sql
const folder = mkdtempSync(join(tmpdir(), 'bolsillo-roles-'))
beforeAll(async () => {
  server = await temporaryServer({ durable: false })
  admin = connect(server.address, { connectionsMax: 1, name: 'test admin' })
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const rooms = [kitMigrations, ...allRoomMigrations()]

interface Started {
  readonly login: Login
  readonly applied: number
}

/** What a start does to a database, as the owner at an address. */
async function start(address: DatabaseAddress, passwords: Passwords): Promise<Started> {
  const owner = connect(address, { connectionsMax: 1, name: 'test owner' })
  try {
    const login = await runtimeLogin(owner, passwords)
    return { login, applied: await migrate(owner, login, rooms, instant(0)) }
  } finally {
    await owner.end()
  }
}

async function made(name: string): Promise<DatabaseAddress> {
  await admin.unsafe(`create database ${name}`)
  return addressFor(server.address, { database: name })
}

/** Runs work as somebody. */
async function as<T>(address: DatabaseAddress, login: Login, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(runtimeAddress(address, login), { connectionsMax: 1, name: 'test' })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const modeOf = (address: DatabaseAddress, login: Login): Promise<unknown> =>
  as(address, login, async (sql) => (await sql`select count(*)::int as count from installation`)[0]?.count)

describe('the roles of a database', () => {
  it('are its own: two installations on one server start in turns and neither locks the other out', async () => {
    const [one, other] = [await made('one'), await made('other')]
    const [ours, theirs] = [passwordsInMemory(), passwordsInMemory()]
    const [first, second] = [await start(one, ours), await start(other, theirs)]
    expect(first.login.user).not.toBe(second.login.user)
    expect(await modeOf(one, first.login)).toBe(0)
    expect((await start(one, ours)).applied).toBe(0)
    expect(await modeOf(other, second.login)).toBe(0)
    expect(await modeOf(one, first.login)).toBe(0)
    await expect(modeOf(other, first.login)).rejects.toThrow(/permission denied for database/)
    await expect(modeOf(one, second.login)).rejects.toThrow(/permission denied for database/)
  })

  it('are made right by two starts at once', async () => {
    const addresses = [await made('at_once'), await made('beside')]
    const passwords = passwordsInMemory()
    const started = await Promise.all(addresses.map((address) => start(address, passwords)))
    for (const [index, address] of addresses.entries())
      expect(await modeOf(address, started[index]?.login ?? { user: '', password: '' })).toBe(0)
  })

  it('have passwords of their own that survive the owner’s, and are made right when they were changed', async () => {
    const file = join(folder, 'database.key')
    const address = await made('changed')
    const { login } = await start(address, keptPasswords(file))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [login.user]: login.password })
    await admin.unsafe("create role second_owner superuser login password 'first'")
    const asSecond = { ...address, user: 'second_owner' }
    await start({ ...asSecond, password: 'first' }, keptPasswords(file))
    await admin.unsafe("alter role second_owner password 'changed'")
    expect((await start({ ...asSecond, password: 'changed' }, keptPasswords(file))).login).toEqual(login)
    expect(await modeOf(address, login)).toBe(0)

    await admin.unsafe(`alter role ${login.user} password 'x' connection limit 0 valid until '2020-01-01'`)
    await expect(modeOf(address, login)).rejects.toThrow(/password authentication failed/)
    await start(address, keptPasswords(file))
    expect(await modeOf(address, login)).toBe(0)
    // The file is lost: the next start makes another, and the old one opens nothing.
    rmSync(file)
    const after = await start(address, keptPasswords(file))
    expect(after.login.password).not.toBe(login.password)
    expect(await modeOf(address, after.login)).toBe(0)
    await expect(modeOf(address, login)).rejects.toThrow(/password authentication failed/)
  })

  it('have no powers, whatever they were given: nothing can be made by any of them while nobody migrates', async () => {
    const address = await made('powers')
    const passwords = passwordsInMemory()
    const { login } = await start(address, passwords)
    await admin.unsafe(`alter role ${login.user} superuser createrole bypassrls`)
    await start(address, passwords)
    const roles = await as(
      address,
      login,
      (sql) => sql`
        select rolname from pg_roles
        where rolname like 'bolsillo%' and rolname <> 'bolsillo_owner' and (
          rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
          or (rolcanlogin and rolname not like 'bolsillo_app_%')
          or has_schema_privilege(oid, 'public', 'create') or has_database_privilege(oid, current_database(), 'create')
          or has_database_privilege(oid, current_database(), 'temporary'))`,
    )
    expect([...roles]).toEqual([])
    for (const role of ['bolsillo_ledger', 'bolsillo_app', 'bolsillo_owner'])
      await expect(as(address, login, (sql) => sql.unsafe(`set role ${role}`))).rejects.toThrow(/permission denied/)
    await expect(as(address, login, (sql) => sql`create temporary table mine (a int)`)).rejects.toThrow(/denied/)
  })

  it('take over what a version before made, whose login followed from the owner’s password', async () => {
    const address = await made('before')
    const passwords = passwordsInMemory()
    const { login } = await start(address, passwords)
    await inDatabase(address, async (owner) => {
      const [row] = await owner`select relowner::regrole::text as owner from pg_class where relname = 'migration'`
      await owner.unsafe(`reassign owned by ${row?.owner} to bolsillo_owner; drop owned by ${row?.owner};
        drop owned by ${login.user}; drop role ${row?.owner}; drop role ${login.user};
        alter role bolsillo_app login password 'derived'; grant connect, temporary on database before to public`)
    })
    const old = { user: 'bolsillo_app', password: 'derived' }
    expect(await modeOf(address, old)).toBe(0)
    const { login: now, applied } = await start(address, passwords)
    expect(applied).toBe(0)
    expect(await modeOf(address, now)).toBe(0)
    await expect(modeOf(address, old)).rejects.toThrow(/password authentication failed/)
    const owners = await inDatabase(
      address,
      (owner) => owner<{ owner: string }[]>`
        select relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
        union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace
        union select typowner::regrole::text from pg_type where typnamespace = 'public'::regnamespace`,
    )
    expect(deviationsOf(await inDatabase(address, readGuards), await guardsOfNew())).toEqual([])
    const [number] = /\d+$/.exec(now.user) ?? []
    expect(owners.map(({ owner }) => owner).sort()).toEqual(['bolsillo_ledger', `bolsillo_migrator_${number}`])
  })

  it('are made by an owner who is no superuser, who may not touch those of another owner', async () => {
    const own = await temporaryServer({ durable: false })
    const root = connect(own.address, { connectionsMax: 1, name: 'test admin' })
    try {
      for (const name of ['plain', 'stranger'])
        await root
          .unsafe(`create role ${name} login createrole password 'x'`)
          .then(() => root.unsafe(`create database ${name} owner ${name}`))
      const plain = { ...own.address, database: 'plain', user: 'plain', password: 'x' }
      const passwords = passwordsInMemory()
      const { login } = await start(plain, passwords)
      expect((await start(plain, passwords)).applied).toBe(0)
      expect(await modeOf(plain, login)).toBe(0)
      expect(deviationsOf(await inDatabase(plain, readGuards), await guardsOfNew())).toEqual([])
      const stranger = start({ ...plain, database: 'stranger', user: 'stranger' }, passwordsInMemory())
      await expect(stranger).rejects.toThrow(/^the owner of the database may not set its roles right/)
    } finally {
      await root.end()
      await own.stop()
    }
  })
})

let freshCount = 0
async function guardsOfNew(): Promise<Guards> {
  const address = await made(`fresh_${++freshCount}`)
  await start(address, passwordsInMemory())
  return await inDatabase(address, readGuards)
}

async function inDatabase<T>(address: DatabaseAddress, work: (owner: Sql) => Promise<T>): Promise<T> {
  const owner = connect(address, { connectionsMax: 1, name: 'test owner' })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
