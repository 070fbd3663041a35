import { type Id, isRejection } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import type { Pair, Ready } from './explore.ts'
import { type MoneyWorld, offerDollars, placeLimit, type Side } from './money-world.ts'
import { holdingsOf } from './watch-store.ts'

/** Pesos of every customer here, in centavos: enough for one of these operations, not for two. */
const centavos = 100_000n

/** An operation on a customer's money, made ready at one of the two processes. It says what it came to in a word. */
interface Operation {
  readonly name: string
  readonly prepare: (side: Side, customerId: Id<'cus'>) => Promise<() => Promise<string>>
}

const quote = (side: Side, what: 'buy' | 'sell'): void => side.venue.quote(side.instrumentId, what, 6000, 10)
const orderIdOf = (outcome: Awaited<ReturnType<typeof placeLimit>>): Id<'ord'> => {
  if (typeof outcome === 'string') throw new Error(`the order was refused: ${outcome}`)
  return outcome.order.orderId
}

const operations: readonly Operation[] = [
  {
    name: 'order hold',
    prepare: async (side, customerId) => async () => {
      const outcome = await placeLimit(side, customerId)
      return typeof outcome === 'string' ? outcome : outcome.order.state
    },
  },
  {
    name: 'buy at once',
    prepare: async (side, customerId) => {
      quote(side, 'sell')
      await side.settle()
      return async () => {
        const outcome = await placeLimit(side, customerId)
        return typeof outcome === 'string' ? outcome : outcome.order.state
      }
    },
  },
  {
    name: 'fill',
    prepare: async (side, customerId) => {
      orderIdOf(await placeLimit(side, customerId))
      return async () => {
        quote(side, 'sell')
        await side.settle()
        return 'filled'
      }
    },
  },
  {
    name: 'release',
    prepare: async (side, customerId) => {
      const orderId = orderIdOf(await placeLimit(side, customerId))
      return async () => {
        const outcome = await side.desk.cancel({ orderId, customerId, receivedAt: side.services.clock.now() })
        return isRejection(outcome) ? outcome.spec.name : outcome.order.state
      }
    },
  },
  {
    name: 'conversion',
    prepare: async (side, customerId) => {
      const quoteId = await offerDollars(side, customerId)
      const { services, conversions } = side
      return async () =>
        await transaction(
          services.sql,
          async (tx) => (await conversions.execute(tx, { customerId, quoteId }, services.clock.now())).kind,
        )
    },
  },
  {
    name: 'practice grant',
    prepare: async (side, customerId) => async () => {
      const { services, grant } = side
      try {
        return await transaction(services.sql, async (tx) => {
          const outcome = await grant(tx, customerId, services.clock.now())
          // A refusal leaves nothing, as everywhere in the product.
          if (isRejection(outcome)) throw new Refused(outcome.spec.name)
          return 'granted'
        })
      } catch (error) {
        if (error instanceof Refused) return error.message
        throw error
      }
    },
  },
]

class Refused extends Error {
  override name = 'Refused'
}

/** What needs money that an order of the same customer's holds already leaves no room beside it. */
const holdsFirst = new Set(['fill', 'release'])

/** Every pair of operations on one customer's money, the two in different processes. */
export function moneyPairs(world: MoneyWorld): readonly Pair[] {
  return operations.flatMap((one, at) =>
    operations.slice(at).map((two): Pair => {
      const both = holdsFirst.has(one.name) && holdsFirst.has(two.name)
      return {
        name: `${one.name} and ${two.name}`,
        prepare: () => prepare(world, [one, two], both ? 2n * centavos : centavos),
      }
    }),
  )
}

async function prepare(
  { sides, customer, database }: MoneyWorld,
  [one, two]: readonly [Operation, Operation],
  has: bigint,
): Promise<Ready> {
  const customerId = await customer(has)
  return {
    operations: [await one.prepare(sides[0], customerId), await two.prepare(sides[1], customerId)],
    state: () => holdingsOf(database.owner, customerId),
    tidy: async () => {
      for (const side of sides) await clear(side)
    },
  }
}

/** Empties the book: whoever waits on one side meets somebody on the other. */
async function clear(side: Side): Promise<void> {
  await side.settle()
  const { bid, ask } = side.venue.best(side.instrumentId)
  if (bid > 0) quote(side, 'sell')
  if (ask > 0) quote(side, 'buy')
  await side.settle()
}
