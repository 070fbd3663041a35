import { rmSync } from 'node:fs'
import { type BooksReport, reportBooks } from '@bolsillo/checker/check-books'
import type { ClientLine } from '@bolsillo/checker/client-journal'
import { verifyLedger } from '@bolsillo/journeys/stage/server-process'
import { seededRng } from '@bolsillo/kernel'
import { addressFor, startEmbeddedServer } from '@bolsillo/server-kit'
import { databaseUrl, type ServerProcess } from '@bolsillo/test-kit'
import { databaseName, type Installation } from './installation.ts'
import { findOrders, findRecordedKeys, useSessions } from './kill-store.ts'
import { type Load, readJournals, startLoad } from './load.ts'
import type { LoadEvent } from './load-client.ts'
import { type KillAt, killDatabase, killNow, killServer, type Round, type Stage, type Target } from './rounds.ts'

export interface KillOptions {
  readonly target: Target
  readonly rounds: number
  readonly seed: number
  /** When the kill of a round comes. */
  readonly until: KillAt
  readonly everyMs: number
  /** Of the server, beside its folder and port: planted bugs and other databases. */
  readonly environment?: Readonly<Record<string, string>>
  readonly plantFreshKey?: boolean
  /** Done once the server runs, before the first round. */
  readonly prepare?: (installation: Installation) => Promise<void>
  readonly progress?: (line: string) => void
  /** Whether to keep the files of this outcome. */
  readonly keep?: (outcome: Pick<KillReport, 'missing' | 'report'>) => boolean
}

/** What rounds on one installation came to. */
export interface KillReport {
  readonly rounds: readonly Round[]
  /** Acknowledgements that were looked for right after a round and were not there. */
  readonly missing: readonly string[]
  readonly report: BooksReport
  /** What `ledger:verify` said. */
  readonly verified: { readonly ok: boolean; readonly said: string }
  /** Requests whose first answer left their outcome unknown, by what their retry showed. */
  readonly settled: Settled
  /** The longer of two restarts after a kill without load, before the rounds and after them; milliseconds to readiness. */
  readonly idleRestartMs: number
  readonly leftovers: readonly string[]
}

/** Requests whose first answer left their outcome unknown, by what their retry showed. */
export interface Settled {
  readonly applied: number
  readonly notApplied: number
  readonly refused: number
  readonly never: number
  /** Answers 503, each a promise that nothing was done. */
  readonly unavailable: number
  /** Requests that were only ever answered so, and were carried out all the same. */
  readonly brokenPromises: number
}

const readyWithinMs = 20_000

/**
 * Runs rounds of kills on a copy of an installation, looks after each whether what was acknowledged is there, and at the
 * end lets the checker and `ledger:verify` look at everything. What fails keeps its files, and the error says where.
 */
export async function runKills(prepared: Installation, options: KillOptions): Promise<KillReport> {
  const installation = await prepared.copy()
  const { target, seed, until, progress = () => undefined } = options
  const external =
    target === 'external' ? await startEmbeddedServer({ dataDir: installation.dataFolder, durable: true }) : undefined
  const environment = {
    ...options.environment,
    ...(external === undefined
      ? {}
      : { DATABASE_URL: databaseUrl(addressFor(external.address, { database: databaseName })) }),
  }
  let load: Load | undefined
  let stage: Stage | undefined
  try {
    const first = installation.start(environment)
    await first.block()
    const before = await restart(installation, environment, first)
    const { server } = before
    await options.prepare?.(installation)
    load = await startClients(installation, options)
    stage = {
      installation,
      load,
      rng: seededRng(seed, `kills of ${target}`),
      until,
      environment,
      server,
    }
    await load.firstAck(0, readyWithinMs)
    const { done, missing } = await runRounds(stage, options)
    await load.stop()
    const { report, settled, verified } = await lookAtBooks(installation)
    const after = await restart(installation, environment, stage.server)
    await after.server.stop()
    await external?.stop()
    const leftovers = installation.endLeftovers()
    if (options.keep === undefined || !options.keep({ missing, report })) installation.remove()
    else progress(`files kept in ${installation.folder}`)
    return {
      rounds: done,
      missing,
      report,
      verified,
      settled,
      idleRestartMs: Math.max(before.tookMs, after.tookMs),
      leftovers,
    }
  } catch (error) {
    const said = stage?.server.said().slice(-3000) ?? ''
    load?.kill()
    stage?.server.child.kill('SIGKILL')
    await stage?.server.ended
    await external?.stop()
    installation.endLeftovers()
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}, ${target}: ${why}; files kept in ${installation.folder}; the server said: ${said}`, {
      cause: error,
    })
  }
}

async function startClients(installation: Installation, options: KillOptions): Promise<Load> {
  const { seed, everyMs, plantFreshKey } = options
  const { url, clients, customers, newcomers, journals } = installation
  await installation.withDatabase((sql) => useSessions(sql, [...customers, ...newcomers]))
  return startLoad({
    url,
    seed,
    clients,
    customers,
    newcomers,
    folder: journals,
    everyMs,
    ...(plantFreshKey === true ? { plantFreshKey: true } : {}),
  })
}

/** Kills and starts again as often as asked for; looks after each round for what was acknowledged in it. */
async function runRounds(stage: Stage, { target, rounds, progress = () => undefined }: KillOptions) {
  const { installation, load } = stage
  const done: Round[] = []
  const missing: string[] = []
  let looked = 0
  for (let round = 1; round <= rounds; round += 1) {
    const outcome = target === 'server' ? await killServer(stage) : await killDatabase(stage, target)
    done.push(outcome)
    missing.push(...(await findMissing(installation, load.events.slice(looked))))
    looked = load.events.length
    progress(
      `${target} ${round}/${rounds}: ${outcome.acknowledged} in ${outcome.upMs} ms, ${outcome.lastSecond} in the last second, resumed after ${outcome.resumedMs} ms`,
    )
  }
  return { done, missing }
}

/** What the checker, the clients' journals and `ledger:verify` say once nothing is under way any more. */
async function lookAtBooks(installation: Installation): Promise<Pick<KillReport, 'report' | 'settled' | 'verified'>> {
  const lines = readJournals(installation.journals, installation.clients)
  const report = await installation.withDatabase((sql) => reportBooks(sql, { clients: lines }))
  const settled = await settle(installation, lines)
  const verified = await verifyLedger(installation.dataFolder).then(
    (said) => ({ ok: true, said: said.trim() }),
    (error: unknown) => ({ ok: false, said: String(error) }),
  )
  return { report, settled, verified }
}

/** Kills a server that nobody uses and starts it again: what a restart takes on this machine at this time. */
async function restart(
  installation: Installation,
  environment: Readonly<Record<string, string>>,
  running: ServerProcess,
): Promise<{ readonly server: ServerProcess; readonly tookMs: number }> {
  const killedAt = await killNow(running)
  const server = installation.start(environment)
  await server.block()
  return { server, tookMs: Date.now() - killedAt }
}

/** Of what was acknowledged, what is not there: a key without its record, an order without its row. */
async function findMissing(installation: Installation, events: readonly LoadEvent[]): Promise<readonly string[]> {
  const acks = events.filter(({ outcome }) => outcome === 'ack')
  const placed = acks.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId]))
  return await installation.withDatabase(async (sql) => {
    const [keys, orders] = [
      await findRecordedKeys(
        sql,
        acks.map(({ key }) => key),
      ),
      await findOrders(sql, placed),
    ]
    return acks
      .filter(({ key, orderId }) => !keys.has(key) || (orderId !== undefined && !orders.has(orderId)))
      .map(({ key, call }) => `${call} ${key}`)
  })
}

/** What retries with the same key showed of requests that had no answer. */
async function settle(installation: Installation, lines: readonly ClientLine[]): Promise<Settled> {
  const byKey = Map.groupBy(lines, ({ key }) => key)
  const unknown = [...byKey].filter(([, own]) =>
    own.some((line) => line.kind === 'outcome' && line.outcome === 'unknown'),
  )
  const recorded = await installation.withDatabase((sql) =>
    findRecordedKeys(
      sql,
      unknown.map(([key]) => key),
    ),
  )
  const settled = { applied: 0, notApplied: 0, refused: 0, never: 0, unavailable: 0, brokenPromises: 0 }
  for (const [key, own] of unknown) {
    const last = own.at(-1)
    const lastAskedAt = own.findLast(({ kind }) => kind === 'intent')?.at ?? 0
    const recordedAt = recorded.get(key)
    const earlier = own.filter((line) => line.kind === 'outcome').slice(0, -1)
    const unavailable = earlier.filter(({ status }) => status === 503).length
    settled.unavailable += unavailable
    const isEarlier = recordedAt !== undefined && recordedAt < lastAskedAt
    if (isEarlier && unavailable === earlier.length) settled.brokenPromises += 1
    if (last?.kind !== 'outcome' || last.outcome === 'unknown') settled.never += 1
    else if (last.outcome === 'reject') settled.refused += 1
    else if (isEarlier) settled.applied += 1
    else settled.notApplied += 1
  }
  return settled
}

/** Removes an installation that experiments worked on copies of. */
export function removeInstallation(installation: Installation): void {
  installation.endLeftovers()
  installation.remove()
  rmSync(installation.folder, { recursive: true, force: true })
}
