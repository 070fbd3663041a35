import { once } from 'node:events'
import { connect, type DatabaseAddress } from '@bolsillo/server-kit'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { oneByOneOn } from '../one-by-one.ts'

// The peer of the server: a plain back end as one writes it in an afternoon. Fastify, its own form parser, sessions
// in memory, and one transaction per order over several connections. It does less than the product for each order: no
// look at the session in the database, no rate limit, no idempotency record, no fees, hash chain, positions or events;
// matching costs nothing.
const connectionCount = 16

/** What the parent sends first. */
export interface PeerSetup {
  readonly address: DatabaseAddress
  readonly customers: number
  readonly instruments: number
  readonly tokens: readonly string[]
}

const [{ address, customers, instruments, tokens }] = (await once(process, 'message')) as [PeerSetup]
const sql = connect(address, { connectionsMax: connectionCount, name: 'bench peer' })
const { place } = oneByOneOn(sql, customers, instruments)
const sessions = new Map(tokens.map((token, at) => [token, at]))
let order = 0

const app = Fastify({ logger: false })
await app.register(formbody)
for (const side of ['buy', 'sell'] as const) {
  app.post<{ Body: { symbol: string; quantity: string; type: string } }>(
    `/ipcf-api/stock/order/${side}`,
    async (request, reply) => {
      const customer = sessions.get(String(request.headers.accesstoken))
      if (customer === undefined) return reply.code(401).send({ code: -1000 })
      order += 1
      const { symbol, quantity, type } = request.body
      await place(order)
      return { code: 0, msg: 'ok', data: { order: { orderId: order, symbol, quantity, type, side, state: 'open' } } }
    },
  )
}
await app.listen({ host: '127.0.0.1', port: 0 })
const listening = app.server.address()
process.send?.({ port: typeof listening === 'object' ? listening?.port : 0 })
process.on('disconnect', () => process.exit(0))
