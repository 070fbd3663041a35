import { mkdtempSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { composeRooms, createLog, cryptographicRng, mountOperations, readConfig } from '@bolsillo/app-server'
import { idsFrom, systemClock } from '@bolsillo/kernel'
import { connect, createWebServer, type DatabaseAddress, mountRooms, type Services } from '@bolsillo/server-kit'
import { fixtureOrder } from '@bolsillo/trading/fixtures'
import { type Placed, type Trading, tradedInstrument } from '@bolsillo/trading/server'
import { answerParent } from './child.ts'
import { sharesOf } from './edge-parts.ts'

// The server without its desk: every room composed and mounted as `npm start` does it, none started. Orders go to a
// stub that, like the desk, gathers them for some milliseconds and answers them together.

/** What the parent asks of it. */
export type EdgeOrder =
  | { readonly kind: 'open'; readonly address: DatabaseAddress }
  | { readonly kind: 'profile' }
  | { readonly kind: 'shares' }

/** How long the stub gathers orders: about the time of a batch of the desk. */
const gatherMs = 10
const sampleEveryUs = 200
const profiler = new Session()

function standIn(own: Trading): Trading {
  let waiting: (() => void)[] = []
  const answerAll = (): void => {
    const batch = waiting
    waiting = []
    for (const answer of batch) answer()
  }
  return {
    ...own,
    place: (asked) =>
      new Promise((resolve) => {
        if (waiting.length === 0) setTimeout(answerAll, gatherMs)
        waiting.push(() => {
          const { orderId, customerId, side, type, timeInForce, receivedAt } = asked
          const order = fixtureOrder(tradedInstrument(asked.instrumentId), {
            ...{ orderId, customerId, side, type, timeInForce, receivedAt },
            ...(asked.limitPrice === undefined ? {} : { limitPrice: asked.limitPrice }),
          })
          const placed: Placed = { kind: 'placed', order, fills: [], twin: undefined }
          asked.replyOf?.(placed)
          resolve(placed)
        })
      }),
  }
}

async function open(address: DatabaseAddress): Promise<{ readonly port: number }> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const config = readConfig({ DATA_DIR: mkdtempSync(`${tmpdir()}/bolsillo-edge-`), PORT: '0' }, root)
  const sql = connect(address, { connectionsMax: 20, name: 'bench edge' })
  const asideSql = connect(address, { connectionsMax: 4, name: 'bench edge aside' })
  const rng = cryptographicRng()
  const services: Services = {
    clock: systemClock,
    ids: idsFrom(systemClock, rng),
    rng,
    sql,
    asideSql,
    log: createLog('info'),
    mode: 'SIM',
    secret: () => new Uint8Array(32).fill(7),
  }
  const { rooms, identity, needs } = composeRooms(
    config,
    services,
    { publish: () => undefined },
    { platform: (own) => ({ ...own, tradingOf: (product) => standIn(own.tradingOf(product)) }) },
  )
  const app = createWebServer(services, { trustedTypes: [], styleHashes: [] })
  const operations = mountOperations(app, sql, {
    stream: () => ({ sockets: 0, subscriptions: 0, closedSlow: 0, waitingBytesMax: 0, frameEveryMs: 0 }),
    outboxLag: () => new Map(),
    isStopping: () => false,
    desk: () => 'running',
    liquidations: () => ({ below: 0, late: 0, blind: 0 }),
  })
  mountRooms(app, {
    services,
    asideSql,
    customerSql: asideSql,
    isDatabaseDown: () => false,
    rooms,
    sides: ['customers'],
    sessions: identity.sessions,
    operators: identity.operatorSessions,
    needs,
    observe: (call, status, durationMs) => operations.observeCall(call.name, status, durationMs),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const listening = app.server.address()
  return { port: typeof listening === 'object' ? (listening?.port ?? 0) : 0 }
}

async function carryOut(order: EdgeOrder): Promise<unknown> {
  switch (order.kind) {
    case 'open':
      return await open(order.address)
    case 'profile':
      profiler.connect()
      await profiler.post('Profiler.enable')
      await profiler.post('Profiler.setSamplingInterval', { interval: sampleEveryUs })
      await profiler.post('Profiler.start')
      return 'started'
    case 'shares': {
      const { profile } = await profiler.post('Profiler.stop')
      profiler.disconnect()
      return sharesOf(profile)
    }
  }
}

answerParent(carryOut)
