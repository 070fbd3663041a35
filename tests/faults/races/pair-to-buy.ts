import { buy, cancel, replace, sell } from '@bolsillo/stocks/contract'
import { buying, cancelling, lotSize, many, orderProblems, pairOf, selling, shares, symbol } from './order-races.ts'
import type { Quote, RaceMarket, Racer } from './race-market.ts'
import { findOrdersOf, type OrderRow, sumPostings } from './race-store.ts'
import { doneOf, expectThat, orderIdOf, type Race, type Round, tally, unclean } from './round.ts'
import type { Post, RaceAnswer } from './senders.ts'

// A purchase OCO: a limit below the market and a stop above it, one reservation for both, and at the most one bought.

/** The two legs of a purchase, and what reaches them. */
interface Legs {
  readonly limitId: string
  readonly stopId: string
  readonly quote: Quote
  readonly limit: bigint
  readonly stop: bigint
}

/** The best price a purchase can wait at without meeting a seller: alone in front where there is room. */
const inFront = ({ bid, ask, tick }: Quote): bigint => (bid + tick < ask ? bid + tick : bid)

/**
 * Places both legs close to the market: as a pair, or as two orders that do not know of each other. The stop is the ask,
 * so that whoever buys there reaches it; it has to lie above the last price: where it does not, the next try goes higher.
 */
async function placeLegs(market: RaceMarket, racer: Racer, paired: boolean, ticksAbove = 0n): Promise<Legs> {
  const quote = await market.quote(symbol)
  const [limit, stop] = [inFront(quote), quote.ask + ticksAbove * quote.tick]
  const [limitPrice, stopPrice] = [quote.write(limit), quote.write(stop)]
  const place = (fields: Readonly<Record<string, string>>): Promise<RaceAnswer> =>
    market.send(buying(market, racer, { ...fields, timeInForce: 'gtc', quantity: String(lotSize) }))
  const first = await place(paired ? { type: 'oco', limitPrice, stopPrice } : { type: 'stop', stopPrice })
  if (first.rejection === 'stop-on-wrong-side' && ticksAbove < 500n)
    return await placeLegs(market, racer, paired, ticksAbove + 2n)
  if (paired) return { ...pairOf(first), quote, limit, stop }
  const second = await place({ type: 'limit', limitPrice })
  return { limitId: orderIdOf(second), stopId: orderIdOf(first), quote, limit, stop }
}

/** A group of senders leaves close together; which group is first at the desk is another one from round to round. */
function group(market: RaceMarket, count: number, make: () => Post, headStartMs = 0): readonly Post[] {
  const firstMs = headStartMs + (market.rng.nextUint32() % 120)
  return many(count, () => ({ ...make(), afterMs: firstMs + (market.rng.nextUint32() % 20) }))
}

/** Twenty-eight senders that reach the legs: one share each is sold to the limit, purchases go up to the stop and past it. */
function reaching(market: RaceMarket, other: Racer, { quote, limit, stop }: Legs): readonly Post[] {
  const atOnce = { type: 'limit', timeInForce: 'ioc' }
  const up = { ...atOnce, quantity: '20', limitPrice: quote.write(stop + 5n * quote.tick) }
  const down = { ...atOnce, quantity: '1', limitPrice: quote.write(limit) }
  return [
    ...group(market, 14, () => selling(market, other, down)),
    ...group(market, 14, () => buying(market, other, up)),
  ]
}

/** Twenty-two senders that end the pair, by either leg: fourteen cancel it, eight move it away from the market. */
function ending(market: RaceMarket, racer: Racer, { limitId, stopId, quote, limit, stop }: Legs): readonly Post[] {
  const eitherId = (): string => (market.rng.nextUint32() % 2 === 0 ? limitId : stopId)
  const lower = { orderId: limitId, limitPrice: quote.write(limit - quote.tick) }
  const higher = { orderId: stopId, stopPrice: quote.write(stop + 3n * quote.tick) }
  const moving = (): Post => ({
    path: replace.path,
    token: racer.token,
    key: market.newKey(),
    fields: eitherId() === limitId ? lower : higher,
  })
  return [
    // A cancel looks up less than the others before the desk has it: to meet there, cancels leave some time later.
    ...group(market, 14, () => cancelling(market, racer, eitherId()), 20),
    ...group(market, 8, moving),
  ]
}

const isOpen = ({ state }: OrderRow): boolean => /^(open|partially-filled|pending-trigger)$/.test(state)
const boughtOf = (orders: readonly OrderRow[]): bigint => orders.reduce((sum, { filled }) => sum + filled, 0n)

/**
 * One round. `paired` false is the control: the same two orders, and nothing that makes one of them end the other; nobody
 * cancels there, so that both are reached.
 */
export async function eitherLeg(market: RaceMarket, racer: Racer, other: Racer, paired: boolean): Promise<Round> {
  const known = new Set((await findOrdersOf(market.sql, racer.customerId, symbol, 'buy')).map(({ id }) => id))
  const placed = async (): Promise<readonly OrderRow[]> =>
    (await findOrdersOf(market.sql, racer.customerId, symbol, 'buy')).filter(({ id }) => !known.has(id))
  const sums = async () => ({
    cash: await sumPostings(market.sql, racer.customerId, 'MXN'),
    shares: await sumPostings(market.sql, racer.customerId, shares),
  })
  const before = await sums()
  const legs = await placeLegs(market, racer, paired)
  const answers = await market.race([
    ...reaching(market, other, legs),
    ...(paired ? ending(market, racer, legs) : reaching(market, other, legs)),
  ])
  const by = (path: string): readonly RaceAnswer[] => answers.filter(({ post }) => post.path === path)
  const [cancelled, moved] = [doneOf(by(cancel.path)).length, doneOf(by(replace.path)).length]
  const left = (await placed()).filter(isOpen)
  // What was moved waits at its new prices; one cancel ends both legs of it.
  const cleared = []
  for (const { id } of left) cleared.push(await market.send(cancelling(market, racer, id)))
  const orders = await placed()
  const after = await sums()
  const bought = boughtOf(orders)
  const whole = bought === BigInt(lotSize)
  const atLimit = boughtOf(orders.filter(({ id }) => id === legs.limitId))
  const leg =
    moved === 1 ? 'elsewhere' : atLimit === bought ? 'by the limit' : atLimit === 0n ? 'by the stop' : 'by both'
  const size = bought === 0n ? '' : whole ? `whole ${leg}` : `in part ${leg}`
  const end = moved === 1 ? 'moved' : cancelled === 1 ? 'cancelled' : 'bought'
  return {
    outcomes: {
      [`${end} ${size}`.trim()]: 1,
      ...tally(by(cancel.path), 'cancel '),
      ...tally(by(replace.path), 'move '),
      ...tally(by(sell.path), 'sale '),
      ...tally(by(buy.path), 'purchase '),
    },
    problems: [
      ...unclean(cancel, [...by(cancel.path), ...cleared]),
      ...unclean(replace, by(replace.path)),
      ...unclean(buy, by(buy.path)),
      ...unclean(sell, by(sell.path)),
      ...expectThat(bought <= BigInt(lotSize), `both legs together bought ${bought} of ${lotSize}`),
      ...expectThat(cancelled + moved <= 1, `one pair was cancelled ${cancelled} times and moved ${moved} times`),
      ...expectThat(left.length === 0 || moved === 1, 'legs are left that nobody moved'),
      ...expectThat(doneOf(cleared).length <= 1, `${doneOf(cleared).length} cancels ended one pair that was moved`),
      ...expectThat(!orders.some(isOpen), `legs are left: ${orders.map(({ state }) => state).join(', ')}`),
      ...orderProblems(orders),
      ...expectThat(
        after.shares.posted - before.shares.posted === bought,
        `${after.shares.posted - before.shares.posted} shares came, ${bought} were bought`,
      ),
      ...expectThat(after.cash.held === before.cash.held, `${after.cash.held - before.cash.held} centavos stay held`),
      ...expectThat(
        bought === 0n ? after.cash.posted === before.cash.posted : after.cash.posted < before.cash.posted,
        `${before.cash.posted - after.cash.posted} centavos were paid for ${bought} shares`,
      ),
    ],
  }
}

/** One of a pair is bought, or the pair is cancelled, or it is moved: the first of it. */
export const pairToBuy: Race = {
  name: 'races-oco-to-buy',
  done: 'a purchase OCO: fourteen cancels and eight new prices by either leg, sales that reach its limit, purchases that reach its stop',
  round: (market, racer, other) => eitherLeg(market, racer, other, true),
}
