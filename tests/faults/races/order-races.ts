import { setTimeout as sleep } from 'node:timers/promises'
import { buy, cancel, sell } from '@bolsillo/stocks/contract'
import { type Quote, type RaceMarket, type Racer, symbols } from './race-market.ts'
import { findOrderRows, findOrdersOf, type OrderRow, sumPostings } from './race-store.ts'
import { doneOf, expectThat, orderIdOf, type Race, type Round, sendersAtOnce, tally, unclean } from './round.ts'
import type { Post, RaceAnswer } from './senders.ts'

export const symbol = symbols.lot
/** How many shares a race is about. */
export const lotSize = 10
/** Shares every racer buys the day before: for three races of their own and two in which they trade with another. */
const boughtBefore = 6 * lotSize
export const shares = `STK:${symbol}`
export const many = (count: number, make: () => Post): Post[] => Array.from({ length: count }, make)

export const selling = (market: RaceMarket, racer: Racer, fields: Readonly<Record<string, string>>): Post => ({
  path: sell.path,
  token: racer.token,
  key: market.newKey(),
  fields: { symbol, ...fields },
})
export const buying = (market: RaceMarket, racer: Racer, fields: Readonly<Record<string, string>>): Post => ({
  path: buy.path,
  token: racer.token,
  key: market.newKey(),
  fields: { symbol, ...fields },
})
export const cancelling = (market: RaceMarket, racer: Racer, orderId: string, afterMs = 0): Post => ({
  path: cancel.path,
  afterMs,
  token: racer.token,
  key: market.newKey(),
  fields: { orderId },
})
/** A purchase looks up more than a cancel before the desk has it: to meet there, cancels must leave some time later. */
const headStartMs = (market: RaceMarket): number => market.rng.nextUint32() % 40
/** One share, at once or not at all. */
const buyingOne = (market: RaceMarket, racer: Racer, limitPrice: string): Post =>
  buying(market, racer, { type: 'limit', timeInForce: 'ioc', quantity: '1', limitPrice })

/** The best price a sale can be offered at without meeting a buyer: alone in front where there is room. */
const inFront = ({ bid, ask, tick }: Quote): bigint => (ask - tick > bid ? ask - tick : ask)

/** Buys what the races need, so that it may be sold on a later day. */
export async function buyLot(market: RaceMarket, racer: Racer): Promise<void> {
  const fields = { type: 'market', timeInForce: 'ioc', quantity: String(boughtBefore) }
  const answer = await market.send(buying(market, racer, fields))
  if (answer.code !== 0) throw new Error(`no lot: ${answer.body}`)
}

/** What must be true of orders, however the race went. */
export const orderProblems = (orders: readonly OrderRow[]): string[] =>
  orders.flatMap(({ id, filled, fills, quantity, state, held: left }) => [
    ...expectThat(filled === fills, `${id}: ${filled} filled, fills of ${fills}`),
    ...expectThat(filled <= quantity, `${id}: ${filled} of ${quantity} filled`),
    ...expectThat(
      left === 0n || /^(open|partially-filled|pending-trigger)$/.test(state),
      `${id} ${state} holds ${left}`,
    ),
  ])

/** The same, and of what a customer sold and has left. */
async function sharesProblems(
  market: RaceMarket,
  racer: Racer,
  before: { readonly posted: bigint; readonly held: bigint },
  orders: readonly OrderRow[],
): Promise<string[]> {
  const after = await sumPostings(market.sql, racer.customerId, shares)
  const sold = orders.reduce((sum, { filled }) => sum + filled, 0n)
  const held = orders.reduce((sum, order) => sum + order.held, 0n)
  return [
    ...orderProblems(orders),
    ...expectThat(
      before.posted - after.posted === sold,
      `${before.posted - after.posted} shares went, ${sold} were sold`,
    ),
    ...expectThat(
      after.posted >= after.held && after.held === held,
      `${after.held} held of ${after.posted}, by orders ${held}`,
    ),
  ]
}

const sameLot: Race = {
  name: 'races-same-lot',
  done: 'the whole of a lot that may be sold since today, sold by fifty senders at once, each with a key of its own',
  round: async (market, racer) => {
    const before = await sumPostings(market.sql, racer.customerId, shares)
    const { sellable } = await market.position(racer, symbol)
    const fields = { type: 'market', timeInForce: 'ioc', quantity: String(sellable) }
    const answers = await market.race(many(sendersAtOnce, () => selling(market, racer, fields)))
    const orders = await findOrderRows(market.sql, doneOf(answers).map(orderIdOf))
    const whole = orders.filter((order) => order.filled === sellable).length
    return {
      outcomes: { ...tally(answers), 'sold whole': whole },
      problems: [
        ...unclean(sell, answers),
        ...expectThat(orders.length >= 1, 'nobody sold'),
        ...expectThat(whole === 0 || orders.length === 1, `${orders.length} orders were taken, ${whole} sold all`),
        ...(await sharesProblems(market, racer, before, orders)),
      ],
    }
  },
}

const cancelOrFill: Race = {
  name: 'races-cancel-or-fill',
  done: 'a resting sale cancelled by 25 senders while 25 buy one share each at its price, released together',
  round: async (market, racer, other) => {
    const before = await sumPostings(market.sql, racer.customerId, shares)
    const quote = await market.quote(symbol)
    const limitPrice = quote.write(inFront(quote))
    const fields = { type: 'limit', timeInForce: 'gtc', quantity: String(lotSize), limitPrice }
    const placed = await market.send(selling(market, racer, fields))
    const orderId = orderIdOf(placed)
    const afterMs = headStartMs(market)
    const answers = await market.race([
      ...many(25, () => cancelling(market, racer, orderId, afterMs)),
      ...many(25, () => buyingOne(market, other, limitPrice)),
    ])
    const cancels = answers.filter(({ post }) => post.path === cancel.path)
    const buys = answers.filter(({ post }) => post.path === buy.path)
    const [order] = await findOrderRows(market.sql, [orderId])
    const end =
      order?.state === 'filled' ? 'filled whole' : order?.filled === 0n ? 'cancelled whole' : 'cancelled in part'
    return {
      outcomes: { [end]: 1, ...tally(cancels, 'cancel '), ...tally(buys, 'buy ') },
      problems: [
        ...unclean(cancel, cancels),
        ...unclean(buy, buys),
        ...expectThat(order?.state === 'filled' || order?.state === 'cancelled', `the sale is ${order?.state}`),
        ...expectThat(order?.held === 0n, `the sale still holds ${order?.held}`),
        ...expectThat(
          doneOf(cancels).length === (order?.state === 'cancelled' ? 1 : 0),
          'one cancel is answered if it was',
        ),
        ...(await sharesProblems(market, racer, before, order === undefined ? [] : [order])),
      ],
    }
  },
}

interface Pair {
  readonly limitId: string
  readonly stopId: string
}

export const pairOf = (placed: RaceAnswer): Pair => {
  const { order, twin } = placed.data as { readonly order?: { orderId: string }; readonly twin?: { orderId: string } }
  if (order === undefined || twin === undefined) throw new Error(`no pair was placed: ${placed.body}`)
  return { limitId: order.orderId, stopId: twin.orderId }
}

/**
 * Places an OCO close to both sides of the market. A stop has to lie below the last price, which may lag behind the bid:
 * where it does not, the next try goes lower.
 */
async function placePair(
  market: RaceMarket,
  racer: Racer,
  ticksBelow = 1n,
): Promise<{ readonly placed: RaceAnswer; readonly limitPrice: string }> {
  const quote = await market.quote(symbol)
  const limitPrice = quote.write(inFront(quote))
  const stopPrice = quote.write(quote.bid - ticksBelow * quote.tick)
  const pair = { type: 'oco', timeInForce: 'gtc', quantity: String(lotSize), limitPrice, stopPrice }
  const placed = await market.send(selling(market, racer, pair))
  const isTooHigh = placed.rejection === 'stop-on-wrong-side' && ticksBelow < 500n
  return isTooHigh ? await placePair(market, racer, ticksBelow + 2n) : { placed, limitPrice }
}

const pairedExits: Race = {
  name: 'races-oco-legs',
  done: 'both legs of an OCO at once: fourteen cancels of either leg, buys that reach the limit leg, sales that reach the stop',
  round: async (market, racer, other) => {
    const before = await sumPostings(market.sql, racer.customerId, shares)
    const { placed, limitPrice } = await placePair(market, racer)
    const { limitId, stopId } = pairOf(placed)
    const afterMs = headStartMs(market)
    const dump = { type: 'market', timeInForce: 'ioc', quantity: '1' }
    const answers = await market.race([
      ...many(7, () => cancelling(market, racer, limitId, afterMs)),
      ...many(7, () => cancelling(market, racer, stopId, afterMs)),
      ...many(26, () => buyingOne(market, other, limitPrice)),
      ...many(lotSize, () => selling(market, other, dump)),
    ])
    const by = (path: string): readonly RaceAnswer[] => answers.filter(({ post }) => post.path === path)
    const orders = await findOrderRows(market.sql, [limitId, stopId])
    const sold = orders.reduce((sum, { filled }) => sum + filled, 0n)
    const cancelled = doneOf(by(cancel.path)).length
    const end = sold === 0n ? 'cancelled whole' : sold === BigInt(lotSize) ? 'sold whole' : 'sold in part'
    return {
      outcomes: { [end]: 1, ...tally(by(cancel.path), 'cancel '), ...tally(by(buy.path), 'buy ') },
      problems: [
        ...unclean(cancel, by(cancel.path)),
        ...unclean(buy, by(buy.path)),
        ...unclean(sell, by(sell.path)),
        ...expectThat(sold <= BigInt(lotSize), `both legs together sold ${sold}`),
        ...expectThat(cancelled <= 1, `${cancelled} cancels of one pair succeeded`),
        ...expectThat(
          orders.every(({ state, held }) => /^(cancelled|filled)$/.test(state) && held === 0n),
          `legs are left: ${orders.map(({ state }) => state).join(', ')}`,
        ),
        ...(await sharesProblems(market, racer, before, orders)),
      ],
    }
  },
}

const bracketSymbol = symbols.bracket

/** Buys with a take-profit and a stop-loss that wait until the shares may be sold. */
export async function buyBracket(market: RaceMarket, racer: Racer): Promise<void> {
  const { bid, tick, write } = await market.quote(bracketSymbol)
  const near = (percent: bigint): string => write(((bid * percent) / 100n / tick) * tick)
  const fields = {
    symbol: bracketSymbol,
    type: 'market',
    timeInForce: 'ioc',
    quantity: String(lotSize),
    takeProfitPrice: near(130n),
    stopLossPrice: near(70n),
  }
  const answer = await market.send({ path: buy.path, token: racer.token, key: market.newKey(), fields })
  if (answer.code !== 0) throw new Error(`no bracket: ${answer.body}`)
}

/**
 * Sells the shares of everybody's brackets by hand around the moment from which they may be sold, which is when their
 * exits become active. Called a moment before it; `inMs` says how long.
 */
export async function exitsOrSale(
  market: RaceMarket,
  racers: readonly Racer[],
  inMs: number,
): Promise<readonly Round[]> {
  const whole = { symbol: bracketSymbol, type: 'market', timeInForce: 'ioc', quantity: String(lotSize) }
  const unlocksAt = performance.now() + inMs
  const answers = await market.race(
    racers.flatMap((racer) =>
      [0, 1].map(() => {
        const aroundMs = market.rng.nextUint32() % 450
        return {
          ...selling(market, racer, whole),
          afterMs: () => Math.max(0, unlocksAt + aroundMs - performance.now()),
        }
      }),
    ),
  )
  // The desk looks at its clock a few times a second.
  await sleep(1_000)
  return await Promise.all(
    racers.map(async (racer): Promise<Round> => {
      const own = answers.filter(({ post }) => post.token === racer.token)
      const orders = await findOrdersOf(market.sql, racer.customerId, bracketSymbol, 'sell')
      const sold = orders.reduce((sum, { filled }) => sum + filled, 0n)
      const held = orders.reduce((sum, order) => sum + order.held, 0n)
      const { posted, held: heldInBooks } = await sumPostings(market.sql, racer.customerId, `STK:${bracketSymbol}`)
      const byHand = doneOf(own).length
      return {
        outcomes: { ...tally(own), [byHand === 0 ? 'exits were first' : 'the sale was first']: 1 },
        problems: [
          ...unclean(sell, own),
          ...expectThat(posted === BigInt(lotSize) - sold, `${posted} left of ${lotSize}, ${sold} sold`),
          ...expectThat(
            held === heldInBooks && held <= posted,
            `${held} held by orders, ${heldInBooks} of ${posted} in the books`,
          ),
          ...expectThat(byHand === 0 || posted === 0n, `sold by hand and ${posted} left`),
          ...expectThat(
            orders.every(({ state }) => state !== 'waiting'),
            'exits wait although their shares may be sold',
          ),
        ],
      }
    }),
  )
}

/** Races for shares and orders, on the day after the lots were bought. In this order: the last one sells the lot. */
export const orderRaces: readonly Race[] = [cancelOrFill, pairedExits, sameLot]
