import { createHmac } from 'node:crypto'
import {
  destinationProblem,
  type PaymentRail,
  type Telling,
  type ToldEvent,
  type Unread,
} from '@bolsillo/payments/domain'
import type { Services } from '@bolsillo/server-kit'
import { PayloadProblem } from './payload-fields.ts'
import type { PracticeDialect } from './practice-dialect.ts'
import type { PracticeProvider } from './practice-provider.ts'
import { findLines, findPayloads, findPayoutEnd, sumLines } from './server/provider-store.ts'

/** The adapter of a made-up provider: what every adapter of a real one does, over books of its own. */
export function createPracticeRail(
  services: Services,
  dialect: PracticeDialect,
  provider: PracticeProvider,
): PaymentRail {
  const { railId: id, method, assets, network } = dialect
  const networks = network === undefined ? {} : { networks: [network] }
  return {
    id,
    simulated: true,
    method,
    assets,
    ...networks,
    payInAddress: ({ customerNo }) => dialect.address(customerNo),
    destinationProblem: (destination) => destinationProblem({ method, ...networks }, destination),
    pay: (payout) => provider.take(payout),
    paymentOf: (payoutId) => findPayoutEnd(services.sql, id, payoutId),
    events: async (cursor, limit) => {
      await provider.advance(services.clock.now())
      const payloads = await findPayloads(services.sql, id, BigInt(cursor ?? '0'), limit)
      const read = payloads.map(({ payload }) => readPayload(dialect, payload))
      return {
        events: read.flatMap(({ events }) => events),
        unread: read.flatMap(({ unread }) => unread),
        cursor: payloads.at(-1)?.seq.toString(),
      }
    },
    statement: async (from, to) => {
      await provider.advance(services.clock.now())
      return await findLines(services.sql, id, from, to)
    },
    holds: async (asset) => {
      await provider.advance(services.clock.now())
      return await sumLines(services.sql, id, asset)
    },
    noticeSecret: () => createHmac('sha256', services.secret('practice-rail-notices')).update(id).digest(),
  }
}

/** What a message of the provider means; one that means nothing we know is kept as it is. */
export function readPayload(dialect: PracticeDialect, raw: string): Omit<Telling, 'cursor'> {
  const events: ToldEvent[] = []
  const unread: Unread[] = []
  try {
    const payload: unknown = JSON.parse(raw)
    for (const event of dialect.read(payload)) events.push({ ...event, raw })
  } catch (error) {
    if (!(error instanceof PayloadProblem || error instanceof SyntaxError)) throw error
    unread.push({ raw, problem: error.message.slice(0, 200) })
  }
  return { events, unread }
}
