import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BooksRead } from '@bolsillo/checker/books-store'
import { editActs } from '@bolsillo/checker/testing/act-edits-store'
import { type RunningServer, startServer } from '@bolsillo/journeys/stage/server-process'
import { addressFor, connect, startEmbeddedServer } from '@bolsillo/server-kit'
import { askLog, createWitness, type LogWitness, readLogKey, serveWitness } from '@bolsillo/tools/witness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { ask, createPhone, type PhoneFinding } from './tamper/phone.ts'
import { growForgedTree } from './tamper/tamper-store.ts'

// Whoever holds the data folder has the database, the key and the files: they make the whole history anew, chained and signed
// as the true one was, and the house's own commands find nothing. Phones that saw the true journal, phones that never did, and
// witnesses do: by whom and how soon is measured, from the first answer of the server with the forged history.

const origin = 'firm.example/journal'

let folder: string
let server: RunningServer | undefined
let witnessServer: Server
let witness: LogWitness
const said: string[] = []
/** When the witness first refused a head that does not continue what it cosigned. */
let refusedAt: number | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-history-'))
  // The witness has its key before it knows the log: the server gets the witness in its settings at its first start.
  witness = createWitness({ name: 'other.example/w', dir: join(folder, 'witness'), logs: [] })
  witnessServer = serveWitness({
    vkey: witness.vkey,
    add: (body) => {
      const before = said.length
      const answer = witness.add(body)
      if (said.length > before) refusedAt ??= performance.now()
      return answer
    },
    lastOf: (name) => witness.lastOf(name),
    checkpointOf: (name) => witness.checkpointOf(name),
  })
  await new Promise<void>((resolve) => witnessServer.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await server?.stop()
  witnessServer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (): Promise<RunningServer> => {
  const WITNESSES = `${witness.vkey} http://127.0.0.1:${(witnessServer.address() as AddressInfo).port}`
  // Its own clock: the witness's times are compared with nobody's, and the server's rhythm is what is measured.
  server = await startServer({ DATA_DIR: join(folder, 'data'), WITNESSES, LOG_ORIGIN: origin, TEST_CLOCK: '0' })
  return server
}

interface Witnessed {
  readonly cosigned?: { readonly log: string }
  readonly witnesses?: readonly { readonly state: string }[]
}
const standing = async (url: string) => await ask<Witnessed>(url, '/index/ledger/witnesses')

/** Waits until something is so; asked less often than a public call may be. */
async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > 60_000) throw new Error('it is not so within a minute')
    await new Promise((resolve) => setTimeout(resolve, 700))
  }
}

/** Does something to the database of a server that is stopped, as its superuser. */
async function onDatabase(work: (tx: BooksRead) => Promise<void>): Promise<void> {
  const embedded = await startEmbeddedServer({ dataDir: join(folder, 'data'), durable: true })
  const sql = connect(addressFor(embedded.address, { database: 'bolsillo' }), { connectionsMax: 1, name: 'forger' })
  try {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`set local statement_timeout = 0`
      await work(tx as unknown as BooksRead)
    })
  } finally {
    await sql.end({ timeout: 5 })
    await embedded.stop()
  }
}

/** Another first entry; every head, node and file that follows is recomputed, so that all of it agrees. */
async function forge(): Promise<void> {
  await onDatabase(async (tx) => {
    await editActs(tx, {
      of: `select number from journal_act where kind <> 'account' and cause like 'ent\\_%' order by number limit 1`,
      change: (act) => [{ ...act, actor: `${act.actor.slice(0, -1)}x` }],
      heads: 'all',
    })
    await growForgedTree(tx)
    // Proofs name a head of the true history: the forger lets the server make them anew.
    await tx.unsafe('truncate liability_proof, liability_tile, liability_check cascade')
  })
  for (const file of readdirSync(join(folder, 'data/witness')))
    if (!file.endsWith('.checkpoint')) rmSync(join(folder, 'data/witness', file))
}

/** The forged server as everybody meets it, and how soon each of them finds it. */
async function meet(seen: ReturnType<typeof createPhone>) {
  const { block } = await start()
  const from = performance.now()
  const timed = async (finding: () => Promise<unknown>) => {
    const begun = performance.now()
    const found = await finding()
    return { found, ms: Math.round(performance.now() - begun) }
  }
  const old = await timed(() => createPhone(seen.seen()).look(block.url))
  const fresh = await timed(() => createPhone().look(block.url))
  const asks = await timed(() => askLog(witness, { origin, url: block.url, say: (line) => said.push(line) }))
  await waitUntil(async () => {
    const state = (await standing(block.url))?.witnesses?.[0]?.state
    return state !== 'waiting' && state !== undefined
  })
  const state = (await standing(block.url))?.witnesses?.[0]?.state
  return { old, fresh, asks, state, refusedMs: refusedAt === undefined ? -1 : Math.round(refusedAt - from) }
}

const isSound = (found: unknown): boolean => (found as PhoneFinding).kind === 'sound'

/** Gives the witness the log's key, and waits until it cosigns. */
async function letCosign(url: string): Promise<void> {
  await waitUntil(async () => (await standing(url))?.cosigned !== undefined)
  const log = readLogKey((await standing(url))?.cosigned?.log ?? '')
  if (log === undefined) throw new Error('the log’s key is not read')
  witness = createWitness({
    name: 'other.example/w',
    dir: join(folder, 'witness'),
    logs: [log],
    say: (line) => said.push(line),
  })
  await waitUntil(async () => (await standing(url))?.witnesses?.[0]?.state === 'cosigned')
}

/** The forger takes the kept cosignatures away, too: a phone that never saw the true journal then sees that nobody cosigned. */
async function meetUncosigned(): Promise<PhoneFinding> {
  for (const file of readdirSync(join(folder, 'data/witness'))) rmSync(join(folder, 'data/witness', file))
  const bare = await start()
  return (await createPhone().look(bare.block.url)) as PhoneFinding
}

function figuresOf(forged: Awaited<ReturnType<typeof meet>>, nobody: PhoneFinding): Readonly<Record<string, number>> {
  const found = {
    'a phone that saw the true journal': forged.old,
    'a phone that never did, by what witnesses cosigned': forged.fresh,
    'a witness that asks': forged.asks,
  }
  return {
    ...Object.fromEntries(
      Object.entries(found).map(([who, { ms }]) => [`ms until found by ${who}, from its question`, ms]),
    ),
    'ms until a witness that is offered the head refuses it, from the first answer of the server': forged.refusedMs,
    'forks a witness keeps as evidence': readdirSync(join(folder, 'witness/forks')).filter((name) =>
      name.includes('-fork-'),
    ).length,
    'cosignatures a new phone sees once the kept ones are taken away':
      nobody.kind === 'sound' ? nobody.cosignatures : -1,
  }
}

it('a history made anew by whoever holds the data folder is found by the first phone or witness that asks', async () => {
  const first = await start()
  await letCosign(first.block.url)
  const phone = createPhone()
  expect(await phone.look(first.block.url)).toEqual({ kind: 'sound', cosignatures: 1 })
  await first.stop()

  // A restart that forges nothing: nobody says anything.
  const same = await meet(phone)
  await server?.stop()
  await forge()
  const forged = await meet(phone)
  const house = await server?.verifyLedger().catch((error: Error) => error.message)
  await server?.stop()
  const nobody = await meetUncosigned()

  const controls = [
    {
      planted: 'nothing: the same journal after a restart',
      caught:
        !isSound(same.old.found) ||
        !isSound(same.fresh.found) ||
        same.asks.found === 'fork' ||
        same.state !== 'cosigned',
      how: 'it must not be',
    },
    {
      planted: 'the forged history, looked at by the house alone (npm run ledger:verify)',
      caught: !(house ?? '').includes('every balance and hold follows'),
      how: 'its own files are forged with it: this is why others must look',
    },
  ]
  const passed =
    (forged.old.found as PhoneFinding).kind === 'fork' &&
    (forged.fresh.found as PhoneFinding).kind === 'fork' &&
    forged.asks.found === 'fork' &&
    forged.state === 'contradicts' &&
    nobody.kind === 'sound' &&
    nobody.cosignatures === 0 &&
    controls.every(({ caught }) => !caught)
  recordExperiment({
    experiment: 'tamper-history',
    done: 'Whoever holds the data folder makes the whole history anew: one act changed, every head, node and file chained and signed again with the true key.',
    command: 'npm run reliability -- tests/faults/tamper-history',
    figures: figuresOf(forged, nobody),
    controls: controls.map((one) => ({ ...one, caught: !one.caught })),
    passed,
  })
  expect({ same, forged, nobody, house, controls }, JSON.stringify(said)).toMatchObject({
    forged: { old: { found: { by: 'head' } }, fresh: { found: { by: 'witnesses' } }, asks: { found: 'fork' } },
  })
  expect(passed, JSON.stringify({ same, forged, nobody, house })).toBe(true)
})
