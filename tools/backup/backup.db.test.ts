import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { addressFor, connect, type DatabaseAddress, type EmbeddedServer } from '@bolsillo/server-kit'
import {
  databaseUrl,
  newDataFolder,
  removeDataFolder,
  runTool,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
  temporaryServer,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// A server of the firm's own, where the owner of the database is an ordinary role.
let server: EmbeddedServer
const folders: string[] = []
const processes: ServerProcess[] = []

beforeAll(async () => {
  server = await temporaryServer({ durable: false })
  await asSuperuser("create role firm login password 'x' createrole")
})
afterAll(async () => {
  await Promise.all(processes.map((started) => started.stop()))
  await server.stop()
  for (const folder of folders) removeDataFolder(folder)
})

const newFolder = (): string => {
  const folder = newDataFolder()
  folders.push(folder)
  return folder
}

async function asSuperuser(statement: string): Promise<void> {
  const admin = connect(server.address, { connectionsMax: 1, name: 'test admin' })
  await admin.unsafe(statement).finally(() => admin.end())
}

async function ownDatabase(name: string): Promise<DatabaseAddress> {
  await asSuperuser(`create database ${name} owner firm`)
  return { ...addressFor(server.address, { database: name }), user: 'firm', password: 'x' }
}

type Environment = Readonly<Record<string, string>>

async function start(
  environment: Environment,
): Promise<{ readonly process: ServerProcess; readonly block: StartBlock }> {
  const process = startServerProcess(environment)
  processes.push(process)
  return { process, block: await process.block() }
}

async function run(tool: 'backup' | 'restore', args: readonly string[], environment: Environment) {
  const { code, out, said } = await runTool(new URL(`${tool}.ts`, import.meta.url), args, environment)
  return { code, lines: out.trim().split('\n'), said }
}

interface Answer {
  readonly code: number
  readonly data: unknown
}

interface Customer {
  /** Orders one share, and takes whatever is answered. */
  readonly order: () => Promise<Answer>
  /** Buys one share. @returns the number of the order. */
  readonly buy: () => Promise<string>
  readonly hasOrder: (orderId: string) => Promise<boolean>
}

/** Signs the first of the demo's customers in. */
async function signIn({ url, customers }: StartBlock, label: string): Promise<Customer> {
  let [token, keys] = ['', 0]
  const ask = async (path: string, fields?: Environment): Promise<Answer> => {
    keys += 1
    const headers = {
      'x-requested-with': 'test',
      'idempotency-key': `backup-${label}-${keys}`,
      ...(token === '' ? {} : { accesstoken: token }),
    }
    const body = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await fetch(`${url}/ipcf-api${path}`, { headers, ...body })
    return (await answer.json()) as Answer
  }
  const tokenOf = ({ data }: { data: unknown }): string => (data as { token: string }).token
  const { account = '', password = '', tradePassword = '' } = customers[0] ?? {}
  token = tokenOf(await ask('/user/login', { account, password }))
  token = tokenOf(await ask('/stock/order/authorise', { tradePassword }))
  const order: Customer['order'] = () => ask('/stock/order/buy', { symbol: 'WALMEX.MX', type: 'market', quantity: '1' })
  return {
    order,
    buy: async () => {
      const answer = await order()
      expect(answer.code).toBe(0)
      return (answer.data as { order: { orderId: string } }).order.orderId
    },
    hasOrder: async (orderId) => (await ask(`/stock/order/info?orderId=${orderId}`)).code === 0,
  }
}

/** Waits until the head of the journal is signed, as it is whenever somebody asks for it. */
async function signed({ url }: StartBlock): Promise<void> {
  await sleep(1100)
  expect((await fetch(`${url}/ipcf-api/index/ledger/witnesses`)).status).toBe(200)
}

/** Backs an installation up while one of its customers trades. */
async function backUpWhileTrading(environment: Environment, backup: string) {
  const { process, block } = await start(environment)
  const customer = await signIn(block, 'before')
  const before = await customer.buy()
  await signed(block)
  let isOver = false
  const trading = (async () => {
    let count = 0
    // An order that comes too soon after others is refused, and no trade.
    for (; !isOver; await sleep(200)) if ((await customer.order()).code === 0) count += 1
    return count
  })()
  const made = await run('backup', [backup], environment)
  isOver = true
  expect(await trading, 'orders while it is made').toBeGreaterThan(1)
  await sleep(3000)
  const after = await customer.buy()
  expect(await process.stop()).toBe(0)
  return { made, before, after }
}

describe('a backup made while a customer trades', () => {
  let dataDir = ''
  let backup = ''
  let orders = { before: '', after: '' }

  it('is whole, and names its signed head', async () => {
    dataDir = newFolder()
    backup = join(newFolder(), 'made/for/it')
    const { made, ...placed } = await backUpWhileTrading({ DATA_DIR: dataDir }, backup)
    orders = placed
    expect(made).toMatchObject({
      code: 0,
      lines: [
        expect.stringMatching(
          /^bolsillo: \d+ rows of \d+ tables; entry \d+, [0-9a-f]{64}, signed 2\S+Z with the key [\w-]{43}$/,
        ),
        `${backup} is whole. It has the secret key and everybody's data: keep it secret, and on another machine.`,
      ],
    })
    for (const file of readdirSync(backup, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(backup, file)).mode & 0o077, file).toBe(0)
  })

  it('is restored with all that was committed before it, proven, and served again', async () => {
    const restored = join(newFolder(), 'var')
    const done = await run('restore', [backup, restored], {})
    const { heads } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      heads: { bolsillo: { hash: string } }
    }
    expect(done.lines).toEqual([
      expect.stringMatching(/^bolsillo: \d+ entries verified, .*; \d+ signed heads .*; audit: \d+ records verified$/),
      'check:books has no finding',
      expect.stringMatching(
        new RegExp(`^bolsillo: \\d+ rows .*, each as backed up; the signed head is .* ${heads.bolsillo.hash}, `),
      ),
      expect.stringMatching(/^\S+ is whole, as of 2\S+Z: start the server with DATA_DIR=/),
    ])
    expect(done.code).toBe(0)
    const { process, block } = await start({ DATA_DIR: restored })
    const customer = await signIn(block, 'after')
    expect(await customer.hasOrder(orders.before)).toBe(true)
    expect(await customer.hasOrder(orders.after)).toBe(false)
    expect(await customer.hasOrder(await customer.buy())).toBe(true)
    await signed(block)
    expect(await process.stop()).toBe(0)
    const verified = await runTool(new URL('../ledger-verify.ts', import.meta.url), [], { DATA_DIR: restored })
    expect(verified).toMatchObject({ code: 0 })
    const original = join(dataDir, 'witness/bolsillo.jsonl')
    const beyond = await runTool(new URL('../ledger-verify.ts', import.meta.url), ['--witness', original], {
      DATA_DIR: restored,
    })
    expect(beyond.out, 'heads kept elsewhere name what was lost').toMatch(
      /LEDGER DOES NOT VERIFY: entry \d+ was signed/,
    )
    folders.push(restored)
  })

  const refused = async (folder: string, line: RegExp): Promise<void> => {
    const target = join(newFolder(), 'var')
    const done = await run('restore', [folder, target], {})
    expect(done).toEqual({ code: 2, lines: [expect.stringMatching(line)], said: '' })
    expect(() => statSync(target)).toThrow()
  }
  /** The backup, changed. */
  const changed = (change: (folder: string) => void): string => {
    const folder = mkdtempSync(join(tmpdir(), 'bolsillo-backup-'))
    folders.push(folder)
    cpSync(backup, folder, { recursive: true })
    change(folder)
    return folder
  }
  const flip = (file: string, at: number): void => {
    const bytes = readFileSync(file)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }

  it.each([
    ['rows', 'bolsillo/journal_block.copy.gz'],
    ['a key', 'files/secret.key'],
    ['signed heads', 'files/witness/bolsillo.jsonl'],
    ['the manifest', 'manifest.json'],
  ])('is refused with one changed byte of %s', async (_, part) => {
    await refused(
      changed((folder) => flip(join(folder, part), 40)),
      new RegExp(`^Nothing was restored: .* is damaged, use another backup: ${part}$`),
    )
  })

  it('is refused when it was cut short', async () => {
    const isNoBackup = /is not a whole backup: it has no manifest\.json/
    await refused(
      changed((folder) => rmSync(join(folder, 'manifest.json'))),
      isNoBackup,
    )
    await refused(
      changed((folder) => rmSync(join(folder, 'manifest.sha256'))),
      isNoBackup,
    )
    await refused(
      changed((folder) => rmSync(join(folder, 'bolsillo/trade_order.copy.gz'))),
      /trade_order\.copy\.gz \(missing\)$/,
    )
  })

  it('that somebody edited and hashed again is loaded, not proven, and served by no server', async () => {
    const part = 'bolsillo/customer.copy.gz'
    const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
    const edited = changed((folder) => {
      const rows = gunzipSync(readFileSync(join(folder, part))).toString('utf8')
      const others = rows.replace('es-ES', 'pt-BR')
      expect(others).not.toBe(rows)
      writeFileSync(join(folder, part), gzipSync(others))
      const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
      const again = text
        .replaceAll(sha256(rows), sha256(others))
        .replace(sha256(readFileSync(join(backup, part))), sha256(readFileSync(join(folder, part))))
      writeFileSync(join(folder, 'manifest.json'), again)
      writeFileSync(join(folder, 'manifest.sha256'), `${sha256(again)}  manifest.json\n`)
    })
    const target = join(newFolder(), 'var')
    const done = await run('restore', [edited, target], {})
    expect(done.lines.join('\n')).toMatch(/"I8","what":"customer cus_\w+ is not what its last act says"/)
    expect(done.lines.at(-1)).toMatch(/it is not proven: no server starts on it/)
    expect(done.code).toBe(1)
    const process = startServerProcess({ DATA_DIR: target })
    processes.push(process)
    await expect(process.block()).rejects.toThrow()
  })

  it('goes only into a folder that is empty', async () => {
    const target = newFolder()
    writeFileSync(join(target, 'notes.txt'), 'mine')
    expect(await run('restore', [backup, target], {})).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/is not empty/)],
    })
    expect(readdirSync(target)).toEqual(['notes.txt'])
    expect(await run('backup', [target], { DATA_DIR: dataDir })).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/is not empty/)],
    })
    expect(readdirSync(target)).toEqual(['notes.txt'])
  })
})

describe('a database of one’s own', () => {
  it('is backed up and restored into another, by an owner who is an ordinary role', async () => {
    const [source, target] = [await ownDatabase('firm_books'), await ownDatabase('firm_drill')]
    const from = { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl(source) }
    const { process, block } = await start(from)
    await signed(block)
    const backup = join(newFolder(), 'backup')
    expect(await run('backup', [backup], from)).toMatchObject({
      code: 0,
      lines: [/^firm_books: /, /is whole/].map((line) => expect.stringMatching(line)),
    })
    expect(await process.stop()).toBe(0)
    const taken = await run('restore', [backup, join(newFolder(), 'var')], { DATABASE_URL: databaseUrl(source) })
    expect(taken).toMatchObject({ code: 2, lines: [expect.stringMatching(/a database that has tables/)] })
    const without = await run('restore', [backup, join(newFolder(), 'var')], {})
    expect(without).toMatchObject({ code: 2, lines: [expect.stringMatching(/set DATABASE_URL to an empty one/)] })

    const to = { DATA_DIR: join(newFolder(), 'var'), DATABASE_URL: databaseUrl(target) }
    const done = await run('restore', [backup, to.DATA_DIR], { DATABASE_URL: to.DATABASE_URL })
    expect(done).toMatchObject({
      code: 0,
      lines: [
        /^firm_drill: .* signed heads \(key/,
        /no finding/,
        /^firm_drill: .* the signed head is entry/,
        /is whole/,
      ].map((line) => expect.stringMatching(line)),
    })
    const again = await start(to)
    await signIn(again.block, 'drill')
    expect(await again.process.stop()).toBe(0)
  })
})
