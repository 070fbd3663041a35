import type { ExecutionReport } from '@bolsillo/trading/domain'
import { booked, isReached, limitOf, trigger } from '../orders/model.ts'
import { isOpen, type Order, type Outside, type Report, type World } from '../orders/state.ts'
import { type Exchange, isInSession } from './hours.ts'
import type { Passed } from './recorder.ts'

/** What follows the desk's talk with its venue, and says what is not as the rules have it. */
export interface Follower {
  readonly outside: Pick<Outside, 'submit'>
  /** Goes by everything that passed since the last call and was not asked for. */
  readonly goOn: (world: World) => void
  /** Goes by what a venue was given at its start, and nothing else yet. */
  readonly started: (world: World) => void
  /** After all has settled: what the market reached and the desk did not do. */
  readonly undone: (world: World) => readonly string[]
}

/** What is known on the way. */
interface Following {
  readonly log: Passed[]
  readonly keyOf: (orderId: string) => string
  /** Undefined where the venue keeps hours of its own. */
  readonly exchangeOf: (instrumentId: string) => Exchange | undefined
  readonly find: (rule: string, what: string) => void
  /** Orders the market reached, until the desk sends them there. */
  readonly expected: Set<string>
  current: World | undefined
}

/**
 * The venue's reports are facts; everything else follows from the rules. `keyOf`: what an order of the product is called
 * in the model.
 */
export function createFollower(log: Passed[], rules: Pick<Following, 'keyOf' | 'exchangeOf' | 'find'>): Follower {
  const expected = new Set<string>()
  const following: Following = { ...rules, log, expected, current: undefined }
  return {
    outside: { submit: (order, incoming) => submit(following, order, incoming) },
    goOn: (world) => {
      following.current = world
      for (let passed = log.shift(); passed !== undefined; passed = log.shift()) step(following, world, passed)
    },
    started: (world) => {
      following.current = world
      const resets = log.filter(({ kind }) => kind === 'reset')
      const others = log.filter(({ kind }) => kind !== 'reset')
      log.splice(0, log.length, ...others)
      for (const passed of resets) step(following, world, passed)
    },
    undone: (world) =>
      [...expected].filter((key) => {
        const order = world.orders.get(key)
        const isWaiting = order !== undefined && isOpen(order) && order.state === 'pending-trigger'
        if (!isWaiting) expected.delete(key)
        return isWaiting
      }),
  }
}

/** Reports as the model has them; a fill is looked at on the way. */
function reportsOf(following: Following, reports: readonly ExecutionReport[]): Report[] {
  return reports.flatMap((report): Report[] => {
    const key = following.keyOf(report.orderId)
    if (report.kind === 'filled') {
      const { price, quantity, liquidity } = report
      checkLimit(following, key, price)
      return [{ kind: 'filled', key, price, quantity, isTaker: liquidity === 'taker' }]
    }
    return report.kind === 'resting'
      ? []
      : [{ kind: 'cancelled', key, reason: report.reason, isRefused: report.kind === 'rejected' }]
  })
}

function checkLimit({ current, find }: Following, key: string, price: bigint): void {
  const order = current?.orders.get(key)
  if (order === undefined) return
  const worst = limitOf(order)
  if (order.side === 'buy' ? price > worst : price < worst)
    find('a fill keeps to the customer’s limit', `${key} ${order.side} at ${price}, limit ${worst}`)
}

function checkSession(
  { keyOf, exchangeOf, find }: Following,
  { order, at }: Extract<Passed, { kind: 'submit' }>,
): void {
  const exchange = exchangeOf(order.instrumentId)
  if (exchange !== undefined && !isInSession(exchange, at))
    find('what goes to market', `${keyOf(order.orderId)} was sent while ${order.instrumentId} did not trade`)
}

/** What the model sends to market was sent by the desk, alike. @returns what the venue said to it. */
function submit(following: Following, ...[order, incoming]: Parameters<Outside['submit']>): readonly Report[] {
  const { log, keyOf, find } = following
  const place = log.findIndex((passed) => passed.kind === 'submit' && keyOf(passed.order.orderId) === order.key)
  const [passed] = place < 0 ? [] : log.splice(place, 1)
  if (passed?.kind !== 'submit') {
    find('what goes to market', `${order.key} was not sent there`)
    return []
  }
  const sent = passed.order
  checkSession(following, passed)
  const isAlike =
    sent.side === incoming.side &&
    sent.quantity === incoming.quantity &&
    sent.limitPrice === incoming.price &&
    sent.budget === incoming.budget &&
    sent.postOnly === incoming.postOnly
  if (!isAlike)
    find(
      'what goes to market',
      `${order.key}: model ${incoming.side} ${incoming.quantity} at ${incoming.price} budget ${incoming.budget}, product ${sent.side} ${sent.quantity} at ${sent.limitPrice} budget ${sent.budget}`,
    )
  return reportsOf(following, passed.reports)
}

/** Prices of the market: which waiting orders they reached, and the last of them. */
function reach({ expected }: Following, world: World, instrumentId: string, prices: readonly bigint[]): void {
  for (const order of world.orders.values())
    if (order.spec.id === instrumentId && order.state === 'pending-trigger')
      if (prices.some((price) => isReached(order, price))) expected.add(order.key)
  const last = prices.at(-1)
  if (last !== undefined) world.last.set(instrumentId, last)
}

/** Goes by one thing that passed and that the model did not ask for. */
function step(following: Following, world: World, passed: Passed): void {
  const { log, keyOf, find, expected } = following
  if (passed.kind === 'prices') reach(following, world, passed.instrumentId, passed.prices)
  if (passed.kind === 'reports') for (const report of reportsOf(following, passed.reports)) booked(world, report)
  if (passed.kind === 'reset') checkReset(following, world, passed)
  if (passed.kind !== 'submit') return
  const key = keyOf(passed.order.orderId)
  const order = world.orders.get(key)
  if (order === undefined || !expected.delete(key) || order.state !== 'pending-trigger') {
    find('what goes to market', `${key} was sent there, and nothing reached it`)
    return
  }
  log.unshift(passed)
  trigger(world, order)
}

/** What a venue is given anew is what waits there, each at its own limit. */
function checkReset(
  { keyOf, find }: Following,
  world: World,
  { instrumentId, open }: Extract<Passed, { kind: 'reset' }>,
): void {
  const waits = (order: Order): boolean =>
    order.spec.id === instrumentId && (order.state === 'open' || order.state === 'partially-filled')
  const wanted = [...world.orders.values()]
    .filter(waits)
    .map((order) => `${order.key} ${(order.quantity ?? 0n) - order.filled} at ${limitOf(order)}`)
  const given = open.map((order) => `${keyOf(order.orderId)} ${order.quantity} at ${order.limitPrice}`)
  const [missing, surplus] = [
    wanted.filter((one) => !given.includes(one)),
    given.filter((one) => !wanted.includes(one)),
  ]
  if (missing.length + surplus.length > 0)
    find('what waits at a venue after a start', `model ${missing.join(', ')}, product ${surplus.join(', ')}`)
}
